/* The exponents of polynomials numbered without large gaps. */
#ifndef CLM_ZXY_EXPONENT_GRID_H
#define CLM_ZXY_EXPONENT_GRID_H

#include "zxy/sum.h"

/* The exponents (i, j) of a polynomial are origin + a * step[0] + b * step[1] with
 * 0 <= a < width[0], 0 <= b < width[1]. When all lie on one line, as those of a polynomial
 * in one variable or of a homogeneous one, width[1] is 1. Steps divide out common gaps, as
 * in even polynomials. Products of polynomials with the same steps have them too. */
typedef struct clm_grid {
    int64_t origin[2];
    int64_t step[2][2]; /* [which step][x or y] */
    uint64_t width[2];
} clm_grid;

/* The common steps of the grids of two non-zero combined sums with their own origins and widths.
 * g may be f. Cost: linear in the number of terms */
void clm_grid_find(clm_grid *of_f, clm_grid *of_g, const clm_sum *f, const clm_sum *g);

/* The grid of f^e, and that of a product. Widths saturate far above 2^62. */
void clm_grid_power(clm_grid *out, const clm_grid *f, uint64_t e);
void clm_grid_product(clm_grid *out, const clm_grid *f, const clm_grid *g);

/* The number of points, as far as a double tells. */
static inline double clm_grid_points(const clm_grid *grid)
{
    return (double)grid->width[0] * (double)grid->width[1];
}

/* The number a + b * row of a term, where row >= width[0] is the length of a row. Terms in
 * order have increasing numbers. */
uint64_t clm_grid_number(const clm_grid *grid, const clm_summand *term, uint64_t row);

/* The exponents of a number. */
void clm_grid_exponents(const clm_grid *grid, uint64_t number, uint64_t row,
                        int64_t exponents[2]);

#endif
