/* Plain products of polynomials over F_p on the device. */
#ifndef CLM_FPX_SCHOOLBOOK_MULTIPLY_H
#define CLM_FPX_SCHOOLBOOK_MULTIPLY_H

#include "cl/arith/fp.h"
#include "fpx/schoolbook/shape.h"

/* The group and the span that go with s, whatever n is, and the greatest s that the device has
 * room for. */
CLM_LAB_API clm_plain_shape clm_multiply_shape(const clmodp_context *ctx, size_t n, size_t s);
CLM_LAB_API size_t clm_multiply_most(const clmodp_context *ctx);

/* What should take least for polynomials of n and m coefficients, of the powers of two. */
CLM_LAB_API clm_plain_shape clm_multiply_default(const clmodp_context *ctx, size_t n, size_t m);

/* product = a * b: a.count + b.count - 1 coefficients, none if a or b has none.
 *
 * Out:    product  memory apart from that of a and b
 * In:     field    of an odd prime
 *         shape    s: coefficients of b that a row of sums is for
 * Cost:   a.count b.count products; with x = b.count / s rows of y = a.count + s - 1 sums, x y
 *         words written by the first launch, and 3 words moved for each of (x - 1) y sums by
 *         floor(log2 x) + 1 others. In as many passes of rows as the cap on memory asks for.
 *         Exactly: clm_plain_multiply_tally
 * Errors: INVALID (no s, group or span, product too short), LIMIT (more than 2^30 coefficients;
 *         local memory), DEVICE_MEMORY (not even one row), and those of building and launching
 * Source: [HMX, Algorithms 5 to 7]
 *
 * Asynchronous. */
CLM_LAB_API clmodp_status clm_plain_multiply(clmodp_context *ctx, const clm_buffer *product,
                                             clm_poly a, clm_poly b, fp_field field,
                                             clm_plain_shape shape);

/* Of clm_plain_multiply, with n and m coefficients, 1 or more. Launches are exact. */
CLM_LAB_API clm_amounts clm_plain_multiply_cost(const clmodp_context *ctx, size_t n, size_t m,
                                                clm_plain_shape shape);

#endif
