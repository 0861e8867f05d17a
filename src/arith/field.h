/* Host side of cl/arith/fp.h and prime_info.h: making a field, and what only the host does in
 * it. */
#ifndef CLM_ARITH_FIELD_H
#define CLM_ARITH_FIELD_H

#include <stdint.h>

#include "core/error.h"
#include "cl/arith/prime_info.h"

/* The constants of F_p. Pre: p an odd prime below 2^31. */
CLM_LAB_API fp_field clm_field(uint32_t p);

/* An element of order exactly `order` in F_p, in Montgomery form.
 * Pre: order >= 1 divides p - 1. Deterministic: the same for the same p and order. */
uint32_t clm_field_root(fp_field field, uint32_t order);

/* What the kernels know of a prime p, for the points shift * root^k, k < points.
 * Pre: points >= 1 divides p - 1; shift in [1, p - 1], in Montgomery form. */
prime_info clm_prime_info(uint32_t p, uint32_t points, uint32_t shift);

#endif
