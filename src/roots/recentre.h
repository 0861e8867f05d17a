/* Polynomials about the mean of their roots, for complex roots that are close together. */
#ifndef CLM_ROOTS_RECENTRE_H
#define CLM_ROOTS_RECENTRE_H

#include <gmp.h>

#include <clmodp/polynomials.h>

#include "core/parallel.h"

/* Sets g to f(x + c) with the integer c that is closest to the mean of the roots of f, if all
 * roots are far closer to c than to 0; otherwise sets c to 0, and g to any value.
 *
 * Pre:    f is not constant, and f(0) is not 0 unless the degree is 1
 * Cost:   n^2 / 2 additions of integers of n log2 |c| bits for degree n, if c is not 0
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_recentre(clmodp_zx *g, mpz_ptr c, const clmodp_zx *f, const clm_poller *watch);

#endif
