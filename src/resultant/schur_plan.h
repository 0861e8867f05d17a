/* What the Schur engine will compute: primes of its residue type, and points. Host only. */
#ifndef CLM_RESULTANT_SCHUR_PLAN_H
#define CLM_RESULTANT_SCHUR_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "arith/residue.h"
#include "base/error.h"
#include "base/random.h"
#include "bounds/bounds.h"

typedef struct clm_schur_plan {
    clm_residue_kind kind;
    clm_bounds bounds;
    size_t width;            /* M: coefficients that may be non-zero */
    size_t needed;           /* points to interpolate at: M + 1, so that one is redundant */
    size_t points;           /* to begin with: some more, since some fail [Eme12, 4.1] */
    size_t most_points;      /* start ... start + most_points - 1 are points modulo any prime */
    size_t primes;           /* N */
    uint64_t *prime;         /* decreasing */
    clm_residue_prime *info; /* of each prime */
} clm_schur_plan;

/* The largest primes of the type whose product exceeds twice the bound on the height, and
 * consecutive points from a random one on.
 *
 * Pre: bounds.zero is false. Release with clm_schur_plan_destroy ({0} is safe).
 * Errors: LIMIT (the type has too few primes with so many points), HOST_MEMORY */
clmodp_status clm_schur_plan_create(clm_error *error, clm_schur_plan *out,
                                    clm_residue_kind kind, const clm_bounds *bounds,
                                    clm_random *random);

/* The same with p as the only prime.
 * Out:    out  points = 0 if the type does not take p, or p - 1 is less than needed
 * Pre: p is prime. Errors: HOST_MEMORY, LIMIT (too many coefficients) */
clmodp_status clm_schur_plan_modulo(clm_error *error, clm_schur_plan *out, clm_residue_kind kind,
                                    const clm_bounds *bounds, uint32_t p, clm_random *random);
void clm_schur_plan_destroy(clm_schur_plan *plan);

#endif
