/* Recognition of rational numbers by intervals. */
#ifndef CLM_ROOTS_RATIONAL_H
#define CLM_ROOTS_RATIONAL_H

#include "roots/root.h"

/* Sets p / q to the fraction of least denominator between low / d and high / d, both excluded,
 * low < high and d > 0. Cost: quadratic in the bits. Source: continued fractions */
void clm_simplest_fraction(mpz_ptr p, mpz_ptr q, mpz_srcptr low, mpz_srcptr high, mpz_srcptr d);

/* Sets p / q to the simplest fraction from low / d to high / d, 0 if it is there. Returns whether
 * it is hardly there by chance: for others than 0, with a probability of about 2^-16.
 * Pre: low < high, d > 0 */
bool clm_likely_fraction(mpz_ptr p, mpz_ptr q, mpz_srcptr low, mpz_srcptr high, mpz_srcptr d);

/* Sets v to d^n f(c / d), n >= deg f; to any number if stopped. Cost: n products */
void clm_fraction_value(mpz_ptr v, const clmodp_zx *f, long n, mpz_srcptr c, mpz_srcptr d,
                        const clm_poller *watch);

/* Makes a rational root exact if its interval is narrower than 1 / q^2 for its denominator q, or
 * than the leading coefficient's inverse, whose multiples are the only candidates.
 *
 * Cost: a test of one candidate modulo a prime; and exactly, if it passes */
void clm_root_recognise(clm_root *r);

#endif
