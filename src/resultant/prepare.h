/* The steps from a task to checked results: removing common factors, bounding the results,
 * selecting an engine, choosing primes and points, computing and reconstructing images,
 * multiplying the factors back, and checking. */
#ifndef CLM_RESULTANT_PREPARE_H
#define CLM_RESULTANT_PREPARE_H

#include "resultant/factors.h"
#include "resultant/task.h"

typedef struct clm_prepared {
    const clm_task *task;
    uint64_t modulus;     /* of the images: the task's prime, or 0: over Z, for any task */
    clmodp_zxy *f, *g;    /* the simplified polynomials; over F_p with balanced coefficients, which
                             keep results over Z small */
    clm_envelope matrix;  /* of f, or order 0 */
    clm_factors *content; /* of each result */
    clm_bounds *each;     /* bounds of each result for the simplified polynomials */
    clm_bounds bounds;                 /* common bounds of all these results */
    const clm_engine *engine;
    clm_row_layout layout;             /* of the simplified polynomials */
} clm_prepared;

/* Decisions that determine the primes of a problem. */
typedef struct clm_decisions {
    const clm_engine *engine;
    clm_bounds *each;
    size_t points, cosets; /* modulo each prime; 0: chosen by the engine */
} clm_decisions;

/* Step 1: removes contents, powers of the variables, deflations and shears (factors.h).
 *
 * In:     watch  polled for cancellation; kept by *p
 * Post:   *p must be destroyed, also after errors. Errors: those of clm_content_remove */
clmodp_status clm_prepare_simplify(clm_error *error, clm_prepared *p, const clm_task *task,
                                   clm_poller *watch);

/* Steps 2 and 3: bounds the results as tightly as pays for the engine, selects the engine, and
 * checks that engine and caller admit results of this size; or applies earlier decisions. Sets no
 * engine if bounds show that the results are zero.
 *
 * In:     decisions  NULL: decide
 *         opens      true: decides from bounds that cost next to nothing, and opens the engine's
 *                    device. false: opens nothing, and counts device initialisation in the
 *                    prediction
 * Errors: LIMIT, HOST_MEMORY, those of clm_choice_make, clm_engine_check_degrees and
 *         clm_engine.check_rows */
clmodp_status clm_prepare_engine(clmodp_context *ctx, clm_prepared *p, bool opens,
                                 const clm_decisions *decisions);

/* Checks that results within the bounds keep to the task's max_result, as clm_prepare_engine does.
 * Out:    bytes  of these results with all factors and powers, or NULL; also set after errors
 * Pre:    without `bytes` any task, else one over Z
 * Errors: LIMIT */
clmodp_status clm_prepared_check_size(clm_error *error, double *bytes, const clm_prepared *p);

/* Step 4: writes the polynomials as rows in the engine's layout. Errors: HOST_MEMORY, LIMIT */
clmodp_status clm_prepare_rows(clmodp_context *ctx, clm_prepared *p);

/* Step 5: creates a plan of the engine, with primes and points. Release with clm_plan_destroy.
 *
 * Out:    plan    NULL if the engine has none modulo the task's prime
 * In:     bounds  of the images: the bounds in *p, or narrower ones
 *         points, cosets  as in clm_decisions, or 0
 * Errors: those of clm_plan_create */
clmodp_status clm_prepare_plan(clmodp_context *ctx, clm_plan **plan, const clm_prepared *p,
                               const clm_bounds *bounds, clm_plan_aim aim, size_t points,
                               size_t cosets, clm_random *random);

/* Begins step 1: allocates and initialises content and bounds of each result.
 * Post: as clm_prepare_simplify. Errors: HOST_MEMORY */
clmodp_status clm_prepared_create(clm_error *error, clm_prepared *p, const clm_task *task);
void clm_prepared_destroy(clm_prepared *p); /* zero-initialised: allowed */

/* Returns the properties that determine the cost of the simplified problem. Modulo a prime it
 * needs neither reduction nor reconstruction. */
clm_choice_case clm_prepared_case(const clm_prepared *p);

/* Returns the GMP limbs of all coefficients. */
double clm_prepared_limbs(const clmodp_zxy *f);

/* Returns the least number of evaluations for these results of the simplified problem. */
uint64_t clm_prepared_necessary(const clm_prepared *p, clmodp_zx *const *results, size_t count);

/* Creates a plan (step 5) and ensures that its known-answer tests have passed.
 * Errors: those of clm_prepare_plan and clm_self_tests_ensure */
clmodp_status clm_execute_plan(clmodp_context *ctx, clm_plan **plan, const clm_prepared *p,
                               const clm_bounds *bounds, clm_plan_aim aim);

/* Steps 5 and 6: computes proved results for the simplified polynomials, from as many primes and
 * points as the bounds require; modulo a prime, coefficients are below it. Coefficients excluded
 * by the degree bounds must vanish modulo every prime.
 *
 * Out:    planned  false: nothing is done, as the engine has no plan modulo this prime
 * Errors: as clmodp_resultant */
clmodp_status clm_execute_proof(clmodp_context *ctx, const clm_prepared *p, bool *planned);

/* Step 7: turns results for the simplified polynomials into those of the task.
 * Errors: LIMIT, HOST_MEMORY, and those of clm_factors_restore */
clmodp_status clm_execute_restore(clmodp_context *ctx, const clm_prepared *p);

/* Step 8: checks the task's results against f and g at random points, modulo the seed's prime or
 * the task's prime. Pre: f and g not zero
 * Errors: CORRUPT (they disagree), HOST_MEMORY */
clmodp_status clm_execute_check(clmodp_context *ctx, const clm_task *task, uint64_t seed);

/* Returns the prime of the final check for a seed. The context keeps the last one, as finding it
 * takes as long as a small resultant. */
uint64_t clm_check_prime(clmodp_context *ctx, uint64_t seed);

#endif
