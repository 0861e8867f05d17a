/* Units by whoever is free. */
#include "base/clock.h"
#include "fleet/fleet.h"

void clm_member_drop(clm_fleet *fleet, size_t index, clmodp_status st)
{
    clm_member *m = &fleet->members[index];

    m->status = clm_error_complete(&m->runner.call.error, st);
    clm_runner_release(&m->runner);
    clm_taker_leave(&fleet->queue, index);
}

void clm_fleet_note(clm_fleet *fleet)
{
    for (size_t k = 0; k < fleet->count; k++) {
        clm_member *m = &fleet->members[k];

        if (m->status != CLMODP_OK && !m->noted)
            clm_log_line(&fleet->contexts[0]->log, CLMODP_LOG_NOTE,
                         "context %zu, on %s, is left out: %s", k, m->runner.call.device.name,
                         m->runner.call.error.message);
        m->noted = m->status != CLMODP_OK;
    }
}

/* The progress callback of members: nobody but the caller's thread is told how far all are. */
static int is_stopped(void *user, double fraction)
{
    const clm_watch *watch = user;

    (void)fraction;
    return clm_watch_stopped(watch);
}

/* One unit, written where all are. */
static clmodp_status run_unit(clm_fleet *fleet, clm_member *m, uint64_t unit)
{
    clm_counts counts;
    const clmodp_status st = clm_runner_run(&m->runner, &fleet->all, &counts, unit);

    if (st == CLMODP_OK)
        clm_counts_add(&m->counts, &counts);
    return st;
}

/* Member `index` until no unit is left for it. Who fails is no failure of the fleet. */
static clmodp_status run_member(void *argument, size_t index, size_t thread)
{
    clm_fleet *fleet = argument;
    clm_member *m = &fleet->members[index];
    clmodp_status st = clm_runner_open(&m->runner);
    uint64_t unit;

    (void)thread;
    while (st == CLMODP_OK && clm_unit_take(&fleet->queue, &unit, index)) {
        const double began = clm_clock_seconds();

        st = run_unit(fleet, m, unit);
        if (st == CLMODP_OK)
            clm_unit_done(&fleet->queue, index, clm_clock_seconds() - began);
        else
            clm_unit_return(&fleet->queue, unit, index);
    }
    if (st != CLMODP_OK)
        clm_member_drop(fleet, index, st);
    return CLMODP_OK;
}

/* The caller's thread: progress of all, and whether to go on. */
typedef struct asked {
    clmodp_context *context;
    clm_fleet *fleet;
} asked;

static clmodp_status ask(void *user)
{
    const asked *a = user;
    const clmodp_status st =
        clm_progress(a->context, 0.9 * clm_unit_queue_progress(&a->fleet->queue));

    if (st != CLMODP_OK)
        clm_unit_queue_stop(&a->fleet->queue);
    return st;
}

clmodp_status clm_fleet_run(clmodp_context *ctx, clm_fleet *fleet)
{
    clmodp_status st = CLMODP_OK;
    asked a = {ctx, fleet};

    fleet->watch = (clm_watch){.ask = ask, .user = &a};
    for (size_t k = 0; k < fleet->count; k++) {
        fleet->members[k].runner.call.progress = is_stopped;
        fleet->members[k].runner.call.progress_user = &fleet->watch;
    }
    TRY(clm_parallel_watched(fleet->count, fleet->count, run_member, fleet, &fleet->watch));
    clm_fleet_note(fleet);
    if (fleet->queue.done < fleet->queue.units) {
        ctx->error = fleet->members[0].runner.call.error;
        st = fleet->members[0].status;
    }
done:
    return st;
}
