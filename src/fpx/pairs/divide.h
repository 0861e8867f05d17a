/* Quotients and remainders of many short pairs over F_p. */
#ifndef CLM_FPX_MANY_DIVIDE_H
#define CLM_FPX_MANY_DIVIDE_H

#include "cost/amounts.h"
#include "fpx/pairs/tiles.h"

/* Each pair's quotient a / b, from word `first` on, n - m + 1 coefficients and zeros, `firsts`
 * words in all, and its remainder, m coefficients, from word `second` on, likewise.
 *
 * Out:    results  `room` words; those of no pair's are left as they are
 * Pre:    n >= m >= 1
 * Cost:   clm_many_divide_cost
 * Errors: those of clm_many_tiles_create
 * Source: plain, two coefficients of quotients at a time. Asynchronous. */
clmodp_status clm_many_divide(clmodp_context *ctx, const clm_buffer *results, size_t room,
                              const clm_many *many);

/* Of pairs whose (n - m + 1) m add up to so many. */
clm_amounts clm_many_divide_cost(double pairs);

#endif
