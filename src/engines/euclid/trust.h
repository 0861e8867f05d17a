/* What the default engine must be shown to compute rightly. */
#ifndef CLM_ENGINES_EUCLID_TRUST_H
#define CLM_ENGINES_EUCLID_TRUST_H

#include "device/trust.h"
#include "multimodular/lift_trust.h"

/* Every kernel of every resultant: both ways of evaluation and both ways to lift on the device,
 * lockstep and formal-degree remainder sequences, with first subresultants and without, degrees
 * with gaps, several primes and limbs. */
extern const clm_trust clm_euclid_trust;

/* Primes above EUCLID_PRIME_MAX; points in geometric progression. */
extern const clm_trust clm_euclid_wide_trust, clm_euclid_progression_trust;

#endif
