/* Exact quotients and greatest common divisors of polynomials in several variables, on the host,
 * for polynomials of the size that users write. */
#ifndef CLM_POLYNOMIALS_MPOLY_GCD_H
#define CLM_POLYNOMIALS_MPOLY_GCD_H

#include <stdbool.h>

#include "polynomials/mpoly.h"

/* Sets q to f / g if this is a polynomial over Z, or *divides to false. q may be f or g.
 * Pre: equally many variables, g != 0. Cost: |q| (|f| + |g|). Errors: HOST_MEMORY */
clmodp_status clm_mpoly_divide(clmodp_mpoly *q, bool *divides, const clmodp_mpoly *f,
                               const clmodp_mpoly *g);

/* Divides f by c, which divides all coefficients. */
void clm_mpoly_divide_integer(clmodp_mpoly *f, mpz_srcptr c);

/* Divides f by the highest power of each variable that divides it; sets e to the exponents,
 * UINT32_MAX for f = 0. */
void clm_mpoly_take_powers(clmodp_mpoly *f, uint32_t *e);

/* Sets h to the greatest common divisor over Z, with a positive leading coefficient; 0 for two
 * zeros. h may be f or g.
 *
 * Pre:    equally many variables
 * Cost:   products of integers with as many bits as those of f and g times all degrees
 * Errors: LIMIT (integers of more than 2^24 bits), HOST_MEMORY
 * Source: GCDHEU [CGG89] */
clmodp_status clm_mpoly_gcd(clmodp_mpoly *h, const clmodp_mpoly *f, const clmodp_mpoly *g);

/* Reduces n / d to lowest terms, with a positive leading coefficient of d != 0. Errors: as
 * clm_mpoly_gcd */
clmodp_status clm_mpoly_cancel(clmodp_mpoly *n, clmodp_mpoly *d);

#endif
