/* A task: the checked input of a call, with the results and the report to fill in; and the choice
 * of the engine. In this module only task.c knows engines by name. */
#ifndef CLM_RESULTANT_TASK_H
#define CLM_RESULTANT_TASK_H

#include <clmodp/resultant.h>

#include "engines/engine.h"

/* Options of a computation. Only the mode can affect results. */
typedef struct clm_compute_options {
    clmodp_mode mode;    /* always CERTIFIED modulo a prime */
    uint64_t max_result; /* limit on the coefficients' bytes; 0: none */
    bool crt;           /* modulo a prime: compute over Z, as if F_p had too few points */
    const clm_engine *engine; /* NULL: the engine predicted to be fastest */
    double *deferred; /* NULL, or set to the nanoseconds predicted, above 0, if a device or several
                         threads would be needed; then nothing is computed, and the status is
                         CANCELLED without a message */
    clm_engine_options of_engine;
} clm_compute_options;

/* The report of a running call. */
typedef struct clm_record {
    clmodp_resultant_report report; /* without stages, engine and total time */
    const clm_engine *engine;       /* NULL: no engine was needed */
    bool determinant;               /* of another matrix than Sylvester's */
    clm_times times;
    double began;
} clm_record;

/* Subresultants of f and g in y, mostly the resultant, over Z, or images modulo a prime. */
typedef struct clm_task {
    const clmodp_zxy *f, *g;
    uint64_t modulus;          /* a prime below 2^62, or 0: over Z */
    clm_minors minors;         /* the results */
    clmodp_zx *const *results; /* initially zero */
    size_t count;              /* number of results */
    clm_record *record;
    clm_random *random;
    const clm_compute_options *options;
} clm_task;

/* ---- options ---- */

/* Sets *options to the caller's options, or to the defaults if there are none.
 * Errors: INVALID (unknown value), UNSUPPORTED (contradictory values) */
clmodp_status clm_task_read_options(clm_error *error, clmodp_resultant_options *options,
                                    const clmodp_resultant_options *given);

/* Returns the computation options for the caller's options on a context. */
clm_compute_options clm_task_options(const clmodp_context *context,
                                     const clmodp_resultant_options *options);

/* Tells whether the options require no engine or method, and allow results of CLM_LEAST_LIMIT
 * bytes, so that small problems may be computed without an engine. With a lower limit, its bounds
 * might refuse results that fit. */
#define CLM_LEAST_LIMIT 4096
bool clm_task_is_open(const clmodp_context *context, const clmodp_resultant_options *options);

/* ---- problems ---- */

/* Sets *known to a caller's problem, of this or another version of the structure.
 * Errors: INVALID (its size was not set, or it sets members unknown to this version) */
clmodp_status clm_problem_read(clm_error *error, clmodp_problem *known,
                               const clmodp_problem *given);

/* Returns whether the problem has a second polynomial, which others ignore. */
static inline bool clm_problem_has_g(const clmodp_problem *problem)
{
    return problem->operation != CLMODP_OPERATION_DISCRIMINANT &&
           problem->operation != CLMODP_OPERATION_DETERMINANT;
}

/* Returns whether the problem's only result is a resultant or a discriminant. */
static inline bool clm_problem_is_resultant(const clmodp_problem *problem)
{
    return problem->operation == CLMODP_OPERATION_RESULTANT ||
           problem->operation == CLMODP_OPERATION_DISCRIMINANT;
}

/* Checks that the problem has a result. Errors: INVALID, UNSUPPORTED, DOMAIN */
clmodp_status clm_problem_check(clm_error *error, const clmodp_problem *problem);

/* Returns whether the modulus, if any, is a prime below 2^62, for determinants an odd one.
 * *known: the last one, or 0. */
bool clm_problem_has_field(const clmodp_problem *problem, uint64_t *known);

/* Checks that the options' engine, if any, can compute the problem. Errors: UNSUPPORTED */
clmodp_status clm_problem_check_engine(clm_error *error, const clmodp_problem *problem,
                                       const clmodp_resultant_options *options);

/* Makes both checks above, and requires result polynomials and a valid report. */
clmodp_status clm_problem_check_all(clm_error *error, const clmodp_problem *problem,
                                    const clmodp_resultant_options *options);

/* Replaces the problem's polynomials by f and g, set to polynomials of least height with the same
 * images modulo its modulus and the same degrees in y. Errors: HOST_MEMORY */
clmodp_status clm_problem_balance(clm_error *error, clmodp_problem *problem, clmodp_zxy *f,
                                  clmodp_zxy *g);

/* Most coefficients of subresultants that are computed together. */
#define CLM_MOST_OUTPUTS ((size_t)1 << 20)

/* Returns the results that a problem's task needs; with_r: beside S_k also the resultant. */
clm_minors clm_problem_minors(const clmodp_problem *problem, bool with_r);

/* Moves the task's results into the problem, and consumes them. Over Z a discriminant is the
 * resultant divided by the leading coefficient; subresultants are made from their coefficients.
 * Errors: HOST_MEMORY, CORRUPT; the problem's results are unchanged then */
clmodp_status clm_problem_store_results(clm_error *error, const clmodp_problem *problem,
                                        clm_minors minors, clmodp_zx *const *outputs);

/* Computes the results of a task. `user` comes from the caller of clm_task_run. */
typedef clmodp_status (*clm_task_compute)(clmodp_context *ctx, const clm_task *task, void *user);

/* Solves a problem: creates the results of its task, which has minors, calls `compute`, and moves
 * results and report into the problem, which is unchanged after an error. */
clmodp_status clm_task_run(clmodp_context *ctx, const clm_task *task,
                           const clmodp_problem *problem, clm_task_compute compute, void *user);

/* Returns whether the degrees alone determine res_y(f, g): 0 if f or g is zero, 1 if both are free
 * of y. *one: the resultant is 1. For a matrix, with g = NULL, whether it is 0. */
bool clm_task_is_trivial(bool *one, const clmodp_zxy *f, const clmodp_zxy *g);

/* The sign (-1)^(n(n-1)/2) of the discriminant of degree n. */
static inline bool clm_discriminant_is_negative(long n)
{
    return n % 4 >= 2;
}

/* ---- reports ---- */

void clm_record_begin(clm_record *record);

/* Adds the counts of a run or of a CRT reconstruction. */
void clm_record_counts(clm_record *record, const clm_counts *counts);

/* Returns the stages of the record's engine, as bits. */
unsigned clm_record_stages(const clm_record *record);

/* Fills the caller's report, with its size set, unless it is NULL. */
void clm_record_end(clm_record *record, clmodp_resultant_report *report);

/* ---- the engine ---- */

/* Returns the engine of a valid option; NULL for AUTO. */
const clm_engine *clm_engine_named(clmodp_engine engine);

/* Returns the number of the engine in reports. */
clmodp_engine clm_engine_number(const clm_engine *engine);

/* Properties of a problem that decide the choice, known before any layout. */
typedef struct clm_choice_case {
    size_t p, q;          /* degrees in y */
    size_t cells;         /* of both polynomials' rows (clm_row_cells) */
    size_t terms;         /* of both */
    clm_division division; /* of the longer polynomial by the other one */
    clm_envelope matrix;  /* outlives the case; or order 0 */
    double limbs;         /* GMP limbs of their coefficients, for the cost of reduction */
    clm_minors minors;    /* the outputs */
    double width;         /* coefficients of an output */
    uint64_t height_bits; /* of the outputs' coefficients; 0: modulo one prime */
    bool only_host;       /* this prime exceeds those of devices */
} clm_choice_case;

/* Returns the nanoseconds predicted for an engine: the host with the context's threads; a device
 * with its compute units or, while it is closed, with as many units as there are threads. Device
 * initialisation counts, less the time lost before without a device (ctx->kept).
 * Pre: the engine has a cost function */
double clm_choice_predict(const clmodp_context *ctx, const clm_engine *engine,
                          const clm_choice_case *what);

/* Returns the least time predicted for any engine. */
double clm_choice_least(const clmodp_context *ctx, const clm_choice_case *what);

/* Predictions for problems that share launches. */
typedef struct clm_choice_merge {
    size_t most;  /* problems that keep the device busy, so that launches hardly count */
    size_t fits;  /* problems that fit all of the call's memory */
    double alone; /* nanoseconds on the host, one by one */
    double ns;    /* merged, in groups of `most` */
} clm_choice_merge;

/* Predicts `count` problems of this case. */
clm_choice_merge clm_choice_merging(const clmodp_context *ctx, const clm_choice_case *what,
                                    size_t count);

/* Returns the engine presumed until bounds are known, which decides how tight they are: that of
 * the options, or the host's if it supports the reconstruction method. */
const clm_engine *clm_choice_presumed(const clm_compute_options *options);

/* Returns the options' engine, or else the device's, which merges problems. */
const clm_engine *clm_choice_on_device(const clm_compute_options *options);

/* Returns the options' engine or, if they leave it open, the one predicted to be faster. Adds time
 * lost without an open device to the context's count (clm_initialisation_missed). */
const clm_engine *clm_choice_estimate(const clmodp_context *ctx,
                                      const clm_compute_options *options,
                                      const clm_choice_case *what);

/* Sets *engine as clm_choice_estimate and opens its device. Without a usable device takes the
 * host's engine, unless the options require a device.
 * Errors: those of clm_engine.require; CANCELLED (deferred) */
clmodp_status clm_choice_make(clmodp_context *ctx, const clm_engine **engine,
                              const clm_compute_options *options, const clm_choice_case *what);

#endif
