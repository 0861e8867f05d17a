/* The steps from a task to images: common factors are removed, the results are bounded, an engine
 * is selected, and it chooses primes and points. */
#ifndef CLM_RESULTANT_PREPARE_H
#define CLM_RESULTANT_PREPARE_H

#include "resultant/choice.h"
#include "resultant/content.h"

typedef struct clm_prepared {
    const clm_task *task;
    uint32_t modulus;     /* of the images: the task's prime, or 0: over Z, for any task */
    clmodp_zxy *f, *g;    /* the simplified polynomials. Over F_p their coefficients are balanced:
                             any integers with these images would do, and those next to 0 have
                             the lowest results over Z */
    clm_content content[CLM_MOST_OUTPUTS];
    clm_bounds each[CLM_MOST_OUTPUTS]; /* of the results for the simplified polynomials */
    clm_bounds bounds;                 /* of all of these together */
    const clm_engine *engine;
    clm_row_layout layout;             /* of the simplified polynomials */
} clm_prepared;

/* The decisions that the primes of a problem follow from. */
typedef struct clm_decisions {
    const clm_engine *engine;
    clm_bounds each[CLM_MOST_OUTPUTS];
    size_t points, cosets; /* modulo each prime; 0: the engine chooses */
} clm_decisions;

/* Step 1: removes contents, powers of the variables, deflations and shears (content.h).
 *
 * In:     watch  asked meanwhile; kept by *p
 * Post:   to be destroyed, after errors too. Errors: those of clm_content_remove */
clmodp_status clm_prepare_simplify(clm_error *error, clm_prepared *p, const clm_task *task,
                                   clm_watch *watch);

/* Steps 2 and 3: bounds the results, as tightly as it is worth to the engine, selects the engine,
 * and checks that engine and caller admit results of this size; or takes decisions that were made
 * before. There is no engine if the bounds show that the results are zero.
 *
 * In:     decisions  NULL: decide
 *         opens      the engine's device is open afterwards; whether to open one is decided from
 *                    bounds that cost next to nothing. false: over Z, the engine that should take
 *                    less time once a device is open
 * Errors: LIMIT, HOST_MEMORY, those of clm_choice_make, clm_engine_check_degrees and
 *         clm_engine_check_rows */
clmodp_status clm_prepare_engine(clmodp_context *ctx, clm_prepared *p, bool opens,
                                 const clm_decisions *decisions);

/* Step 4: writes the polynomials as rows, as the engine reads them. Errors: HOST_MEMORY, LIMIT */
clmodp_status clm_prepare_rows(clmodp_context *ctx, clm_prepared *p);

/* Step 5: a plan of the engine, with primes and points. Release with clm_plan_destroy.
 *
 * Out:    plan    NULL if the engine has none modulo the task's prime
 * In:     bounds  of the images: those of *p, or narrower ones
 *         points, cosets  of decisions, or 0
 * Errors: those of clm_plan_create */
clmodp_status clm_prepare_plan(clmodp_context *ctx, clm_plan **plan, const clm_prepared *p,
                               const clm_bounds *bounds, clm_plan_aim aim, size_t points,
                               size_t cosets, clm_random *random);

void clm_prepared_destroy(clm_prepared *p); /* allowed on a zero-initialised one */

/* The properties of the simplified problem that costs depend on. A prime needs neither reduction
 * nor reconstruction. */
clm_choice_case clm_prepared_case(const clm_prepared *p);

/* Bounds of the task's results; or, with some more bits, of candidates for them that were searched
 * within the bounds of all results together. */
clm_bounds clm_prepared_whole(const clm_prepared *p, uint64_t more_bits);

/* Checks the size of results with these bounds once contents are multiplied back; the power that
 * contents ask for counts only with `powers`. Errors: LIMIT */
clmodp_status clm_prepared_check_size(clm_error *error, const clm_prepared *p,
                                      const clm_bounds *each, bool powers);

/* The evaluations that results of the simplified problem need at least. */
uint64_t clm_prepared_necessary(const clm_prepared *p, clmodp_zx *const *results, size_t count);

#endif
