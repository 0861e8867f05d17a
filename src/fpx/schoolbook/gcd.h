/* Plain greatest common divisors of polynomials over F_p on the device. */
#ifndef CLM_FPX_PLAIN_GCD_H
#define CLM_FPX_PLAIN_GCD_H

#include "cl/arith/fp.h"
#include "fpx/schoolbook/shape.h"
#include "fpx/schoolbook/trace.h"

/* Degrees of matrices that steps of Euclid's algorithm make; greater ones are products of them. */
#define CLM_PLAIN_GCD_BASE ((size_t)32)

/* Sweeps between two looks at the state, at most. */
#define CLM_PLAIN_GCD_AHEAD ((size_t)64)

/* The group and the span that go with s, for polynomials of up to n coefficients, and the greatest
 * s that the device has room for. */
clm_plain_shape clm_gcd_shape(const clmodp_context *ctx, size_t n, size_t s);
size_t clm_gcd_most(const clmodp_context *ctx);

/* What should take least for n >= m coefficients, of the powers of two. */
clm_plain_shape clm_gcd_default(const clmodp_context *ctx, size_t n, size_t m);

/* Work-groups of sweeps while polynomials have up to so many coefficients, of this span: while
 * there is some work for all units, none fewer than these. */
size_t clm_gcd_groups(size_t count, size_t span, size_t group, size_t lanes, size_t units);

/* gcd(a, b), monic; 0 if both are.
 *
 * Out:    gcd    min(a.count, b.count) coefficients, or those of the one that is not empty; those
 *                beyond *count are anything
 *         count  of them that there are
 *         trace  of the algorithm, empty before, with room for max(a.count, b.count) - 1; NULL:
 *                not wanted
 * In:     field  of an odd prime
 *         shape  s: degrees that both polynomials lose in a launch
 * Cost:   for degrees n >= m and a gcd of degree g about 2 (n^2 - g^2) products less half of
 *         those for what n is greater, and some 4 s^2 of three multiplications in each work-group
 *         and launch; (n - g) / s launches, which read and write both polynomials.
 *         Exactly: clm_plain_gcd_tally
 * Errors: INVALID (no s, group or span, gcd too short), LIMIT (more than 2^30 coefficients; local
 *         memory), DEVICE_MEMORY, CANCELLED, and those of building and launching
 * Source: [HMX, Algorithms 10 and 11]
 *
 * Synchronous. */
clmodp_status clm_plain_gcd(clmodp_context *ctx, const clm_buffer *gcd, size_t *count, clm_poly a,
                            clm_poly b, fp_field field, clm_plain_shape shape,
                            const clm_gcd_trace *trace);

#endif
