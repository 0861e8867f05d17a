/* Polynomials over F_p on the host, for any prime p < 2^31, 2 included. */
#ifndef CLM_FPX_HOST_POLY_H
#define CLM_FPX_HOST_POLY_H

#include "fpx/host/modulus.h"

/* Coefficients from the constant one on, in [0, p). */
typedef struct clm_host_poly {
    const uint32_t *c;
    size_t count;
} clm_host_poly;

/* How many coefficients there are without leading zeros. */
static inline size_t clm_host_count(const uint32_t *c, size_t count)
{
    while (count > 0 && c[count - 1] == 0)
        count--;
    return count;
}

#endif
