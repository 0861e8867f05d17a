/* Proofs that roots are isolated, by Smith's discs. */
#ifndef CLM_ROOTS_SMITH_H
#define CLM_ROOTS_SMITH_H

#include "roots/aberth.h"

/* Makes approximations of conjugates conjugate, and those of real roots real, if each has exactly
 * one that is close to its conjugate; else leaves all. clm_smith_isolate then takes half the
 * values. */
void clm_smith_pair(clm_aberth *d);

/* Isolates roots by their approximations, as many as these suffice for.
 * Errors: CANCELLED, HOST_MEMORY */
clmodp_status clm_smith_isolate(clm_aberth *d);

/* Returns whether the squares of two approximations may have a common point. Pre: both are set */
bool clm_smith_meet(const clm_aberth *d, size_t j, size_t k);

#endif
