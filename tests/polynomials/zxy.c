/* Tests of Z[x, y]: terms, copies, comparison, exchange of variables and derivative. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/polynomials.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"

#define SIDE 7 /* exponents of random polynomials are below this */

typedef long grid[SIDE][SIDE]; /* [j][i] */

static void set(clmodp_zxy *f, long c, size_t i, size_t j)
{
    assert_int_equal(clmodp_zxy_set_coeff_si(f, c, i, j), CLMODP_OK);
}

/* Checks that f is the polynomial of the grid, with terms in order. */
static void check_grid(const clmodp_zxy *f, grid c)
{
    size_t k = 0;
    long degree_x = -1, degree_y = -1;
    mpz_t value;

    mpz_init(value);
    for (size_t j = 0; j < SIDE; j++)
        for (size_t i = 0; i < SIDE; i++) {
            size_t found_i, found_j;

            clmodp_zxy_get_coeff(value, f, i, j);
            assert_int_equal(mpz_get_si(value), c[j][i]);
            if (c[j][i] == 0)
                continue;
            assert_true(k < clmodp_zxy_terms(f));
            assert_int_equal(mpz_get_si(clmodp_zxy_term(f, k, &found_i, &found_j)), c[j][i]);
            assert_int_equal(found_i, i);
            assert_int_equal(found_j, j);
            degree_x = (long)i > degree_x ? (long)i : degree_x;
            degree_y = (long)j;
            k++;
        }
    assert_int_equal(clmodp_zxy_terms(f), k);
    assert_int_equal(clmodp_zxy_degree_x(f), degree_x);
    assert_int_equal(clmodp_zxy_degree_y(f), degree_y);
    clmodp_zxy_get_coeff(value, f, SIZE_MAX, SIZE_MAX);
    assert_int_equal(mpz_sgn(value), 0);
    mpz_clear(value);
}

/* Sets `writes` random coefficients, many of them to zero, in random order. */
static void scribble(clmodp_zxy *f, grid c, clm_random *random, int writes)
{
    while (writes-- > 0) {
        size_t i = clm_random_below(random, SIDE), j = clm_random_below(random, SIDE);
        long value = (long)clm_random_below(random, 5) - 2;

        c[j][i] = value;
        set(f, value, i, j);
    }
}

static void terms_can_be_written_in_any_order(void **state)
{
    clm_random random = {1};

    (void)state;
    for (int round = 0; round < 300; round++) {
        grid c = {{0}};
        clmodp_zxy *f = zxy_new();

        check_grid(f, c);
        scribble(f, c, &random, round % 150);
        check_grid(f, c);
        clmodp_zxy_destroy(f);
    }
    clmodp_zxy_destroy(NULL);
}

static void variables_can_be_exchanged(void **state)
{
    clm_random random = {2};

    (void)state;
    for (int round = 0; round < 100; round++) {
        grid c = {{0}}, swapped;
        clmodp_zxy *f = zxy_new();

        scribble(f, c, &random, round);
        for (size_t j = 0; j < SIDE; j++)
            for (size_t i = 0; i < SIDE; i++)
                swapped[j][i] = c[i][j];
        assert_int_equal(clmodp_zxy_swap_variables(f), CLMODP_OK);
        check_grid(f, swapped);
        clmodp_zxy_destroy(f);
    }
}

static void derivatives_follow_the_rule(void **state)
{
    clm_random random = {3};

    (void)state;
    for (int round = 0; round < 100; round++) {
        grid c = {{0}}, derived = {{0}};
        clmodp_zxy *f = zxy_new();

        scribble(f, c, &random, round);
        for (size_t j = 1; j < SIDE; j++)
            for (size_t i = 0; i < SIDE; i++)
                derived[j - 1][i] = (long)j * c[j][i];
        clmodp_zxy_derivative_y(f);
        check_grid(f, derived);
        clmodp_zxy_destroy(f);
    }
}

static void copies_are_equal_and_independent(void **state)
{
    clm_random random = {4};

    (void)state;
    for (int round = 0; round < 100; round++) {
        grid c = {{0}}, d = {{0}};
        clmodp_zxy *f = zxy_new(), *g = zxy_new();

        scribble(f, c, &random, round);
        scribble(g, d, &random, 99 - round);
        assert_int_equal(clmodp_zxy_equal(f, g), memcmp(c, d, sizeof c) == 0);
        assert_int_equal(clmodp_zxy_set(g, f), CLMODP_OK);
        assert_true(clmodp_zxy_equal(f, g));
        check_grid(g, c);
        set(g, 1000, 0, 0);
        assert_false(clmodp_zxy_equal(f, g));
        check_grid(f, c);
        assert_int_equal(clmodp_zxy_set(f, f), CLMODP_OK);
        check_grid(f, c);
        DESTROY(g, f);
    }
}

static void a_coefficient_can_be_copied_within_its_polynomial(void **state)
{
    clmodp_zxy *f = zxy_new();
    mpz_t value;
    size_t i, j;

    (void)state;
    mpz_init(value);
    set(f, 1234567, 900, 0);
    for (size_t k = 900; k-- > 0;)
        assert_int_equal(clmodp_zxy_set_coeff(f, clmodp_zxy_term(f, 0, &i, &j), k, 0),
                         CLMODP_OK);
    for (size_t k = 0; k <= 900; k++) {
        clmodp_zxy_get_coeff(value, f, k, 0);
        assert_int_equal(mpz_get_si(value), 1234567);
    }
    mpz_clear(value);
    clmodp_zxy_destroy(f);
}

static void exponents_have_a_limit(void **state)
{
    const size_t limit = (size_t)1 << 31;
    clmodp_zxy *f = zxy_new();

    (void)state;
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, limit, 0), CLMODP_LIMIT);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 0, limit), CLMODP_LIMIT);
    assert_int_equal(clmodp_zxy_terms(f), 0);
    set(f, -1, limit - 1, limit - 1);
    assert_int_equal(clmodp_zxy_degree_x(f), limit - 1);
    assert_int_equal(clmodp_zxy_degree_y(f), limit - 1);
    clmodp_zxy_destroy(f);
}

TESTS(
    cmocka_unit_test(terms_can_be_written_in_any_order),
    cmocka_unit_test(variables_can_be_exchanged),
    cmocka_unit_test(derivatives_follow_the_rule),
    cmocka_unit_test(copies_are_equal_and_independent),
    cmocka_unit_test(a_coefficient_can_be_copied_within_its_polynomial),
    cmocka_unit_test(exponents_have_a_limit));
