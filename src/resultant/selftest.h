/* Whether this device and driver compute exactly: known answers, once. */
#ifndef CLM_RESULTANT_SELFTEST_H
#define CLM_RESULTANT_SELFTEST_H

#include "arith/residue.h"
#include "device/context.h"

/* Run the known-answer test unless this context, or the cache for this device, driver and
 * these kernel sources, remembers that it passed.
 *
 * Every kernel runs: both ways of evaluation and both ways to lift on the device, lockstep and
 * formal-degree remainder sequences, with first subresultants and without, degrees with gaps,
 * several primes and limbs. Vendor compilers have been seen to miscompile exact 64-bit products,
 * which no other check reports as clearly.
 * Errors: CORRUPT (a wrong answer), and those of clmodp_resultant */
clmodp_status clm_selftest_ensure(clmodp_context *ctx);

/* The same for what only resultants modulo given primes need: primes above EUCLID_PRIME_MAX, and
 * points in geometric progression. */
clmodp_status clm_selftest_ensure_wide(clmodp_context *ctx);
clmodp_status clm_selftest_ensure_progression(clmodp_context *ctx);

/* The same for the Schur engine with residues of a type that the device can compute with. */
clmodp_status clm_selftest_ensure_schur(clmodp_context *ctx, clm_residue_kind kind);

#endif
