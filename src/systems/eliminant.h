/* Polynomials in one of three unknowns with the coordinates of all solutions among their roots. */
#ifndef CLM_SYSTEMS_ELIMINANT_H
#define CLM_SYSTEMS_ELIMINANT_H

#include <clmodp/mpoly.h>
#include <clmodp/resultant.h>

#include "systems/ball_values.h"

/* Sets r, which is neither f nor g, to the resultant of f and g in a variable, or to one of them
 * in which it does not occur: common zeros of f and g are zeros of r. */
clmodp_status clm_eliminate(clmodp_context *context, clmodp_mpoly *r, const clmodp_mpoly *f,
                            const clmodp_mpoly *g, size_t variable,
                            const clmodp_resultant_options *how);

/* Sets e, 0 at first, to a polynomial other than 0 that vanishes at this coordinate of all complex
 * solutions of f[0] = f[1] = f[2] = 0. In general it has no other roots.
 *
 * In:     name  of the variable, in messages
 * Errors: DOMAIN (not found: there may be infinitely many solutions), those of resultants and
 *         gcds */
clmodp_status clm_eliminant(clmodp_context *context, clmodp_zx *e, const clmodp_mpoly *const *f,
                            size_t variable, const char *name,
                            const clmodp_resultant_options *how);

#endif
