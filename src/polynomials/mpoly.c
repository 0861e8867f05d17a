/* Polynomials over Z in several variables as sorted arrays of terms, and their arithmetic. */
#include "polynomials/mpoly.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zxy.h"

/* Most pairs of terms in a product. */
#define MOST_PAIRS ((size_t)1 << 24)

/* Most bits of a term's value. */
#define MOST_BITS ((size_t)1 << 31)

clmodp_status clmodp_mpoly_create(clmodp_mpoly **f, size_t variables)
{
    *f = NULL;
    if (variables > CLMODP_MOST_VARIABLES)
        return CLMODP_INVALID;
    *f = clm_allocate(1, sizeof **f);
    if (*f == NULL)
        return CLMODP_HOST_MEMORY;
    (*f)->variables = variables;
    return CLMODP_OK;
}

static void clear_terms(clmodp_mpoly *f)
{
    for (size_t k = 0; k < f->length; k++)
        mpz_clear(f->term[k].c);
    f->length = 0;
}

void clmodp_mpoly_destroy(clmodp_mpoly *f)
{
    if (f == NULL)
        return;
    clear_terms(f);
    free(f->term);
    free(f);
}

clmodp_status clm_mpoly_reserve(clmodp_mpoly *f, size_t terms)
{
    clmodp_status st = CLMODP_OK;

    GROW(NULL, f->term, f->room, terms);
done:
    return st;
}

uint32_t *clm_mpoly_append(clmodp_mpoly *f, mpz_t c)
{
    clm_mpoly_term *term = &f->term[f->length++];

    memset(term->e, 0, sizeof term->e);
    mpz_init(term->c);
    mpz_swap(term->c, c);
    return term->e;
}

/* Compares terms; greater exponents come first. */
static int by_place(const void *a, const void *b)
{
    const clm_mpoly_term *s = a, *t = b;

    for (size_t k = 0; k < CLMODP_MOST_VARIABLES; k++)
        if (s->e[k] != t->e[k])
            return s->e[k] > t->e[k] ? -1 : 1;
    return 0;
}

void clm_mpoly_combine(clmodp_mpoly *f)
{
    size_t kept = 0;
    bool ordered = true;

    for (size_t k = 0; k < f->length && ordered; k++)
        ordered = mpz_sgn(f->term[k].c) != 0 &&
                  (k == 0 || by_place(&f->term[k - 1], &f->term[k]) < 0);
    if (ordered)
        return;
    qsort(f->term, f->length, sizeof *f->term, by_place);
    for (size_t k = 0; k < f->length;) {
        clm_mpoly_term sum = f->term[k++];

        for (; k < f->length && by_place(&sum, &f->term[k]) == 0; k++) {
            mpz_add(sum.c, sum.c, f->term[k].c);
            mpz_clear(f->term[k].c);
        }
        if (mpz_sgn(sum.c) == 0)
            mpz_clear(sum.c);
        else
            f->term[kept++] = sum;
    }
    f->length = kept;
}

size_t clmodp_mpoly_variables(const clmodp_mpoly *f)
{
    return f->variables;
}

size_t clmodp_mpoly_terms(const clmodp_mpoly *f)
{
    return f->length;
}

mpz_srcptr clmodp_mpoly_term(const clmodp_mpoly *f, size_t k, size_t *exponents)
{
    for (size_t i = 0; exponents != NULL && i < f->variables; i++)
        exponents[i] = f->term[k].e[i];
    return f->term[k].c;
}

long clmodp_mpoly_degree(const clmodp_mpoly *f, size_t variable)
{
    long degree = -1;

    for (size_t k = 0; k < f->length && variable < f->variables; k++)
        if ((long)f->term[k].e[variable] > degree)
            degree = (long)f->term[k].e[variable];
    return degree;
}

long clmodp_mpoly_total_degree(const clmodp_mpoly *f)
{
    long degree = -1;

    for (size_t k = 0; k < f->length; k++) {
        long sum = 0;

        for (size_t i = 0; i < f->variables; i++)
            sum += (long)f->term[k].e[i];
        degree = sum > degree ? sum : degree;
    }
    return degree;
}

void clmodp_mpoly_swap(clmodp_mpoly *f, clmodp_mpoly *g)
{
    const clmodp_mpoly old = *f;

    *f = *g;
    *g = old;
}

static clmodp_status create_with_space(clmodp_mpoly **f, size_t variables, size_t terms)
{
    clmodp_status st = clmodp_mpoly_create(f, variables);

    return st == CLMODP_OK ? clm_mpoly_reserve(*f, terms) : st;
}

clmodp_status clmodp_mpoly_set_terms(clmodp_mpoly *f, mpz_srcptr c, const size_t *exponents,
                                     size_t count)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *g = NULL;
    const size_t n = f->variables;
    mpz_t value;

    mpz_init(value);
    if (count > 0 && (c == NULL || (exponents == NULL && n > 0)))
        TRY(CLMODP_INVALID);
    for (size_t k = 0; k < count * n; k++)
        if (exponents[k] >= CLM_ZXY_MOST_EXPONENT)
            TRY(CLMODP_LIMIT);
    TRY(create_with_space(&g, n, count));
    for (size_t k = 0; k < count; k++) {
        uint32_t *e;

        mpz_set(value, c + k);
        e = clm_mpoly_append(g, value);
        for (size_t i = 0; i < n; i++)
            e[i] = (uint32_t)exponents[k * n + i];
    }
    clm_mpoly_combine(g);
    clmodp_mpoly_swap(f, g);
done:
    clmodp_mpoly_destroy(g);
    mpz_clear(value);
    return st;
}

/* Appends copies of g's terms. Pre: f has space */
static void append_all(clmodp_mpoly *f, const clmodp_mpoly *g)
{
    for (size_t k = 0; k < g->length; k++) {
        clm_mpoly_term *term = &f->term[f->length++];

        *term = g->term[k];
        mpz_init_set(term->c, g->term[k].c);
    }
}

clmodp_status clmodp_mpoly_set(clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;

    if (f == g)
        return CLMODP_OK;
    TRY(clm_mpoly_reserve(f, g->length));
    clear_terms(f);
    f->variables = g->variables;
    append_all(f, g);
done:
    return st;
}

int clmodp_mpoly_equal(const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    if (f->variables != g->variables || f->length != g->length)
        return 0;
    for (size_t k = 0; k < f->length; k++)
        if (by_place(&f->term[k], &g->term[k]) != 0 || mpz_cmp(f->term[k].c, g->term[k].c) != 0)
            return 0;
    return 1;
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
    mpz_t value;

    mpz_init(value);
    if (!are_variables(f, x, y))
        TRY(CLMODP_INVALID);
    TRY(create_with_space(&h, f->variables, g->length));
    for (size_t k = 0; k < g->length; k++) {
        uint32_t *e;

        mpz_set(value, g->term[k].c);
        e = clm_mpoly_append(h, value);
        e[x] = g->term[k].i;
        e[y] = g->term[k].j;
    }
    clm_mpoly_combine(h);
    clmodp_mpoly_swap(f, h);
done:
    clmodp_mpoly_destroy(h);
    mpz_clear(value);
    return st;
}

clmodp_status clmodp_mpoly_get_zxy(clmodp_zxy *f, const clmodp_mpoly *g, size_t x, size_t y)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *h = NULL;

    if (!are_variables(g, x, y))
        return CLMODP_INVALID;
    for (size_t i = 0; i < g->variables; i++)
        if (i != x && i != y && clmodp_mpoly_degree(g, i) > 0)
            return CLMODP_DOMAIN;
    TRY(clmodp_zxy_create(&h));
    TRY(clm_zxy_resize(h, g->length));
    for (size_t k = 0; k < g->length; k++) {
        mpz_set(h->term[k].c, g->term[k].c);
        h->term[k].i = g->term[k].e[x];
        h->term[k].j = g->term[k].e[y];
    }
    clm_zxy_combine(h);
    clm_zxy_swap(f, h);
done:
    clmodp_zxy_destroy(h);
    return st;
}

clmodp_status clmodp_mpoly_add(clmodp_mpoly *h, const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *sum = NULL;

    if (f->variables != g->variables)
        return CLMODP_INVALID;
    TRY(create_with_space(&sum, f->variables, f->length + g->length));
    append_all(sum, f);
    append_all(sum, g);
    clm_mpoly_combine(sum);
    clmodp_mpoly_swap(h, sum);
done:
    clmodp_mpoly_destroy(sum);
    return st;
}

clmodp_status clmodp_mpoly_mul(clmodp_mpoly *h, const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    const size_t pairs = clm_size_times(f->length, g->length);
    clmodp_mpoly *product = NULL;
    mpz_t value;

    if (f->variables != g->variables)
        return CLMODP_INVALID;
    for (size_t i = 0; i < f->variables; i++)
        if (clmodp_mpoly_degree(f, i) + clmodp_mpoly_degree(g, i) >= (long)CLM_ZXY_MOST_EXPONENT)
            return CLMODP_LIMIT;
    if (pairs > MOST_PAIRS)
        return CLMODP_LIMIT;
    mpz_init(value);
    TRY(create_with_space(&product, f->variables, pairs));
    for (size_t k = 0; k < f->length; k++)
        for (size_t l = 0; l < g->length; l++) {
            uint32_t *e;

            mpz_mul(value, f->term[k].c, g->term[l].c);
            e = clm_mpoly_append(product, value);
            for (size_t i = 0; i < f->variables; i++)
                e[i] = f->term[k].e[i] + g->term[l].e[i];
        }
    clm_mpoly_combine(product);
    clmodp_mpoly_swap(h, product);
done:
    clmodp_mpoly_destroy(product);
    mpz_clear(value);
    return st;
}

/* Bounds the bits of a term's value. */
static size_t value_bits(const clmodp_mpoly *f, const clm_mpoly_term *term, mpz_srcptr point)
{
    size_t bits = mpz_sizeinbase(term->c, 2);

    for (size_t i = 0; i < f->variables; i++)
        if (mpz_cmpabs_ui(point + i, 1) > 0 &&
            !clm_size_add(&bits, bits, clm_size_times(mpz_sizeinbase(point + i, 2), term->e[i])))
            return SIZE_MAX;
    return bits;
}

clmodp_status clmodp_mpoly_evaluate(mpz_t value, const clmodp_mpoly *f, mpz_srcptr point)
{
    mpz_t sum, product, power;

    if (point == NULL && f->variables > 0)
        return CLMODP_INVALID;
    for (size_t k = 0; k < f->length; k++)
        if (value_bits(f, &f->term[k], point) > MOST_BITS)
            return CLMODP_LIMIT;
    mpz_inits(sum, product, power, NULL);
    for (size_t k = 0; k < f->length; k++) {
        mpz_set(product, f->term[k].c);
        for (size_t i = 0; i < f->variables; i++) {
            if (f->term[k].e[i] == 0)
                continue;
            mpz_pow_ui(power, point + i, f->term[k].e[i]);
            mpz_mul(product, product, power);
        }
        mpz_add(sum, sum, product);
    }
    mpz_swap(value, sum);
    mpz_clears(sum, product, power, NULL);
    return CLMODP_OK;
}

void clmodp_mpoly_content(mpz_t c, const clmodp_mpoly *f)
{
    mpz_t common;

    mpz_init(common);
    for (size_t k = 0; k < f->length && mpz_cmp_ui(common, 1) != 0; k++)
        mpz_gcd(common, common, f->term[k].c);
    mpz_swap(c, common);
    mpz_clear(common);
}

clmodp_status clmodp_mpoly_lowest_terms(clmodp_mpoly *f, mpz_t d)
{
    mpz_t common;

    if (mpz_sgn(d) <= 0)
        return CLMODP_INVALID;
    mpz_init(common);
    clmodp_mpoly_content(common, f);
    mpz_gcd(common, common, d);
    mpz_divexact(d, d, common);
    for (size_t k = 0; k < f->length && mpz_cmp_ui(common, 1) != 0; k++)
        mpz_divexact(f->term[k].c, f->term[k].c, common);
    mpz_clear(common);
    return CLMODP_OK;
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
        mpz_mul(f->term[k].c, f->term[k].c, inverse);
        mpz_mod(f->term[k].c, f->term[k].c, n);
    }
    if (st == CLMODP_OK)
        clm_mpoly_combine(f);
    mpz_clears(n, inverse, NULL);
    return st;
}
