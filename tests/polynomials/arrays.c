/* Tests of conversions between polynomials and arrays, against coefficients set one by one. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/polynomials.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

#define MOST 400 /* terms of random polynomials */

/* Terms of a caller, with both kinds of integers. */
typedef struct terms {
    mpz_t c[MOST];
    long word[MOST];
    size_t i[MOST], j[MOST];
    size_t count;
} terms;

static void terms_init(terms *t)
{
    *t = (terms){.count = 0};
    for (size_t k = 0; k < MOST; k++)
        mpz_init(t->c[k]);
}

static void terms_clear(terms *t)
{
    for (size_t k = 0; k < MOST; k++)
        mpz_clear(t->c[k]);
}

/* Fills in random terms, with exponents below `side`, many equal ones and some zeros. */
static void fill(terms *t, clm_random *random, size_t count, size_t side)
{
    t->count = count;
    for (size_t k = 0; k < count; k++) {
        t->word[k] = (long)clm_random_below(random, 9) - 4;
        t->i[k] = (size_t)clm_random_below(random, side);
        t->j[k] = (size_t)clm_random_below(random, side);
        mpz_set_si(t->c[k], t->word[k]);
    }
}

/* Returns the sum of the terms, by setting coefficients. */
static clmodp_zxy *sum(const terms *t)
{
    clmodp_zxy *f = zxy_new();
    mpz_t c;

    mpz_init(c);
    for (size_t k = 0; k < t->count; k++) {
        clmodp_zxy_get_coeff(c, f, t->i[k], t->j[k]);
        mpz_add(c, c, t->c[k]);
        assert_int_equal(clmodp_zxy_set_coeff(f, c, t->i[k], t->j[k]), CLMODP_OK);
    }
    mpz_clear(c);
    return f;
}

static void terms_come_in_any_order(void **state)
{
    static const size_t counts[] = {0, 1, 2, 3, 20, MOST}, sides[] = {1, 2, 5, 1000000};
    clm_random random = {11};
    terms t;

    (void)state;
    terms_init(&t);
    for (size_t n = 0; n < (small_tests() ? 1 : 5) * 6 * 4; n++) {
        clmodp_zxy *f = zxy_new(), *expected;

        fill(&t, &random, counts[n % 6], sides[n / 6 % 4]);
        expected = sum(&t);
        assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 3, 4), CLMODP_OK); /* to be replaced */
        assert_int_equal(clmodp_zxy_set_terms(f, t.c[0], t.i, t.j, t.count), CLMODP_OK);
        if (!clmodp_zxy_equal(f, expected))
            fail_msg("case %zu: %zu terms", n, t.count);
        assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 3, 4), CLMODP_OK);
        assert_int_equal(clmodp_zxy_set_terms_si(f, t.word, t.i, t.j, t.count), CLMODP_OK);
        if (!clmodp_zxy_equal(f, expected))
            fail_msg("case %zu: %zu machine integers", n, t.count);
        DESTROY(expected, f);
    }
    terms_clear(&t);
}

/* A million terms in falling order: moving other terms for each would take too long. */
static void many_terms_in_falling_order(void **state)
{
    enum { COUNT = 1000000 };
    long *c = calloc(COUNT, sizeof *c);
    size_t *i = calloc(COUNT, sizeof *i), *j = calloc(COUNT, sizeof *j);
    clmodp_zxy *f = zxy_new();

    (void)state;
    assert_true(c != NULL && i != NULL && j != NULL);
    for (size_t k = 0; k < COUNT; k++) {
        c[k] = (long)k + 1;
        i[k] = (COUNT - 1 - k) % 1000;
        j[k] = (COUNT - 1 - k) / 1000;
    }
    assert_int_equal(clmodp_zxy_set_terms_si(f, c, i, j, COUNT), CLMODP_OK);
    assert_int_equal(clmodp_zxy_terms(f), COUNT);
    for (size_t k = 0; k < COUNT; k += 999) {
        size_t at_i, at_j;

        assert_int_equal(mpz_get_si(clmodp_zxy_term(f, k, &at_i, &at_j)), COUNT - (long)k);
        assert_int_equal(at_i, k % 1000);
        assert_int_equal(at_j, k / 1000);
    }
    free(j);
    free(i);
    free(c);
    clmodp_zxy_destroy(f);
}

static void a_polynomial_can_be_made_of_its_own_terms(void **state)
{
    clmodp_zxy *f = zxy_new();
    clmodp_zx *g = zx_new();
    size_t i, j;
    mpz_srcptr c;

    (void)state;
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 8, 1, 2), CLMODP_OK);
    c = clmodp_zxy_term(f, 0, &i, &j);
    assert_int_equal(clmodp_zxy_set_terms(f, c, (size_t[]){5}, (size_t[]){6}, 1), CLMODP_OK);
    assert_int_equal(mpz_get_si(clmodp_zxy_term(f, 0, &i, &j)), 8);
    assert_int_equal(i, 5);
    assert_int_equal(clmodp_zxy_set_dense(f, clmodp_zxy_term(f, 0, &i, &j), 1, 1), CLMODP_OK);
    assert_int_equal(clmodp_zxy_degree_x(f), 0);
    assert_int_equal(clmodp_zx_set_dense_si(g, (long[]){0, 9}, 2), CLMODP_OK);
    assert_int_equal(clmodp_zx_set_dense(g, clmodp_zx_coeff(g, 1), 1), CLMODP_OK);
    assert_int_equal(clmodp_zx_degree(g), 0);
    assert_int_equal(mpz_get_si(clmodp_zx_coeff(g, 0)), 9);
    DESTROY(g, f);
}

/* Dense arrays are read and written, also with spare room, for each width of each polynomial. */
static void dense_arrays_go_there_and_back(void **state)
{
    enum { WIDTH = 6 };
    clm_random random = {12};
    mpz_t c[WIDTH * WIDTH], back[(WIDTH + 1) * (WIDTH + 2)];
    long word[WIDTH * WIDTH];

    (void)state;
    for (size_t k = 0; k < WIDTH * WIDTH; k++)
        mpz_init(c[k]);
    for (size_t k = 0; k < (WIDTH + 1) * (WIDTH + 2); k++)
        mpz_init_set_si(back[k], -1);
    for (size_t n = 0; n < 4 * (WIDTH + 1) * (WIDTH + 1); n++) {
        const size_t width_x = n % (WIDTH + 1), width_y = n / (WIDTH + 1) % (WIDTH + 1);
        const size_t wide_x = width_x + 1, wide_y = width_y + 2;
        clmodp_zxy *f = zxy_new(), *g = zxy_new();
        clmodp_zx *h = zx_new();

        for (size_t k = 0; k < width_x * width_y; k++) {
            word[k] = (long)clm_random_below(&random, 4) *
                      ((long)clm_random_below(&random, 3) - 1);
            mpz_set_si(c[k], word[k]);
        }
        assert_int_equal(clmodp_zxy_set_dense(f, c[0], width_x, width_y), CLMODP_OK);
        assert_int_equal(clmodp_zxy_set_dense_si(g, word, width_x, width_y), CLMODP_OK);
        assert_true(clmodp_zxy_equal(f, g));
        assert_int_equal(clmodp_zxy_get_dense(back[0], f, wide_x, wide_y), CLMODP_OK);
        for (size_t k = 0; k < wide_x * wide_y; k++) {
            const size_t i = k % wide_x, j = k / wide_x;

            assert_int_equal(mpz_get_si(back[k]),
                             i < width_x && j < width_y ? word[j * width_x + i] : 0);
        }
        assert_int_equal(clmodp_zx_set_dense(h, c[0], width_x * width_y), CLMODP_OK);
        for (size_t k = 0; k < width_x * width_y; k++)
            assert_int_equal(mpz_get_si(clmodp_zx_coeff(h, k)), word[k]);
        assert_true(clmodp_zx_degree(h) < (long)(width_x * width_y));
        assert_int_equal(clmodp_zx_set_dense_si(h, word, width_x * width_y), CLMODP_OK);
        assert_int_equal(clmodp_zx_get_dense(back[0], h, width_x * width_y), CLMODP_OK);
        for (size_t k = 0; k < width_x * width_y; k++)
            assert_int_equal(mpz_get_si(back[k]), word[k]);
        DESTROY(h, g, f);
    }
    for (size_t k = 0; k < (WIDTH + 1) * (WIDTH + 2); k++)
        mpz_clear(back[k]);
    for (size_t k = 0; k < WIDTH * WIDTH; k++)
        mpz_clear(c[k]);
}

/* Invalid arguments leave f, and the caller's array, unchanged. */
static void wrong_arguments_change_nothing(void **state)
{
    static const size_t one[] = {1, 1}, large[] = {0, (size_t)1 << 31};
    static const long word[] = {5, 0};
    const size_t half = (size_t)1 << (4 * sizeof(size_t));
    clmodp_zxy *f = zxy_new();
    clmodp_zx *g = zx_new();
    mpz_t out[4];

    (void)state;
    for (size_t k = 0; k < 4; k++)
        mpz_init_set_si(out[k], 77);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 3, 1, 2), CLMODP_OK);
    assert_int_equal(clmodp_zx_set_dense_si(g, (long[]){1, 2, 3}, 3), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_terms_si(f, word, one, large, 2), CLMODP_LIMIT);
    assert_int_equal(clmodp_zxy_set_terms_si(f, word, large, one, 2), CLMODP_LIMIT);
    assert_int_equal(clmodp_zxy_set_terms_si(f, NULL, one, one, 2), CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_set_terms(f, NULL, one, one, 2), CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_set_terms_si(f, word, NULL, one, 2), CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_set_terms_si(f, word, one, NULL, 2), CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_set_dense(f, NULL, 1, 1), CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_set_dense_si(f, word, half, half), CLMODP_LIMIT);
    assert_int_equal(clmodp_zx_set_dense(g, NULL, 1), CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_get_dense(out[0], f, 1, 3), CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_get_dense(out[0], f, 2, 2), CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_get_dense(out[0], f, 0, 0), CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_get_dense(NULL, f, 2, 3), CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_get_dense(out[0], f, half, half), CLMODP_LIMIT);
    assert_int_equal(clmodp_zx_get_dense(out[0], g, 2), CLMODP_INVALID);
    assert_int_equal(clmodp_zx_get_dense(NULL, g, 3), CLMODP_INVALID);
    for (size_t k = 0; k < 4; k++)
        assert_int_equal(mpz_get_si(out[k]), 77);
    assert_int_equal(clmodp_zxy_terms(f), 1);
    assert_int_equal(clmodp_zxy_degree_y(f), 2);
    assert_int_equal(clmodp_zx_degree(g), 2);

    assert_int_equal(clmodp_zxy_set_terms(f, NULL, NULL, NULL, 0), CLMODP_OK);
    assert_int_equal(clmodp_zxy_terms(f), 0);
    assert_int_equal(clmodp_zxy_set_dense(f, NULL, 0, SIZE_MAX), CLMODP_OK);
    assert_int_equal(clmodp_zxy_get_dense(NULL, f, SIZE_MAX, 0), CLMODP_OK);
    assert_int_equal(clmodp_zx_set_dense(g, NULL, 0), CLMODP_OK);
    assert_int_equal(clmodp_zx_get_dense(NULL, g, 0), CLMODP_OK);
    assert_int_equal(clmodp_zx_degree(g), -1);
    for (size_t k = 0; k < 4; k++)
        mpz_clear(out[k]);
    DESTROY(g, f);
}

/* A too large degree is rejected; the integers take no memory except their addresses. */
static void degrees_have_a_limit(void **state)
{
    long *c = calloc(CLMODP_ZX_MOST_TERMS + 1, sizeof *c);
    clmodp_zx *f = zx_new();

    (void)state;
    assert_non_null(c);
    c[3] = 7;
    assert_int_equal(clmodp_zx_set_dense_si(f, c, CLMODP_ZX_MOST_TERMS + 1), CLMODP_OK);
    assert_int_equal(clmodp_zx_degree(f), 3);
    c[CLMODP_ZX_MOST_TERMS] = 1;
    assert_int_equal(clmodp_zx_set_dense_si(f, c, CLMODP_ZX_MOST_TERMS + 1), CLMODP_LIMIT);
    assert_int_equal(clmodp_zx_degree(f), 3);
    clmodp_zx_destroy(f);
    free(c);
}

TESTS(
    cmocka_unit_test(terms_come_in_any_order),
    cmocka_unit_test(many_terms_in_falling_order),
    cmocka_unit_test(a_polynomial_can_be_made_of_its_own_terms),
    cmocka_unit_test(dense_arrays_go_there_and_back),
    cmocka_unit_test(wrong_arguments_change_nothing),
    cmocka_unit_test(degrees_have_a_limit));
