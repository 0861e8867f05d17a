/* A problem over Z, ready to be computed in parts. */
#ifndef CLM_RESULTANT_PREPARE_H
#define CLM_RESULTANT_PREPARE_H

#include "resultant/way.h"

/* What is decided when a problem is prepared, and what follows from nothing else. */
typedef struct clm_decided {
    const clm_engine *engine;
    clm_bounds each[CLM_MOST_OUTPUTS]; /* of the outputs that there are */
    size_t points, cosets;             /* modulo each prime; 0: there is nothing to compute */
} clm_decided;

/* Nothing of a device, nothing of the context that prepared it; never changes, so that any number
 * of threads may read it. */
typedef struct clm_prepared {
    clmodp_problem problem; /* without results and report; f and g are the copies below */
    clmodp_resultant_options options;
    clm_compute_options how;
    clmodp_zxy *f, *g;      /* as they were given; g: f's derivative for a discriminant */
    clm_record record;      /* bounds, primes and points */
    clm_task task;          /* of these two */
    clm_way way;
    clm_row_layout layout;
    size_t primes, points;  /* modulo which, and at which, there is something to compute; 0: the
                               results are known */
    size_t cosets;          /* that the points lie in */
    size_t width, word_bytes; /* of images */
    uint64_t *prime;
    double nanoseconds;     /* predicted, on the device of the context that prepared it; 0: the
                               engine has no closed form */
} clm_prepared;

/* Take contents out, bound, choose an engine, primes and points; or take what was decided.
 *
 * In:     problem  over Z; checked by clm_problem_check; copied
 *         options  of clm_call_read, CERTIFIED
 *         decided  NULL, or the decisions of the same problem and options elsewhere
 * Errors: those of clmodp_resultant on the host, INVALID (decisions that do not fit) */
clmodp_status clm_prepare(clmodp_context *ctx, clm_prepared **out, const clmodp_problem *problem,
                          const clmodp_resultant_options *options, const clm_decided *decided);
void clm_prepared_destroy(clm_prepared *prepared); /* takes NULL */

clm_decided clm_prepared_decided(const clm_prepared *prepared);

/* The engine's plan on a context's device, which is opened: all contexts have the same primes and
 * points. What it rests on has been tested. To be released with clm_plan_destroy before the
 * prepared problem is.
 * Pre:    there is something to compute
 * Errors: those of clm_engine_require, clm_plan_create and clm_trust_ensure; CORRUPT (other
 *         primes) */
clmodp_status clm_prepared_plan(clmodp_context *ctx, clm_plan **plan,
                                const clm_prepared *prepared);

/* What was done with a prepared problem, and who lifts it. */
typedef struct clm_finishing {
    double began;      /* when the call did */
    clm_counts counts; /* of all runs that made images */
    /* The outputs, zero before, from the images modulo all primes, as clm_plan_lift does; not
     * called if there is nothing to compute. */
    clmodp_status (*lift)(clmodp_context *ctx, void *user, clm_lifting *lifting);
    void *user;
} clm_finishing;

/* Results, and a report, checked like any.
 *
 * In:     problem  where they go
 * Errors: those of clmodp_resultant; results are unchanged then */
clmodp_status clm_prepared_finish(clmodp_context *ctx, const clm_prepared *prepared,
                                  const clm_finishing *finish, const clmodp_problem *problem);

#endif
