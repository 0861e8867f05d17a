/* Host side of cl/fp.h: making a field, and what only the host does in it. */
#ifndef CLM_ARITH_FIELD_H
#define CLM_ARITH_FIELD_H

#include <stdint.h>

#include "cl/fp.h"

/* The constants of F_p. Pre: p an odd prime below 2^31. */
fp_field clm_field(uint32_t p);

/* An element of order exactly `order` in F_p, in Montgomery form.
 * Pre: order >= 1 divides p - 1. Deterministic: the same for the same p and order. */
uint32_t clm_field_root(fp_field field, uint32_t order);

#endif
