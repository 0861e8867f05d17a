/* Tests of the floating-point estimate of a resultant's size, against known resultants. */
#include <math.h>
#include <stdio.h>

#include "ref/sylvester.h"
#include "resultant/probable.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

static bool estimate(double *bits, const clmodp_zxy *f, const clmodp_zxy *g, uint64_t seed)
{
    clm_random random = {seed};
    bool known;

    assert_int_equal(clm_estimate_size(NULL, &known, bits, f, g, &random), CLMODP_OK);
    return known;
}

/* Checks that the maximum of |R| on the circle is at most the sum of the coefficients' absolute
 * values, and its root mean square at least the greatest of them. */
static void check(const clmodp_zxy *f, const clmodp_zxy *g, const clmodp_zx *r, uint64_t seed)
{
    double height = (double)zx_height_bits(r), bits;
    double width = log2((double)(clmodp_zx_degree(r) - zx_valuation(r) + 1));

    assert_true(estimate(&bits, f, g, seed));
    if (bits > height + width + 1e-6 || bits < height - 12.0)
        fail_msg("%f bits, height %f, seed %ju", bits, height, (uintmax_t)seed);
}

static void sizes_of_random_resultants(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= random_cases(40); seed++) {
        clmodp_zxy *f = random_dense(1 + seed % 5, 1 + seed % 7, 1 + 37 * seed, seed);
        clmodp_zxy *g = random_dense(1 + seed % 3, 1 + seed % 4, 1 + 11 * seed, seed + 1000);
        clmodp_zx *r = ref_resultant(f, g);

        check(f, g, r, seed);
        DESTROY(r, g, f);
    }
}

static void coefficients_beyond_the_range_of_doubles(void **state)
{
    clmodp_zxy *f = random_dense(2, 3, 5000, 1), *g = random_dense(2, 4, 20, 2);
    clmodp_zx *r = ref_resultant(f, g);

    (void)state;
    check(f, g, r, 3);
    DESTROY(r, g, f);
}

/* Products of (x - 9 k)^2 + (y - 500 k - 3)^2 - k: roots far from 1, whose powers need separate
 * scales. */
static void roots_of_any_size(void **state)
{
    clmodp_zxy *f = zxy_parse("1");

    (void)state;
    for (int k = 1; k <= (small_tests() ? 3 : 6); k++) {
        char text[128];
        clmodp_zxy *circle, *product, *g;
        clmodp_zx *r;

        (void)snprintf(text, sizeof text, "(x - %d)^2 + (y - %d)^2 - %d", 9 * k, 500 * k + 3, k);
        circle = zxy_parse(text);
        product = zxy_mul(f, circle);
        DESTROY(circle, f);
        f = product;
        g = zxy_derivative_y(f);
        r = ref_resultant(f, g);
        check(f, g, r, (uint64_t)k);
        DESTROY(r, g);
    }
    clmodp_zxy_destroy(f);
}

/* Pairs without a reliable estimate get none. */
static void common_factors_and_large_degrees_are_not_estimated(void **state)
{
    clmodp_zxy *a = random_dense(2, 2, 30, 5), *b = random_dense(2, 3, 30, 6);
    clmodp_zxy *large = random_dense(0, 159, 3, 7), *c = random_dense(1, 2, 3, 8);
    clmodp_zxy *f = zxy_mul(a, b), *g = zxy_mul(a, a);
    double bits;

    (void)state;
    assert_false(estimate(&bits, f, g, 1));
    assert_false(estimate(&bits, large, c, 1));
    DESTROY(g, f, c, large, b, a);
}

TESTS(
    cmocka_unit_test(sizes_of_random_resultants),
    cmocka_unit_test(coefficients_beyond_the_range_of_doubles),
    cmocka_unit_test(roots_of_any_size),
    cmocka_unit_test(common_factors_and_large_degrees_are_not_estimated));
