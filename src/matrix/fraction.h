/* Fractions from their residues. */
#ifndef CLM_MATRIX_FRACTION_H
#define CLM_MATRIX_FRACTION_H

#include <stddef.h>

#include <gmp.h>

/* Sets d to the denominator of the fraction that is x modulo m, has a numerator of at most `bits`
 * bits, and a product of numerator and denominator below m / 2. Changes x and m.
 * Pre: there is such a fraction
 *
 * Source: [Gathen, Gerhard 2013, Theorem 5.26] */
void clm_find_denominator(mpz_t d, mpz_t x, mpz_t m, size_t bits);

#endif
