/* Tests closed forms of roots, and that rational roots become exact. */
#include <clmodp/roots.h>

#include "roots/box.h"
#include "roots/rational.h"
#include "roots/sturm.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

/* g(x^m) for random g of degree 1 and 2, some with almost equal zeros, times a constant. */
static void roots_of_powers(void **state)
{
    clm_random random = {1};
    const int cases = small_tests() ? 20 : 300;

    for (int i = 0; i < cases; i++) {
        const size_t bits = 1 + (size_t)clm_random_below(&random, i % 5 == 0 ? 200 : 8);
        clmodp_zx *g = random_zx(&random, 1 + (size_t)clm_random_below(&random, 2), bits);
        clmodp_zx *power = zx_pow(g, 2), *one = zx_constant(1), *near = zx_sub(power, one), *f, *x;
        mpz_t c;

        mpz_init_set_ui(c, 1);
        x = zx_monomial(c, 1 + (size_t)clm_random_below(&random, 7));
        f = zx_compose(i % 3 == 0 && clmodp_zx_degree(g) == 1 ? near : g, x);
        if (clmodp_zx_degree(f) >= 0) {
            clmodp_roots *roots = sturm_roots(*state, f, sturm_count(f));

            for (size_t k = 0; k < clmodp_roots_count(roots); k++)
                assert_int_equal(clmodp_roots_refine(*state, roots, k, 300), CLMODP_OK);
            sturm_check_intervals(f, roots);
            clmodp_roots_destroy(roots);
        }
        mpz_clear(c);
        DESTROY(x, f, near, one, power, g);
    }
}

/* Roots p / q of a product with x^4 - 2; after refinement intervals are narrower than q^-2. */
static void rational_roots_become_exact(void **state)
{
    static const long known[][2] = {{-1000003, 999983}, {-2, 3}, {1, 3}, {355, 113}, {1000, 7}};
    static const long other[] = {-2, 0, 0, 0, 1};
    clmodp_zx *f = zx_new();
    clmodp_roots *roots;
    mpz_t low, high, den;
    size_t exact = 0;

    mpz_inits(low, high, den, NULL);
    assert_int_equal(clmodp_zx_set_dense_si(f, other, 5), CLMODP_OK);
    for (size_t i = 0; i < 5; i++) {
        clmodp_zx *factor = zx_linear(known[i][1], -known[i][0]);

        zx_mul_by(&f, factor);
        clmodp_zx_destroy(factor);
    }
    roots = sturm_roots(*state, f, 7);
    for (size_t k = 0; k < 7; k++) {
        assert_int_equal(clmodp_roots_refine(*state, roots, k, 60), CLMODP_OK);
        clmodp_roots_interval(low, high, den, roots, k);
        if (mpz_cmp(low, high) != 0)
            continue;
        assert_int_equal(mpz_cmp_si(low, known[exact][0]), 0);
        assert_int_equal(mpz_cmp_si(den, known[exact++][1]), 0);
    }
    assert_int_equal(exact, 5);
    clmodp_roots_destroy(roots);
    clmodp_zx_destroy(f);
    mpz_clears(low, high, den, NULL);
}

/* All fractions with smaller denominators are tried. */
static void simplest_fractions(void **state)
{
    mpz_t low, high, d, p, q;

    (void)state;
    mpz_inits(low, high, d, p, q, NULL);
    for (long den = 1; den < 30; den++)
        for (long a = -2 * den; a <= 2 * den; a++)
            for (long b = a + 1; b < a + 4; b++) {
                long best = 1, top;

                for (;; best++) {
                    top = a * best / den - 2;
                    while (top * den <= a * best)
                        top++;
                    if (top * den < b * best)
                        break;
                }
                mpz_set_si(low, a);
                mpz_set_si(high, b);
                mpz_set_si(d, den);
                clm_simplest_fraction(p, q, low, high, d);
                if (mpz_cmp_si(q, best) != 0 || mpz_get_si(p) * den <= a * best ||
                    mpz_get_si(p) * den >= b * best)
                    fail_msg("between %ld/%ld and %ld/%ld", a, den, b, den);
            }
    mpz_clears(low, high, d, p, q, NULL);
}

/* 0 is found at an end, too; other fractions only if the interval is narrow for them. */
static void likely_fractions(void **state)
{
    static const struct {
        long low, high, d, p, q;
        bool likely;
    } cases[] = {{0, 1, 8, 0, 1, true}, {-1, 0, 8, 0, 1, true}, {-1, 1, 8, 0, 1, true},
                 {1, 3, 8, 1, 3, false}, {333332, 333334, 1000000, 1, 3, false},
                 {333333332, 333333334, 1000000000, 1, 3, true},
                 {-333333334, -333333332, 1000000000, -1, 3, true}};
    mpz_t low, high, d, p, q;

    (void)state;
    mpz_inits(low, high, d, p, q, NULL);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        mpz_set_si(low, cases[k].low);
        mpz_set_si(high, cases[k].high);
        mpz_set_si(d, cases[k].d);
        assert_int_equal(clm_likely_fraction(p, q, low, high, d), cases[k].likely);
        assert_int_equal(mpz_get_si(p), cases[k].p);
        assert_int_equal(mpz_get_si(q), cases[k].q);
    }
    mpz_clears(low, high, d, p, q, NULL);
}

static void expect_box(const clm_box *box, long re, long im, long d)
{
    for (int end = 0; end < 2; end++) {
        assert_int_equal(mpz_get_si(box->re[end]), re);
        assert_int_equal(mpz_get_si(box->im[end]), im);
    }
    assert_int_equal(mpz_get_si(box->d), d);
}

/* Points are in lowest terms, also the common point of two boxes and the one of a disc. */
static void points_are_reduced(void **state)
{
    clm_box a, b;
    clm_disc z;

    (void)state;
    clm_box_init(&a);
    clm_box_init(&b);
    clm_disc_init(&z);
    mpz_set_si(a.re[0], -8);
    mpz_set_si(a.re[1], 4);
    mpz_set_si(a.d, 8);
    mpz_set_si(b.re[0], 8);
    mpz_set_si(b.re[1], 9);
    mpz_set_si(b.d, 16);
    clm_box_intersect(&a, &b);
    expect_box(&a, 1, 0, 2);
    mpz_set_si(z.re, 12);
    mpz_set_si(z.im, -4);
    z.e = -3;
    clm_box_set_disc(&a, &z, false, false);
    expect_box(&a, 3, -1, 2);
    clm_box_set_fraction(&a, z.re, z.im);
    expect_box(&a, -3, 0, 1);
    clm_disc_clear(&z);
    clm_box_clear(&b);
    clm_box_clear(&a);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(roots_of_powers),
              cmocka_unit_test(rational_roots_become_exact), cmocka_unit_test(simplest_fractions),
              cmocka_unit_test(likely_fractions), cmocka_unit_test(points_are_reduced));
