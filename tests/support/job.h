/* Job folders created by tests, with their plans and expected results. */
#ifndef TESTS_SUPPORT_JOB_H
#define TESTS_SUPPORT_JOB_H

#include <clmodp/clmodp.h>

enum { JOB_PATH = 256 };

/* A folder, the problem of its plan, and the expected result. */
typedef struct test_job {
    char above[JOB_PATH], folder[JOB_PATH]; /* `folder` lies in `above`, which the test owns */
    clmodp_zxy *f, *g;
    clmodp_zx *expected;
    clmodp_plan *plan;
    uint64_t units;
} test_job;

/* Creates a context for the host alone, so that processes can be forked. */
clmodp_context *host_context(void);

/* Creates a plan with work units of one prime, not yet in a folder. */
void test_job_begin(test_job *j, clmodp_context *context, uint64_t seed);

/* Creates a plan with work units of one prime, and submits it to a folder without a note. */
void test_job_submit(test_job *j, clmodp_context *context, uint64_t seed);

/* Creates a plan of about this degree with work units of so many primes, not yet in a folder. */
void test_job_begin_large(test_job *j, clmodp_context *context, uint64_t seed, size_t degree,
                          uint32_t unit_primes);
void test_job_empty(const test_job *j); /* removes the job's folder */
void test_job_end(test_job *j);         /* removes both folders */

/* Returns the path of a file of the folder; valid until the next call. */
const char *job_path(const test_job *j, const char *name);

/* Asserts the right result from the folder. */
void expect_result(clmodp_context *context, const test_job *j);

/* Computes work units until none is left, and asserts that this takes `expected` of them. */
void work_all(clmodp_context *context, const test_job *j, uint64_t expected);

/* Returns the progress of the job. */
clmodp_job_state job_state(clmodp_context *context, const test_job *j);

#endif
