/* Sums over approximations and coefficients in double precision, for approximate.c. */
#ifndef CLM_ROOTS_POINT_SUMS_H
#define CLM_ROOTS_POINT_SUMS_H

#include <stddef.h>

#include "arith/vector_level.h"

/* Numbers that are added at once, as many at each level of vector instructions: so sums do not
 * depend on the level. */
#define CLM_POINT_LANES ((size_t)4)

/* Values at u + v i: of the polynomial, its derivative, and the sum of the absolute values of the
 * terms. */
typedef struct clm_point_values {
    double value[2], slope[2], size;
} clm_point_values;

/* z := z w + a, for pairs of parts. */
static inline void clm_multiply_add(double z[2], const double w[2], double re, double im)
{
    const double product = z[0] * w[0] - z[1] * w[1] + re;

    z[1] = z[0] * w[1] + z[1] * w[0] + im;
    z[0] = product;
}

typedef struct clm_point_functions {
    /* Sets sum to that of 1 / (z_k - z_j) over j < count, without z_j that nearly equal z_k. */
    void (*inverses)(double sum[2], const double *x, const double *y, size_t count, size_t k);

    /* Sets the values of coeff[0] + coeff[1] z + ... of this degree. CLM_POINT_LANES - 1 zeros
     * follow the coefficients. */
    void (*evaluate)(clm_point_values *values, const double *coeff, size_t degree, double u,
                     double v);
} clm_point_functions;

/* Returns the functions of an available level. */
const clm_point_functions *clm_point(clm_vector_level level);

#endif
