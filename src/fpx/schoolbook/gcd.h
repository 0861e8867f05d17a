/* Plain greatest common divisors of polynomials over F_p on the device. */
#ifndef CLM_FPX_SCHOOLBOOK_GCD_H
#define CLM_FPX_SCHOOLBOOK_GCD_H

#include "cl/arith/fp.h"
#include "opencl/buffer.h"
#include "fpx/schoolbook/shape.h"

/* On the device: the divisors of the remainder sequence, by degree (PLAIN_GCD_TRACE). {0} is none,
 * which clm_gcd_trace_destroy takes, too. */
typedef struct clm_gcd_trace {
    clm_buffer words;
    size_t degree; /* room for divisors of that and less */
} clm_gcd_trace;

/* An empty one. Errors: those of buffers and launches */
clmodp_status clm_gcd_trace_create(clmodp_context *ctx, clm_gcd_trace *trace, size_t degree);

void clm_gcd_trace_destroy(clmodp_context *ctx, clm_gcd_trace *trace);

/* Forget divisors below `degree`. Asynchronous. */
clmodp_status clm_gcd_trace_forget(clmodp_context *ctx, const clm_gcd_trace *trace, size_t degree);

/* A divisor of that degree, whose leading coefficient is words[at], and no factors. Asynchronous.
 * Pre: there is none of the degree. Errors: INVALID (no room for it) */
clmodp_status clm_gcd_trace_add(clmodp_context *ctx, const clm_gcd_trace *trace, size_t degree,
                                const clm_buffer *words, size_t at);

/* *r := the resultant of a and b, of degrees n >= m, of which this is the trace, down to the
 * greatest common divisor.
 *
 * Cost:   some 2 m products on the host
 * Errors: HOST_MEMORY, INVALID (n < m, no trace of such polynomials), DEVICE
 * Source: [Gathen, Gerhard 2013, 6.3] */
clmodp_status clm_gcd_trace_resultant(clmodp_context *ctx, const clm_gcd_trace *trace, u32 *r,
                                      size_t n, size_t m, fp_field field);

/* Degrees of matrices that steps of Euclid's algorithm make; greater ones are products of them. */
#define CLM_PLAIN_GCD_BASE ((size_t)32)

/* Sweeps between two looks at the state, at most. */
#define CLM_PLAIN_GCD_AHEAD ((size_t)64)

/* The group and the span that go with s, for polynomials of up to n coefficients, and the greatest
 * s that the device has room for. */
CLM_LAB_API clm_plain_shape clm_gcd_shape(const clmodp_context *ctx, size_t n, size_t s);
CLM_LAB_API size_t clm_gcd_most(const clmodp_context *ctx);

/* What should take least for n >= m coefficients, of the powers of two. */
CLM_LAB_API clm_plain_shape clm_gcd_default(const clmodp_context *ctx, size_t n, size_t m);

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
CLM_LAB_API clmodp_status clm_plain_gcd(clmodp_context *ctx, const clm_buffer *gcd, size_t *count,
                                        clm_poly a, clm_poly b, fp_field field,
                                        clm_plain_shape shape, const clm_gcd_trace *trace);

/* Of clm_plain_gcd, for coprime polynomials: n >= m >= 1. Launches and waits are exact, where the
 * degree sequence is generic. */
CLM_LAB_API clm_amounts clm_plain_gcd_cost(const clmodp_context *ctx, size_t n, size_t m,
                                           clm_plain_shape shape);

#endif
