/* Pieces of polynomials over F_p from buffer to buffer. */
#ifndef CLM_FPX_MOVE_H
#define CLM_FPX_MOVE_H

#include "cl/fpx/batch/move_shape.h"
#include "fpx/batch/poly.h"

/* One piece; the buffers are not one. Asynchronous. Errors: INVALID (beyond a buffer), and those
 * of building and launching */
clmodp_status clm_move(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *in,
                       move_piece piece);

/* out[to + i] := a[i], as above. */
clmodp_status clm_move_poly(clmodp_context *ctx, const clm_buffer *out, size_t to, clm_poly a);

#endif
