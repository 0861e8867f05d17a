/* Exact decisions on solutions of three equations where Newton's method proves nothing. */
#ifndef CLM_SYSTEMS_SINGULAR_H
#define CLM_SYSTEMS_SINGULAR_H

#include <stdbool.h>

#include <clmodp/roots.h>

#include "systems/three_equations.h"

/* Real coordinates of a solution, by the numbers of roots of eliminants. */
typedef struct clm_candidate {
    size_t root[CLM_UNKNOWNS];
    bool proved; /* it is a solution */
    unsigned long multiplicity; /* 0: not known */
} clm_candidate;

/* A system, the real roots of its eliminants, and points among which its real solutions are. */
typedef struct clm_candidates {
    clmodp_context *context;
    const clm_three_equations *system;
    clmodp_roots *const *roots;
    clm_candidate *list;
    size_t count;
} clm_candidates;

/* Proves all candidates that are solutions; the others are none.
 *
 * Cost:   for the degree n of an equation n + 1 resultants of equations in three variables, the
 *         separation of the common zeros of two of them, and for each singular solution, unless
 *         it is rational, n - 1 gcds
 * Errors: those of resultants, gcds and roots, LIMIT */
clmodp_status clm_singular_prove(clm_candidates *c);

#endif
