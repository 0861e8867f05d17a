/* Monic greatest common divisors of many short pairs over F_p, with cofactors. */
#ifndef CLM_FPX_MANY_COFACTORS_H
#define CLM_FPX_MANY_COFACTORS_H

#include "cl/fpx/pairs/cofactors_shape.h"
#include "cost/amounts.h"
#include "fpx/pairs/tiles.h"

/* Rows of a tile, as clm_many_tiles_create wants them. */
#define CLM_MANY_COFACTORS_COPIES 5

/* Each pair's g = u a + v b, with the degrees of clmodp_fpx_xgcd: g from word `first` on, u from
 * `apart` words behind that on, v from as many behind that; zeros behind each, `firsts` words in
 * all.
 *
 * Out:    degrees  of common divisors, a word for each number; COFACTORS_STRAY: of this pair
 *                  nothing is known, as in clm_many_euclid
 *         results  3 apart words
 * Pre:    n >= m >= 1
 * Cost:   clm_many_cofactors_cost
 * Errors: those of clm_many_tiles_create
 * Source: lockstep Euclid, cl/fpx/pairs/cofactors.cl. Asynchronous. */
clmodp_status clm_many_cofactors(clmodp_context *ctx, const clm_buffer *degrees,
                                 const clm_buffer *results, size_t apart, const clm_many *many);

/* Of pairs whose n m add up to so many. */
clm_amounts clm_many_cofactors_cost(double pairs);

#endif
