/* First approximations of all roots of a polynomial. */
#ifndef CLM_ROOTS_START_H
#define CLM_ROOTS_START_H

#include "core/error.h"
#include "core/parallel.h"
#include "roots/disc.h"

/* Sets z, as many points as the degree says, to approximations: points on circles that the Newton
 * polygon tells, then improved by Aberth's iteration in double precision as far as its range and
 * digits allow. Nothing is proved.
 *
 * Pre: degree >= 1; x divides no f but c x. Errors: HOST_MEMORY */
clmodp_status clm_roots_start(clm_error *error, clm_disc *z, const clmodp_zx *f,
                              const clm_poller *watch);

#endif
