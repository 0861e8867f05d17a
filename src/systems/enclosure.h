/* Ball arithmetic: real numbers known to lie within a radius of a middle. */
#ifndef CLM_SYSTEMS_ENCLOSURE_H
#define CLM_SYSTEMS_ENCLOSURE_H

#include <stdbool.h>

#include <gmp.h>

#include <clmodp/polynomials.h>

/* The numbers from (middle - radius) * 2^exponent to (middle + radius) * 2^exponent. */
typedef struct clm_enclosure {
    mpz_t middle, radius; /* radius >= 0 */
    long exponent;
} clm_enclosure;

void clm_enclosure_init(clm_enclosure *b);
void clm_enclosure_clear(clm_enclosure *b);
void clm_enclosure_set(clm_enclosure *b, const clm_enclosure *a);
void clm_enclosure_set_z(clm_enclosure *b, mpz_srcptr c);

/* Sets b to an enclosure of the interval from low / denominator to high / denominator. */
void clm_enclosure_set_interval(clm_enclosure *b, mpz_srcptr low, mpz_srcptr high,
                                mpz_srcptr denominator, long bits);

/* Set a to a ball that contains x + y, x * y or x / y for all x in a and y in b, with a middle
 * rounded to so many bits. A sum changes b's exponent and enlarges it; a quotient is false, with a
 * unchanged, if b contains 0. */
void clm_enclosure_add(clm_enclosure *a, clm_enclosure *b, long bits);
void clm_enclosure_mul(clm_enclosure *a, const clm_enclosure *b, long bits);
bool clm_enclosure_div(clm_enclosure *a, const clm_enclosure *b, long bits);

/* Sets b to a ball that contains f(y) for all y in x, by Horner's rule. */
void clm_enclosure_evaluate(clm_enclosure *b, const clmodp_zx *f, const clm_enclosure *x,
                            long bits);

/* Tests whether the width is at most 2^-bits or, if relative, 2^-bits times every number in b. */
bool clm_enclosure_is_accurate(const clm_enclosure *b, long bits, bool relative);

/* Sets low and high to the ends. */
void clm_enclosure_get_ends(mpq_ptr low, mpq_ptr high, const clm_enclosure *b);

#endif
