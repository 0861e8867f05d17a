/* Other coordinates, and combinations of equations. */
#ifndef CLM_SYSTEMS_COORDINATES_H
#define CLM_SYSTEMS_COORDINATES_H

#include <clmodp/mpoly.h>

#include "core/error.h"

/* Replaces variable `from` of f by from + s * to. Errors: HOST_MEMORY, LIMIT (2^24 terms) */
clmodp_status clm_mpoly_shear(clm_error *error, clmodp_mpoly *f, size_t from, size_t to, long s);

/* Sets h, which is not f, to f + u g. Errors: HOST_MEMORY */
clmodp_status clm_mpoly_add_multiple(clm_error *error, clmodp_mpoly *h, const clmodp_mpoly *f,
                                     long u, const clmodp_mpoly *g);

#endif
