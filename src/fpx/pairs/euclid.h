/* Resultants and monic greatest common divisors of many short pairs over F_p. */
#ifndef CLM_FPX_MANY_EUCLID_H
#define CLM_FPX_MANY_EUCLID_H

#include "cl/fpx/pairs/euclid_shape.h"
#include "cost/amounts.h"
#include "fpx/pairs/tiles.h"

/* Where results go, on the host. */
typedef struct clm_many_found {
    uint32_t *degrees;    /* of common divisors, `numbers` of them; EUCLID_STRAY: not known */
    uint32_t *resultants; /* likewise; NULL: not wanted */
    uint32_t *places;     /* where divisors stand whose degrees are not 0; NULL: not wanted */
    uint32_t *divisors;   /* Out, owned by the caller: their words; NULL if there are none */
} clm_many_found;

/* Each pair's resultant, in the order that it was asked for in, and its monic greatest common
 * divisor. A pair whose remainders fall by more than one degree is a stray: nothing is known of it
 * then. That is one in p / m.
 *
 * Pre:    n >= m >= 1
 * Cost:   clm_many_euclid_cost
 * Errors: HOST_MEMORY, those of clm_many_tiles_create and of buffers
 * Source: lockstep Euclid, cl/fpx/pairs/euclid.cl
 * Waits for the device. */
clmodp_status clm_many_euclid(clmodp_context *ctx, clm_many_found *found, const clm_many *many);

/* Of pairs whose n m add up to so many. */
clm_amounts clm_many_euclid_cost(double pairs);

#endif
