/* How large polynomials are. */
#ifndef CLM_RESULTANT_POLY_SIZE_H
#define CLM_RESULTANT_POLY_SIZE_H

#include <stddef.h>
#include <stdint.h>

#include <clmodp/zx.h>

typedef struct clm_poly_size {
    uint64_t width; /* exponents from the least of all to the greatest of all; 0 if all are zero */
    double bits;    /* log2 of the greatest coefficient, to about 2^-40; 0.0 if that is 0 or +-1 */
} clm_poly_size;

/* Of all of them together. */
clm_poly_size clm_poly_size_of(clmodp_zx *const *results, size_t count);

/* Evaluations at a point modulo a prime of so many bits that they ask for: a point for each
 * exponent, and primes whose product exceeds twice the greatest coefficient. */
uint64_t clm_poly_size_evaluations(const clm_poly_size *size, double prime_bits);

#endif
