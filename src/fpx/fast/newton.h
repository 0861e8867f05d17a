/* Inverses of power series over F_p on the device. */
#ifndef CLM_FPX_FAST_NEWTON_H
#define CLM_FPX_FAST_NEWTON_H

#include "cl/fpx/fast/newton_shape.h"
#include "fpx/fast/ring.h"
#include "fpx/batch/poly.h"

/* Precisions of Newton's iteration, the last first, to one that the host begins with. */
typedef struct clm_newton_steps {
    size_t precision[32];
    size_t count;
} clm_newton_steps;

clm_newton_steps clm_newton_steps_to(size_t precision);

/* The ring of a step to a precision. */
clm_ring_plan clm_newton_plan(const clmodp_context *ctx, size_t precision, u32 p);

/* out[i] := what the shape says of a and b; asynchronous. Errors: those of launches */
clmodp_status clm_newton_sum(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *a,
                             const clm_buffer *b, newton_sum_shape s);

/* inverse := -1 / a mod x^count: with that sign a step has nothing to negate.
 *
 * In:     a     its constant term is not 0; more than `count` coefficients count for nothing
 *         p     any prime below 2^31
 * Cost:   for each precision k five transforms modulo x^N - 1, N at least k
 * Errors: INVALID (no coefficients, inverse too short), HOST_MEMORY, and those of spectra
 * Source: [Gathen, Gerhard 2013, 9.1]; modulo x^N - 1 after [Bernstein 2008] */
clmodp_status clm_newton_inverse(clmodp_context *ctx, const clm_buffer *inverse, size_t count,
                                 clm_poly a, u32 p);

#endif
