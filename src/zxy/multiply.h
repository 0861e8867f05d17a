/* Products and powers of sums. */
#ifndef CLM_ZXY_MULTIPLY_H
#define CLM_ZXY_MULTIPLY_H

#include "zxy/sum.h"

/* f := f * g; g becomes empty.
 * Cost:   the cheaper, as predicted, of all pairs of terms and one integer multiplication of
 *         the size of the product
 * Errors: LIMIT (refused before the work starts where that can be foreseen), HOST_MEMORY;
 *         f and g are unspecified then, but can be cleared */
clmodp_status clm_sum_multiply(clm_sum *f, clm_sum *g);

/* out := f * g, out empty before; f and g combined, whole, not 0, and possibly the same.
 * Cost and errors as clm_sum_multiply. */
clmodp_status clm_sum_multiply_whole(clm_sum *out, const clm_sum *f, const clm_sum *g);

/* f := f^e, e >= 2, f combined with at least two terms.
 * Cost:   two terms: the binomial theorem; else repeated squaring
 * Errors: as clm_sum_multiply */
clmodp_status clm_sum_power(clm_sum *f, uint64_t e);

/* a := a^e, lowest terms. Errors: LIMIT */
clmodp_status clm_fraction_power(clm_budget *budget, clm_fraction *a, uint64_t e);

#endif
