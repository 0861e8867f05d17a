/* Whether this device and driver compute exactly: known answers, once. */
#ifndef CLM_RESULTANT_SELFTEST_H
#define CLM_RESULTANT_SELFTEST_H

#include "device/context.h"

/* Run the known-answer tests of these parts, an "or" of CLM_TRUST_*, but those that this context,
 * or the cache for this device, driver and these kernel sources, remembers to have passed.
 *
 * Every kernel runs that a part needs. EUCLID: both ways of evaluation and both ways to lift on
 * the device, lockstep and formal-degree remainder sequences, with first subresultants and
 * without, degrees with gaps, several primes and limbs. Vendor compilers have been seen to
 * miscompile exact 64-bit products, which no other check reports as clearly.
 *
 * Pre:    the device can compute with the residues of the parts
 * Errors: CORRUPT (a wrong answer), and those of clmodp_resultant */
clmodp_status clm_selftest_ensure(clmodp_context *ctx, uint32_t parts);

/* Whether clm_selftest_ensure has nothing to run for these parts. */
bool clm_selftest_known(clmodp_context *ctx, uint32_t parts);

#endif
