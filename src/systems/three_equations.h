/* Three equations in three unknowns, checked, and their eliminants. */
#ifndef CLM_SYSTEMS_THREE_EQUATIONS_H
#define CLM_SYSTEMS_THREE_EQUATIONS_H

#include <stdbool.h>

#include <clmodp/systems.h>

#include "systems/ball_values.h"

typedef struct clm_three_equations {
    const clmodp_mpoly *const *f;
    clmodp_resultant_options how;
    const char *const *names;
    bool none; /* an equation is a constant other than 0 */
    clmodp_zx *eliminants[CLM_UNKNOWNS]; /* NULL at first */
} clm_three_equations;

/* Reads options and checks the equations; these and the options' names outlive s, {0} at first.
 * Errors: INVALID, DOMAIN, LIMIT, as for clmodp_points_find */
clmodp_status clm_three_equations_read(clmodp_context *context, clm_three_equations *s,
                                       const clmodp_mpoly *const *f,
                                       const clmodp_points_options *options);

/* Finds eliminant number i, of a system for which `none` is false.
 * Errors: as clm_eliminant */
clmodp_status clm_three_equations_eliminate(clmodp_context *context, clm_three_equations *s,
                                            size_t i);

/* Releases the eliminants. */
void clm_three_equations_clear(clm_three_equations *s);

#endif
