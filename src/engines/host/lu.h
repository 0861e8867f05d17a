/* Determinants of matrices in lockstep, in the lanes of vectors; only for sources compiled for
 * each level of vector instructions. */
#ifndef CLM_ENGINES_HOST_LU_H
#define CLM_ENGINES_HOST_LU_H

#include "arith/vector_level.h"
#include "arith/vectors.h"
#include "engines/host/skyline.h"

typedef struct vec_determinant {
    vec numerator, denominator; /* in [0, p); the denominator is not 0 */
    uint32_t failed;            /* lanes without a result, a bit each: pivots vanish */
} vec_determinant;

/* Computes a determinant by an LU decomposition without pivoting. A lane fails if a pivot vanishes
 * but not the rest of its row; the last pivot may vanish.
 *
 * In:     a  the matrix, balanced residues; destroyed
 * Pre:    primes up to 2/5 * 2^32
 * Cost:   a product of words for each product of the decomposition, an inversion for each
 *         CLM_SKYLINE_BLOCK pivots but the last ones */
vec_determinant VEC_NAME(clm_host_lu)(vec *a, const clm_skyline *skyline, const vec_field *field);

#endif
