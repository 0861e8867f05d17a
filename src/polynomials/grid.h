/* Grids of exponents, and the places of coefficients in packed products of sums. */
#ifndef CLM_POLYNOMIALS_GRID_H
#define CLM_POLYNOMIALS_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "polynomials/slots.h"
#include "polynomials/sum.h"

/* Numbers exponents without large gaps. The exponents of a polynomial are origin + a * step, with
 * 0 <= a_i < width_i for each variable; or, if all lie on one line, as for a polynomial in one
 * variable or a homogeneous one in two, with one a < width_0 for all variables. Steps divide out
 * common gaps, as in even polynomials. Products of polynomials with the same steps have them. */
typedef struct clm_grid {
    size_t variables;
    bool line;
    int64_t origin[CLMODP_MOST_VARIABLES];
    int64_t step[CLMODP_MOST_VARIABLES]; /* of a line: the first that is not 0 is positive */
    uint64_t width[CLMODP_MOST_VARIABLES];
} clm_grid;

/* Returns the number of points. */
static inline double clm_grid_points(const clm_grid *grid)
{
    double points = 1.0;

    for (size_t i = 0; i < grid->variables; i++)
        points *= (double)grid->width[i];
    return points;
}

/* Finds the grids of two non-zero combined sums: common steps, separate origins and widths. g may
 * be f. Cost: linear in the terms */
void clm_grid_find(clm_grid *of_f, clm_grid *of_g, const clm_sum *f, const clm_sum *g);

/* The grids of f^e and of a product. Widths saturate far above 2^62. */
void clm_grid_power(clm_grid *out, const clm_grid *f, uint64_t e);
void clm_grid_product(clm_grid *out, const clm_grid *f, const clm_grid *g);

/* The places of a result's coefficients: those of Kronecker's substitution (kronecker.h). */
typedef struct clm_sum_packing {
    clm_grid grid; /* of the result */
    double bits;   /* of a coefficient */
    size_t slot;   /* limbs per coefficient, its sign included */
    double limbs;  /* of the whole integer */
} clm_sum_packing;

/* Makes the packing of a result with coefficients below 2^bits in absolute value. */
void clm_sum_packing_make(clm_sum_packing *packing, const clm_grid *grid, double bits);

/* Returns whether the whole integer is within the budget. */
bool clm_sum_packing_fits(const clm_sum_packing *packing, const clm_budget *budget);

/* Lists the coefficients of f, not 0 and combined, which *out borrows, and their places, which
 * increase. The caller frees *place. Errors: HOST_MEMORY */
clmodp_status clm_sum_list(clm_slots *out, size_t **place, const clm_sum_packing *packing,
                           const clm_sum *f, const clm_grid *of_f);

/* Appends the term with coefficient c, which is moved, and the exponents of a place, unless c is
 * 0. Errors: as clm_sum_append, CANCELLED */
clmodp_status clm_sum_append_at(clm_sum *out, const clm_sum_packing *packing, uint64_t place,
                                clm_fraction *c);

#endif
