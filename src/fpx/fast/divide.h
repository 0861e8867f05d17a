/* Divisions of long polynomials over F_p on the device, by Newton's iteration. */
#ifndef CLM_FPX_FAST_DIVIDE_H
#define CLM_FPX_FAST_DIVIDE_H

#include "fpx/fast/ring.h"
#include "fpx/batch/poly.h"

/* quotient, remainder with a = quotient * b + remainder, deg remainder < deg b, for n = a.count
 * and m = b.count coefficients, n >= m.
 *
 * Out:    quotient   n - m + 1 coefficients
 *         remainder  m - 1; NULL: not wanted
 * In:     a, b       b's last coefficient is not 0
 *         p          any prime below 2^31
 * Cost:   clm_fast_divide_cost
 * Errors: INVALID (n < m, memory too short, a divisor whose last coefficient is 0), LIMIT,
 *         DEVICE_MEMORY, HOST_MEMORY, and those of building and launching
 * Source: [Gathen, Gerhard 2013, 9.1]; the last step as [Karp, Markstein 1997] */
clmodp_status clm_fast_divide(clmodp_context *ctx, const clm_buffer *quotient,
                              const clm_buffer *remainder, clm_poly a, clm_poly b, u32 p);

/* n >= m >= 1. */
clm_amounts clm_fast_divide_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p);

/* The rings of a division: out[0] that of the quotient, out[1] that of the remainder, and those of
 * Newton's steps. Returns how many there are. */
enum { CLM_FAST_DIVIDE_RINGS = 34 };
size_t clm_fast_divide_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t n, size_t m,
                             u32 p);

#endif
