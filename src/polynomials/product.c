/* Products of numbers, powers of variables and sums, built up while a term is read. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "polynomials/sum.h"

/* Numbers of more limbs are kept with the sums, until a factor of similar size follows. */
#define SHORT_LIMBS 64

static void start_product(clm_product *product)
{
    product->negative = false;
    memset(product->exponent, 0, sizeof product->exponent);
    mpz_set_ui(product->c.num, 1);
    mpz_set_ui(product->c.den, 0);
}

void clm_product_init(clm_product *product, clm_budget *budget)
{
    *product = (clm_product){.budget = budget};
    clm_fraction_init(&product->c);
    start_product(product);
}

static void drop_factors(clm_product *product)
{
    while (product->length > 0)
        clm_sum_clear(&product->factor[--product->length]);
}

void clm_product_reset(clm_product *product)
{
    drop_factors(product);
    start_product(product);
}

void clm_product_clear(clm_product *product)
{
    drop_factors(product);
    free(product->factor);
    product->factor = NULL;
    product->room = 0;
    clm_fraction_clear(&product->c);
    clm_fraction_init(&product->c);
}

static clmodp_status join_last(clm_product *product)
{
    clm_sum *last = &product->factor[product->length - 1];
    clmodp_status st = clm_sum_multiply(last - 1, last);

    if (st == CLMODP_OK)
        product->length--;
    return st;
}

static clmodp_status push_factor(clm_product *product, clm_sum *sum)
{
    clmodp_status st = CLMODP_OK;

    GROW(&product->budget->error, product->factor, product->room, product->length + 1);
    clm_sum_move(&product->factor[product->length++], sum);
    while (product->length >= 2 && product->factor[product->length - 2].bytes <=
                                       2 * product->factor[product->length - 1].bytes)
        TRY(join_last(product));
done:
    return st;
}

/* Keeps the number short: a long one becomes a separate factor. */
static clmodp_status push_long_number(clm_product *product)
{
    clmodp_status st = CLMODP_OK;
    clm_sum sum;

    if (clm_fraction_limbs(&product->c) <= SHORT_LIMBS)
        return CLMODP_OK;
    clm_sum_init(&sum, product->budget);
    clm_fraction_reduce(&product->c);
    TRY(clm_sum_append(&sum, (const uint32_t[CLMODP_MOST_VARIABLES]){0}, &product->c));
    mpz_set_ui(product->c.num, 1);
    TRY(push_factor(product, &sum));
done:
    clm_sum_clear(&sum);
    return st;
}

clmodp_status clm_product_number(clm_product *product, clm_fraction *a, clm_exponent e,
                                 bool divide)
{
    clmodp_status st = CLMODP_OK;
    clm_fraction *c = &product->c;

    if (e.value != 1)
        TRY(clm_fraction_power(product->budget, a, e.value));
    if (divide && mpz_sgn(a->num) == 0)
        FAIL(&product->budget->error, CLMODP_PARSE, "division by zero");
    if (divide)
        clm_fraction_invert(a);
    if (clm_fraction_whole(c) && mpz_cmp_ui(c->num, 1) == 0) {
        mpz_swap(c->num, a->num);
        mpz_swap(c->den, a->den);
    } else {
        TRY(clm_budget_check_bits(product->budget,
                                  clm_fraction_bits(c) + clm_fraction_bits(a)));
        clm_fraction_multiply(c, a);
    }
    mpz_set_ui(a->num, 0);
    mpz_set_ui(a->den, 0);
    TRY(push_long_number(product));
done:
    return st;
}

clmodp_status clm_product_variable(clm_product *product, size_t variable, clm_exponent e)
{
    if (e.value + product->exponent[variable] >= CLM_MOST_EXPONENT)
        return clm_fail(&product->budget->error, CLMODP_LIMIT, "an exponent reaches 2^31");
    product->exponent[variable] += e.value;
    return CLMODP_OK;
}

/* Multiplies by a power of a combined sum of at most one term. */
static clmodp_status multiply_by_short(clm_product *product, clm_sum *sum, clm_exponent e,
                                      bool divide)
{
    clmodp_status st = CLMODP_OK;
    clm_fraction c;

    clm_fraction_init(&c);
    if (sum->length == 1) {
        mpz_swap(c.num, clm_sum_fraction(sum, 0)->num);
        mpz_swap(c.den, clm_sum_fraction(sum, 0)->den);
        for (size_t i = 0; i < sum->budget->variables; i++) {
            const uint64_t times = clm_sum_exponents(sum, 0)[i];

            if (times != 0 && e.value >= CLM_MOST_EXPONENT)
                FAIL(&product->budget->error, CLMODP_LIMIT, "an exponent reaches 2^31");
            TRY(clm_product_variable(product, i, (clm_exponent){times * e.value}));
        }
    }
    TRY(clm_product_number(product, &c, e, divide));
done:
    clm_fraction_clear(&c);
    return st;
}

clmodp_status clm_product_sum(clm_product *product, clm_sum *sum, clm_exponent e, bool divide)
{
    clmodp_status st = CLMODP_OK;

    if (e.value == 0)
        goto done; /* a factor 1 */
    if (e.value != 1 || divide) {
        TRY(clm_sum_combine(sum));
        if (divide && !clm_sum_is_number(sum))
            FAIL(&product->budget->error, CLMODP_PARSE,
                 "division by a polynomial; expected a number");
        if (sum->length <= 1) {
            TRY(multiply_by_short(product, sum, e, divide));
            goto done;
        }
        TRY(clm_sum_power(sum, e.value));
    }
    if (mpz_sgn(product->c.num) != 0) /* otherwise the product stays 0 */
        TRY(push_factor(product, sum));
done:
    clm_sum_clear(sum);
    return st;
}

clmodp_status clm_product_finish(clm_product *product, clm_sum *into)
{
    clmodp_status st = CLMODP_OK;
    clm_fraction *c = &product->c;
    uint32_t exponents[CLMODP_MOST_VARIABLES];

    if (mpz_sgn(c->num) == 0) {
        drop_factors(product);
    } else if (product->length == 0) {
        for (size_t i = 0; i < product->budget->variables; i++)
            exponents[i] = (uint32_t)product->exponent[i];
        if (product->negative)
            mpz_neg(c->num, c->num);
        TRY(clm_sum_append(into, exponents, c));
    } else {
        while (product->length > 1)
            TRY(join_last(product));
        TRY(clm_sum_scale(product->factor, product->exponent, c));
        TRY(clm_sum_absorb(into, product->factor, product->negative));
        product->length = 0;
    }
    start_product(product);
done:
    return st;
}
