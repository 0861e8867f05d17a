/* The steps from a task to checked results: common factors are removed, the results are bounded,
 * an engine is selected, and it chooses primes and points; images, their reconstruction, the
 * removed factors, and the final check. */
#ifndef CLM_RESULTANT_PREPARE_H
#define CLM_RESULTANT_PREPARE_H

#include "resultant/content.h"
#include "resultant/task.h"

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
 *                    bounds that cost next to nothing. false: nothing is opened; the engine that
 *                    should take less time, with the opening of a device that is not open
 * Errors: LIMIT, HOST_MEMORY, those of clm_choice_make, clm_engine_check_degrees and
 *         clm_engine.check_rows */
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

/* The evaluations that results of the simplified problem need at least. */
uint64_t clm_prepared_necessary(const clm_prepared *p, clmodp_zx *const *results, size_t count);

/* A plan of step 5, with known-answer tests passed for all that it rests on.
 * Errors: those of clm_prepare_plan and clm_trust_ensure */
clmodp_status clm_execute_plan(clmodp_context *ctx, clm_plan **plan, const clm_prepared *p,
                               const clm_bounds *bounds, clm_plan_aim aim);

/* Steps 5 and 6: the proved results for the simplified polynomials, from as many primes and points
 * as the bounds ask for; modulo a prime with coefficients below it. Coefficients that the degree
 * bounds rule out must vanish modulo every prime.
 *
 * Out:    planned  false: the engine has no plan modulo this prime, and nothing is done
 * Errors: as clmodp_resultant */
clmodp_status clm_execute_proof(clmodp_context *ctx, const clm_prepared *p, bool *planned);

/* Step 7: turns results for the simplified polynomials into those of the task.
 * Errors: LIMIT, HOST_MEMORY, and those of clm_content_restore */
clmodp_status clm_execute_restore(clmodp_context *ctx, const clm_prepared *p);

/* Step 8: checks the task's results against f and g, modulo the prime of the seed or modulo the
 * task's own, at a random point. Pre: f and g not zero
 * Errors: CORRUPT (they do not agree), HOST_MEMORY */
clmodp_status clm_execute_check(clmodp_context *ctx, const clm_task *task, uint64_t seed);

/* The prime of the final check that a seed stands for. The context remembers the last one, since
 * finding it takes as long as a small resultant. */
uint64_t clm_check_prime(clmodp_context *ctx, uint64_t seed);

#endif
