/* Tests with failures of every allocation of a job, from the folder to the result. */
#include "support/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "support/assertions.h"
#include "support/faults.h"
#include "support/polynomials.h"

/* Moves a waiting unit to a worker of another machine; returns its number. */
static uint64_t claim_one(const test_job *j, char path[2 * JOB_PATH])
{
    for (uint64_t unit = 0; unit < j->units; unit++) {
        char from[2 * JOB_PATH], name[64];

        (void)snprintf(name, sizeof name, "todo/%d", (int)unit);
        (void)snprintf(from, sizeof from, "%s", job_path(j, name));
        (void)snprintf(name, sizeof name, "claims/%d.60000.far", (int)unit);
        (void)snprintf(path, 2 * JOB_PATH, "%s", job_path(j, name));
        if (rename(from, path) == 0)
            return unit;
    }
    fail_msg("no unit waits");
    return 0;
}

/* Makes the calls of a user in sequence, and damages the images of a unit between them. */
static clmodp_status run(clmodp_context *context, const test_job *j, clmodp_zx *r)
{
    const clmodp_job_options half = {.size = sizeof half, .lease = 60.0,
                                     .most_units = j->units / 2};
    clmodp_status st = CLMODP_OK;
    clmodp_job_state state = {.size = sizeof state};
    clmodp_job_claim **claims = NULL;
    char path[2 * JOB_PATH];
    void *note = NULL;
    size_t size, count;
    uint64_t unit, *damaged = NULL;

    TRY(clmodp_job_create(context, j->folder, j->plan, "note", 4));
    TRY(clmodp_job_work(context, NULL, j->folder, &half));
    unit = claim_one(j, path);
    TRY(clmodp_job_look(context, &state, j->folder));
    assert_true(state.done == j->units / 2 && state.at_work == 1);
    TRY(clmodp_job_claims(context, &claims, &count, j->folder));
    assert_true(count == 1 && claims[0]->unit == unit);
    TRY(clmodp_job_note(context, &note, &size, j->folder));
    assert_true(size == 4 && memcmp(note, "note", 4) == 0);
    assert_int_equal(unlink(path), 0);
    TRY(clmodp_job_work(context, NULL, j->folder, NULL));
    assert_int_equal(truncate(job_path(j, "images/2"), 50), 0);
    TRY(clmodp_job_verify(context, &damaged, &count, j->folder));
    assert_true(count == 1 && *damaged == 2);
    st = clmodp_job_finish(context, r, NULL, NULL, j->folder);
    if (st != CLMODP_DAMAGED)
        goto done;
    TRY(clmodp_job_work(context, NULL, j->folder, NULL));
    TRY(clmodp_job_finish(context, r, NULL, NULL, j->folder));
done:
    free(damaged);
    clmodp_job_note_free(note);
    clmodp_job_claims_free(claims);
    return st;
}

typedef struct inputs {
    test_job job;
    clmodp_zx *r;
} inputs;

static clmodp_status run_whole(clmodp_context *context, void *argument)
{
    const inputs *in = argument;
    const test_job *j = &in->job;
    const clmodp_status st = run(context, j, in->r);

    assert_true(st != CLMODP_OK || clmodp_zx_equal(in->r, j->expected));
    if (access(j->folder, F_OK) == 0)
        test_job_empty(j);
    return st;
}

static void every_allocation_may_fail(void **state)
{
    clmodp_context *context = host_context();
    inputs in = {.r = zx_new()};
    long injected;

    (void)state;
    test_job_begin(&in.job, context, 31);
    assert_int_equal(run_whole(context, &in), CLMODP_OK);
    injected = fault_sweep_warm(FAULT_ALLOCATION, context, run_whole, &in, 5);
    print_message("# %ld allocations\n", injected);
    assert_true(injected > 30);
    clmodp_zx_destroy(in.r);
    test_job_end(&in.job);
    clmodp_context_destroy(context);
}

TESTS(cmocka_unit_test(every_allocation_may_fail));
