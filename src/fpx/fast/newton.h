/* Inverses of power series over F_p on the device. */
#ifndef CLM_FPX_FAST_NEWTON_H
#define CLM_FPX_FAST_NEWTON_H

#include "cl/arith/fp.h"
#include "fpx/poly.h"

/* Precisions of Newton's iteration, the last first, to one that the host begins with. */
typedef struct clm_newton_steps {
    size_t precision[32];
    size_t count;
} clm_newton_steps;

clm_newton_steps clm_newton_steps_to(size_t precision);

/* inverse := 1 / a mod x^count.
 *
 * In:     a     its constant term is not 0; more than `count` coefficients count for nothing
 *         p     any prime below 2^31
 * Cost:   for each precision k two products, of k by k / 2 and of k / 2 by k / 2 coefficients
 * Errors: INVALID (no coefficients, inverse too short), HOST_MEMORY, and those of products
 * Source: [Gathen, Gerhard 2013, 9.1] */
clmodp_status clm_newton_inverse(clmodp_context *ctx, const clm_buffer *inverse, size_t count,
                                 clm_poly a, u32 p);

#endif
