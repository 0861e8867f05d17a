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

/* Sets points (x + y i) 2^log on circles: for each edge of the Newton polygon from i to j there
 * are about j - i roots of that size. size[i] is the binary logarithm of coefficient i. If the
 * lowest ones are -INFINITY, as many points are left alone. Errors: HOST_MEMORY */
clmodp_status clm_roots_circles(double *x, double *y, double *log, const double *size,
                                size_t degree);

/* Sets z to (x + y i) 2^log. */
void clm_roots_set_point(clm_disc *z, double x, double y, double log);

#endif
