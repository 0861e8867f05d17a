/* Contexts that solve one problem together. */
#ifndef CLM_FLEET_FLEET_H
#define CLM_FLEET_FLEET_H

#include <clmodp/fleet.h>

#include "base/parallel.h"
#include "fleet/runner.h"
#include "fleet/unit_queue.h"
#include "fleet/windows.h"

struct clm_fleet;

/* A context of the fleet, on a thread of its own. */
typedef struct clm_member {
    struct clm_fleet *fleet;
    size_t index;
    clm_runner runner;     /* until results are lifted */
    clm_images images;     /* of what it is at */
    clm_counts counts;     /* of what it was done with first */
    clmodp_status status;  /* OK, or why it was dropped */
    bool noted;            /* so it was told to the log, */
    uint64_t lates_noted;  /* and so many times that it was late */
    uint64_t coefficients; /* lifted */
    clmodp_zx *part[CLM_MOST_OUTPUTS];
    clm_lifting lifting;
} clm_member;

typedef struct clm_fleet {
    clmodp_context *const *contexts;
    clm_member *members;
    size_t count;
    const clmodp_plan *plan;
    uint64_t part_primes; /* of what the queue has for units */
    clm_unit_queue queue;
    clm_taker *takers;
    clm_window *windows;    /* what each lifts */
    pthread_mutex_t writing;
    clm_images all;         /* guarded by it while parts are computed */
    clm_watch watch;        /* of the caller's thread */
} clm_fleet;

/* Compute all units on all contexts, whose runners have begun.
 * Errors: CANCELLED, HOST_MEMORY; else the first member's, if all were dropped */
clmodp_status clm_fleet_run(clmodp_context *ctx, clm_fleet *fleet);

/* A clm_lifter's lift, whose user is the fleet: windows of the coefficients by all members that
 * are left, where the engine lifts windows. */
clmodp_status clm_fleet_lift(clmodp_context *ctx, void *fleet, clm_lifting *lifting);

/* Drop a member, on its thread: nothing more is asked of it. */
void clm_member_drop(clm_fleet *fleet, size_t index, clmodp_status st);

/* Note who was dropped in the first context's log. */
void clm_fleet_note(clm_fleet *fleet);

#endif
