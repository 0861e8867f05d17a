/* Opens contexts for tests; every test of a device includes this header. */
#ifndef TESTS_SUPPORT_CONTEXT_H
#define TESTS_SUPPORT_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "support/assertions.h"

#include <clmodp/clmodp.h>

/* Returns a new context; the test fails with the library's message if there is none. NULL options
 * mean the defaults. Its device is open, and computes small problems too: calls that leave the
 * engine open use EUCLID, unless CLMODP_TEST_ENGINE=auto. With CLMODP_TEST_TUNING=gpu it has the
 * parameters of a GPU. */
clmodp_context *context_open(const clmodp_context_options *options);

/* Returns a new context with default options, kernels from `kernel_dir`, and compiled kernels
 * stored in `cache_dir` ("": not stored; NULL: the default). */
clmodp_context *context_open_in(const char *kernel_dir, const char *cache_dir);

/* Gives the context, whose device must be open, the parameters of a GPU with an unknown driver:
 * W = 1, wide tiles, no inline assembly. */
void context_tune_for_gpu(clmodp_context *context);

/* Returns whether CLMODP_TEST_TUNING=gpu requests these parameters for all contexts. */
bool context_tuned_for_gpu(void);

/* Makes probable mode search for the primes needed, even if a proof should cost less. */
void context_always_searches(clmodp_context *context);

/* Declares that this skipped test launches nothing, so that runner.c accepts it. Returns true. */
bool context_launches_nothing(void);

/* Returns whether the driver confuses kernels of several queues (src/opencl/devices.h), so that
 * tests of several threads should be skipped; declares that this one launches nothing. */
bool context_skips_threads(clmodp_context *context);
#define CONTEXT_SKIPS_THREADS "the driver confuses kernels of several threads"

/* Returns a context for another case: a new one if kernels are interpreted, since Oclgrind takes
 * data written to previously released memory for uninitialised. */
clmodp_context *context_again(clmodp_context *context);

/* For cmocka_run_group_tests: creates one default context, the *state of every test. */
int context_set_up(void **state);
int context_set_up_searching(void **state); /* the same, with context_always_searches called */
int context_set_up_host(void **state); /* a context for the host alone, without a device */
int context_tear_down(void **state);

/* For cmocka: a test with its own default context, which it may replace. */
#define WITH_CONTEXT(test) \
    cmocka_unit_test_setup_teardown(test, context_set_up, context_tear_down)

#endif
