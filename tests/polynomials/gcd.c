/* Tests of clm_gcd_watched against GMP's gcd. */
#include "polynomials/integers.h"

#include "support/assertions.h"
#include "support/small.h"

/* Checks random integers of these sizes, times a common factor. */
static void check(gmp_randstate_t random, size_t a_bits, size_t b_bits, size_t common_bits)
{
    mpz_t a, b, c, expected, g;

    mpz_inits(a, b, c, expected, g, NULL);
    mpz_rrandomb(a, random, a_bits);
    mpz_urandomb(b, random, b_bits);
    mpz_urandomb(c, random, common_bits);
    mpz_setbit(c, common_bits);
    mpz_mul(a, a, c);
    mpz_mul(b, b, c);
    mpz_neg(b, b);
    mpz_gcd(expected, a, b);
    assert_true(clm_gcd_watched(g, a, b, NULL));
    if (mpz_cmp(g, expected) != 0)
        fail_msg("%zu and %zu bits with %zu in common", a_bits, b_bits, common_bits);
    assert_true(clm_gcd_watched(b, b, a, NULL)); /* in place */
    assert_int_equal(mpz_cmp(b, expected), 0);
    mpz_clears(a, b, c, expected, g, NULL);
}

static void agrees_with_gmp(void **state)
{
    static const size_t bits[][3] = {
        {0, 0, 0},           {0, 600000, 0},      {1, 700000, 3},        {64, 64, 64},
        {600000, 530000, 17}, {1, 1, 600000},     {600000, 600000, 0},   {600000, 600001, 1},
        {525000, 1100000, 0}, {300000, 300000, 400000},
        {5000, 5000, 1000000}, {2200000, 2200000, 60}};
    const size_t count = small_tests() ? 6 : sizeof bits / sizeof *bits;
    gmp_randstate_t random;

    (void)state;
    gmp_randinit_default(random);
    for (size_t k = 0; k < count; k++)
        check(random, bits[k][0], bits[k][1], bits[k][2]);
    gmp_randclear(random);
}

/* Quotients all 1 (Fibonacci numbers); then one long quotient. Both numbers have more than 2^19
 * bits, below which GMP is called. */
static void takes_extreme_quotients(void **state)
{
    const mp_bitcnt_t most = small_tests() ? 570000 : 1500000;
    mpz_t a, b, g, expected;

    (void)state;
    mpz_inits(a, b, g, expected, NULL);
    mpz_fib2_ui(a, b, small_tests() ? 800000 : 1000000);
    assert_true(clm_gcd_watched(g, a, b, NULL));
    assert_int_equal(mpz_cmp_ui(g, 1), 0);
    mpz_setbit(a, most);
    mpz_set_ui(b, 0);
    mpz_setbit(b, most - most / 15);
    mpz_sub_ui(b, b, 1);
    mpz_gcd(expected, a, b);
    assert_true(clm_gcd_watched(g, a, b, NULL));
    assert_int_equal(mpz_cmp(g, expected), 0);
    mpz_clears(a, b, g, expected, NULL);
}

static void can_be_stopped(void **state)
{
    clm_poller watch = {.stopped = true};
    mpz_t a, b;

    (void)state;
    mpz_init(a);
    mpz_init(b);
    mpz_setbit(a, 1000000);
    mpz_setbit(b, 999999);
    mpz_sub_ui(b, b, 1);
    assert_false(clm_gcd_watched(a, a, b, &watch));
    assert_int_equal(mpz_scan1(a, 0), 1000000); /* unchanged */
    mpz_clear(b);
    mpz_clear(a);
}

TESTS(
    cmocka_unit_test(agrees_with_gmp),
    cmocka_unit_test(takes_extreme_quotients),
    cmocka_unit_test(can_be_stopped));
