/* Narrower boxes of isolated complex roots without further values of the polynomial. */
#ifndef CLM_ROOTS_SHARPEN_H
#define CLM_ROOTS_SHARPEN_H

#include "roots/aberth.h"

/* Narrows the boxes by the values at the approximations: to about the error of a value over the
 * slope.
 *
 * Pre:    all roots are isolated by clm_smith_isolate
 * Cost:   two products in double precision for each box and each root
 * Errors: CANCELLED
 * Source: [Smith 1970], with a disc for each root in the place of an approximation */
clmodp_status clm_sharpen(clm_aberth *d);

#endif
