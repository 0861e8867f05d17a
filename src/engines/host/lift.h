/* Chinese remainders with primes of 62 bits, on threads of the host. */
#ifndef CLM_ENGINES_HOST_LIFT_H
#define CLM_ENGINES_HOST_LIFT_H

#include "engines/engine.h"

/* See clm_plan_lift; images of 64-bit words.
 * Cost:   for N primes N^2 / 2 products up to 16 of them; above that GMP's multiplication and
 *         division of halves
 * Source: Garner's algorithm in blocks, and a tree above [Gathen, Gerhard 2013, 10.3] */
clmodp_status clm_host_lift(clmodp_context *ctx, const clm_plan *plan, const clm_images *images,
                            clm_lifting *lifting);

#endif
