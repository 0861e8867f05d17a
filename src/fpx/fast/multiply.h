/* Products of long polynomials over F_p on the device, by transforms. */
#ifndef CLM_FPX_FAST_MULTIPLY_H
#define CLM_FPX_FAST_MULTIPLY_H

#include "fpx/fast/ring.h"
#include "fpx/batch/poly.h"

/* product = a * b: a.count + b.count - 1 coefficients, none if a or b has none. Squares, where a
 * and b are one, take a transform less.
 *
 * Out:    product  may be a's or b's memory
 * In:     p        any prime below 2^31
 * Cost:   clm_fast_multiply_cost; 4 to 12 words of memory for each of the product's
 * Errors: INVALID (product too short), LIMIT (more than 2^30 coefficients), DEVICE_MEMORY,
 *         HOST_MEMORY, and those of building and launching
 * Source: [Pollard 1971]; for p without the roots of unity, modulo up to three other primes
 *
 * Asynchronous, but for tables that are written. */
clmodp_status clm_fast_multiply(clmodp_context *ctx, const clm_buffer *product, clm_poly a,
                                clm_poly b, u32 p);

/* The same of coefficients low to low + count - 1 only, of those that a b has, count > 0: by
 * transforms of as many words as that, or as there are coefficients from `low` on; a middle
 * product takes as long as one of half of its length. */
clmodp_status clm_fast_multiply_part(clmodp_context *ctx, const clm_buffer *product, clm_poly a,
                                     clm_poly b, size_t low, size_t count, u32 p);

/* The ring for a product of n and m coefficients; of length 0 where that is too long. */
clm_ring_plan clm_fast_multiply_plan(const clmodp_context *ctx, size_t n, size_t m, u32 p);

/* With n and m coefficients, 1 or more; square: of one polynomial by itself. */
clm_amounts clm_fast_multiply_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p,
                                   bool square);

#endif
