/* Greatest common divisors of long polynomials over F_p on the device, by half-GCDs. */
#ifndef CLM_FPX_FAST_GCD_H
#define CLM_FPX_FAST_GCD_H

#include "cl/arith/fp.h"
#include "cost/cost.h"
#include "fpx/batch/move.h"

/* The monic greatest common divisor g = u a + v b, and the resultant. */
typedef struct clm_fast_gcd_result {
    const clm_buffer *g, *u, *v; /* of size b.count, b.count and a.count coefficients; NULL for u
                                    or v: not computed */
    size_t g_count, u_count, v_count; /* coefficients, without leading zeros */
    u32 *resultant; /* NULL: not computed */
} clm_fast_gcd_result;

/* Computes g, the cofactors of Euclid's algorithm, and the resultant. If b divides a, u = 0 and v
 * is constant; else deg u < deg b - deg g and deg v < deg a - deg g.
 *
 * In:     a, b  without leading zeros, a.count >= b.count > 0
 *         p     odd
 *         base  greatest degree of base cases, computed by one work-group each; 0:
 *               clm_fast_gcd_base. No result depends on it
 * Cost:   clm_fast_gcd_cost
 * Errors: INVALID (no such polynomials), LIMIT (too long, base beyond local memory), CANCELLED,
 *         and those of buffers and launches
 * Source: [Gathen, Gerhard 2013, 11.1] */
CLM_LAB_API clmodp_status clm_fast_gcd(clmodp_context *ctx, clm_fast_gcd_result *out, clm_poly a,
                                       clm_poly b, u32 p, size_t base);

/* Computes the first remainder r of degree below k of the sequence of a and b, and t, monic, with
 * r = t b modulo a.
 *
 * Out:    r, t    of size k, or NULL if that is 0, and a.count - k
 *         counts  their numbers of coefficients
 * In:     a, b    without leading zeros, deg a > deg b >= k
 *         p       odd
 * Cost:   about that of clm_fast_gcd for the 2 (deg a - k) + 1 leading coefficients
 * Errors, source: as clm_fast_gcd */
clmodp_status clm_fast_ratrecon(clmodp_context *ctx, const clm_buffer *r, const clm_buffer *t,
                                size_t counts[2], clm_poly a, clm_poly b, size_t k, u32 p);

/* The cost for n >= m coefficients; base as above. */
CLM_LAB_API clm_amounts clm_fast_gcd_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p,
                                          bool cofactors, size_t base);

/* A lower bound for the nanoseconds: base cases with the best base. */
double clm_fast_gcd_least(const clmodp_context *ctx, size_t m);

/* The least base considered; all are powers of two, near which halves of degrees are. */
#define CLM_FAST_GCD_LEAST_BASE ((size_t)32)

/* The base predicted to be fastest, of those that fit local memory. Base cases take squares of
 * degrees, and a step of the recursion some twelve launches. */
CLM_LAB_API size_t clm_fast_gcd_base(const clmodp_context *ctx, size_t n, size_t m, u32 p);

#endif
