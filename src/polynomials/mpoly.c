/* Polynomials over Z in several variables, and in x and y, as sorted arrays of terms. */
#include "polynomials/zxy.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"

static void set_variables(clmodp_mpoly *f, size_t variables)
{
    f->variables = variables;
    f->stride = clm_term_bytes(variables, sizeof(mpz_t));
}

clmodp_status clmodp_mpoly_create(clmodp_mpoly **f, size_t variables)
{
    *f = NULL;
    if (variables > CLMODP_MOST_VARIABLES)
        return CLMODP_INVALID;
    *f = clm_allocate(1, sizeof **f);
    if (*f == NULL)
        return CLMODP_HOST_MEMORY;
    set_variables(*f, variables);
    return CLMODP_OK;
}

static void clear_terms(clmodp_mpoly *f)
{
    for (size_t k = 0; k < f->length; k++)
        mpz_clear(clm_mpoly_coefficient(f, k));
    f->length = 0;
}

void clmodp_mpoly_destroy(clmodp_mpoly *f)
{
    if (f == NULL)
        return;
    clear_terms(f);
    free(f->terms);
    free(f);
}

clmodp_status clm_mpoly_reserve(clmodp_mpoly *f, size_t terms)
{
    clmodp_status st = CLMODP_OK;

    GROW(NULL, f->terms, f->bytes, clm_size_times(terms, f->stride));
done:
    return st;
}

clmodp_status clm_mpoly_resize(clmodp_mpoly *f, size_t terms)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_mpoly_reserve(f, terms));
    for (; f->length < terms; f->length++)
        mpz_init(clm_mpoly_coefficient(f, f->length));
    for (; f->length > terms; f->length--)
        mpz_clear(clm_mpoly_coefficient(f, f->length - 1));
done:
    return st;
}

uint32_t *clm_mpoly_append(clmodp_mpoly *f, mpz_t c)
{
    uint32_t *exponents = clm_mpoly_exponents(f, f->length);
    mpz_ptr place = clm_mpoly_coefficient(f, f->length++);

    memset(exponents, 0, f->stride - sizeof(mpz_t));
    mpz_init(place);
    mpz_swap(place, c);
    return exponents;
}

uint32_t *clm_mpoly_append_copy(clmodp_mpoly *f, mpz_srcptr c)
{
    mpz_t copy;
    uint32_t *exponents;

    mpz_init_set(copy, c);
    exponents = clm_mpoly_append(f, copy);
    mpz_clear(copy);
    return exponents;
}

/* Compares the exponents of two terms. */
static int compare_terms(const clmodp_mpoly *f, size_t k, const clmodp_mpoly *g, size_t l)
{
    return clm_compare_exponents(clm_mpoly_exponents(f, k), clm_mpoly_exponents(g, l),
                                 f->variables);
}

static bool is_combined(const clmodp_mpoly *f)
{
    for (size_t k = 0; k < f->length; k++)
        if (mpz_sgn(clm_mpoly_coefficient(f, k)) == 0 ||
            (k > 0 && compare_terms(f, k - 1, f, k) >= 0))
            return false;
    return true;
}

void clm_mpoly_combine(clmodp_mpoly *f)
{
    const size_t bytes = f->stride;
    size_t kept = 0;

    if (is_combined(f))
        return;
    clm_sort_terms(f->terms, f->length, bytes, f->variables);
    for (size_t k = 0, first; k < f->length;) {
        mpz_ptr sum = clm_mpoly_coefficient(f, first = k++);

        for (; k < f->length && compare_terms(f, first, f, k) == 0; k++) {
            mpz_add(sum, sum, clm_mpoly_coefficient(f, k));
            mpz_clear(clm_mpoly_coefficient(f, k));
        }
        if (mpz_sgn(sum) == 0)
            mpz_clear(sum);
        else /* the integer moves with its term */
            memmove(f->terms + kept++ * bytes, f->terms + first * bytes, bytes);
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
    const size_t place = f->length - 1 - k;

    for (size_t i = 0; exponents != NULL && i < f->variables; i++)
        exponents[i] = clm_mpoly_exponents(f, place)[i];
    return clm_mpoly_coefficient(f, place);
}

size_t clm_mpoly_bits(const clmodp_mpoly *f)
{
    size_t bits = 0;

    for (size_t k = 0; k < f->length; k++)
        bits = clm_size_max(bits, mpz_sizeinbase(clm_mpoly_coefficient(f, k), 2));
    return bits;
}

long clmodp_mpoly_degree(const clmodp_mpoly *f, size_t variable)
{
    long degree = -1;

    for (size_t k = 0; k < f->length && variable < f->variables; k++)
        if ((long)clm_mpoly_exponents(f, k)[variable] > degree)
            degree = (long)clm_mpoly_exponents(f, k)[variable];
    return degree;
}

long clmodp_mpoly_total_degree(const clmodp_mpoly *f)
{
    long degree = -1;

    for (size_t k = 0; k < f->length; k++) {
        long sum = 0;

        for (size_t i = 0; i < f->variables; i++)
            sum += (long)clm_mpoly_exponents(f, k)[i];
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

    if (count > 0 && (c == NULL || (exponents == NULL && n > 0)))
        TRY(CLMODP_INVALID);
    for (size_t k = 0; k < count * n; k++)
        if (exponents[k] >= CLM_MOST_EXPONENT)
            TRY(CLMODP_LIMIT);
    TRY(create_with_space(&g, n, count));
    for (size_t k = count; k-- > 0;) { /* often in descending order, as in texts */
        uint32_t *const e = clm_mpoly_append_copy(g, c + k);

        for (size_t i = 0; i < n; i++)
            e[i] = (uint32_t)exponents[k * n + i];
    }
    clm_mpoly_combine(g);
    clmodp_mpoly_swap(f, g);
done:
    clmodp_mpoly_destroy(g);
    return st;
}

void clm_mpoly_append_all(clmodp_mpoly *f, const clmodp_mpoly *g)
{
    const size_t bytes = g->stride, first = f->length;

    if (g->length > 0)
        memcpy(f->terms + first * bytes, g->terms, g->length * bytes);
    f->length += g->length;
    for (size_t k = 0; k < g->length; k++)
        mpz_init_set(clm_mpoly_coefficient(f, first + k), clm_mpoly_coefficient(g, k));
}

clmodp_status clmodp_mpoly_set(clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;

    if (f == g)
        return CLMODP_OK;
    GROW(NULL, f->terms, f->bytes, clm_size_times(g->length, g->stride));
    clear_terms(f);
    set_variables(f, g->variables);
    clm_mpoly_append_all(f, g);
done:
    return st;
}

int clmodp_mpoly_equal(const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    if (f->variables != g->variables || f->length != g->length)
        return 0;
    for (size_t k = 0; k < f->length; k++)
        if (compare_terms(f, k, g, k) != 0 ||
            mpz_cmp(clm_mpoly_coefficient(f, k), clm_mpoly_coefficient(g, k)) != 0)
            return 0;
    return 1;
}

/* ---- two variables ---- */

clmodp_status clmodp_zxy_create(clmodp_zxy **f)
{
    *f = clm_allocate(1, sizeof **f);
    if (*f == NULL)
        return CLMODP_HOST_MEMORY;
    set_variables(&(*f)->mpoly, 2);
    return CLMODP_OK;
}

void clmodp_zxy_destroy(clmodp_zxy *f)
{
    if (f != NULL)
        clmodp_mpoly_destroy(&f->mpoly);
}

clmodp_status clm_zxy_append(clmodp_zxy *f, mpz_t c, size_t i, size_t j)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *exponents;

    if (mpz_sgn(c) == 0)
        return CLMODP_OK;
    TRY(clm_mpoly_reserve(&f->mpoly, f->length + 1));
    exponents = clm_mpoly_append(&f->mpoly, c);
    exponents[0] = (uint32_t)j;
    exponents[1] = (uint32_t)i;
done:
    return st;
}

long clmodp_zxy_degree_x(const clmodp_zxy *f)
{
    return clmodp_mpoly_degree(&f->mpoly, 1);
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

    if (i >= CLM_MOST_EXPONENT || j >= CLM_MOST_EXPONENT)
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
    TRY(clm_mpoly_reserve(&f->mpoly, f->length + 1));
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
    return clmodp_mpoly_set(&f->mpoly, &g->mpoly);
}

int clmodp_zxy_equal(const clmodp_zxy *f, const clmodp_zxy *g)
{
    return clmodp_mpoly_equal(&f->mpoly, &g->mpoly);
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
