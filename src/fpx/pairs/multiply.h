/* Products of many short pairs over F_p. */
#ifndef CLM_FPX_MANY_MULTIPLY_H
#define CLM_FPX_MANY_MULTIPLY_H

#include "cost/amounts.h"
#include "fpx/pairs/tiles.h"

/* Rows of a tile, as clm_many_tiles_create wants them. */
#define CLM_MANY_MULTIPLY_COPIES 2

/* Each pair's product, from word `first` of it on: n + m + 1 coefficients, and zeros, `firsts`
 * words in all.
 *
 * Out:    products  `room` words; those of no pair's are left as they are
 * Pre:    n >= m
 * Cost:   clm_many_multiply_cost
 * Errors: those of clm_many_tiles_create
 * Source: plain. Asynchronous. */
clmodp_status clm_many_multiply(clmodp_context *ctx, const clm_buffer *products, size_t room,
                                const clm_many *many);

/* Of pairs whose (n + 1) (m + 1) add up to so many. */
clm_amounts clm_many_multiply_cost(double products);

#endif
