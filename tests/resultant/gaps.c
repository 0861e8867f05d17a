/* Tests of remainders across gaps: the factor is right at random points modulo a prime, computed
 * there by Euclid's algorithm step by step. */
#include "resultant/gaps.h"

#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

#define PRIME UINT64_C(2305843009213693951)

/* Returns the coefficients in y at x, of the formal degree. */
static uint64_t *values_at(const clmodp_zxy *f, uint64_t x)
{
    uint64_t *c = calloc((size_t)clmodp_zxy_degree_y(f) + 1, sizeof *c);

    assert_non_null(c);
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;
        const uint64_t value = mpz_fdiv_ui(clmodp_zxy_term(f, k, &i, &j), PRIME);

        c[j] = (c[j] + clm_mulmod64(value, clm_powmod64(x, i, PRIME), PRIME)) % PRIME;
    }
    return c;
}

static uint64_t value_at(const clmodp_zxy *f, const clmodp_zxy *g, uint64_t x)
{
    uint64_t *a = values_at(f, x), *b = values_at(g, x);
    const uint64_t value = clm_resultant_mod64(a, (size_t)clmodp_zxy_degree_y(f), b,
                                               (size_t)clmodp_zxy_degree_y(g), PRIME);

    free(a);
    free(b);
    return value;
}

/* Returns whether a remainder replaced f or g; checks the factor, and releases both. */
static bool crosses(clmodp_zxy *f, clmodp_zxy *g)
{
    const uint64_t x = UINT64_C(123456789012345677);
    clmodp_zxy *f1 = zxy_copy(f), *g1 = zxy_copy(g);
    uint64_t expected = value_at(f, g, x), value;
    clm_factors gaps;
    bool crossed;

    clm_factors_init(&gaps);
    assert_int_equal(clm_gaps_cross(NULL, &gaps, f1, g1), CLMODP_OK);
    assert_true(clmodp_zxy_terms(f1) > 0 && clmodp_zxy_terms(g1) > 0);
    crossed = !clmodp_zxy_equal(f, f1) || !clmodp_zxy_equal(g, g1);
    value = value_at(f1, g1, x);
    value = clm_mulmod64(value, mpz_fdiv_ui(gaps.integer, PRIME), PRIME);
    expected = clm_mulmod64(expected, mpz_fdiv_ui(gaps.divisor, PRIME), PRIME);
    if (gaps.shift >= 0)
        value = clm_mulmod64(value, clm_powmod64(x, (uint64_t)gaps.shift, PRIME), PRIME);
    else
        expected = clm_mulmod64(expected, clm_powmod64(x, (uint64_t)-gaps.shift, PRIME), PRIME);
    assert_int_equal(value, expected);
    clm_factors_clear(&gaps);
    DESTROY(f1, g1, f, g);
    return crossed;
}

/* A polynomial of few terms with the leading coefficient c x^e, and terms c x^i y^j, j < below. */
static clmodp_zxy *sparse(clm_random *random, size_t degree, size_t below, size_t e)
{
    clmodp_zxy *f = zxy_new();
    mpz_t c;

    mpz_init(c);
    for (size_t n = clm_random_below(random, 4); n > 0; n--) {
        mpz_set_si(c, (long)clm_random_below(random, 9) - 4);
        assert_int_equal(clmodp_zxy_set_coeff(f, c, clm_random_below(random, 4),
                                              clm_random_below(random, below)), CLMODP_OK);
    }
    mpz_set_si(c, (clm_random_below(random, 2) == 0 ? 1 : -1) *
                      (1 + (long)clm_random_below(random, 4) / 2));
    assert_int_equal(clmodp_zxy_set_coeff(f, c, e, degree), CLMODP_OK);
    mpz_clear(c);
    return f;
}

static void factors_are_right(void **state)
{
    clm_random random = {9};
    const size_t count = random_cases(4000);
    size_t crossed = 0;

    (void)state;
    for (size_t k = 0; k < count; k++) {
        const size_t q = 30 + clm_random_below(&random, 40);
        const size_t p = q + clm_random_below(&random, k % 3 == 0 ? 2 * q : 3);
        clmodp_zxy *a = sparse(&random, p, p / (1 + k % 9), clm_random_below(&random, 3));
        clmodp_zxy *b = sparse(&random, q, q / (2 + k % 9), k % 2 == 0 ? 0 : k % 5);

        crossed += k % 4 < 2 ? crosses(a, b) : crosses(b, a);
    }
    assert_true(crossed > count / 4 && crossed < count);
}

static bool crosses_text(const char *f, const char *g)
{
    return crosses(zxy_parse(f), zxy_parse(g));
}

static void which_pairs_are_replaced(void **state)
{
    (void)state;
    assert_true(crosses_text("y^1600 + x^2*y^3 + 1", "y^800 - x*y - 2"));
    assert_true(crosses_text("x*y^299 + y + 1", "y^300 + x"));
    assert_true(crosses_text("y^200 + x*y + 1", "x - y^199"));
    assert_true(crosses_text("y^40 + x", "y^40 - x^3"));          /* free of y */
    assert_false(crosses_text("y^40 + x", "y^40 + x"));           /* 0 */
    assert_false(crosses_text("y^80", "y^40"));                   /* 0 */
    assert_true(crosses_text("3*y^40 + x", "2*y^40 - x^3"));
    assert_true(crosses_text("y^40 + x", "(x + 1)*y^40 - 1"));
    assert_true(crosses_text("(x + 1)*y^40 - 1", "y^40 + x"));
    assert_false(crosses_text("x*y^41 + x", "(x + 1)*y^40 - 1"));
    assert_false(crosses_text("y^90 + x", "(2^62 + 1)*y^40 - 1"));
    assert_false(crosses_text("y^40 + y^30 + x", "y^39 - x^3"));  /* no gap */
    assert_false(crosses_text("y^30 + x", "y^31 - x^3"));         /* short */
    assert_false(crosses_text("y^1000 + x", "y^40 - x"));         /* many steps */
    assert_false(crosses_text("y^70 + x", "x^9*y^40 + y - 1"));   /* larger results */
    assert_false(crosses_text("x^3", "y^40 - x"));
}

TESTS(
    cmocka_unit_test(factors_are_right),
    cmocka_unit_test(which_pairs_are_replaced));
