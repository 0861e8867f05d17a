/* Sums of terms with rational coefficients, built up while an expression is read; their products;
 * and limits on the memory and time of both. */
#ifndef CLM_POLYNOMIALS_SUM_H
#define CLM_POLYNOMIALS_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/core.h>

#include "core/error.h"
#include "polynomials/mpoly.h"

/* A progress callback that may cancel; all zero: none. */
typedef struct clm_cancellation {
    clmodp_progress progress;
    void *user;
    double fraction; /* done, set by the reader of the text */
    bool stopped;    /* the callback has cancelled */
} clm_cancellation;

/* Work, roughly in limbs, between two calls of the callback: some tenths of a millisecond. */
#define CLM_ASKING_WORK ((size_t)1 << 16)

/* Limits for all sums of one expression, the number of their variables, and the error. */
typedef struct clm_budget {
    size_t variables;
    size_t used, limit; /* bytes of all terms */
    double bits;        /* of one integer, also of one that packs a whole product */
    double pairs;       /* of terms in one product */
    size_t work;        /* since the last call of the callback */
    clm_cancellation asking;
    clm_error error;    /* filled by each failing function that has the budget */
} clm_budget;

/* Sets up a budget of `bytes` bytes, at most a quarter for one integer. With 2^30 bytes all stay
 * far below GMP's limit, 2^37 bits, and a product of the most pairs takes two minutes. */
void clm_budget_init(clm_budget *budget, size_t variables, size_t bytes);

/* Calls the progress callback. Errors: CANCELLED, also by all later calls then */
clmodp_status clm_budget_poll(clm_budget *budget);

/* Counts work, and calls the callback after enough of it. All long work uses this, except within
 * single calls of GMP. */
static inline clmodp_status clm_budget_step(clm_budget *budget, size_t work)
{
    budget->work += work;
    return budget->work < CLM_ASKING_WORK ? CLMODP_OK : clm_budget_poll(budget);
}

/* Returns LIMIT with a message unless `more` bytes fit the budget. */
clmodp_status clm_budget_check(clm_budget *budget, double more);

/* Returns LIMIT with a message unless an integer may have `bits` bits. */
clmodp_status clm_budget_check_bits(clm_budget *budget, double bits);

/* Rational numbers whose usual denominator, 1, costs no memory and no time. */

typedef struct clm_fraction {
    mpz_t num;
    mpz_t den; /* positive and coprime to num; the value 0 stands for 1 */
} clm_fraction;

/* Sets a := 0. Release with clm_fraction_clear. */
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

/* Returns the limbs of both integers. */
static inline size_t clm_fraction_limbs(const clm_fraction *a)
{
    return mpz_size(a->num) + mpz_size(a->den);
}

/* Returns at least the bits of the longer integer, and at most 64 more. */
static inline double clm_fraction_bits(const clm_fraction *a)
{
    size_t num = mpz_size(a->num), den = mpz_size(a->den);

    return (double)(num > den ? num : den) * GMP_NUMB_BITS;
}

/* Reduces to lowest terms, with denominator 1 as 0. In: den >= 0, 0 standing for 1 */
void clm_fraction_reduce(clm_fraction *a);

/* Sets a := a * b in lowest terms. a and b may be the same.
 * Pre: both together have far fewer bits than GMP's limit, 2^37 */
void clm_fraction_multiply(clm_fraction *a, const clm_fraction *b);

/* Sets a := 1 / a. Pre: a is not 0. */
void clm_fraction_invert(clm_fraction *a);

/* Sets a to an unsigned integer, or a decimal. Errors: LIMIT (too many digits), HOST_MEMORY */
clmodp_status clm_fraction_read(clm_budget *budget, clm_fraction *a, const char *text,
                                size_t length, bool decimal);

typedef struct clm_sum {
    clm_budget *budget;
    char *terms; /* exponents as in a clmodp_mpoly, then a clm_fraction */
    size_t length;
    size_t room;     /* bytes allocated; only the first `length` terms are initialised */
    size_t combined; /* leading terms in order, each place once, none 0 */
    size_t bytes;    /* charged to the budget */
} clm_sum;

/* Returns the exponents of term k. */
static inline uint32_t *clm_sum_exponents(const clm_sum *sum, size_t k)
{
    return (void *)(sum->terms +
                    k * clm_term_bytes(sum->budget->variables, sizeof(clm_fraction)));
}

/* Returns the coefficient of term k. */
static inline clm_fraction *clm_sum_fraction(const clm_sum *sum, size_t k)
{
    return (void *)(clm_sum_exponents(sum, k) + clm_stored_exponents(sum->budget->variables));
}

/* Creates an empty sum; release with clm_sum_clear, which leaves it empty again. */
void clm_sum_init(clm_sum *sum, clm_budget *budget);
void clm_sum_clear(clm_sum *sum);

/* Moves `from` to `to`, which is empty before. */
void clm_sum_move(clm_sum *to, clm_sum *from);

/* Reserves space for more terms. Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_sum_reserve(clm_sum *sum, size_t terms);

/* Adds a term with these exponents; c is moved and becomes 0.
 * Cost:   constant, and the sorting by clm_sum_combine, amortised
 * Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_sum_append(clm_sum *sum, const uint32_t *exponents, clm_fraction *c);

/* Sets sum := sum + other, or sum - other with `negate`; other becomes empty.
 * Cost:   moves the terms of the shorter of the two
 * Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_sum_absorb(clm_sum *sum, clm_sum *other, bool negate);

/* Sorts the terms, adds up terms with the same exponents and drops zeros.
 * Errors: LIMIT (fractions too long) */
clmodp_status clm_sum_combine(clm_sum *sum);

/* Multiplies all terms by c, not 0, and powers of the variables; NULL: none.
 * Errors: LIMIT (an exponent, the size) */
clmodp_status clm_sum_scale(clm_sum *sum, const uint64_t *exponents, const clm_fraction *c);

/* Appends copies of all terms of `other`. Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_sum_copy(clm_sum *sum, const clm_sum *other);

/* Returns whether two combined sums are equal, or whether one is a number. */
bool clm_sum_equal(const clm_sum *a, const clm_sum *b);
bool clm_sum_is_number(const clm_sum *sum);

/* Sets sum := sum * common, common the least common denominator. Errors: LIMIT */
clmodp_status clm_sum_clear_denominators(clm_sum *sum, mpz_t common);

/* Sets sum := sum / d, d positive. Errors: LIMIT */
clmodp_status clm_sum_divide(clm_sum *sum, const mpz_t d);

/* Sets f := f * g; g becomes empty.
 * Cost:   the cheaper, as predicted, of all pairs of terms and one integer multiplication of the
 *         product's size
 * Errors: LIMIT (refused before the work starts if foreseeable), HOST_MEMORY;
 *         f and g are unspecified then, but can be cleared */
clmodp_status clm_sum_multiply(clm_sum *f, clm_sum *g);

/* Sets f := f^e, e >= 2, f combined with at least two terms.
 * Cost:   two terms: the binomial theorem; else repeated squaring
 * Errors: as clm_sum_multiply */
clmodp_status clm_sum_power(clm_sum *f, uint64_t e);

/* Sets out, empty before, to f^e for an f of two terms with integer coefficients; errors likewise,
 * for coefficients and exponents that fit. */
clmodp_status clm_sum_binomial_power(clm_sum *out, const clm_sum *f, uint64_t e);

/* Sets f to a sum with integer coefficients, which becomes empty; f is unchanged after an error.
 * Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_sum_take(clmodp_mpoly *f, clm_sum *sum);

/* Sets a := a^e in lowest terms. Errors: LIMIT */
clmodp_status clm_fraction_power(clm_budget *budget, clm_fraction *a, uint64_t e);

/* A product of numbers, powers of variables and sums, built up while a term is read. */

/* An exponent of any length. */
typedef struct clm_exponent {
    uint64_t value; /* at most 2^62 + 1: larger ones become 2^62, or 2^62 + 1 if odd */
} clm_exponent;

typedef struct clm_product {
    clm_budget *budget;
    bool negative;
    uint64_t exponent[CLMODP_MOST_VARIABLES];
    clm_fraction c;  /* numbers while short */
    clm_sum *factor; /* sums and long numbers, each more than twice its successor */
    size_t length, room;
} clm_product;

/* Creates the empty product, 1; release with clm_product_clear. */
void clm_product_init(clm_product *product, clm_budget *budget);
void clm_product_clear(clm_product *product);

/* Sets the product to 1, whatever failed before. */
void clm_product_reset(clm_product *product);

/* Multiplies the product by a^e, or divides it with `divide`; a becomes 0.
 * Errors: PARSE (division by 0), LIMIT, HOST_MEMORY */
clmodp_status clm_product_number(clm_product *product, clm_fraction *a, clm_exponent e,
                                 bool divide);

/* Multiplies the product by a power of a variable. Errors: LIMIT */
clmodp_status clm_product_variable(clm_product *product, size_t variable, clm_exponent e);

/* Multiplies the product by sum^e, or divides it with `divide`; the sum becomes empty.
 * Cost:   sums of similar size are multiplied first, so that many factors cost about as much as
 *         the last product does
 * Errors: PARSE (division by 0 or by a polynomial), LIMIT, HOST_MEMORY */
clmodp_status clm_product_sum(clm_product *product, clm_sum *sum, clm_exponent e, bool divide);

/* Adds the product to a sum; the product becomes 1 again. Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_product_finish(clm_product *product, clm_sum *into);

/* Adds the quotient of two products, which become 1 again, to the quotient sum / divisor; an empty
 * divisor is 1. Errors: LIMIT, HOST_MEMORY; sum and divisor are unspecified then */
clmodp_status clm_quotient_add(clm_sum *sum, clm_sum *divisor, clm_product *product,
                               clm_product *divisors);

/* Sets f / d := sum / divisor; both become empty. */
clmodp_status clm_quotient_take(clmodp_mpoly *f, clmodp_mpoly *d, clm_sum *sum, clm_sum *divisor);

#endif
