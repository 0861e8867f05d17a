/* Taylor coefficients of a polynomial in a chart on a small interval, in fixed point. */
#ifndef CLM_ROOTS_TAYLOR_H
#define CLM_ROOTS_TAYLOR_H

#include "roots/values.h"

/* An interval from c / 2^k to (c + 1) / 2^k. */
typedef struct clm_dyadic_cell {
    mpz_srcptr c;
    size_t k;
} clm_dyadic_cell;

/* Returns the least k for which clm_taylor bounds its errors. */
size_t clm_taylor_least(const clm_poly *p);

/* Sets t[j], j < terms, to the coefficients of z^j in p((c + z) / 2^k) times a common power of 2:
 * the largest has `bits` bits, and the errors are at most 2.
 *
 * InOut:  work   bits of the computation, from which it starts; doubled if they are too few
 * Pre:    k >= clm_taylor_least, and one of these coefficients is not 0
 * Cost:   n products of `work` by k bits for each coefficient but those that vanish
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_taylor(mpz_t *t, size_t terms, const clm_poly *p, clm_chart chart,
                         clm_dyadic_cell at, size_t bits, size_t *work, const clm_poller *watch);

#endif
