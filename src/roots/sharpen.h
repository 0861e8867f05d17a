/* Narrower boxes of isolated complex roots without further values of the polynomial. */
#ifndef CLM_ROOTS_SHARPEN_H
#define CLM_ROOTS_SHARPEN_H

#include "roots/aberth.h"

/* Narrows the boxes by the values at the approximations, to about the error of a value divided by
 * the derivative.
 *
 * Pre:    all roots are isolated by clm_smith_isolate
 * Cost:   two products of complex numbers in double precision for each pair of a box and a root
 * Errors: CANCELLED
 * Source: [Smith 1970], with discs of the roots instead of approximations */
clmodp_status clm_sharpen(clm_aberth *d);

#endif
