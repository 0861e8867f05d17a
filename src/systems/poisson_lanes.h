/* Resultants of three polynomials, in the lanes of vectors: at several x modulo a prime. */
#ifndef CLM_SYSTEMS_POISSON_LANES_H
#define CLM_SYSTEMS_POISSON_LANES_H

#include "arith/vector_level.h"
#include "cl/arith/fp.h"
#include "polynomials/mpoly.h"

/* Primes are below this, so that sums of many products of residues need no reduction. */
#define CLM_POISSON_PRIME ((uint32_t)1 << 28)

/* A polynomial in three variables, here called z, y and x, of degree at least 2 in y and z. */
typedef struct clm_poisson_operand {
    const clmodp_mpoly *f;
    size_t degree;    /* in y and z together */
    size_t *monomial; /* the first term of each power product of y and z, and one more: the end */
    size_t monomials;
} clm_poisson_operand;

/* Three polynomials f, g and h: h is evaluated at the common zeros of the others. */
typedef struct clm_poisson {
    clm_poisson_operand operand[3];
    size_t x_degree; /* the greatest of all three */
} clm_poisson;

typedef struct clm_poisson_functions {
    size_t lanes;

    /* Returns the bytes of work memory, which may have any alignment. */
    size_t (*bytes)(const clm_poisson *s);

    /* Sets values[k] to the resultant at x = first + k, for each lane k; returns the lanes without
     * a value, a bit each: see poisson.h.
     *
     * In:  residues  of the coefficients of each polynomial, in [0, p) */
    uint32_t (*run)(uint32_t *values, const clm_poisson *s, const uint32_t *const residues[3],
                    uint32_t first, const fp_field *field, void *work);
} clm_poisson_functions;

/* Returns the functions of an available level. */
const clm_poisson_functions *clm_poisson_lanes(clm_vector_level level);

#endif
