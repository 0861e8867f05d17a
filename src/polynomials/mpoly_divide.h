/* Exact quotients of polynomials in several variables. */
#ifndef CLM_POLYNOMIALS_MPOLY_DIVIDE_H
#define CLM_POLYNOMIALS_MPOLY_DIVIDE_H

#include <stdbool.h>

#include "core/parallel.h"
#include "polynomials/mpoly.h"

/* Sets q to f / g if this is a polynomial over Z, or *divides to false. q may be f or g.
 * Pre: equally many variables, g != 0. Cost: |q| (|f| + |g|). Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_mpoly_divide(clmodp_mpoly *q, bool *divides, const clmodp_mpoly *f,
                               const clmodp_mpoly *g, const clm_poller *watch);

/* Divides f by c, which divides all coefficients. */
void clm_mpoly_divide_integer(clmodp_mpoly *f, mpz_srcptr c);

/* Divides f by the highest power of each variable that divides it; sets e to the exponents,
 * UINT32_MAX for f = 0. */
void clm_mpoly_take_powers(clmodp_mpoly *f, uint32_t *e);

#endif
