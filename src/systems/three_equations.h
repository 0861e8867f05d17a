/* Three equations in three unknowns, checked, and their eliminants. */
#ifndef CLM_SYSTEMS_THREE_EQUATIONS_H
#define CLM_SYSTEMS_THREE_EQUATIONS_H

#include <stdbool.h>

#include <clmodp/systems.h>

#include "systems/ball_values.h"

typedef struct clm_three_equations {
    const clmodp_mpoly *const *f;
    clmodp_resultant_options how;
    bool none; /* an equation is a constant other than 0; then there are no eliminants */
    clmodp_zx *eliminants[CLM_UNKNOWNS];
} clm_three_equations;

/* Reads options and checks the equations, which outlive s, and finds the eliminants. Release with
 * clm_three_equations_clear, which takes {0}. Errors: those of clmodp_points_find */
clmodp_status clm_three_equations_read(clmodp_context *context, clm_three_equations *s,
                                       const clmodp_mpoly *const *f,
                                       const clmodp_points_options *options);
void clm_three_equations_clear(clm_three_equations *s);

#endif
