/* Lift images of 32-bit words by Chinese remainders, as multimodular/lift.h does it. */
#ifndef CLM_ENGINES_LIFT_IMAGES_H
#define CLM_ENGINES_LIFT_IMAGES_H

#include "engines/engine.h"

/* See clm_plan_lift. Pre: the plan's primes and images are words of 32 bits. Errors: those of
 * clm_lift_create and clm_lift_run */
clmodp_status clm_lift_images(clmodp_context *ctx, const clm_plan *plan, const clm_images *images,
                              clm_lifting *lifting);

#endif
