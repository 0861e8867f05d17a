/* Contexts that a test can take for granted, and what every test on a device includes. */
#ifndef TESTS_SUPPORT_CONTEXT_H
#define TESTS_SUPPORT_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "support/assertions.h"

#include <clmodp/clmodp.h>

/* A new context; the test fails with the library's message if there is none. NULL options mean the
 * defaults. Its device is open, and computes what is small as well: where a call leaves the engine
 * open it is EUCLID, unless CLMODP_TEST_ENGINE=auto has it chosen. With CLMODP_TEST_TUNING=gpu it
 * has the parameters that a GPU gets. */
clmodp_context *context_open(const clmodp_context_options *options);

/* The same with kernels from `kernel_dir` and compiled ones kept in `cache_dir` ("": not
 * kept; NULL: the default). */
clmodp_context *context_open_in(const char *kernel_dir, const char *cache_dir);

/* Give the context, whose device is open, the parameters that a GPU of a driver that nothing is
 * known of gets: W = 1, wide tiles, no assembly. */
void context_tune_for_gpu(clmodp_context *context);

/* Whether CLMODP_TEST_TUNING=gpu asks for these everywhere. */
bool context_tuned_for_gpu(void);

/* Have probable mode search for what results need even where a proof should cost less. */
void context_always_searches(clmodp_context *context);

/* Say that this test launches nothing, being skipped: launches.c then does not mind. True. */
bool context_launches_nothing(void);

/* Whether the driver confuses kernels of several queues (src/opencl/devices.h), so that a test of
 * several threads should be skipped, and this one launches nothing. */
bool context_skips_threads(clmodp_context *context);
#define CONTEXT_SKIPS_THREADS "the driver confuses kernels of several threads"

/* A context for another case in the place of a default one: a new one where kernels are
 * interpreted, since Oclgrind takes what is written to memory that was released before for
 * uninitialised. */
clmodp_context *context_again(clmodp_context *context);

/* For cmocka_run_group_tests: one default context, which is every test's *state. */
int context_set_up(void **state);
int context_set_up_searching(void **state); /* one that context_always_searches is called on */
int context_tear_down(void **state);

/* For cmocka: a test with a default context of its own, which it may replace. */
#define WITH_CONTEXT(test) \
    cmocka_unit_test_setup_teardown(test, context_set_up, context_tear_down)

#endif
