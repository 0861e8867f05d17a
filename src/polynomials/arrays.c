/* Conversions of polynomials from and to callers' arrays. */
#include <stdbool.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"

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
        if (i[k] >= CLM_MOST_EXPONENT || j[k] >= CLM_MOST_EXPONENT)
            return CLMODP_LIMIT;
    TRY(clmodp_zxy_create(&g));
    TRY(clm_mpoly_reserve(&g->mpoly, count));
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
        if (k % width_x >= CLM_MOST_EXPONENT || k / width_x >= CLM_MOST_EXPONENT)
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
    TRY(clm_mpoly_reserve(&g->mpoly, terms));
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
