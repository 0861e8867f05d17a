/* Whether this device and driver lift exactly: known answers, once. */
#ifndef CLM_MULTIMODULAR_LIFT_CHECK_H
#define CLM_MULTIMODULAR_LIFT_CHECK_H

#include "multimodular/lift.h"

/* Lift integers that are known, unless this way of lifting has passed before in this context, or
 * with this device, driver and these kernels as the cache remembers, or runs no kernels but those
 * that known resultants show to be right (resultant/selftest.h): only convolutions do.
 *
 * In:     primes   those of the lift
 *         count    how many
 * Cost:   once the residues of four integers and lifting them
 * Errors: CORRUPT (a wrong answer), and those of clm_lift_run */
clmodp_status clm_lift_ensure(clmodp_context *ctx, const clm_lift *lift, const uint32_t *primes,
                              size_t count);

#endif
