/* Tests of products of powers in Z[x] against schoolbook arithmetic. */
#include "polynomials/zx.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "support/assertions.h"
#include "support/polynomials.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

static void check(const clmodp_zx *a, uint64_t e, const clmodp_zx *b, uint64_t k)
{
    clmodp_zx *expected = zx_pow(a, (size_t)e), *factor = zx_pow(b, (size_t)k);
    clmodp_zx *out = zx_constant(3);

    zx_mul_by(&expected, factor);
    OK(clm_zx_multiply_powers(NULL, out, a, e, b, k));
    if (!clmodp_zx_equal(out, expected))
        fail_msg("degrees %ld, %ld to the powers %llu, %llu", clmodp_zx_degree(a),
                 clmodp_zx_degree(b), (unsigned long long)e, (unsigned long long)k);
    DESTROY(out, factor, expected);
}

static void as_multiplied_by_hand(void **state)
{
    clm_random random = {3};

    (void)state;
    for (size_t degree = 0; degree <= 12; degree += 3)
        for (size_t bits = 1; bits <= 1000; bits = 5 * bits + 60)
            for (uint64_t e = 0; e <= 5; e++) {
                clmodp_zx *a = random_zx(&random, degree, bits);
                clmodp_zx *b = random_zx(&random, 12 - degree, 100);

                check(a, e, b, 5 - e);
                check(a, e, b, e % 2);
                DESTROY(b, a);
            }
}

/* Monomials, constants, 0, and sums with gaps. */
static void few_terms(void **state)
{
    clmodp_zx *some[6] = {zx_new(), zx_constant(1), zx_constant(-7), zx_linear(-2, 0),
                          zx_linear(4, -6), zx_linear(1, 0)};
    mpz_t c;

    (void)state;
    mpz_init_set_si(c, -3);
    OK(clmodp_zx_set_coeff(some[5], c, 30));
    for (size_t m = 0; m < 6; m++)
        for (size_t n = 0; n < 6; n++)
            for (uint64_t e = 0; e < 4; e++)
                check(some[m], e, some[n], 3 - e);
    mpz_clear(c);
    for (size_t m = 0; m < 6; m++)
        clmodp_zx_destroy(some[m]);
}

static void in_place(void **state)
{
    clmodp_zx *a = zx_linear(2, -5), *b = zx_linear(-3, 1), *expected = zx_pow(a, 2);

    (void)state;
    zx_mul_by(&expected, b);
    OK(clm_zx_multiply_powers(NULL, a, a, 2, b, 1));
    assert_true(clmodp_zx_equal(a, expected));
    DESTROY(expected, b, a);
}

/* Too large products are rejected at once, with a message, and change nothing. */
static void limits(void **state)
{
    clmodp_zx *a = zx_linear(1, 1), *one = zx_constant(1), *three = zx_constant(3);
    clmodp_zx *out = zx_linear(8, 9), *before = zx_linear(8, 9);
    uint64_t most = CLMODP_ZX_MOST_TERMS;

    (void)state;
    for (int which = 0; which < 4; which++) {
        clm_error error = {CLMODP_OK, ""};
        clmodp_status st =
            which == 0   ? clm_zx_multiply_powers(&error, out, a, most, one, 1)
            : which == 1 ? clm_zx_multiply_powers(&error, out, a, most / 2, a, most / 2)
            : which == 2 ? clm_zx_multiply_powers(&error, out, three, (uint64_t)1 << 61, a, 1)
                         : clm_zx_multiply_powers(&error, out, a, most - 1, one, 1);

        assert_int_equal(st, CLMODP_LIMIT);
        assert_string_not_equal(error.message, "");
        assert_true(clmodp_zx_equal(out, before));
    }
    DESTROY(before, out, three, one, a);
}

TESTS(
    cmocka_unit_test(as_multiplied_by_hand),
    cmocka_unit_test(few_terms),
    cmocka_unit_test(in_place),
    cmocka_unit_test(limits));
