/* Tests of shears, alone and with other extracted factors, against the reference. */

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "ref/sylvester.h"
#include "resultant/factors.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

/* Returns f(x^s, x^h y) x^a for the least a that gives a polynomial. */
static clmodp_zxy *slanted(const clmodp_zxy *f, long s, long h)
{
    clmodp_zxy *result = zxy_new();
    long least = LONG_MAX;

    for (int pass = 0; pass < 2; pass++)
        for (size_t t = 0; t < clmodp_zxy_terms(f); t++) {
            size_t i, j;
            mpz_srcptr c = clmodp_zxy_term(f, t, &i, &j);
            long here = s * (long)i + h * (long)j;

            if (pass == 0)
                least = here < least ? here : least;
            else
                OK(clmodp_zxy_set_coeff(result, c, (size_t)(here - least), j));
        }
    return result;
}

/* Checks res_y(f, g) = x^shift res_y(f1, g1)(x^s); returns f1 and g1 to the caller. */
static void check_shear(clm_shear *shear, clmodp_zxy **f1, clmodp_zxy **g1, uint64_t seed,
                        const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_zx *expected = ref_resultant(f, g), *r, *restored = zx_new();
    mpz_t c;

    mpz_init(c);
    *f1 = zxy_copy(f);
    *g1 = zxy_copy(g);
    *shear = clm_shear_remove(*f1, *g1);
    r = ref_resultant(*f1, *g1);
    for (long i = 0; i <= clmodp_zx_degree(r); i++) {
        clmodp_zx_get_coeff(c, r, (size_t)i);
        if (mpz_sgn(c) != 0)
            OK(clmodp_zx_set_coeff(restored, c, (size_t)(i * shear->s + shear->shift)));
    }
    if (!clmodp_zx_equal(restored, expected))
        fail_msg("seed %llu", (unsigned long long)seed);
    mpz_clear(c);
    DESTROY(restored, r, expected);
}

/* Shears of slanted pairs are undone, or improved; exponents on one line become free of x. */
static void slanted_pairs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= random_cases(105); seed++) {
        clm_random random = {seed};
        long s = (long)(seed % 5), h = (long)(seed % 7) - 3;
        clmodp_zxy *f, *g, *fs, *gs, *f1, *g1;
        clm_shear shear;

        random_pair(&f, &g, &random, PAIR_DENSE, 4, s == 0 ? 0 : 3, 30);
        fs = slanted(f, s, h);
        gs = slanted(g, s, h);
        check_shear(&shear, &f1, &g1, seed, fs, gs);
        if (clmodp_zxy_degree_x(f1) > 0 || clmodp_zxy_degree_x(g1) > 0)
            assert_true(s > 0 && shear.s % s == 0);
        if (s == 0)
            assert_true(clmodp_zxy_degree_x(f1) == 0 && clmodp_zxy_degree_x(g1) == 0);
        DESTROY(g1, f1, gs, fs, g, f);
    }
}

/* Arbitrary pairs, some with few terms, which always lie in some lattice. */
static void any_pairs(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t seed = 1; seed <= random_cases(20); seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g, *f1, *g1;
            clm_shear shear;

            random_pair(&f, &g, &random, (pair_shape)shape, 4, 4, 3);
            check_shear(&shear, &f1, &g1, seed, f, g);
            DESTROY(g1, f1, g, f);
        }
    for (uint64_t seed = 1; seed <= random_cases(200); seed++) {
        clm_random random = {seed};
        size_t e[6];
        clmodp_zxy *f, *g, *f1, *g1;
        clm_shear shear;

        for (size_t k = 0; k < 6; k++)
            e[k] = clm_random_below(&random, 7);
        f = zxy_trinomial(2, 1 + e[0], 0, 0, 3, e[1]);
        g = zxy_trinomial(5, 1 + e[2], seed % 2 == 0 ? 7 : 0, e[3], -1, e[4]);
        OK(clmodp_zxy_set_coeff_si(f, 11, e[5], 1 + e[0]));
        check_shear(&shear, &f1, &g1, seed, f, g);
        DESTROY(g1, f1, g, f);
    }
}

/* Returns f(x, y^n) y^k. */
static clmodp_zxy *inflated(const clmodp_zxy *f, size_t n, size_t k)
{
    clmodp_zxy *result = zxy_new();

    for (size_t t = 0; t < clmodp_zxy_terms(f); t++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, t, &i, &j);

        OK(clmodp_zxy_set_coeff(result, c, i, n * j + k));
    }
    return result;
}

/* Shears are combined with powers of y and deflations in y. */
static void among_contents(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= random_cases(90); seed++) {
        clm_random random = {seed};
        long s = (long)(seed % 5), h = (long)(seed % 7) - 3;
        size_t n = 1 + seed / 5 % 3, k = seed / 15 % 3;
        clmodp_zxy *f, *g, *fs, *gs, *fk, *gk;
        clmodp_zx *expected, *r;
        clm_factors content;

        random_pair(&f, &g, &random, PAIR_DENSE, 3, s == 0 ? 0 : 2, 30);
        fs = slanted(f, s, h);
        gs = slanted(g, s, h);
        fk = inflated(fs, n, seed % 2 == 0 ? k : 0);
        gk = inflated(gs, n, seed % 2 == 0 ? 0 : k);
        expected = ref_resultant(fk, gk);
        clm_factors_init(&content);
        OK(clm_content_remove(NULL, &content, fs, gs, fk, gk));
        r = ref_resultant(fs, gs);
        OK(clm_factors_restore(NULL, r, &content));
        if (!clmodp_zx_equal(r, expected))
            fail_msg("seed %llu", (unsigned long long)seed);
        clm_factors_clear(&content);
        DESTROY(r, expected, gk, fk, gs, fs, g, f);
    }
}

/* A pair of degree 1 in x and 16 in y: a shear would make rows far longer. */
static void rows_stay_short(void **state)
{
    clmodp_zxy *f = zxy_new(), *g = zxy_new(), *f1, *g1;
    clm_shear shear;

    (void)state;
    for (size_t j = 0; j <= 16; j++) {
        OK(clmodp_zxy_set_coeff_si(f, 2 + (long)(7 * j * j % 11), j % 2, j));
        OK(clmodp_zxy_set_coeff_si(g, 3 + (long)(5 * j * j % 13), j % 2, j));
    }
    check_shear(&shear, &f1, &g1, 0, f, g);
    assert_int_equal(shear.s, 1);
    assert_true(clmodp_zxy_equal(f, f1) && clmodp_zxy_equal(g, g1));
    DESTROY(g1, f1, g, f);
}

/* Exponents at the limit: y^n + x and x^n y + 1 for n = 2^31 - 1 have s = n^2 - 1, too large for
 * any use; there is no overflow and no shear. */
static void extremes(void **state)
{
    size_t n = ((size_t)1 << 31) - 1;
    clmodp_zxy *f = zxy_trinomial(1, n, 0, 0, 1, 1), *g = zxy_trinomial(1, 1, 0, 0, 1, 0);

    (void)state;
    OK(clmodp_zxy_set_coeff_si(g, 0, 0, 1));
    OK(clmodp_zxy_set_coeff_si(g, 1, n, 1));
    assert_int_equal(clm_shear_remove(f, g).s, 1);
    OK(clmodp_zxy_set_coeff_si(g, 1, 0, n));
    assert_int_equal(clm_shear_remove(f, g).s, 1);
    DESTROY(g, f);
}

TESTS(
    cmocka_unit_test(slanted_pairs),   cmocka_unit_test(any_pairs),
    cmocka_unit_test(among_contents),  cmocka_unit_test(rows_stay_short),
    cmocka_unit_test(extremes));
