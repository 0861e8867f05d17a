/* Jobs in folders that go with the test. */
#ifndef TESTS_SUPPORT_JOB_H
#define TESTS_SUPPORT_JOB_H

#include <clmodp/clmodp.h>

enum { JOB_PATH = 256 };

/* A folder, the problem of its plan, and what must come out. */
typedef struct test_job {
    char above[JOB_PATH], folder[JOB_PATH]; /* `folder` in `above`, which is the test's own */
    clmodp_zxy *f, *g;
    clmodp_zx *expected;
    clmodp_plan *plan;
    uint64_t units;
} test_job;

/* A context for the host alone, so that processes can be forked. */
clmodp_context *host_context(void);

/* A plan of units of one prime, in no folder yet. */
void test_job_begin(test_job *j, clmodp_context *context, uint64_t seed);

/* The same in its folder, without a note. */
void test_job_submit(test_job *j, clmodp_context *context, uint64_t seed);

/* Of units of so many primes, of polynomials of about this degree. */
void test_job_begin_large(test_job *j, clmodp_context *context, uint64_t seed, size_t degree,
                          uint32_t unit_primes);
void test_job_empty(const test_job *j); /* removes the folder */
void test_job_end(test_job *j);         /* removes the folders */

/* The path of a file of the folder; valid until the next call. */
const char *job_path(const test_job *j, const char *name);

/* The result from the folder is right. */
void expect_result(clmodp_context *context, const test_job *j);

/* Works until no unit is left, which takes `expected` of them. */
void work_all(clmodp_context *context, const test_job *j, uint64_t expected);

/* How far it is. */
clmodp_job_state job_state(clmodp_context *context, const test_job *j);

#endif
