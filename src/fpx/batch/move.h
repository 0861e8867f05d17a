/* Long polynomials over F_p on the device, and copies of pieces of them. */
#ifndef CLM_FPX_BATCH_MOVE_H
#define CLM_FPX_BATCH_MOVE_H

#include <stddef.h>

#include "cl/fpx/batch/move_shape.h"
#include "opencl/buffer.h"
#include "opencl/context.h"

/* A polynomial: `count` coefficients from the constant one on, residues in [0, p). */
typedef struct clm_poly {
    const clm_buffer *words;
    size_t count;
} clm_poly;

/* The greatest length of a polynomial; sums of two lengths are still 32-bit indices. */
#define CLM_POLY_MOST ((size_t)1 << 30)

/* Errors: INVALID (no polynomial), LIMIT (more than CLM_POLY_MOST coefficients). */
clmodp_status clm_poly_check(clmodp_context *ctx, clm_poly a);

/* Copies a piece between different buffers. Asynchronous. Errors: INVALID (beyond a buffer), and
 * errors of building and launching */
CLM_LAB_API clmodp_status clm_move(clmodp_context *ctx, const clm_buffer *out,
                                   const clm_buffer *in, move_piece piece);

/* Copies a polynomial: out[to + i] := a[i], as above. */
CLM_LAB_API clmodp_status clm_move_poly(clmodp_context *ctx, const clm_buffer *out, size_t to,
                                        clm_poly a);

#endif
