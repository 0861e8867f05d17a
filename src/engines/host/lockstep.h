/* Remainder sequences of several pairs of equal degrees in lockstep, in the lanes of vectors; only
 * for sources compiled for each level of vector instructions. */
#ifndef CLM_ENGINES_HOST_LOCKSTEP_H
#define CLM_ENGINES_HOST_LOCKSTEP_H

#include <stdbool.h>

#include "arith/vector_level.h"
#include "arith/vectors.h"
#include "fpx/batch/minors.h"

enum { VEC_TOGETHER = 4 }; /* most vectors of pairs, so that independent products overlap */

/* Outputs as ratios, like clm_host_ratios (stages.h), in [0, p). Word n * VEC_TOGETHER + k has
 * output or S_k number n of the k-th vector of pairs. */
typedef struct vec_ratios {
    vec *numerators, *denominators;
    uint32_t failed[VEC_TOGETHER]; /* lanes without a result, a bit each: their degrees differ */
} vec_ratios;

/* Vectors of polynomials of a formal degree, lazy residues. */
typedef struct vec_polynomials {
    vec *c;
    size_t degree, stride; /* from a polynomial to the next one */
} vec_polynomials;

/* Sets a[i] := scale a[i] + c1 b[i - 1] + c0 b[i], i < m, with balanced factors. */
static inline void vec_update(vec *restrict a, const vec *restrict b, size_t m, vec_pair scale,
                              vec c1, vec c0, const vec_lazy *field)
{
    const vec_lazy f = *field;
    const vec_pair upper = vec_widen(c1), lower = vec_widen(c0);
    vec_pair below = {{0}, {0}};

    for (size_t i = 0; i < m; i++) {
        const vec_pair here = vec_widen(b[i]);
        const vec_pair sum =
            vec_sum(vec_signed_product(below, upper), vec_signed_product(here, lower));

        a[i] = vec_lazy_redc(vec_sum(sum, vec_signed_product(vec_widen(a[i]), scale)), &f);
        below = here;
    }
}

/* Computes subresultants of f and g: see clm_host_sequence. Lanes fail where a divisor's leading
 * coefficient vanishes in some lanes only, hence never if all are equal.
 *
 * Out:    out      its arrays are the caller's
 * In:     f, g     destroyed
 *         count    of vectors of pairs, at most VEC_TOGETHER
 *         divided  the longer ones (f, if degrees are equal) are remainders modulo the others,
 *                  with as many coefficients as the lesser degree
 * Pre:    primes up to 2/5 * 2^32; degrees at least 1 if divided
 * Cost:   for each pair about 5/2 p q products of words */
void VEC_NAME(clm_host_lockstep)(vec_ratios *out, vec_polynomials f, vec_polynomials g,
                                 const vec_field *field, size_t count, clm_minors minors,
                                 bool divided);

#endif
