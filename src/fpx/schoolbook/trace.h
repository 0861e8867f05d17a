/* The trace of Euclid's algorithm without divisions, and the resultant that follows from it. */
#ifndef CLM_FPX_PLAIN_TRACE_H
#define CLM_FPX_PLAIN_TRACE_H

#include "cl/arith/fp.h"
#include "device/buffer.h"

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

#endif
