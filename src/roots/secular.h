/* Better approximations of roots by their secular equation, in double precision. */
#ifndef CLM_ROOTS_SECULAR_H
#define CLM_ROOTS_SECULAR_H

#include "roots/aberth.h"

/* Improves the approximations of d->item by the values that clm_smith_isolate computed there, as
 * far as double precision allows: they hardly gain more than 50 bits. *accurate: false if these
 * values have too few bits. Sets state[k].done for each of d->left except those that double
 * precision cannot improve. Nothing is proved.
 *
 * Cost:   d->items differences in double precision for each approximation and round
 * Errors: CANCELLED, HOST_MEMORY
 * Source: [Bini 2014] */
clmodp_status clm_secular_improve(clm_aberth *d, bool *accurate);

#endif
