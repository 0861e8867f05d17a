/* Common components of two curves. */
#ifndef CLM_SYSTEMS_COMPONENT_H
#define CLM_SYSTEMS_COMPONENT_H

#include <clmodp/polynomials.h>

#include "core/error.h"

/* Sets h to the primitive gcd of f and g, not both 0, with a positive leading coefficient; and a
 * and b to f / h and g / h, but for rational factors. Errors: as clmodp_mpoly_gcd */
clmodp_status clm_component_split(clmodp_context *context, clmodp_zxy *h, clmodp_zxy *a,
                                  clmodp_zxy *b, const clmodp_zxy *f, const clmodp_zxy *g);

/* Fails with DOMAIN, with h in the message in variables x and y. */
clmodp_status clm_component_refuse(clm_error *error, const clmodp_zxy *h, const char *x,
                                   const char *y);

#endif
