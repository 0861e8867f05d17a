/* All complex solutions of three equations, exactly, if their leading forms allow it. */
#ifndef CLM_SYSTEMS_MATCH_H
#define CLM_SYSTEMS_MATCH_H

#include <clmodp/roots.h>

#include "systems/three_equations.h"

/* A solution, by the numbers of complex roots. */
typedef struct clm_match {
    size_t root[CLM_UNKNOWNS];
    unsigned long multiplicity;
} clm_match;

typedef struct clm_matches {
    clm_match *list; /* released with free */
    size_t count;
} clm_matches;

/* Finds all solutions, of each pair of conjugates one. For numbers a and b and
 * w = x + a y + b z, the resultant in y and z of the equations in the coordinates w, y and z has
 * exactly the values of w at the solutions as roots, with the solutions' multiplicities. It is 0
 * if the leading forms have infinitely many common zeros. Among the points with roots of the
 * eliminants as coordinates at which the equations may be 0, one remains for each root w that this
 * sum may equal: this point is a solution.
 *
 * Out:    matches  {0} at first
 *         roots    complex roots of the eliminants, refined; NULL at first; the caller's
 *         found    false: the leading forms have infinitely many common zeros, or no numbers a and
 *                  b, among some, tell the points apart
 * Cost:   a resultant as in poisson.h, or in two steps if an equation is linear, and its complex
 *         roots; sorting of the values of x + a y and of w - b z for all roots
 * Errors: HOST_MEMORY, LIMIT, CANCELLED, those of resultants */
clmodp_status clm_match_points(clmodp_context *context, clm_matches *matches,
                               clmodp_complex_roots *roots[CLM_UNKNOWNS], bool *found,
                               const clm_three_equations *system);

#endif
