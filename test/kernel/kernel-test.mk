# Unit tests of src/kernel: every test_*.c here is one cmocka program, linked
# with the whole kernel and with the other .c files here (shared helpers).
# Included by the Makefile above.
#
# KERNEL_RUN is put before each program; KERNEL_SECONDS is its time limit.

KERNEL_BUILD = build/kernel
KERNEL_CFLAGS = -g -O2 -fno-strict-aliasing -fwrapv -std=gnu99 \
	-ffp-contract=off $(WARNINGS)
KERNEL_CPPFLAGS = -DFRONTEND -DUSE_ASSERT_CHECKING -Isrc -Itest/kernel \
	-I$(includedir_server) -D_GNU_SOURCE
KERNEL_LIBS = -lcmocka $(LAPACK_LIBS) $(pkglibdir)/libpgcommon.a \
	$(pkglibdir)/libpgport.a -lm -lpthread
KERNEL_SECONDS = 300
KERNEL_RUN =

kernel_tests = $(patsubst test/kernel/%.c,$(KERNEL_BUILD)/%,$(wildcard test/kernel/test_*.c))
kernel_shared = $(patsubst %.c,$(KERNEL_BUILD)/%.o,$(filter src/kernel/%,$(SOURCES)) \
	$(filter-out test/kernel/test_%.c,$(wildcard test/kernel/*.c)))
kernel_objects = $(kernel_shared) \
	$(patsubst $(KERNEL_BUILD)/%,$(KERNEL_BUILD)/test/kernel/%.o,$(kernel_tests))

$(KERNEL_BUILD)/%.o: %.c $(KERNEL_BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(KERNEL_CFLAGS) $(SANITIZE_FLAGS) $(KERNEL_CPPFLAGS) -MMD -MP -c -o $@ $<

# cmocka hands every test a state that few of them use.
$(KERNEL_BUILD)/test/%.o: override WARNINGS += -Wno-unused-parameter

$(kernel_tests): $(KERNEL_BUILD)/%: $(KERNEL_BUILD)/test/kernel/%.o $(kernel_shared)
	$(CC) $(SANITIZE_FLAGS) -o $@ $^ $(KERNEL_LIBS)

# The programs of bench/kernel: make build/kernel/bench/NAME.
$(KERNEL_BUILD)/bench/%: $(KERNEL_BUILD)/bench/kernel/%.o $(kernel_shared)
	$(CC) -o $@ $^ $(LAPACK_LIBS) $(pkglibdir)/libpgcommon.a $(pkglibdir)/libpgport.a -lm

HOW_KERNEL_BUILT = $(VERSION) $(CC) $(KERNEL_CFLAGS) $(SANITIZE_FLAGS) $(KERNEL_CPPFLAGS)
$(KERNEL_BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(HOW_KERNEL_BUILT)' | cmp -s - $@ || echo '$(HOW_KERNEL_BUILT)' >$@

-include $(kernel_objects:.o=.d)
.SECONDARY: $(kernel_objects)

# Leaks are valgrind's business: LeakSanitizer needs ptrace, which containers
# often deny.
kernel-test: $(kernel_tests)
	@test -n "$(kernel_tests)" || { echo "no kernel tests in test/kernel" >&2; exit 1; }
	CMOCKA_MESSAGE_OUTPUT=TAP ASAN_OPTIONS=detect_leaks=0 \
	$(PROVE) $(PROVE_FLAGS) -e 'timeout --foreground $(KERNEL_SECONDS) $(KERNEL_RUN)' $(kernel_tests)

# AER_WHOLE tells tests to run the cases too that the first tier has no time for.
kernel-test-asan:
	@AER_WHOLE=1 $(MAKE) --no-print-directory kernel-test KERNEL_BUILD=build/kernel-asan \
		SANITIZE=address,undefined

# AER_QUICK tells tests to repeat less: valgrind is some thirty times slower.
kernel-test-valgrind:
	@AER_QUICK=1 $(MAKE) --no-print-directory kernel-test KERNEL_SECONDS=900 \
		KERNEL_RUN='valgrind -q --vgdb=no --leak-check=full --error-exitcode=99'
