/* Tests with failures of every allocation of polynomials and their text. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/polynomials.h>

#include "core/error.h"
#include "support/assertions.h"
#include "support/faults.h"
#include "support/polynomials.h"

/* Sums, products and powers by all methods, fractions, depth, long numbers. */
static const char text[] =
    "((((x + 1)*(y - 2)*(x/3 + y/5 - 7) + (x + y + 1)^9)))*(x^2 + x + 1)*(y + 2)^5"
    " + 123456789012345678901234567890*x^40*y^3 - (2*x)^3/4 + 3^9999*y*2^4200*(x - 1)*7"
    " + x^900*(x^77 + y^88 + 1)*(x^100 - y^300 + 2)"
    " + ((x + y + 1)^36 - 2)*((x - y - 2)^36 + 3)";

typedef clmodp_status (*operation)(void);

/* Lets the n-th allocation fail, for n = 1, 2, ... until the operation has fewer. */
static void sweep(operation run)
{
    long n = 0;
    bool met;

    do {
        clmodp_status st;

        fault_arm(FAULT_ALLOCATION, ++n);
        st = run();
        met = fault_disarm(FAULT_ALLOCATION);
        if (st != CLMODP_OK && !(met && st == CLMODP_HOST_MEMORY))
            fail_msg("allocation %ld: status %d", n, (int)st);
    } while (met);
    assert_true(n > 1);
}

static clmodp_status read_expression(void)
{
    clmodp_status st = CLMODP_OK;
    clmodp_text_error error = {0};
    clmodp_zxy *f = NULL;
    mpz_t d;

    mpz_init_set_si(d, 77);
    TRY(clmodp_zxy_create(&f));
    TRY(clmodp_zxy_set_coeff_si(f, 5, 1, 1));
    st = clmodp_zxy_from_text(f, d, text, strlen(text), "x", "y", NULL, &error);
    if (st != CLMODP_OK) {
        assert_true(error.message[0] != '\0');
        assert_int_equal(clmodp_zxy_terms(f), 1);
        assert_int_equal(mpz_get_si(d), 77);
    } else {
        assert_int_equal(clmodp_zxy_degree_x(f), 1077);
        assert_int_equal(mpz_get_si(d), 15);
    }
done:
    mpz_clear(d);
    clmodp_zxy_destroy(f);
    return st;
}

static clmodp_status read_one_variable(void)
{
    static const char dense[] = "(t + 1)^9/6 - 12345678901234567890^40*t^300";
    clmodp_status st = CLMODP_OK;
    clmodp_text_error error = {0};
    clmodp_zx *f = NULL;
    mpz_t d;

    mpz_init_set_si(d, 77);
    TRY(clmodp_zx_create(&f));
    st = clmodp_zx_from_text(f, d, dense, CLMODP_STRING, "t", NULL, &error);
    assert_int_equal(error.message[0] != '\0', st != CLMODP_OK);
    assert_int_equal(clmodp_zx_degree(f), st == CLMODP_OK ? 300 : -1);
    assert_int_equal(mpz_get_si(d), st == CLMODP_OK ? 6 : 77);
done:
    mpz_clear(d);
    clmodp_zx_destroy(f);
    return st;
}

static void reading_survives(void **state)
{
    (void)state;
    sweep(read_expression);
    sweep(read_one_variable);
}

static clmodp_status handle_zxy(void)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *f = NULL, *g = NULL;
    char *written = NULL;
    size_t terms;

    TRY(clmodp_zxy_create(&f));
    TRY(clmodp_zxy_create(&g));
    for (size_t k = 0; k < 50; k++) {
        terms = clmodp_zxy_terms(f);
        st = clmodp_zxy_set_coeff_si(f, 12345, 50 - k, k % 7);
        assert_int_equal(clmodp_zxy_terms(f), terms + (st == CLMODP_OK));
        TRY(st);
    }
    TRY(clmodp_zxy_swap_variables(f));
    clmodp_zxy_derivative_y(f);
    TRY(clmodp_zxy_set_coeff_si(g, 3, 2, 1));
    st = clmodp_zxy_set(g, f);
    assert_int_equal(clmodp_zxy_equal(f, g), st == CLMODP_OK);
    assert_int_equal(clmodp_zxy_terms(g), st == CLMODP_OK ? 50 : 1);
    TRY(st);
    st = clmodp_zxy_to_text(&written, f, NULL, NULL);
    assert_int_equal(written != NULL, st == CLMODP_OK);
done:
    free(written);
    DESTROY(g, f);
    return st;
}

static clmodp_status handle_zx(void)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *f = NULL, *g = NULL;
    char *written = NULL;
    mpz_t c;

    mpz_init_set_si(c, -99);
    TRY(clmodp_zx_create(&f));
    TRY(clmodp_zx_create(&g));
    for (size_t k = 0; k < 50; k++) {
        st = clmodp_zx_set_coeff(f, c, k);
        assert_int_equal(clmodp_zx_degree(f), (long)k - (st != CLMODP_OK));
        TRY(st);
    }
    TRY(clmodp_zx_set_coeff(g, c, 3));
    st = clmodp_zx_set(g, f);
    assert_int_equal(clmodp_zx_degree(g), st == CLMODP_OK ? 49 : 3);
    TRY(st);
    mpz_set_ui(c, 9);
    st = clmodp_zx_to_text(&written, f, NULL, c);
    assert_int_equal(written != NULL, st == CLMODP_OK);
done:
    free(written);
    mpz_clear(c);
    DESTROY(g, f);
    return st;
}

static clmodp_status handle_arrays(void)
{
    static const long c[] = {4, 0, -4, 7, 5, 4};
    static const size_t i[] = {9, 8, 9, 0, 3, 1}, j[] = {0, 0, 0, 7, 0, 7};
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *f = NULL;
    clmodp_zx *g = NULL;

    TRY(clmodp_zxy_create(&f));
    TRY(clmodp_zx_create(&g));
    TRY(clmodp_zxy_set_coeff_si(f, 1, 20, 20));
    st = clmodp_zxy_set_terms_si(f, c, i, j, 6);
    assert_int_equal(clmodp_zxy_degree_x(f), st == CLMODP_OK ? 3 : 20);
    assert_int_equal(clmodp_zxy_terms(f), st == CLMODP_OK ? 3 : 1);
    TRY(st);
    st = clmodp_zxy_set_dense_si(f, c, 2, 3);
    assert_int_equal(clmodp_zxy_degree_y(f), st == CLMODP_OK ? 2 : 7);
    TRY(st);
    TRY(clmodp_zx_set_dense_si(g, c, 1));
    st = clmodp_zx_set_dense_si(g, c, 6);
    assert_int_equal(clmodp_zx_degree(g), st == CLMODP_OK ? 5 : 0);
done:
    DESTROY(g, f);
    return st;
}

static void handling_survives(void **state)
{
    (void)state;
    sweep(handle_arrays);
    sweep(handle_zxy);
    sweep(handle_zx);
}

TESTS(
    cmocka_unit_test(reading_survives),
    cmocka_unit_test(handling_survives));
