/* Sums of terms c * x^i * y^j with rational c, as they grow while an expression is read. */
#ifndef CLM_ZXY_SUM_H
#define CLM_ZXY_SUM_H

#include <stdbool.h>
#include <stdint.h>

#include <clmodp/status.h>

#include "zxy/fraction.h"

#include "base/error.h"

/* Who is asked whether to go on; all zero: nobody. */
typedef struct clm_asking {
    clmodp_progress progress;
    void *user;
    double fraction; /* done; whoever knows it sets it */
    bool stopped;    /* the answer was no */
} clm_asking;

/* Work, roughly in limbs, between two questions: some tenths of a millisecond. */
#define CLM_ASKING_WORK ((size_t)1 << 16)

/* What all sums of one expression may take, and what went wrong. */
typedef struct clm_budget {
    size_t used, limit; /* bytes of all terms */
    double bits;        /* of one integer, also of one that holds a whole product */
    double pairs;       /* of terms in one product */
    size_t work;        /* done since somebody was asked */
    clm_asking asking;
    clm_error error;    /* filled whenever a function that knows the budget fails */
} clm_budget;

/* A budget of so many bytes, one integer being at most a quarter of it. With 2^30 bytes,
 * everything stays far below the sizes at which GMP ends the process, 2^37 bits, and a
 * product of the most pairs takes two minutes. */
void clm_budget_init(clm_budget *budget, size_t bytes);

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

/* Ask whether to go on. Errors: CANCELLED, now and always then */
clmodp_status clm_budget_ask(clm_budget *budget);

/* The same once so much work was done. In all that may take long, whatever a text holds, but for
 * single calls of GMP's. */
static inline clmodp_status clm_budget_step(clm_budget *budget, size_t work)
{
    budget->work += work;
    return budget->work < CLM_ASKING_WORK ? CLMODP_OK : clm_budget_ask(budget);
}

/* LIMIT with a message unless `more` bytes fit the budget. */
clmodp_status clm_budget_check(clm_budget *budget, double more);

/* LIMIT with a message unless an integer may have so many bits. */
clmodp_status clm_budget_check_bits(clm_budget *budget, double bits);

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
