/* Single long polynomials over F_p on the device, and pieces of them from buffer to buffer. */
#ifndef CLM_FPX_POLY_H
#define CLM_FPX_POLY_H

#include "cl/fpx/batch/move_shape.h"
#include "opencl/buffer.h"

/* Coefficients from the constant one on, residues in [0, p): the first `count` words. */
typedef struct clm_poly {
    const clm_buffer *words;
    size_t count;
} clm_poly;

/* Sums of two are still indices of 32 bits. */
#define CLM_POLY_MOST ((size_t)1 << 30)

/* INVALID, LIMIT: no polynomial, or one of more than CLM_POLY_MOST coefficients. */
clmodp_status clm_poly_check(clmodp_context *ctx, clm_poly a);

/* One piece; the buffers are not one. Asynchronous. Errors: INVALID (beyond a buffer), and those
 * of building and launching */
CLM_LAB_API clmodp_status clm_move(clmodp_context *ctx, const clm_buffer *out,
                                   const clm_buffer *in, move_piece piece);

/* out[to + i] := a[i], as above. */
CLM_LAB_API clmodp_status clm_move_poly(clmodp_context *ctx, const clm_buffer *out, size_t to,
                                        clm_poly a);

#endif
