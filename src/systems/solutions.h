/* The coordinates of solutions above the roots of a projection, in boxes. */
#ifndef CLM_SYSTEMS_SOLUTIONS_H
#define CLM_SYSTEMS_SOLUTIONS_H

#include <stdint.h>

#include "systems/separation.h"

/* Bits of y at first, and more of a root than of what is computed from it. */
#define CLM_LEAST_BITS ((uint64_t)64)

/* Bits of complex roots at first, so many that nearly every y has CLM_LEAST_BITS. */
#define CLM_ROOT_BITS (2 * CLM_LEAST_BITS)

#define CLM_NO_ROOT SIZE_MAX

typedef struct clm_solution {
    size_t root; /* t: the number of a root of the projection */
    size_t x;    /* that of a root of the resultant in y */
    size_t y;    /* that of a root of the resultant in x; CLM_NO_ROOT: the box alone is known */
    clm_box box; /* of y */
    bool found;  /* clm_solutions_try found the box */
} clm_solution;

/* {0} is empty. */
typedef struct clm_solutions {
    clm_separation at;       /* its projections have real roots, or all of them */
    clmodp_complex_roots *y; /* of the resultant in x; NULL: not needed */
    clm_solution *solution;
    size_t count;
} clm_solutions;

void clm_solutions_clear(clm_solutions *s);

/* Appends a solution with this root; its other fields are unknown yet. Pre: there is space */
clm_solution *clm_solutions_append(clm_solutions *s, size_t root);

/* Sets the box to that of x (coordinate 0) or y (1). */
void clm_solution_get(clm_box *box, const clm_solutions *s, const clm_solution *one,
                      unsigned coordinate);

/* Sets the box to one that is computed from t, as clm_box_is_narrow. Errors: those of roots */
clmodp_status clm_solution_find(clmodp_context *context, clm_box *box, const clm_solutions *s,
                                const clm_solution *one, unsigned coordinate, uint64_t bits,
                                bool relative);

/* Sets the boxes of y, as clm_solution_find, without refining roots, on several threads; `found`
 * marks the boxes that are narrow enough. Errors: CANCELLED, HOST_MEMORY */
clmodp_status clm_solutions_try(clmodp_context *context, clm_solutions *s);

/* Narrows both coordinates as clm_box_is_narrow. Errors: those of roots */
clmodp_status clm_solution_refine(clmodp_context *context, const clm_solutions *s,
                                  clm_solution *one, uint64_t bits);

/* Sorts solutions, and refines y until boxes with the same x are apart. */
clmodp_status clm_solutions_sort(clmodp_context *context, const clm_solutions *s,
                                 clm_solution *first, size_t count);

#endif
