/* Tests the slow reference of the other tests against determinants by hand, closed forms and the
 * laws of resultants. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ref/sylvester.h"
#include "support/assertions.h"
#include "support/polynomials.h"

/* a x + b + c y^j */
static clmodp_zxy *binomial(long a, long b, long c, size_t j)
{
    clmodp_zx *low = zx_linear(a, b), *high = zx_constant(c);
    clmodp_zxy *f = zxy_binomial(low, high, j);

    DESTROY(high, low);
    return f;
}

/* Fails unless res_y(f, g) is the expected polynomial; frees all three. */
static void check(clmodp_zxy *f, clmodp_zxy *g, clmodp_zx *expected, const char *what)
{
    clmodp_zx *r = ref_resultant(f, g);

    if (!clmodp_zx_equal(r, expected))
        fail_msg("%s", what);
    DESTROY(r, expected, g, f);
}

static void conventions(void **state)
{
    (void)state;
    /* res(y - a, y - b) = a - b with a = 3x + 5, b = 2 */
    check(binomial(-3, -5, 1, 1), binomial(0, -2, 1, 1), zx_linear(3, 3), "a - b");
    /* res(2y - x, 5y - 7) = det ((2, -x), (5, -7)) = 5x - 14 */
    check(binomial(-1, 0, 2, 1), binomial(0, -7, 5, 1), zx_linear(5, -14), "2 by 2");
    /* f free of y: f^q; g free of y: g^p; both: 1; zero: 0 */
    check(binomial(0, 3, 0, 1), binomial(1, 0, 1, 4), zx_constant(81), "f^q");
    check(binomial(1, 0, 1, 3), binomial(0, -2, 0, 1), zx_constant(-8), "g^p");
    check(binomial(0, 7, 0, 1), binomial(5, 3, 0, 1), zx_constant(1), "both free");
    check(binomial(0, 0, 0, 1), binomial(0, 3, 0, 1), zx_constant(0), "0 and a constant");
    check(binomial(1, 1, 1, 2), binomial(0, 0, 0, 1), zx_constant(0), "and 0");
    /* res(y^2 + x, y^3) needs a row exchange; (y^2 + x | y)^3 = x^3 */
    {
        clmodp_zx *x = zx_linear(1, 0), *cube = zx_pow(x, 3);

        check(binomial(1, 0, 1, 2), binomial(0, 0, 1, 3), cube, "x^3");
        clmodp_zx_destroy(x);
    }
}

/* Fails unless S_1(f, g) = (a x + b) y + (c x + d); frees f and g. */
static void check_minors(clmodp_zxy *f, clmodp_zxy *g, long a, long b, long c, long d,
                         const char *what)
{
    clmodp_zx *expected[2] = {zx_linear(c, d), zx_linear(a, b)};

    for (long power = 0; power < 2; power++) {
        clmodp_zx *s = ref_subresultant(f, g, 1, power);

        if (!clmodp_zx_equal(s, expected[power]))
            fail_msg("%s: y^%ld", what, power);
        DESTROY(s, expected[power]);
    }
    DESTROY(g, f);
}

static void subresultants(void **state)
{
    (void)state;
    /* A divisor g of degree 1: S_1 = lc(g)^(n-2) g for every f. */
    check_minors(binomial(7, 9, 5, 2), binomial(1, 3, 2, 1), 0, 2, 1, 3, "2 y + x + 3");
    check_minors(binomial(7, 9, 5, 4), binomial(1, 3, 2, 1), 0, 8, 4, 12, "4 (2 y + x + 3)");
    check_minors(binomial(1, 3, 2, 1), binomial(7, 9, 5, 3), 0, 4, 2, 6, "2 (2 y + x + 3)");
    /* det ((3, x + 1), (2, 5)) = 15 - 2 x - 2, in the column of y^0 */
    check_minors(binomial(1, 1, 3, 2), binomial(0, 5, 2, 2), 0, 0, -2, 13, "a constant");
    /* y^3 + x above y^2 y and y^2: rows (1 0 0 x), (1 0 0 0), (0 1 0 0) */
    check_minors(binomial(1, 0, 1, 3), binomial(0, 0, 1, 2), 0, 0, 1, 0, "x");
    check_minors(binomial(1, 0, 1, 3), binomial(0, 2, 1, 3), 0, 0, 0, 0, "nothing between");
}

static void check_known(known_pair pair)
{
    clmodp_zx *r = ref_resultant(pair.f, pair.g);

    if (pair.resultant != NULL && !clmodp_zx_equal(r, pair.resultant))
        fail_msg("%s", pair.name);
    if (clmodp_zx_degree(r) != pair.degree)
        fail_msg("%s: degree %ld, not %ld", pair.name, clmodp_zx_degree(r), pair.degree);
    clmodp_zx_destroy(r);
    known_pair_clear(&pair);
}

static void closed_forms(void **state)
{
    clm_random random = {2};
    clmodp_zx *a = zx_linear(2, -3), *b = zx_linear(-1, 5);

    (void)state;
    for (size_t m = 1; m <= 7; m++)
        for (size_t n = 1; n <= 7; n++) {
            size_t g = m, h = n;

            while (h != 0) {
                size_t t = g % h;

                g = h;
                h = t;
            }
            if (g == 1)
                check_known(known_chebyshev(m, n, (long)n - 3, 2 - (long)m));
        }
    for (size_t p = 0; p <= 4; p++)
        for (size_t q = 0; q <= 4; q++) {
            check_known(known_linear_factors(&random, p, q, 2, 20, 1));
            check_known(known_linear_factors(&random, p, q, 2, 70, 0));
            check_known(known_composed_sum(&random, p, q));
        }
    for (size_t n = 2; n <= 7; n++)
        for (size_t k = 1; k < n; k++)
            check_known(known_trinomial(n, k, a, b));
    check_known(known_modular_2());
    check_known(known_rose(4));
    DESTROY(a, b);
}

/* res(f, g) = (-1)^{pq} res(g, f), res(f h, g) = res(f, g) res(h, g), on pairs of every
 * shape; a common factor gives 0. */
static void laws(void **state)
{
    (void)state;
    for (unsigned s = 0; s < PAIR_SHAPES; s++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            clm_random random = {seed * 1000 + s};
            clmodp_zxy *f, *g, *h, *k, *fh;
            clmodp_zx *r, *back, *rh, *rfh;

            random_pair(&f, &g, &random, (pair_shape)s, 4, 3, 30);
            random_pair(&h, &k, &random, PAIR_SPARSE, 2, 2, 10);
            fh = zxy_mul(f, h);
            r = ref_resultant(f, g);
            back = ref_resultant(g, f);
            rh = ref_resultant(h, g);
            rfh = ref_resultant(fh, g);
            if (clmodp_zxy_degree_y(f) * clmodp_zxy_degree_y(g) % 2 == 1)
                zx_mul_si_by(&back, -1);
            zx_mul_by(&rh, r);
            if (!clmodp_zx_equal(r, back) || !clmodp_zx_equal(rfh, rh))
                fail_msg("%s, seed %llu", pair_shape_name((pair_shape)s),
                         (unsigned long long)seed);
            if (s == PAIR_COMMON && clmodp_zx_degree(r) >= 0)
                fail_msg("a common factor, seed %llu", (unsigned long long)seed);
            DESTROY(rfh, rh, back, r, fh, k, h, g, f);
        }
}

TESTS(
    cmocka_unit_test(conventions),
    cmocka_unit_test(subresultants),
    cmocka_unit_test(closed_forms),
    cmocka_unit_test(laws));
