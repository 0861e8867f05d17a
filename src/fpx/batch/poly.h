/* Single long polynomials over F_p on the device. */
#ifndef CLM_FPX_POLY_H
#define CLM_FPX_POLY_H

#include "device/buffer.h"

/* Coefficients from the constant one on, residues in [0, p): the first `count` words. */
typedef struct clm_poly {
    const clm_buffer *words;
    size_t count;
} clm_poly;

/* Sums of two are still indices of 32 bits. */
#define CLM_POLY_MOST ((size_t)1 << 30)

/* INVALID, LIMIT: no polynomial, or one of more than CLM_POLY_MOST coefficients. */
clmodp_status clm_poly_check(clmodp_context *ctx, clm_poly a);

#endif
