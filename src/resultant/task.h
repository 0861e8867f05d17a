/* A task: the question of a call, read and checked, with the results and the report that the steps
 * of the computation fill in; and the choice of the engine. Only task.c of this room knows engines
 * by name. */
#ifndef CLM_RESULTANT_TASK_H
#define CLM_RESULTANT_TASK_H

#include <clmodp/resultant.h>

#include "engines/engine.h"

/* The choices of a computation. Results never depend on more than the mode. */
typedef struct clm_compute_options {
    clmodp_mode mode;    /* modulo a prime always CERTIFIED */
    uint64_t max_answer; /* bytes of coefficients; 0: any number */
    bool lift;           /* modulo a prime: compute over Z, as where there are not enough points */
    const clm_engine *engine; /* NULL: whichever should take less time */
    bool *deferred; /* NULL, or set if a device would compute, or threads of the host for long:
                       then nothing is computed, and the status is CANCELLED without a message */
    clm_engine_options of_engine;
} clm_compute_options;

/* The report of a call while the call runs. */
typedef struct clm_record {
    clmodp_resultant_report report; /* all but the stages, the engine and the total time */
    const clm_engine *engine;       /* NULL: nothing had to be computed */
    clm_times times;
    double began;
} clm_record;

/* The resultant R of f and g with respect to y, or R and the coefficients s_10 and s_11 of the
 * first subresultant s_11 y + s_10; over Z, or their images modulo a prime. */
typedef struct clm_task {
    const clmodp_zxy *f, *g;
    uint32_t modulus;          /* a prime below 2^31, or 0: over Z */
    clmodp_zx *const *results; /* zero to begin with */
    size_t count;              /* of the results: 1 or 3 */
    clm_record *record;
    clm_random *random;
    const clm_compute_options *options;
} clm_task;

/* ---- options ---- */

/* *options := the caller's options, or the defaults.
 * Errors: INVALID (no such value), UNSUPPORTED (values that exclude each other) */
clmodp_status clm_task_read_options(clm_error *error, clmodp_resultant_options *options,
                                    const clmodp_resultant_options *given);

/* The choices that these options mean on a context. */
clm_compute_options clm_task_options(const clmodp_context *context,
                                     const clmodp_resultant_options *options);

/* ---- problems ---- */

/* *known := a caller's problem, of this version of the structure or another.
 * Errors: INVALID (its size was not set, or it sets members unknown to this version) */
clmodp_status clm_problem_read(clm_error *error, clmodp_problem *known,
                               const clmodp_problem *given);

/* Checks that the problem has a result. Errors: INVALID, UNSUPPORTED, DOMAIN */
clmodp_status clm_problem_check(clm_error *error, const clmodp_problem *problem);

/* Checks that the engine of the options, if they name one, can compute it. Errors: UNSUPPORTED */
clmodp_status clm_problem_check_engine(clm_error *error, const clmodp_problem *problem,
                                       const clmodp_resultant_options *options);

/* Calls clm_problem_check and clm_problem_check_engine, and checks that the problem has places for
 * its results and a valid report. */
clmodp_status clm_problem_check_all(clm_error *error, const clmodp_problem *problem,
                                    const clmodp_resultant_options *options);

/* The results of a task that the problem needs: R, or R, s_10 and s_11. */
size_t clm_problem_outputs(const clmodp_problem *problem);

/* Moves the results of the task into those of the problem. Over Z a discriminant is the resultant
 * divided by the leading coefficient; a subresultant is made from its two coefficients. The task's
 * results are used up.
 * Errors: HOST_MEMORY, CORRUPT; the problem's results are unchanged then */
clmodp_status clm_problem_accept(clm_error *error, const clmodp_problem *problem,
                                 clmodp_zx *const *outputs);

/* Computes the results of a task. */
typedef clmodp_status (*clm_task_compute)(clmodp_context *ctx, const clm_task *task, void *user);

/* Answers a problem: creates the results of its task, has them computed, and hands results and
 * report to the problem. Nothing of the problem changes after an error. */
clmodp_status clm_task_run(clmodp_context *ctx, const clm_task *task,
                           const clmodp_problem *problem, clm_task_compute compute, void *user);

/* Whether degrees alone tell res_y(f, g): 0 if f or g is zero, 1 if both are free of y.
 * *one: the resultant is 1. */
bool clm_task_is_trivial(bool *one, const clmodp_zxy *f, const clmodp_zxy *g);

/* The sign (-1)^(n(n-1)/2) of the discriminant of degree n. */
static inline bool clm_discriminant_is_negative(long n)
{
    return n % 4 >= 2;
}

/* ---- reports ---- */

void clm_record_begin(clm_record *record);

/* Adds the counts of a run, or of a reconstruction. */
void clm_record_counts(clm_record *record, const clm_counts *counts);

/* Fills the caller's report, which has a size, unless it is NULL. */
void clm_record_end(clm_record *record, clmodp_resultant_report *report);

/* ---- the engine ---- */

/* Whether there is such an option: any number may come from a caller. */
bool clm_engine_exists(clmodp_engine engine);

/* The engine of an option; NULL for AUTO. Pre: it is one of them. */
const clm_engine *clm_engine_named(clmodp_engine engine);

/* What reports call it. */
clmodp_engine clm_engine_number(const clm_engine *engine);

/* What decides, before anything is laid out. */
typedef struct clm_choice_case {
    size_t p, q;          /* degrees in y */
    size_t terms;         /* of both */
    clm_division division; /* of the longer polynomial by the other */
    double limbs;         /* of their coefficients; what is long is reduced and lifted for long */
    double width;         /* coefficients of an output */
    uint64_t height_bits; /* of these; 0: modulo one prime */
} clm_choice_case;

/* Nanoseconds that an engine should take: the host with the context's threads, a device as it is,
 * or as if it had as many units as there are threads where it must be opened first; opening counts
 * as far as it has not been missed before (ctx->kept).
 * Pre: the engine has a cost */
double clm_choice_predict(const clmodp_context *ctx, const clm_engine *engine,
                          const clm_choice_case *what);

/* Whether many problems share launches. */
typedef struct clm_choice_merge {
    size_t most; /* that keep the device busy, so that a launch more or less does not count */
    size_t fits; /* in all of the context's memory */
    bool pays;   /* it should take less time than one by one on the host */
} clm_choice_merge;

/* For `count` cases alike, of so many outputs each. What is missed without a device is
 * remembered. */
clm_choice_merge clm_choice_merging(const clmodp_context *ctx, const clm_choice_case *what,
                                    size_t outputs, size_t count);

/* The engine that decides how tight bounds must be, before these are known: that of the options,
 * or the host's. */
const clm_engine *clm_choice_presumed(const clm_compute_options *options);

/* The engine of the options or, if they leave it open, that of devices, which merges. */
const clm_engine *clm_choice_on_device(const clm_compute_options *options);

/* The engine of the options or, if they leave it open, whichever should take less time. Adds the
 * time that is lost without an open device to the context's count (clm_initialisation_missed). */
const clm_engine *clm_choice_foresee(const clmodp_context *ctx,
                                     const clm_compute_options *options,
                                     const clm_choice_case *what);

/* *engine: that of clm_choice_foresee; its device is open. Where no device can be used the host
 * serves, unless the options name an engine or a way to lift that asks for one.
 * Errors: those of clm_engine.require; CANCELLED (deferred) */
clmodp_status clm_choice_make(clmodp_context *ctx, const clm_engine **engine,
                              const clm_compute_options *options, const clm_choice_case *what);

#endif
