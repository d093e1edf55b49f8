# The papers' experiments; see bench/papers/run.
#
#	make papers MNIST_DIR=folder COVERTYPE_DIR=folder [QUICK=1]
#	make papers-3v5, papers-pairs, papers-simulated, papers-covertype

PAPERS = covertype simulated 3v5 pairs

papers:
	@scripts/setup bench
	@scripts/cluster bench/papers/run $(PAPERS)

$(PAPERS:%=papers-%): papers-%:
	@scripts/setup bench
	@scripts/cluster bench/papers/run $*

.PHONY: papers $(PAPERS:%=papers-%)
