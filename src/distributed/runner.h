/* A context at work on units of a plan: the engine's plan and a worker, kept from unit to unit. */
#ifndef CLM_DISTRIBUTED_RUNNER_H
#define CLM_DISTRIBUTED_RUNNER_H

#include "opencl/context.h"
#include "distributed/plan.h"

typedef struct clm_runner {
    clmodp_context *context; /* whose call this is, */
    clmodp_context call;     /* lent, since several threads may be at work */
    const clmodp_plan *plan;
    clm_plan *of_engine;
    clm_worker *worker;
} clm_runner;

/* Begin a call on the context, as long as the runner is open: nobody else may use it meanwhile.
 * To be closed. */
void clm_runner_begin(clm_runner *runner, clmodp_context *context, const clmodp_plan *plan);

/* Ask this callback instead of the context's. */
void clm_runner_ask(clm_runner *runner, clmodp_progress progress, void *user);

/* Make the engine's plan; on whichever thread, as what follows. Pre: there are units
 * Errors: those of clm_plan_open; messages are the call's */
clmodp_status clm_runner_open(clm_runner *runner);

/* The images modulo some primes of the plan, no more than those of a unit, among others or alone
 * (`first` of images). Errors: those of clmodp_plan_run */
clmodp_status clm_runner_run(clm_runner *runner, clm_images *images, clm_counts *counts,
                             clm_prime_range primes);

/* Forget what was stopped in the middle; the runner stays open. */
void clm_runner_reset(clm_runner *runner);

/* Those of a unit in memory that counts, and then in the caller's; opens the runner, unless it is
 * open.
 * Out: images  release with clmodp_images_destroy */
clmodp_status clm_unit_run(clm_runner *runner, clmodp_images **images, uint64_t unit);

/* Give back what the device holds for it. */
void clm_runner_release(clm_runner *runner);

/* Do so and end the call, whose status this is; returns it. Allowed on a zero-initialised one. */
clmodp_status clm_runner_close(clm_runner *runner, clmodp_status st);

#endif
