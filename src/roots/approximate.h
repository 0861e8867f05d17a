/* First approximations of all roots of a polynomial, in double precision. */
#ifndef CLM_ROOTS_APPROXIMATE_H
#define CLM_ROOTS_APPROXIMATE_H

#include "core/parallel.h"
#include "roots/disc.h"

/* Sets z to as many approximations as the degree: points on circles of the Newton polygon,
 * improved by Aberth's iteration as far as the range and the digits of double precision allow.
 * Nothing is proved.
 *
 * Pre: degree >= 1; x divides no f but c x. Errors: HOST_MEMORY */
clmodp_status clm_roots_approximate(clm_disc *z, const clmodp_zx *f, const clm_poller *watch);

#endif
