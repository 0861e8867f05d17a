/* Whether a device lifts exactly by convolutions. What else lifts runs no kernels but those that
 * known resultants show to be right. */
#ifndef CLM_MULTIMODULAR_LIFT_TRUST_H
#define CLM_MULTIMODULAR_LIFT_TRUST_H

#include "device/trust.h"
#include "multimodular/lift.h"

/* Integers of some thousand bits, known, from their residues. */
extern const clm_trust clm_lift_convolution_trust;

/* Whether a lift from so many primes may come to be by convolutions. */
bool clm_lift_may_convolve(const clm_lift_options *options, size_t primes);

#endif
