/* Products of dense polynomials by multiplying one long integer. */
#ifndef CLM_ZXY_KRONECKER_H
#define CLM_ZXY_KRONECKER_H

#include "zxy/exponent_grid.h"

/* Where the coefficients of a result lie in the long integer. */
typedef struct clm_packing {
    clm_grid grid; /* of the result */
    size_t slot;         /* limbs a coefficient, its sign included */
    double limbs;        /* of the whole integer */
} clm_packing;

/* The packing of a result whose coefficients are below 2^bits in absolute value. */
void clm_packing_make(clm_packing *packing, const clm_grid *grid, double bits);

/* True if the budget allows an integer of that length. */
bool clm_packing_fits(const clm_packing *packing, const clm_budget *budget);

/* out := f * g. f and g are combined, whole, not 0, and possibly the same; `packing` is that
 * of the result and fits; f's and g's own grids have its steps. out is empty before.
 * Cost:   one multiplication of integers of packing->limbs limbs in all
 * Errors: LIMIT (the budget), HOST_MEMORY
 * Source: [Gathen, Gerhard 2013, section 8.4] */
clmodp_status clm_kronecker_multiply(clm_sum *out, const clm_packing *packing,
                                     const clm_sum *f, const clm_grid *of_f,
                                     const clm_sum *g, const clm_grid *of_g);

#endif
