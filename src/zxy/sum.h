/* Sums of terms c * x^i * y^j with rational c, as they grow while an expression is read. */
#ifndef CLM_ZXY_SUM_H
#define CLM_ZXY_SUM_H

#include <stdbool.h>
#include <stdint.h>

#include <clmodp/status.h>

#include "zxy/budget.h"
#include "zxy/fraction.h"

typedef struct clm_summand {
    uint32_t i, j; /* exponents of x and y, below CLM_ZXY_MOST_EXPONENT */
    clm_fraction c;
} clm_summand;

typedef struct clm_sum {
    clm_budget *budget;
    clm_summand *term;
    size_t length;
    size_t room;     /* terms allocated; those below `length` are initialised */
    size_t combined; /* the first so many are sorted by (j, i), each pair once, none 0 */
    size_t bytes;    /* charged to the budget */
} clm_sum;

/* An empty sum; release with clm_sum_clear, which leaves it empty again. */
void clm_sum_init(clm_sum *sum, clm_budget *budget);
void clm_sum_clear(clm_sum *sum);

/* Give the whole contents away: *to, empty before, gets them. */
void clm_sum_move(clm_sum *to, clm_sum *from);

/* Charge what the terms take now. Errors: LIMIT */
clmodp_status clm_sum_charge(clm_sum *sum);

/* Add c * x^i * y^j; c's integers are moved out and c becomes 0.
 * Cost:   constant, and the sorting that clm_sum_combine would do, amortised
 * Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_sum_append(clm_sum *sum, uint32_t i, uint32_t j, clm_fraction *c);

/* sum := sum + other, or sum - other when `negate`; other becomes empty.
 * Cost:   moves the terms of the shorter of the two
 * Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_sum_absorb(clm_sum *sum, clm_sum *other, bool negate);

/* Sort the terms, add up those with the same exponents and drop zeros.
 * Errors: LIMIT (fractions too long) */
clmodp_status clm_sum_combine(clm_sum *sum);

/* sum := sum * c * x^i * y^j, c not 0. Errors: LIMIT (an exponent, the size) */
clmodp_status clm_sum_scale(clm_sum *sum, uint64_t i, uint64_t j, const clm_fraction *c);

/* sum := sum * common, with common the least positive integer that makes it whole.
 * Errors: LIMIT */
clmodp_status clm_sum_clear_denominators(clm_sum *sum, mpz_t common);

/* sum := sum / d, d positive. Errors: LIMIT */
clmodp_status clm_sum_divide(clm_sum *sum, const mpz_t d);

#endif
