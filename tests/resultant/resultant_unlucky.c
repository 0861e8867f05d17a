/* Tests of inputs constructed for the plan's primes and points: no prime and no point is bad,
 * since unlucky lanes fall back to formal degrees. */
#include <string.h>

#include "arith/prime.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "ref/sylvester.h"
#include "support/context.h"
#include "support/polynomials.h"

#define DIVIDING_PRIMES 12

static void set(clmodp_zxy *f, const mpz_t c, size_t i, size_t j)
{
    assert_int_equal(clmodp_zxy_set_coeff(f, c, i, j), CLMODP_OK);
}

static void set_si(clmodp_zxy *f, long c, size_t i, size_t j)
{
    assert_int_equal(clmodp_zxy_set_coeff_si(f, c, i, j), CLMODP_OK);
}

/* Checks against the reference; returns the number of unlucky lanes. */
static uint64_t check(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g,
                      uint64_t *points)
{
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_zx *r = zx_new(), *expected = ref_resultant(f, g);

    if (clmodp_resultant(context, r, &report, f, g, NULL) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_true(clmodp_zx_equal(r, expected));
    DESTROY(expected, r);
    *points = report.points;
    return report.unlucky;
}

/* Checks leading coefficients divisible by primes of the plan: all their lanes are unlucky.
 * `where`: 1 for f, 2 for g, 3 for both. */
static void check_dividing_primes(clmodp_context *context, int where)
{
    clmodp_zxy *f = zxy_new(), *g = zxy_new();
    uint32_t prime[DIVIDING_PRIMES];
    uint64_t points, unlucky;
    mpz_t c;

    set_si(f, 1, 0, 3);
    set_si(f, 3, 2, 1);
    set_si(f, -5, 1, 0);
    set_si(g, 1, 0, 2);
    set_si(g, 7, 1, 1);
    set_si(g, 2, 3, 0);
    check(context, f, g, &points); /* the points depend on the shape only */
    assert_int_equal(clm_primes_below(prime, DIVIDING_PRIMES, EUCLID_PRIME_MAX + 1,
                                      (uint32_t)points),
                     DIVIDING_PRIMES);
    mpz_init_set_ui(c, 1);
    for (size_t k = 0; k < DIVIDING_PRIMES; k++)
        mpz_mul_ui(c, c, prime[k]);
    if (where & 1)
        set(f, c, 0, 3);
    if (where & 2)
        set(g, c, 0, 2);
    unlucky = check(context, f, g, &points);
    if (where & 2) /* g divides first; a vanishing f_3 alone does no harm */
        assert_true(unlucky >= DIVIDING_PRIMES * points);
    mpz_clear(c);
    DESTROY(g, f);
}

static void leading_coefficients_vanish_modulo_primes(void **state)
{
    clmodp_context *context = *state;

    for (int where = 1; where <= 3; where++)
        check_dividing_primes(context, where);
}

/* All coefficients of g except the constant are divisible, so its images are constants. */
static void whole_images_vanish(void **state)
{
    clmodp_context *context = *state;
    clmodp_zxy *f = random_dense(2, 4, 20, 31), *g = random_dense(2, 3, 20, 32);
    clmodp_zxy *scaled = zxy_new();
    uint32_t prime[4];
    uint64_t points;
    mpz_t c, product;

    mpz_init(c);
    mpz_init_set_ui(product, 1);
    check(context, f, g, &points);
    assert_int_equal(clm_primes_below(prime, 4, EUCLID_PRIME_MAX + 1, (uint32_t)points), 4);
    for (size_t k = 0; k < 4; k++)
        mpz_mul_ui(product, product, prime[k]);
    for (size_t k = 0; k < clmodp_zxy_terms(g); k++) {
        size_t i, j;

        mpz_set(c, clmodp_zxy_term(g, k, &i, &j));
        if (j > 0)
            mpz_mul(c, c, product);
        set(scaled, c, i, j);
    }
    assert_true(check(context, f, scaled, &points) > 0);
    assert_true(check(context, scaled, f, &points) > 0);
    mpz_clear(product);
    mpz_clear(c);
    DESTROY(scaled, g, f);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(leading_coefficients_vanish_modulo_primes),
    cmocka_unit_test(whole_images_vanish));
