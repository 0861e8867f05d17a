/* Resultants of polynomials with coefficients of one word, or free of x, modulo few primes of 62
 * bits, without a plan and on the caller's thread. */
#ifndef CLM_RESULTANT_FEW_PRIMES_H
#define CLM_RESULTANT_FEW_PRIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/polynomials.h>

enum { CLM_FEW_PRIMES = 64 }; /* at most */

/* The coefficients of f or g: row j, a polynomial in x of any length, ends before c[end[j]]. */
typedef struct clm_word_poly {
    size_t degree; /* in y */
    const int64_t *c, *end;
    const clmodp_zxy *terms; /* not NULL: instead of words the coefficients, free of x, */
    bool derived;            /* or those of the derivative */
} clm_word_poly;

/* Returns the primes for results up to 2^bits in absolute value. */
size_t clm_few_primes_count(double bits);

/* Returns the number of points for `width` coefficients: integers from -h to h, or one if the
 * results are constant. */
static inline size_t clm_few_primes_points(size_t width)
{
    return width | 1;
}

/* Sets r := res_y(f, g), formal degrees in y not both 0, with at most `width` coefficients.
 * Pre:    values of words at all points are below 2^61; 1 <= primes <= CLM_FEW_PRIMES; both
 *         polynomials are words, or both are terms
 * Cost:   a remainder sequence per prime and point, points^2 / 4 products per prime, primes^2 / 2
 *         products per coefficient
 * Errors: HOST_MEMORY
 * Source: central differences by Stirling's formula [Hildebrand 1974, chapter 4]; Garner's
 *         algorithm [Gathen, Gerhard 2013, 10.3] */
clmodp_status clm_few_primes_resultant(clmodp_zx *r, const clm_word_poly *f,
                                       const clm_word_poly *g, size_t width, size_t primes);

#endif
