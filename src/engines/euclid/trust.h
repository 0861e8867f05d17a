/* What the default engine must be shown to compute rightly. */
#ifndef CLM_ENGINES_EUCLID_TRUST_H
#define CLM_ENGINES_EUCLID_TRUST_H

#include "device/trust.h"
#include "engines/euclid/plan.h"

/* What every resultant goes through, and no more, since it is compiled before a first answer:
 * plain sums, lockstep and formal-degree remainder sequences, with first subresultants and
 * without, degrees with gaps, several primes and limbs. */
extern const clm_trust clm_euclid_trust;

/* The two methods for rows that are split. */
extern const clm_trust clm_euclid_butterfly_trust, clm_euclid_transform_trust;

/* Primes that share tiles where points are few. */
extern const clm_trust clm_euclid_shared_trust;

/* Steps in blocks where degrees in y are high. */
extern const clm_trust clm_euclid_blocks_trust;

/* Points in several cosets. */
extern const clm_trust clm_euclid_cosets_trust;

/* Long polynomials of few terms, divided by powers of y. */
extern const clm_trust clm_euclid_powers_trust;

/* Primes above EUCLID_PRIME_MAX; points in geometric progression. */
extern const clm_trust clm_euclid_large_trust, clm_euclid_geometric_trust;

/* Add to a plan what it rests on beside clm_euclid_trust; lifting sees to itself. Pre: the device
 * is open; primes and points are chosen. */
void clm_euclid_plan_needs(const clmodp_context *ctx, clm_euclid_plan *plan);

/* See clm_engine_all_needs. */
size_t clm_euclid_all_needs(const clm_trust **needs, const clm_engine_options *options);

#endif
