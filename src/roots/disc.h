/* Complex numbers with error bounds: discs in floating point on GMP integers. */
#ifndef CLM_ROOTS_DISC_H
#define CLM_ROOTS_DISC_H

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

#include <clmodp/polynomials.h>

/* A number whose distance from (re + im i) 2^e is at most radius 2^e. Results below have about as
 * many bits as asked for, and may replace an operand. */
typedef struct clm_disc {
    mpz_t re, im, radius;
    long e;
} clm_disc;

void clm_disc_init(clm_disc *x);
void clm_disc_clear(clm_disc *x);
void clm_disc_set(clm_disc *x, const clm_disc *a);

/* Returns the least t with all of the disc's parts below 2^t. Pre: x is not exactly 0 */
long clm_disc_top(const clm_disc *x);

/* Writes the same disc, or one that contains it, with the exponent e. */
void clm_disc_scale(clm_disc *x, long e);

void clm_disc_round(clm_disc *x, size_t bits);
void clm_disc_add(clm_disc *x, const clm_disc *a, const clm_disc *b, size_t bits);
void clm_disc_sub(clm_disc *x, const clm_disc *a, const clm_disc *b, size_t bits);
void clm_disc_mul(clm_disc *x, const clm_disc *a, const clm_disc *b, size_t bits);

/* Sets x to a^k. */
void clm_disc_power(clm_disc *x, const clm_disc *a, size_t k, size_t bits);

/* Sets x to 1 / a. Returns false, and leaves x, if a may contain 0. */
bool clm_disc_invert(clm_disc *x, const clm_disc *a, size_t bits);

/* Rounds the centre to an accuracy that fits the radius, which becomes at most 1.01 as large. */
void clm_disc_trim(clm_disc *x);

/* Sets low 2^e and high 2^e to bounds of the absolute value; low may be negative. */
void clm_disc_bounds(mpz_ptr low, mpz_ptr high, const clm_disc *x);

/* Returns an upper bound of the radius, or infinity. */
double clm_disc_radius(const clm_disc *x);

/* Returns the accurate bits, as the difference of the logarithms of the disc and of its radius. */
long clm_disc_accuracy(const clm_disc *x);

/* Sets part to the centre's parts, rounded: infinite, or about 0, out of the range of numbers. */
void clm_disc_near(double part[2], const clm_disc *x);

/* Sets x to re + im i. */
void clm_disc_set_double(clm_disc *x, double re, double im);

/* Sets y to f(z), and slope, which may be NULL, to f'(z), by Horner's rule with powers across
 * gaps. */
void clm_disc_value(clm_disc *y, clm_disc *slope, const clmodp_zx *f, const clm_disc *z,
                    size_t bits);

#endif
