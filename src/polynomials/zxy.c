/* Z[x, y] as a sorted array of terms, and conversions from and to callers' arrays. */
#include "polynomials/zxy.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zx.h"

clmodp_status clmodp_zxy_create(clmodp_zxy **f)
{
    *f = clm_allocate(1, sizeof **f);
    return *f != NULL ? CLMODP_OK : CLMODP_HOST_MEMORY;
}

static void clear_terms(clmodp_zxy *f)
{
    for (size_t k = 0; k < f->length; k++)
        mpz_clear(f->term[k].c);
    f->length = 0;
}

void clmodp_zxy_destroy(clmodp_zxy *f)
{
    if (f == NULL)
        return;
    clear_terms(f);
    free(f->term);
    free(f);
}

clmodp_status clm_zxy_reserve(clmodp_zxy *f, size_t terms)
{
    clmodp_status st = CLMODP_OK;

    GROW(NULL, f->term, f->room, terms);
done:
    return st;
}

clmodp_status clm_zxy_resize(clmodp_zxy *f, size_t terms)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_zxy_reserve(f, terms));
    for (; f->length < terms; f->length++)
        mpz_init(f->term[f->length].c);
    for (; f->length > terms; f->length--)
        mpz_clear(f->term[f->length - 1].c);
done:
    return st;
}

clmodp_status clm_zxy_append(clmodp_zxy *f, mpz_t c, size_t i, size_t j)
{
    clmodp_status st = CLMODP_OK;
    clm_term *term;

    if (mpz_sgn(c) == 0)
        return CLMODP_OK;
    TRY(clm_zxy_reserve(f, f->length + 1));
    term = &f->term[f->length++];
    term->i = (uint32_t)i;
    term->j = (uint32_t)j;
    mpz_init(term->c);
    mpz_swap(term->c, c);
done:
    return st;
}

void clm_zxy_swap(clmodp_zxy *f, clmodp_zxy *g)
{
    const clmodp_zxy old = *f;

    *f = *g;
    *g = old;
}

long clmodp_zxy_degree_x(const clmodp_zxy *f)
{
    long degree = -1;

    for (size_t k = 0; k < f->length; k++)
        if ((long)f->term[k].i > degree)
            degree = (long)f->term[k].i;
    return degree;
}

long clmodp_zxy_degree_y(const clmodp_zxy *f)
{
    return f->length > 0 ? (long)f->term[f->length - 1].j : -1;
}

size_t clmodp_zxy_terms(const clmodp_zxy *f)
{
    return f->length;
}

mpz_srcptr clmodp_zxy_term(const clmodp_zxy *f, size_t k, size_t *i, size_t *j)
{
    *i = f->term[k].i;
    *j = f->term[k].j;
    return f->term[k].c;
}

/* Compares terms by j, then by i. */
static int compare_term(const clm_term *term, size_t i, size_t j)
{
    if (term->j != j)
        return term->j < j ? -1 : 1;
    return term->i < i ? -1 : term->i > i;
}

static int by_exponents(const void *a, const void *b)
{
    const clm_term *other = b;

    return compare_term(a, other->i, other->j);
}

/* Tells whether the terms are sorted and all exponents differ. */
static bool in_order(const clmodp_zxy *f)
{
    for (size_t k = 1; k < f->length; k++)
        if (by_exponents(&f->term[k - 1], &f->term[k]) >= 0)
            return false;
    return true;
}

void clm_zxy_combine(clmodp_zxy *f)
{
    size_t kept = 0;

    if (in_order(f))
        return;
    qsort(f->term, f->length, sizeof *f->term, by_exponents);
    for (size_t k = 0; k < f->length;) {
        clm_term sum = f->term[k++];

        for (; k < f->length && by_exponents(&sum, &f->term[k]) == 0; k++) {
            mpz_add(sum.c, sum.c, f->term[k].c);
            mpz_clear(f->term[k].c);
        }
        if (mpz_sgn(sum.c) == 0)
            mpz_clear(sum.c);
        else
            f->term[kept++] = sum; /* the integer moves with its term */
    }
    f->length = kept;
}

/* Returns the index of the first term not before (i, j). */
static size_t find_term(const clmodp_zxy *f, size_t i, size_t j)
{
    size_t low = 0, high = f->length;

    if (high > 0 && compare_term(&f->term[high - 1], i, j) < 0)
        return high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (compare_term(&f->term[middle], i, j) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void clmodp_zxy_get_coeff(mpz_t c, const clmodp_zxy *f, size_t i, size_t j)
{
    size_t k = find_term(f, i, j);

    if (k < f->length && compare_term(&f->term[k], i, j) == 0)
        mpz_set(c, f->term[k].c);
    else
        mpz_set_ui(c, 0);
}

static void remove_term(clmodp_zxy *f, size_t k)
{
    mpz_clear(f->term[k].c);
    f->length--;
    memmove(f->term + k, f->term + k + 1, (f->length - k) * sizeof *f->term);
}

clmodp_status clmodp_zxy_set_coeff(clmodp_zxy *f, const mpz_t c, size_t i, size_t j)
{
    clmodp_status st = CLMODP_OK;
    mpz_t value; /* a copy, as c may be a coefficient of f, which may move */
    size_t k;

    if (i >= CLM_ZXY_MOST_EXPONENT || j >= CLM_ZXY_MOST_EXPONENT)
        return CLMODP_LIMIT;
    k = find_term(f, i, j);
    if (k < f->length && compare_term(&f->term[k], i, j) == 0) {
        if (mpz_sgn(c) == 0)
            remove_term(f, k);
        else
            mpz_set(f->term[k].c, c);
        return CLMODP_OK;
    }
    if (mpz_sgn(c) == 0)
        return CLMODP_OK;
    mpz_init_set(value, c);
    TRY(clm_zxy_reserve(f, f->length + 1));
    memmove(f->term + k + 1, f->term + k, (f->length - k) * sizeof *f->term);
    f->term[k].i = (uint32_t)i;
    f->term[k].j = (uint32_t)j;
    mpz_init(f->term[k].c);
    mpz_swap(f->term[k].c, value);
    f->length++;
done:
    mpz_clear(value);
    return st;
}

clmodp_status clmodp_zxy_set_coeff_si(clmodp_zxy *f, long c, size_t i, size_t j)
{
    clmodp_status st;
    mpz_t value;

    mpz_init_set_si(value, c);
    st = clmodp_zxy_set_coeff(f, value, i, j);
    mpz_clear(value);
    return st;
}

clmodp_status clmodp_zxy_set(clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;

    if (f == g)
        return CLMODP_OK;
    TRY(clm_zxy_reserve(f, g->length));
    clear_terms(f);
    for (size_t k = 0; k < g->length; k++) {
        f->term[k].i = g->term[k].i;
        f->term[k].j = g->term[k].j;
        mpz_init_set(f->term[k].c, g->term[k].c);
    }
    f->length = g->length;
done:
    return st;
}

clmodp_status clmodp_zxy_lowest_terms(clmodp_zxy *f, mpz_t d)
{
    mpz_t common;

    if (mpz_sgn(d) <= 0)
        return CLMODP_INVALID;
    mpz_init_set(common, d);
    for (size_t k = 0; k < f->length && mpz_cmp_ui(common, 1) != 0; k++)
        mpz_gcd(common, common, f->term[k].c);
    if (mpz_cmp_ui(common, 1) != 0) {
        mpz_divexact(d, d, common);
        for (size_t k = 0; k < f->length; k++)
            mpz_divexact(f->term[k].c, f->term[k].c, common);
    }
    mpz_clear(common);
    return CLMODP_OK;
}

int clmodp_zxy_equal(const clmodp_zxy *f, const clmodp_zxy *g)
{
    if (f->length != g->length)
        return 0;
    for (size_t k = 0; k < f->length; k++)
        if (compare_term(&f->term[k], g->term[k].i, g->term[k].j) != 0 ||
            mpz_cmp(f->term[k].c, g->term[k].c) != 0)
            return 0;
    return 1;
}

clmodp_status clmodp_zxy_swap_variables(clmodp_zxy *f)
{
    for (size_t k = 0; k < f->length; k++) {
        uint32_t i = f->term[k].i;

        f->term[k].i = f->term[k].j;
        f->term[k].j = i;
    }
    clm_zxy_combine(f);
    return CLMODP_OK;
}

void clmodp_zxy_derivative_y(clmodp_zxy *f)
{
    size_t kept = 0;

    for (size_t k = 0; k < f->length; k++) {
        clm_term *term = &f->term[k];

        if (term->j == 0) {
            mpz_clear(term->c);
            continue;
        }
        mpz_mul_ui(term->c, term->c, term->j);
        term->j--;
        f->term[kept++] = *term; /* the integer moves with its term */
    }
    f->length = kept;
}

/* The coefficients in a caller's array: at most one of the pointers is set. */
typedef struct clm_array {
    mpz_srcptr integers;
    const long *words;
} clm_array;

static bool is_missing(const clm_array *c)
{
    return c->integers == NULL && c->words == NULL;
}

static bool is_zero(const clm_array *c, size_t k)
{
    return c->words != NULL ? c->words[k] == 0 : mpz_sgn(c->integers + k) == 0;
}

static void init_value(mpz_t value, const clm_array *c, size_t k)
{
    if (c->words != NULL)
        mpz_init_set_si(value, c->words[k]);
    else
        mpz_init_set(value, c->integers + k);
}

/* Appends a term, in any order, unless it is 0. Pre: f has space. */
static void put_value(clmodp_zxy *f, const clm_array *c, size_t k, size_t i, size_t j)
{
    clm_term *term;

    if (is_zero(c, k))
        return;
    term = &f->term[f->length++];
    term->i = (uint32_t)i;
    term->j = (uint32_t)j;
    init_value(term->c, c, k);
}

static clmodp_status set_terms(clmodp_zxy *f, const clm_array *c, const size_t *i,
                               const size_t *j, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *g = NULL;

    if (count > 0 && (is_missing(c) || i == NULL || j == NULL))
        return CLMODP_INVALID;
    for (size_t k = 0; k < count; k++)
        if (i[k] >= CLM_ZXY_MOST_EXPONENT || j[k] >= CLM_ZXY_MOST_EXPONENT)
            return CLMODP_LIMIT;
    TRY(clmodp_zxy_create(&g));
    TRY(clm_zxy_reserve(g, count));
    for (size_t k = 0; k < count; k++)
        put_value(g, c, k, i[k], j[k]);
    clm_zxy_combine(g);
    clm_zxy_swap(f, g);
done:
    clmodp_zxy_destroy(g);
    return st;
}

clmodp_status clmodp_zxy_set_terms(clmodp_zxy *f, mpz_srcptr c, const size_t *i, const size_t *j,
                                   size_t count)
{
    return set_terms(f, &(clm_array){.integers = c}, i, j, count);
}

clmodp_status clmodp_zxy_set_terms_si(clmodp_zxy *f, const long *c, const size_t *i,
                                      const size_t *j, size_t count)
{
    return set_terms(f, &(clm_array){.words = c}, i, j, count);
}

/* Counts the non-zero coefficients. Errors: LIMIT (exponents, widths), INVALID (no array) */
static clmodp_status count_terms(size_t *terms, const clm_array *c, size_t width_x, size_t width_y)
{
    size_t count;

    *terms = 0;
    if (!clm_size_mul(&count, width_x, width_y))
        return CLMODP_LIMIT;
    if (count > 0 && is_missing(c))
        return CLMODP_INVALID;
    for (size_t k = 0; k < count; k++) {
        if (is_zero(c, k))
            continue;
        if (k % width_x >= CLM_ZXY_MOST_EXPONENT || k / width_x >= CLM_ZXY_MOST_EXPONENT)
            return CLMODP_LIMIT;
        ++*terms;
    }
    return CLMODP_OK;
}

static clmodp_status set_dense(clmodp_zxy *f, const clm_array *c, size_t width_x, size_t width_y)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *g = NULL;
    size_t terms;

    TRY(count_terms(&terms, c, width_x, width_y));
    TRY(clmodp_zxy_create(&g));
    TRY(clm_zxy_reserve(g, terms));
    for (size_t j = 0; width_x > 0 && j < width_y; j++) /* width_y may be huge if rows are empty */
        for (size_t i = 0; i < width_x; i++)
            put_value(g, c, j * width_x + i, i, j);
    clm_zxy_swap(f, g);
done:
    clmodp_zxy_destroy(g);
    return st;
}

clmodp_status clmodp_zxy_set_dense(clmodp_zxy *f, mpz_srcptr c, size_t width_x, size_t width_y)
{
    return set_dense(f, &(clm_array){.integers = c}, width_x, width_y);
}

clmodp_status clmodp_zxy_set_dense_si(clmodp_zxy *f, const long *c, size_t width_x,
                                      size_t width_y)
{
    return set_dense(f, &(clm_array){.words = c}, width_x, width_y);
}

clmodp_status clmodp_zxy_get_dense(mpz_ptr c, const clmodp_zxy *f, size_t width_x, size_t width_y)
{
    size_t count;

    if (!clm_size_mul(&count, width_x, width_y))
        return CLMODP_LIMIT;
    if ((count > 0 && c == NULL) || (size_t)(clmodp_zxy_degree_x(f) + 1) > width_x ||
        (size_t)(clmodp_zxy_degree_y(f) + 1) > width_y)
        return CLMODP_INVALID;
    for (size_t k = 0; k < count; k++)
        mpz_set_ui(c + k, 0);
    for (size_t k = 0; k < f->length; k++)
        mpz_set(c + f->term[k].j * width_x + f->term[k].i, f->term[k].c);
    return CLMODP_OK;
}

static clmodp_status set_coefficients(clmodp_zx *f, const clm_array *c, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *g = NULL;

    if (count > 0 && is_missing(c))
        return CLMODP_INVALID;
    TRY(clmodp_zx_create(&g));
    for (size_t i = count; i-- > 0;) { /* from the top: allocated once */
        mpz_t value;

        if (is_zero(c, i))
            continue;
        init_value(value, c, i);
        st = clm_zx_move_coeff(g, value, i);
        mpz_clear(value);
        TRY(st);
    }
    clm_zx_swap(f, g);
done:
    clmodp_zx_destroy(g);
    return st;
}

clmodp_status clmodp_zx_set_dense(clmodp_zx *f, mpz_srcptr c, size_t count)
{
    return set_coefficients(f, &(clm_array){.integers = c}, count);
}

clmodp_status clmodp_zx_set_dense_si(clmodp_zx *f, const long *c, size_t count)
{
    return set_coefficients(f, &(clm_array){.words = c}, count);
}

clmodp_status clmodp_zx_get_dense(mpz_ptr c, const clmodp_zx *f, size_t count)
{
    if ((count > 0 && c == NULL) || (size_t)(clmodp_zx_degree(f) + 1) > count)
        return CLMODP_INVALID;
    for (size_t i = 0; i < count; i++)
        mpz_set(c + i, clmodp_zx_coeff(f, i));
    return CLMODP_OK;
}
