/* Units of a plan by all ranks. */
#include <time.h>

#include "base/clock.h"
#include "base/parallel.h"
#include "ranks/conduct.h"

/* Units for whoever is free and should have one. */
static clmodp_status hand_out(clm_orchestra *o)
{
    clmodp_status st = CLMODP_OK;

    for (uint32_t k = 1; k < o->part.transport->ranks; k++) {
        clm_player *p = &o->players[k];
        clm_unit_range units;
        double again; /* it will be asked before */

        if (p->busy || p->status != CLMODP_OK ||
            clm_unit_try(&o->queue, &units, &again, k, clm_clock_seconds()) != CLM_UNIT_TAKEN)
            continue;
        p->at_unit = true;
        TRY(clm_conduct_ask(o, k, CLM_SAYS_UNIT, &units.first, 1, NULL, 0));
    }
done:
    return st;
}

/* The caller's thread: what the others say, and whether to go on. */
static clmodp_status ask(void *user)
{
    clmodp_status st = CLMODP_OK;
    clm_orchestra *o = user;

    TRY(clm_progress(o->call, 0.9 * clm_unit_queue_progress(&o->queue)));
    TRY(clm_conduct_hear(o, false));
    TRY(hand_out(o));
done:
    if (st != CLMODP_OK)
        clm_unit_queue_stop(&o->queue);
    return st;
}

/* The progress callback of rank 0's own units. */
static int is_stopped(void *user, double fraction)
{
    clm_orchestra *o = user;

    (void)fraction;
    return clm_watch_stopped(&o->watch) || !clm_unit_is_wanted(&o->queue, 0);
}

static clmodp_status run_own_unit(clm_orchestra *o, uint64_t unit)
{
    const double began = clm_clock_seconds();
    clm_counts counts;
    clmodp_status st = clm_part_run(&o->part, &counts, unit);

    if (st == CLMODP_OK) {
        if (clm_unit_done(&o->queue, 0, clm_clock_seconds() - began))
            clm_counts_add(&o->own_counts, &counts);
    } else if (st == CLMODP_CANCELLED && !clm_watch_stopped(&o->watch)) {
        clm_unit_forget(&o->queue, 0); /* others were done with it */
        clm_runner_reset(&o->part.runner);
        st = CLMODP_OK;
    }
    return st;
}

/* Units of rank 0, on another thread. That it fails is no failure of all. */
static clmodp_status run_own(void *argument, size_t index, size_t thread)
{
    clm_orchestra *o = argument;
    clmodp_status st = clm_runner_open(&o->part.runner);
    clm_unit_range units;

    (void)thread;
    while (st == CLMODP_OK && clm_unit_take(&o->queue, &units, index))
        st = run_own_unit(o, units.first);
    o->players[0].status = st; /* read when this thread has ended */
    if (st != CLMODP_OK) {
        clm_runner_release(&o->part.runner);
        clm_taker_leave(&o->queue, index);
    }
    return CLMODP_OK;
}

static void note_own(clm_orchestra *o)
{
    clm_player *own = &o->players[0];
    const clmodp_status st = own->status;

    own->status = CLMODP_OK;
    if (st != CLMODP_OK)
        clm_conduct_drop(o, 0, clm_error_complete(&o->part.runner.call.error, st),
                         o->part.runner.call.error.message);
}

static bool somebody_is_left(const clm_orchestra *o)
{
    for (uint32_t k = 0; k < o->part.transport->ranks; k++)
        if (o->players[k].status == CLMODP_OK)
            return true;
    return false;
}

clmodp_status clm_conduct_units(clm_orchestra *o)
{
    clmodp_status st = CLMODP_OK;
    const struct timespec pause = {.tv_nsec = 1000000L};

    o->watch = (clm_watch){.ask = ask, .user = o};
    o->part.runner.call.progress = is_stopped;
    o->part.runner.call.progress_user = o;
    TRY(clm_parallel_watched(1, 1, run_own, o, &o->watch));
    note_own(o);
    while (o->queue.done < o->queue.units && somebody_is_left(o)) { /* the others go on */
        TRY(ask(o));
        (void)nanosleep(&pause, NULL);
    }
    if (o->queue.done < o->queue.units)
        FAIL(&o->call->error, o->players[0].status, "%s", o->players[0].message);
    TRY(clm_conduct_rest(o, true)); /* who had not even begun */
done:
    return st;
}
