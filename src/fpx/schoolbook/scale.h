/* Constant factors of polynomials over F_p on the device. All asynchronous. */
#ifndef CLM_FPX_PLAIN_SCALE_H
#define CLM_FPX_PLAIN_SCALE_H

#include "cl/arith/fp.h"
#include "fpx/schoolbook/shape.h"

/* inverse[0] := 1 / a[last], in Montgomery form; 0 for 0. A buffer of one word. */
clmodp_status clm_plain_inverse(clmodp_context *ctx, const clm_buffer *inverse,
                                const clm_buffer *a, size_t last, fp_field field);

/* out[i] := factor a[first + i], i < count. factor: one word, in Montgomery form */
clmodp_status clm_plain_scale(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *a,
                              size_t first, size_t count, const clm_buffer *factor,
                              fp_field field);

/* out[i] := a[first + i] / a[first + count - 1], i < count. Errors: also DEVICE_MEMORY */
clmodp_status clm_plain_monic(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *a,
                              size_t first, size_t count, fp_field field);

#endif
