/* Tests closed forms of roots, and that rational roots become exact. */
#include <clmodp/roots.h>

#include "roots/rational.h"
#include "roots/sturm.h"
#include "support/context.h"
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
        clmodp_zx_destroy(x);
        clmodp_zx_destroy(f);
        clmodp_zx_destroy(near);
        clmodp_zx_destroy(one);
        clmodp_zx_destroy(power);
        clmodp_zx_destroy(g);
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

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(roots_of_powers),
              cmocka_unit_test(rational_roots_become_exact), cmocka_unit_test(simplest_fractions));
