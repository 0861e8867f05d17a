/* Runs units of a plan on a context, with an engine's plan and an executor kept for all units. */
#ifndef CLM_DISTRIBUTED_RUNNER_H
#define CLM_DISTRIBUTED_RUNNER_H

#include "opencl/context.h"
#include "distributed/plan.h"

typedef struct clm_runner {
    clmodp_context *context; /* context of the call */
    clmodp_context call;     /* lent context, since several threads may compute */
    const clmodp_plan *plan;
    clm_plan *engine_plan;
    clm_executor *executor;
} clm_runner;

/* Begins a call, which borrows the context until the runner is closed. */
void clm_runner_begin(clm_runner *runner, clmodp_context *context, const clmodp_plan *plan);

/* Sets a progress callback instead of the context's. */
void clm_runner_poll(clm_runner *runner, clmodp_progress progress, void *user);

/* Makes the engine's plan; on any thread, as all later calls. Pre: there are units
 * Errors: as clm_plan_open; messages are the call's */
clmodp_status clm_runner_open(clm_runner *runner);

/* Computes images modulo some primes, at most a unit's, within larger images or alone (`first` of
 * images). Errors: as clmodp_plan_run */
clmodp_status clm_runner_run(clm_runner *runner, clm_images *images, clm_counts *counts,
                             clm_prime_range primes);

/* Discards the state of a cancelled run; the runner stays open. */
void clm_runner_reset(clm_runner *runner);

/* Computes a unit's images in counted memory, and copies them to the caller's; opens the runner if
 * necessary.
 * Out: images  release with clmodp_images_destroy */
clmodp_status clm_unit_run(clm_runner *runner, clmodp_images **images, uint64_t unit);

/* Releases the executor and its memory on the device; the call continues. */
void clm_runner_release(clm_runner *runner);

/* Releases a runner and ends the call, with this status; returns it. May be zero-initialised. */
clmodp_status clm_runner_close(clm_runner *runner, clmodp_status st);

#endif
