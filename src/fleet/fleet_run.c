/* Units, and towards the end parts of them, by whoever is free. */
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
    clm_log *log = &fleet->contexts[0]->log;

    for (size_t k = 0; k < fleet->count; k++) {
        clm_member *m = &fleet->members[k];

        if (m->status != CLMODP_OK && !m->noted)
            clm_log_line(log, CLMODP_LOG_NOTE, "context %zu, on %s, is left out: %s", k,
                         m->runner.call.device.name, m->runner.call.error.message);
        m->noted = m->status != CLMODP_OK;
    }
}

/* Those who are late, while they are. */
static void note_late(clm_fleet *fleet)
{
    for (size_t k = 0; k < fleet->count; k++) {
        const uint64_t lates = clm_unit_lates(&fleet->queue, k);

        if (lates > fleet->members[k].lates_noted)
            clm_log_line(&fleet->contexts[0]->log, CLMODP_LOG_NOTE,
                         "context %zu, on %s, takes longer than it should: others are given what "
                         "it is at, too", k, fleet->members[k].runner.call.device.name);
        fleet->members[k].lates_noted = lates;
    }
}

/* The progress callback of members: nobody but the caller's thread is told how far all are. */
static int is_stopped(void *user, double fraction)
{
    const clm_member *m = user;
    clm_fleet *fleet = m->fleet;

    (void)fraction;
    return clm_watch_stopped(&fleet->watch) || !clm_unit_is_wanted(&fleet->queue, m->index);
}

/* The images of some primes to where all are. Others may be at the same ones, and write the same
 * words. */
static void copy_images(clm_fleet *fleet, const clm_images *from)
{
    const size_t bytes = from->primes * from->width * from->word_bytes;

    pthread_mutex_lock(&fleet->writing);
    for (size_t n = 0; n < from->outputs; n++)
        memcpy(clm_image(&fleet->all, n, from->first), clm_image(from, n, from->first), bytes);
    pthread_mutex_unlock(&fleet->writing);
}

/* Some parts. Who was stopped because others were done with them is only late. */
static clmodp_status run_parts(clm_fleet *fleet, clm_member *m, clm_unit_range parts)
{
    const double began = clm_clock_seconds();
    const clm_prime_range primes = clm_plan_primes_from(
        fleet->plan, parts.first * fleet->part_primes, parts.count * fleet->part_primes);
    clm_counts counts;
    clmodp_status st;

    m->images.first = primes.first;
    m->images.primes = primes.count;
    st = clm_runner_run(&m->runner, &m->images, &counts, primes);
    if (st == CLMODP_OK) {
        copy_images(fleet, &m->images);
        if (clm_unit_done(&fleet->queue, m->index, clm_clock_seconds() - began))
            clm_counts_add(&m->counts, &counts);
    } else if (st == CLMODP_CANCELLED && !clm_watch_stopped(&fleet->watch)) {
        clm_unit_forget(&fleet->queue, m->index);
        clm_runner_reset(&m->runner);
        st = CLMODP_OK;
    }
    return st;
}

static clmodp_status open_member(clm_fleet *fleet, clm_member *m)
{
    clmodp_status st = CLMODP_OK;
    clm_images shape = fleet->all;

    TRY(clm_runner_open(&m->runner));
    shape.primes = clm_plan_unit(fleet->plan, 0).count;
    TRY(clm_images_create(&m->runner.call, &m->images, &shape));
done:
    return st;
}

/* Member `index` until no unit is left for it. Who fails is no failure of the fleet. */
static clmodp_status run_member(void *argument, size_t index, size_t thread)
{
    clm_fleet *fleet = argument;
    clm_member *m = &fleet->members[index];
    clmodp_status st = open_member(fleet, m);
    clm_unit_range parts;

    (void)thread;
    while (st == CLMODP_OK && clm_unit_take(&fleet->queue, &parts, index))
        st = run_parts(fleet, m, parts);
    clm_images_destroy(&m->runner.call, &m->images);
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

    note_late(a->fleet);
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
        clm_member *m = &fleet->members[k];

        m->fleet = fleet;
        m->index = k;
        m->runner.call.progress = is_stopped;
        m->runner.call.progress_user = m;
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
