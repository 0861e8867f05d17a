/* Plain divisions of polynomials over F_p on the device, and constant factors of them. */
#ifndef CLM_FPX_SCHOOLBOOK_DIVIDE_H
#define CLM_FPX_SCHOOLBOOK_DIVIDE_H

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

/* The group and the span that go with s, for a divisor of m coefficients, and the greatest s that
 * the device has room for. */
CLM_LAB_API clm_plain_shape clm_divide_shape(const clmodp_context *ctx, size_t m, size_t s);
CLM_LAB_API size_t clm_divide_most(const clmodp_context *ctx);

/* What should take least for n coefficients by m, of the powers of two. */
CLM_LAB_API clm_plain_shape clm_divide_default(const clmodp_context *ctx, size_t n, size_t m);

/* quotient, remainder with a = quotient * b + remainder, deg remainder < deg b, for n = a.count
 * and m = b.count coefficients. A dividend shorter than the divisor is left as it is.
 *
 * Out:    quotient  n - m + 1 coefficients, unless that is negative
 * InOut:  dividend  a's coefficients; in the end the first m - 1 are the remainder's, and the
 *                   others anything
 * In:     divisor   its last coefficient is not 0
 *         field     of an odd prime
 *         shape     s: division steps of a launch
 * Cost:   (n - m + 1) (m - 1) products, and s^2 / 2 of three multiplications in each work-group
 *         and launch; 1 + (n - m + 1) / s launches, each of which reads about 2 m words and
 *         writes m. Exactly: clm_plain_divide_tally
 * Errors: INVALID (no s, group or span, memory too short, no divisor), LIMIT (more than 2^30
 *         coefficients; local memory), DEVICE_MEMORY, and those of building and launching
 * Source: [HMX, Algorithms 3 and 4]
 *
 * Asynchronous. */
CLM_LAB_API clmodp_status clm_plain_divide(clmodp_context *ctx, const clm_buffer *quotient,
                                           clm_poly dividend, clm_poly divisor, fp_field field,
                                           clm_plain_shape shape);

/* Of clm_plain_divide: n >= m >= 1. Launches are exact. */
CLM_LAB_API clm_amounts clm_plain_divide_cost(const clmodp_context *ctx, size_t n, size_t m,
                                              clm_plain_shape shape);

#endif
