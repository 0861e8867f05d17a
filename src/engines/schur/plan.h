/* The plan of the Schur engine: primes, points, and the matrix; and the functions that compute by
 * it. */
#ifndef CLM_ENGINES_SCHUR_PLAN_H
#define CLM_ENGINES_SCHUR_PLAN_H

#include "engines/engine.h"
#include "engines/schur/schur.h"

typedef struct clm_schur_plan {
    clm_plan base;           /* first; base.points: initial points, more than needed, since some
                                fail [Eme12, 4] */
    size_t needed;           /* points of the interpolation: M + 1, so that one is redundant */
    size_t most_points;      /* start ... start + most_points - 1 are points modulo any prime */
    uint64_t *prime;         /* decreasing */
    clm_residue_prime *info; /* of each prime */
    schur_matrix matrix;     /* of the two polynomials of the rows */
    bool regular;            /* false: most likely singular at any point; all points go to
                                Euclid */
} clm_schur_plan;

static inline const clm_schur_plan *clm_schur_plan_of(const clm_plan *plan)
{
    return (const clm_schur_plan *)plan;
}

/* Functions of a clm_engine. A plan has the largest primes of the type, and consecutive points
 * from a random one on. No plan exists for a given prime with too few points or unsuited to the
 * type. */
clmodp_status clm_schur_plan_complete(clmodp_context *ctx, clm_plan *plan,
                                      const clm_request *request);
void clm_schur_plan_clear(clm_plan *plan);
clmodp_status clm_schur_executor_create(clmodp_context *ctx, clm_executor **out,
                                        const clm_plan *plan, size_t most_primes, uint64_t seed);
clmodp_status clm_schur_executor_run(clm_executor *worker, clm_images *images, size_t first,
                                     size_t count);
void clm_schur_executor_clear(clm_executor *worker);

/* See clm_plan_reconstruct; uses all primes, whose images must be complete.
 * Errors: as clm_mrc_create, clm_mrc_digits and clm_horner; CANCELLED */
clmodp_status clm_schur_digits(clmodp_context *ctx, const clm_plan *plan, const clm_images *images,
                               clm_reconstruction *reconstruction);

#endif
