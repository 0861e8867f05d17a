/* Systems whose solutions a projection separates, without common components. */
#ifndef CLM_SYSTEMS_SEPARATION_H
#define CLM_SYSTEMS_SEPARATION_H

#include "systems/projection.h"

/* {0} is a system without solutions. */
typedef struct clm_separation {
    clm_projection projection; /* separates the solutions; empty: there are none */
    clm_projection unsheared;  /* empty if the projection itself is unsheared */
    clmodp_zxy *component;     /* the common factor; NULL: none */
} clm_separation;

/* Uses separated zeros of a system. */
typedef clmodp_status (*clm_use_zeros)(void *argument, const clm_system *system);

/* Separates the common zeros of f and g or, with options->components and a common factor, of f and
 * g divided by it, and calls `use` with this system and its zeros in s, unless there are none. The
 * system's options are as in a call of clmodp_solve.
 *
 * Errors: those of clmodp_solve */
clmodp_status clm_separate(clm_separation *s, clm_system *system, clm_use_zeros use,
                           void *argument);
void clm_separation_destroy(clm_separation *s);

/* Returns the unsheared projection. The x of each solution is one of its roots. */
static inline const clm_projection *clm_separation_columns(const clm_separation *s)
{
    return s->projection.shear == 0 ? &s->projection : &s->unsheared;
}

#endif
