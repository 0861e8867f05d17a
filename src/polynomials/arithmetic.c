/* Arithmetic of polynomials over Z in several variables. */
#include <stdbool.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/integers.h"
#include "polynomials/sum.h"
#include "polynomials/zxy.h"

/* Most bits of a term's value. */
#define MOST_BITS ((size_t)1 << 31)

/* Most pairs of terms in a product of polynomials that is not packed, and memory for its terms. */
#define MOST_PAIRS ((double)(1 << 24))
#define MOST_BYTES ((size_t)1 << 32)

void clm_mpoly_negate(clmodp_mpoly *f)
{
    for (size_t k = 0; k < f->length; k++)
        mpz_neg(clm_mpoly_coefficient(f, k), clm_mpoly_coefficient(f, k));
}

/* Tells whether x and y are different variables of f. */
static bool are_variables(const clmodp_mpoly *f, size_t x, size_t y)
{
    return x < f->variables && y < f->variables && x != y;
}

clmodp_status clmodp_mpoly_set_zxy(clmodp_mpoly *f, const clmodp_zxy *g, size_t x, size_t y)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *h = NULL;

    if (!are_variables(f, x, y))
        TRY(CLMODP_INVALID);
    TRY(clmodp_mpoly_create(&h, f->variables));
    TRY(clm_mpoly_reserve(h, g->length));
    for (size_t k = 0; k < g->length; k++) {
        uint32_t *const e = clm_mpoly_append_copy(h, g->term[k].c);

        e[x] = g->term[k].i;
        e[y] = g->term[k].j;
    }
    clm_mpoly_combine(h);
    clmodp_mpoly_swap(f, h);
done:
    clmodp_mpoly_destroy(h);
    return st;
}

clmodp_status clmodp_mpoly_get_zxy(clmodp_zxy *f, const clmodp_mpoly *g, size_t x, size_t y)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *h = NULL;

    if (!are_variables(g, x, y))
        return CLMODP_INVALID;
    for (size_t i = 0; i < g->variables; i++)
        if (i != x && i != y && clmodp_mpoly_degree(g, i) > 0)
            return CLMODP_DOMAIN;
    TRY(clmodp_mpoly_create(&h, 2));
    TRY(clm_mpoly_resize(h, g->length));
    for (size_t k = 0; k < g->length; k++) {
        mpz_set(clm_mpoly_coefficient(h, k), clm_mpoly_coefficient(g, k));
        clm_mpoly_exponents(h, k)[0] = clm_mpoly_exponents(g, k)[y];
        clm_mpoly_exponents(h, k)[1] = clm_mpoly_exponents(g, k)[x];
    }
    clm_mpoly_combine(h);
    clmodp_mpoly_swap(&f->mpoly, h);
done:
    clmodp_mpoly_destroy(h);
    return st;
}

/* Bounds the bits of a term's value. */
static size_t value_bits(const clmodp_mpoly *f, size_t k, mpz_srcptr point)
{
    const uint32_t *e = clm_mpoly_exponents(f, k);
    size_t bits = mpz_sizeinbase(clm_mpoly_coefficient(f, k), 2);

    for (size_t i = 0; i < f->variables; i++)
        if (mpz_cmpabs_ui(point + i, 1) > 0 &&
            !clm_size_add(&bits, bits, clm_size_times(mpz_sizeinbase(point + i, 2), e[i])))
            return SIZE_MAX;
    return bits;
}

clmodp_status clmodp_mpoly_evaluate(mpz_t value, const clmodp_mpoly *f, mpz_srcptr point)
{
    mpz_t sum, product, power;

    if (point == NULL && f->variables > 0)
        return CLMODP_INVALID;
    for (size_t k = 0; k < f->length; k++)
        if (value_bits(f, k, point) > MOST_BITS)
            return CLMODP_LIMIT;
    mpz_inits(sum, product, power, NULL);
    for (size_t k = 0; k < f->length; k++) {
        const uint32_t *e = clm_mpoly_exponents(f, k);

        mpz_set(product, clm_mpoly_coefficient(f, k));
        for (size_t i = 0; i < f->variables; i++) {
            if (e[i] == 0)
                continue;
            mpz_pow_ui(power, point + i, e[i]);
            mpz_mul(product, product, power);
        }
        mpz_add(sum, sum, product);
    }
    mpz_swap(value, sum);
    mpz_clears(sum, product, power, NULL);
    return CLMODP_OK;
}

/* Returns the first of the coefficients; NULL: f is 0. */
static mpz_ptr coefficients(const clmodp_mpoly *f)
{
    return f->length > 0 ? clm_mpoly_coefficient(f, 0) : NULL;
}

void clmodp_mpoly_content(mpz_t c, const clmodp_mpoly *f)
{
    mpz_t common;

    mpz_init(common);
    (void)clm_content(common, coefficients(f), f->length, f->stride, NULL);
    mpz_swap(c, common);
    mpz_clear(common);
}

clmodp_status clmodp_mpoly_lowest_terms(clmodp_mpoly *f, mpz_t d)
{
    return clm_lowest_terms(d, coefficients(f), f->length, f->stride);
}

clmodp_status clmodp_mpoly_divide_mod(clmodp_mpoly *f, mpz_srcptr d, uint64_t modulus)
{
    clmodp_status st = CLMODP_OK;
    mpz_t n, inverse;

    if (modulus < 2)
        return CLMODP_INVALID;
    mpz_init_set_ui(n, modulus);
    mpz_init(inverse);
    if (!mpz_invert(inverse, d, n))
        st = CLMODP_DOMAIN;
    for (size_t k = 0; k < f->length && st == CLMODP_OK; k++) {
        mpz_ptr c = clm_mpoly_coefficient(f, k);

        mpz_mul(c, c, inverse);
        mpz_mod(c, c, n);
    }
    if (st == CLMODP_OK)
        clm_mpoly_combine(f);
    mpz_clears(n, inverse, NULL);
    return st;
}

clmodp_status clmodp_zxy_lowest_terms(clmodp_zxy *f, mpz_t d)
{
    return clmodp_mpoly_lowest_terms(&f->mpoly, d);
}

clmodp_status clmodp_mpoly_add(clmodp_mpoly *h, const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *sum = NULL;

    if (f->variables != g->variables)
        return CLMODP_INVALID;
    TRY(clmodp_mpoly_create(&sum, f->variables));
    TRY(clm_mpoly_reserve(sum, f->length + g->length));
    clm_mpoly_append_all(sum, f);
    clm_mpoly_append_all(sum, g);
    clm_mpoly_combine(sum);
    clmodp_mpoly_swap(h, sum);
done:
    clmodp_mpoly_destroy(sum);
    return st;
}

/* Sets an empty sum to a polynomial. */
static clmodp_status set_sum(clm_sum *sum, const clmodp_mpoly *f)
{
    clmodp_status st = CLMODP_OK;
    clm_fraction c;

    clm_fraction_init(&c);
    for (size_t k = 0; k < f->length; k++) {
        mpz_set(c.num, clm_mpoly_coefficient(f, k));
        TRY(clm_sum_append(sum, clm_mpoly_exponents(f, k), &c));
    }
done:
    clm_fraction_clear(&c);
    return st;
}

clmodp_status clmodp_mpoly_mul(clmodp_mpoly *h, const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    clm_budget budget;
    clm_sum product, factor;

    if (f->variables != g->variables)
        return CLMODP_INVALID;
    clm_budget_init(&budget, f->variables, MOST_BYTES);
    budget.pairs = MOST_PAIRS;
    clm_sum_init(&product, &budget);
    clm_sum_init(&factor, &budget);
    TRY(set_sum(&product, f));
    TRY(set_sum(&factor, g));
    TRY(clm_sum_multiply(&product, &factor));
    TRY(clm_sum_take(h, &product));
done:
    clm_sum_clear(&factor);
    clm_sum_clear(&product);
    return st;
}
