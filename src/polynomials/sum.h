/* Sums of terms c * x^i * y^j with rational c, as they grow while an expression is read, their
 * products, and what both may take of memory and time. */
#ifndef CLM_POLYNOMIALS_SUM_H
#define CLM_POLYNOMIALS_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/core.h>

#include "core/error.h"

/* What reading an expression may take of memory and time, and who is asked whether to go on. */

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

/* Rational numbers whose usual denominator, 1, costs no memory and no time. */

typedef struct clm_fraction {
    mpz_t num;
    mpz_t den; /* positive and coprime to num; the value 0 stands for 1 */
} clm_fraction;

/* a := 0. Release with clm_fraction_clear. */
static inline void clm_fraction_init(clm_fraction *a)
{
    mpz_init(a->num);
    mpz_init(a->den);
}

static inline void clm_fraction_clear(clm_fraction *a)
{
    mpz_clear(a->num);
    mpz_clear(a->den);
}

static inline bool clm_fraction_whole(const clm_fraction *a)
{
    return mpz_sgn(a->den) == 0;
}

/* The words that the integers take. */
static inline size_t clm_fraction_limbs(const clm_fraction *a)
{
    return mpz_size(a->num) + mpz_size(a->den);
}

/* At least the bits of the longer integer; at most 64 more. */
static inline double clm_fraction_bits(const clm_fraction *a)
{
    size_t num = mpz_size(a->num), den = mpz_size(a->den);

    return (double)(num > den ? num : den) * GMP_NUMB_BITS;
}

/* Lowest terms, with denominator 1 as 0. In: den >= 0, where 0 stands for 1. */
void clm_fraction_reduce(clm_fraction *a);

/* a := a * b, lowest terms. a and b may be the same.
 * Pre: the bits of both together are far below GMP's limit, 2^37 */
void clm_fraction_multiply(clm_fraction *a, const clm_fraction *b);

/* a := 1 / a. Pre: a is not 0. */
void clm_fraction_invert(clm_fraction *a);

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

/* log2 |a|, a not 0, rounded up a little. */
double clm_integer_log2(const mpz_t a);

/* a := a^e, lowest terms. Errors: LIMIT */
clmodp_status clm_fraction_power(clm_budget *budget, clm_fraction *a, uint64_t e);

/* A product of numbers, powers of variables and sums, as it grows while a term is read. */

/* An exponent of any length, as far as it matters. */
typedef struct clm_exponent {
    uint64_t value; /* at most 2^62 + 1: larger ones become 2^62, or 2^62 + 1 if odd */
} clm_exponent;

typedef struct clm_product {
    clm_budget *budget;
    bool negative;
    uint64_t exponent[2]; /* of x and y */
    clm_fraction c;       /* numbers, as long as they are short */
    clm_sum *factor;      /* sums and long numbers, each more than twice its successor */
    size_t length, room;
} clm_product;

/* The empty product, 1; release with clm_product_clear. */
void clm_product_init(clm_product *product, clm_budget *budget);
void clm_product_clear(clm_product *product);

/* product *= a^e, or /= a^e when `divide`; a becomes 0.
 * Errors: PARSE (division by 0), LIMIT, HOST_MEMORY */
clmodp_status clm_product_number(clm_product *product, clm_fraction *a, clm_exponent e,
                                 bool divide);

/* product *= x^e (variable 0) or y^e (variable 1). Errors: LIMIT */
clmodp_status clm_product_variable(clm_product *product, int variable, clm_exponent e);

/* product *= sum^e, or /= when `divide`; the sum becomes empty.
 * Cost:   sums of like size are multiplied first, so that many factors cost about as much
 *         as the last product
 * Errors: PARSE (division by 0 or by what is no number), LIMIT, HOST_MEMORY */
clmodp_status clm_product_sum(clm_product *product, clm_sum *sum, clm_exponent e, bool divide);

/* Add the product to a sum; the product becomes 1 again. Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_product_finish(clm_product *product, clm_sum *into);

#endif
