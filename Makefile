# Makefile of aer.
#
#	make, make install		build and install for the PostgreSQL of PG_CONFIG
#	make demo				a guided tour in a throw-away cluster
#	make test				what every commit passes, in a throw-away cluster: minutes
#	make test-all			the rest: sanitizers, valgrind, pages, faults, upgrade
#	make installcheck		SQL and TAP tests against an installed aer
#	make kernel-test		unit tests of src/kernel (also -asan, -valgrind)
#	make test-upgrade		from older releases to this version (scripts/test-upgrade)
#	make test-page			pages of aer_page in Chromium, if there is one (scripts/test-page)
#
# for a night:
#	make test-majors		both tiers under PostgreSQL 15, 17 and 18 (scripts/test-majors)
#	make test-asan			SQL, TAP and random tests, the server under AddressSanitizer
#	make never-worse		no learner is worse than none, on ordinary tables
#	make trials				followed tables, thousands of statements of each kind
#	make faults				allocations fail, sessions beside each other (test/t/09*.pl)
#	make fuzz				random values, options and statements for an hour
#	make fuzz-sqlsmith		those of sqlsmith
#	make mutants			do the tests notice wrong lines? (scripts/mutants)
#	make test-asserts		SQL tests, PostgreSQL built with assertions and UBSan (scripts/test-asserts)
#	make citus				distributed tables (CITUS_PG_CONFIG)
#
# for releases and pages:
#	make test-upgrade-majors	from PostgreSQL 15 to 17 by pg_upgrade
#	make deb				Debian packages (scripts/deb)
#	make test-deb			those of 15 and 17, built, installed and tested in fresh roots
#	make dist				the archive for PGXN
#	make bench				performance
#	make bench-tables TABLES=DIR	reported and observed errors on public tables (bench/tables/README.md)
#	make papers				the papers' experiments (bench/papers/papers.mk)
#	make figures			the pictures of docs/figures.md
#
# Variables: WERROR=1 makes warnings errors, ASSERT=1 turns assertions on,
# SANITIZE=undefined (or another of -fsanitize=) instruments the code.
# demo, test and bench set the machine up first, so that they work where
# PostgreSQL is not installed yet; see docs/development.md.

ifneq ($(words $(CURDIR)),1)
$(error aer cannot be built in a folder whose path has spaces, because make and PGXS split it there: $(CURDIR))
endif
ifneq ($(realpath $(dir $(lastword $(MAKEFILE_LIST)))),$(realpath $(CURDIR)))
$(error aer is built in its own directory, because PGXS makes no sub-folders in another: make -C $(dir $(lastword $(MAKEFILE_LIST))))
endif

EXTENSION = aer
MODULE_big = aer
EXTVERSION := $(shell sed -n "s/^default_version *= *'\(.*\)'/\1/p" aer.control)
# The script of this version is made of the tables of types and of functions that score a row, of
# the families of sql/, in this order, and of the tables of learners and aggregates.  The
# scripts that lead from a release to the next version are sql/aer--*--*.sql.
FAMILIES = sources moments suggesting training scoring comparing spending studies streams repeats reports drift pages
SCRIPT = build/aer--$(EXTVERSION).sql
DATA = $(wildcard sql/aer--*--*.sql)
DATA_built = $(SCRIPT)
SOURCES := $(shell find src -name '*.c' | LC_ALL=C sort)
OBJS = $(SOURCES:.c=.o)

# SQL tests: those of the schedule, several at a time; REGRESS="NAME..." runs some.
REGRESS = --schedule=test/schedule
REGRESS_OPTS = --inputdir=test --load-extension=aer --launcher=test/own_database
TAP_TESTS = 1
PROVE_TESTS = test/t/*.pl

# -ffp-contract=off: a fused multiply-add would change the last bits of what
# is learned from one machine type to the next.
WARNINGS = -Wall -Wextra $(if $(WERROR),-Werror)
DEFINES = -DAER_VERSION=\"$(EXTVERSION)\" $(if $(ASSERT),-DUSE_ASSERT_CHECKING)
SANITIZE_FLAGS = $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all \
	-fno-omit-frame-pointer)
PG_CFLAGS = -std=gnu99 -ffp-contract=off $(WARNINGS) $(SANITIZE_FLAGS)
PG_CPPFLAGS = -Isrc -MMD -MP $(DEFINES)

# LAPACK comes with serial OpenBLAS, linked statically by full path and hidden:
# linked dynamically, the BLAS of the machine would start threads in backends.
ifndef LAPACK_LIBS
MULTIARCH_LIB := /usr/lib/$(shell $(CC) -print-multiarch 2>/dev/null)
LAPACKE = $(MULTIARCH_LIB)/liblapacke.a
OPENBLAS = $(MULTIARCH_LIB)/openblas-serial/libopenblas.a
LAPACK_LIBS = $(LAPACKE) $(OPENBLAS) -l:libgfortran.so.5 -lm
# OpenBLAS's tables of kernels, one for each of some twenty processors, name
# those for all four types of numbers, and so link them all: 22 MB.  In our copy
# of the tables the names of those for other types than double are weak, so that
# the linker does without.
BLAS_TABLES = build/blas-tables.o
WITHOUT_OTHER_TYPES = $(BLAS_TABLES) -Wl,-z,nodynamic-undefined-weak
# src/pg/blas_memory.c
WRAPPED = -Wl,--wrap=blas_memory_alloc
endif
SHLIB_LINK += $(SANITIZE_FLAGS) $(WITHOUT_OTHER_TYPES) $(WRAPPED) $(LAPACK_LIBS) -Wl,--exclude-libs,ALL \
	-Wl,--version-script=src/exports.map

# No bitcode: there is nothing for PostgreSQL to inline from here.
override with_llvm = no

EXTRA_CLEAN = build $(OBJS:.o=.d)

all:

PG_CONFIG ?= $(if $(PGVERSION),/usr/lib/postgresql/$(PGVERSION)/bin/)pg_config
PGXS := $(wildcard $(shell $(PG_CONFIG) --pgxs 2>/dev/null))
SERVER_HEADER := $(wildcard $(shell $(PG_CONFIG) --includedir-server 2>/dev/null)/postgres.h)
ifneq ($(and $(PGXS),$(SERVER_HEADER)),)
include $(PGXS)
include test/kernel/kernel-test.mk

TYPES = sql/types.awk sql/type.template sql/types.table
$(SCRIPT): $(FAMILIES:%=sql/%.sql) $(TYPES) $(wildcard sql/learners.* sql/forms.* sql/scorers.* sql/aggregates.*) aer.control Makefile
	@mkdir -p $(@D)
	@set -e; { echo '/* $(@F): everything that CREATE EXTENSION aer makes; made by make from the files of sql, so change those */'; \
		printf '\n%s\n%s\n' '-- complain if script is sourced in psql, rather than via CREATE EXTENSION' \
			'\echo Use "CREATE EXTENSION aer" to load this file. \quit'; \
		echo; awk -f $(TYPES); \
		awk -f sql/forms.awk -f sql/scorers.awk sql/scorers.table; \
		for family in $(FAMILIES); do echo; cat sql/$$family.sql; done; \
		awk -f sql/learners.awk sql/learners.table; \
		awk -f sql/forms.awk -f sql/aggregates.awk sql/aggregates.table; } >$@.new
	@mv $@.new $@

# Checked calls of memcpy and the like hide from the sanitizers.
override CPPFLAGS += $(if $(SANITIZE),-U_FORTIFY_SOURCE)

# The server's headers are not clean under these two.
src/pg/%.o: override CFLAGS += -Wno-unused-parameter -Wno-sign-compare

# Objects depend on the headers that they include and on how they are built.
-include $(OBJS:.o=.d)
HOW_BUILT = $(VERSION) $(CC) $(CFLAGS) $(DEFINES) $(SHLIB_LINK) $(OBJS)
build/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(HOW_BUILT)' >$@.new
	@cmp -s $@.new $@ || cp $@.new $@
$(OBJS): build/flags
aer.so: build/flags src/exports.map $(BLAS_TABLES)

# The empty object is for an OpenBLAS of one processor, which has no tables.
build/blas-tables.o: $(OPENBLAS)
	@rm -rf $(@D)/blas-tables && mkdir -p $(@D)/blas-tables
	cd $(@D)/blas-tables && $(CC) -xc -c -o none.o /dev/null && \
		$(AR) t $< | sed -n '/^setparam/p' | xargs -r $(AR) x $< && $(LD) -r -o ../tables.o *.o
	objcopy --wildcard --weaken-symbol='[scz]*' --weaken-symbol='i[scz]*' $(@D)/tables.o $@

# One sentence, before any compiler's.
$(OBJS) $(kernel_objects): | $(LAPACKE) $(OPENBLAS)
$(LAPACKE) $(OPENBLAS):
	@echo "aer needs LAPACK, and there is no $@: install liblapacke-dev and libopenblas-serial-dev (Debian), or name your libraries by LAPACK_LIBS (docs/development.md)" >&2
	@exit 1

else
all install uninstall installcheck clean \
kernel-test kernel-test-asan kernel-test-valgrind:
	@echo "aer needs the server headers of PostgreSQL: run scripts/setup," >&2
	@echo "or name the pg_config to use: make PG_CONFIG=/path/to/pg_config" >&2
	@exit 1
endif

demo:
	@scripts/setup
	@scripts/cluster psql -X -q -v ON_ERROR_STOP=1 -P pager=off -f scripts/demo.sql

test:
	@scripts/test

test-all:
	@scripts/test all

test-asan:
	@scripts/test asan

# A TAP test by itself, with what it prints.
TAP = WERROR=1 ASSERT=1 scripts/cluster scripts/installcheck REGRESS= PROVE_FLAGS=-v PROVE_TESTS

never-worse:
	@scripts/setup
	@$(TAP)=test/t/070_never_worse.pl

trials:
	@scripts/setup
	@$(TAP)='test/t/081_follow_trials.pl test/t/082_follow_isolation.pl'

citus:
	@scripts/setup
	@$(TAP)=test/t/056_citus.pl

test-asserts:
	@scripts/setup
	@scripts/test-asserts

fuzz:
	@scripts/setup
	@scripts/fuzz run

fuzz-sqlsmith:
	@scripts/setup sqlsmith
	@scripts/fuzz sqlsmith

faults:
	@scripts/setup
	@AER_FAULTS=$${AER_FAULTS:-4000} $(TAP)='test/t/09*.pl'

mutants:
	@scripts/setup
	@scripts/mutants

test-page:
	@scripts/setup
	@scripts/test-page

test-majors:
	@scripts/test-majors

test-upgrade:
	@scripts/test-upgrade

test-upgrade-majors:
	@scripts/test-upgrade --majors 15 17

deb:
	@scripts/deb

test-deb:
	@scripts/test-deb

# What is committed, and nothing else.
dist:
	@mkdir -p build
	git archive --format=zip --prefix=aer-$(EXTVERSION)/ -o build/aer-$(EXTVERSION).zip HEAD

bench:
	@scripts/setup bench
	@scripts/cluster bench/run

bench-tables:
	@scripts/setup
	@scripts/cluster bench/tables/run "$${TABLES:?is the folder for the data}"

figures:
	@scripts/setup bench
	@scripts/figures

include bench/papers/papers.mk

.PHONY: all demo test test-all test-asan test-asserts never-worse trials citus fuzz fuzz-sqlsmith faults mutants test-page test-majors test-upgrade test-upgrade-majors deb test-deb dist bench bench-tables figures kernel-test kernel-test-asan test-asserts kernel-test-valgrind FORCE
