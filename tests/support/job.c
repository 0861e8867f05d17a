/* Creates job folders below the folder for temporary files, and works on them. */
#include "support/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/scratch.h"

clmodp_context *host_context(void)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host", .threads = 1};
    clmodp_context *context = NULL;

    assert_int_equal(clmodp_context_create(&context, &host, NULL, 0), CLMODP_OK);
    return context;
}

void test_job_begin(test_job *j, clmodp_context *context, uint64_t seed)
{
    test_job_begin_large(j, context, seed, 3, 1);
    assert_true(j->units >= 10);
}

void test_job_submit(test_job *j, clmodp_context *context, uint64_t seed)
{
    test_job_begin(j, context, seed);
    assert_int_equal(clmodp_job_create(context, j->folder, j->plan, NULL, 0), CLMODP_OK);
}

void test_job_begin_large(test_job *j, clmodp_context *context, uint64_t seed, size_t degree,
                          uint32_t unit_primes)
{
    const char *temporary = getenv("TMPDIR");
    clmodp_problem problem;
    clmodp_resultant_options options;
    clmodp_plan_options how;
    clmodp_plan_info info = {.size = sizeof info};

    *j = (test_job){.f = random_dense(degree, degree + 1, 150, seed),
                    .g = random_dense(degree + 1, degree, 150, seed + 1),
                    .expected = zx_new()};
    if (temporary == NULL) /* in memory, to avoid waiting for a disk */
        temporary = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    (void)snprintf(j->above, sizeof j->above, "%.150s/clmodp-job.XXXXXX", temporary);
    assert_non_null(mkdtemp(j->above));
    (void)snprintf(j->folder, sizeof j->folder, "%.200s/job", j->above);
    clmodp_problem_init(&problem);
    problem.f = j->f;
    problem.g = j->g;
    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_HOST;
    clmodp_plan_options_init(&how);
    how.resultant = &options;
    how.unit_primes = unit_primes;
    assert_int_equal(clmodp_plan_create(context, &j->plan, &problem, &how), CLMODP_OK);
    assert_int_equal(clmodp_plan_describe(j->plan, &info), CLMODP_OK);
    assert_int_equal(clmodp_resultant(context, j->expected, NULL, j->f, j->g, &options),
                     CLMODP_OK);
    j->units = info.units;
}

void test_job_empty(const test_job *j)
{
    folder_remove(j->folder);
}

void test_job_end(test_job *j)
{
    folder_remove(j->above);
    clmodp_plan_destroy(j->plan);
    DESTROY(j->f, j->g, j->expected);
}

const char *job_path(const test_job *j, const char *name)
{
    static char path[2 * JOB_PATH];

    (void)snprintf(path, sizeof path, "%s/%.200s", j->folder, name);
    return path;
}

void work_all(clmodp_context *context, const test_job *j, uint64_t expected)
{
    uint64_t units;

    if (clmodp_job_work(context, &units, j->folder, NULL) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_int_equal(units, expected);
}

void expect_result(clmodp_context *context, const test_job *j)
{
    clmodp_zx *r = zx_new();

    if (clmodp_job_finish(context, r, NULL, NULL, j->folder) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_true(clmodp_zx_equal(r, j->expected));
    clmodp_zx_destroy(r);
}

clmodp_job_state job_state(clmodp_context *context, const test_job *j)
{
    clmodp_job_state state = {.size = sizeof state};

    assert_int_equal(clmodp_job_look(context, &state, j->folder), CLMODP_OK);
    return state;
}
