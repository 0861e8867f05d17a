/* Tests that tables list all coefficients of each block, and products for each power. */
#include "multimodular/columns.h"

#include "cl/fpx/batch/evaluate_shape.h"
#include "cl/fpx/batch/sparse_shape.h"
#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

/* The exponents of all powers, from their products. */
static void find_exponents(uint64_t *exponent, const clm_columns *t)
{
    exponent[0] = 0;
    exponent[1] = 1;
    for (size_t n = 2; n < t->powers; n++) {
        const size_t i = t->words[n] & 0xffff, j = t->words[n] >> 16;

        assert_true(i < n && j < n);
        exponent[n] = exponent[i] + exponent[j];
        assert_true(exponent[n] > exponent[n - 1]);
    }
}

/* Returns the terms of f that are columns of their block. */
static size_t count_listed(const clm_columns *t, size_t blocks, const clmodp_zxy *f,
                           size_t first_row)
{
    const uint32_t *column = t->words + SPARSE_COLUMNS(t->powers, blocks);
    size_t listed = 0;

    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;
        const uint32_t *begin = t->words + t->powers;

        (void)clmodp_zxy_term(f, k, &i, &j);
        begin += (first_row + j) / EVALUATE_BLOCK;
        for (size_t c = begin[0]; c < begin[1]; c++)
            listed += column[2 * c + 1] == i;
    }
    return listed;
}

static void check(const clmodp_zxy *f, const clmodp_zxy *g)
{
    const size_t p = (size_t)clmodp_zxy_degree_y(f), rows = p + (size_t)clmodp_zxy_degree_y(g) + 2;
    const size_t blocks = (rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    const size_t terms = clmodp_zxy_terms(f) + clmodp_zxy_terms(g);
    uint64_t exponent[SPARSE_MOST];
    const uint32_t *column;
    clm_columns t;

    OK(clm_columns_create(NULL, &t, f, g, rows, terms));
    assert_in_range(t.powers, 2, SPARSE_MOST);
    assert_int_equal(t.words[t.powers], 0);
    assert_int_equal(t.words[t.powers + blocks], t.columns);
    find_exponents(exponent, &t);
    column = t.words + SPARSE_COLUMNS(t.powers, blocks);
    for (size_t c = 0; c < t.columns; c++) {
        assert_true(column[2 * c] < t.powers);
        assert_int_equal(column[2 * c + 1], exponent[column[2 * c]]);
    }
    assert_int_equal(count_listed(&t, blocks, f, 0) + count_listed(&t, blocks, g, p + 1), terms);
    clm_columns_destroy(&t);
    OK(clm_columns_create(NULL, &t, f, g, rows, t.columns));
    assert_true(t.powers == 0 && t.words == NULL); /* more columns than allowed */
}

/* Sets f to terms x^i y^j with random exponents below the given ones, multiples of a step. */
static clmodp_zxy *scattered(clm_random *random, size_t terms, size_t dx, size_t dy, size_t step)
{
    clmodp_zxy *f = zxy_new();
    mpz_t one;

    mpz_init_set_ui(one, 1);
    for (size_t k = 0; k < terms; k++)
        OK(clmodp_zxy_set_coeff(f, one, step * (size_t)clm_random_below(random, dx / step),
                                (size_t)clm_random_below(random, dy)));
    mpz_clear(one);
    return f;
}

static void lists_columns(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= random_cases(100); seed++) {
        clm_random random = {seed};
        const size_t terms = 1 + (size_t)clm_random_below(&random, 30);
        const size_t dx = (size_t)1 << (1 + seed % 20), step = seed % 3 == 0 && dx > 8 ? 8 : 1;
        clmodp_zxy *f = scattered(&random, terms, dx, 1 + seed % 17, step);
        clmodp_zxy *g = scattered(&random, terms, dx, 1 + seed % 5, step);

        check(f, g);
        DESTROY(f, g);
    }
}

/* Scattered exponents that need too many powers. */
static void leaves_many_powers(void **state)
{
    clm_random random = {1};
    clmodp_zxy *f = scattered(&random, 1200, 1 << 24, 20, 1);
    clmodp_zxy *g = scattered(&random, 3, 100, 2, 1);
    clm_columns t;

    (void)state;
    OK(clm_columns_create(NULL, &t, f, g, 30, SIZE_MAX));
    assert_true(t.powers == 0 && t.columns == 0 && t.words == NULL);
    DESTROY(f, g);
}

TESTS(
    cmocka_unit_test(lists_columns),
    cmocka_unit_test(leaves_many_powers));
