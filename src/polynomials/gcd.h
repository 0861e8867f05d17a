/* Greatest common divisors of long integers that can be stopped. */
#ifndef CLM_ZXY_GCD_H
#define CLM_ZXY_GCD_H

#include <stdbool.h>

#include <gmp.h>

#include "core/parallel.h"

/* g := gcd(a, b) >= 0; false if stopped, with g as it was.
 *
 * In:   watch  looked at between products with factors of up to a half and a quarter of the
 *              length; NULL: nobody stops
 * Cost: M(n) log(n); beyond 2^19 bits, where this is not GMP's own, up to twice as long as that
 * Source: half-gcd from leading bits [Gathen, Gerhard 2013, 11.1], without care for the exact
 *         remainders: any unimodular matrix keeps the gcd */
bool clm_gcd_watched(mpz_ptr g, mpz_srcptr a, mpz_srcptr b, const clm_watch *watch);

#endif
