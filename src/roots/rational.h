/* Recognition of rational numbers by intervals. */
#ifndef CLM_ROOTS_RATIONAL_H
#define CLM_ROOTS_RATIONAL_H

#include "roots/root.h"

/* Sets p / q to the fraction of least denominator between low / d and high / d, both excluded,
 * low < high and d > 0. Cost: quadratic in the bits. Source: continued fractions */
void clm_simplest_fraction(mpz_ptr p, mpz_ptr q, mpz_srcptr low, mpz_srcptr high, mpz_srcptr d);

/* Makes a rational root exact if its interval is narrower than 1 / q^2 for its denominator q, or
 * than the leading coefficient's inverse, whose multiples are the only candidates.
 *
 * Cost: a test of one candidate modulo a prime; and exactly, if it passes */
void clm_root_recognise(clm_root *r);

#endif
