/* Contents out of the arguments and back onto the resultant, against the reference. */
#include "resultant/content.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ref/sylvester.h"
#include "support/polynomials.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

/* gcd of the coefficients 1, and a term without x */
static int is_primitive(const clmodp_zxy *f)
{
    size_t least = SIZE_MAX, i, j;
    int one;
    mpz_t gcd;

    mpz_init(gcd);
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        mpz_gcd(gcd, gcd, clmodp_zxy_term(f, k, &i, &j));
        least = i < least ? i : least;
    }
    one = mpz_cmp_ui(gcd, 1) == 0 && least == 0;
    mpz_clear(gcd);
    return one;
}

static void check_pair(const char *name, uint64_t seed, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_zxy *f1 = zxy_new(), *g1 = zxy_new();
    clmodp_zx *expected = ref_resultant(f, g), *r;
    clm_content content;

    clm_content_init(&content);
    OK(clm_content_remove(NULL, &content, f1, g1, f, g));
    r = ref_resultant(f1, g1);
    OK(clm_content_restore(NULL, r, &content));
    if (!is_primitive(f1) || !is_primitive(g1) || !clmodp_zx_equal(r, expected))
        fail_msg("%s, seed %llu", name, (unsigned long long)seed);

    /* Once more: nothing is left to take out. In place, too. */
    OK(clm_content_remove(NULL, &content, f1, g1, f1, g1));
    assert_int_equal(mpz_cmp_ui(content.integer, 1), 0);
    assert_int_equal(content.shift, 0);
    assert_int_equal(content.stretch, 1);
    clm_content_clear(&content);
    clmodp_zx_destroy(r);
    clmodp_zx_destroy(expected);
    clmodp_zxy_destroy(g1);
    clmodp_zxy_destroy(f1);
}

static void random_pairs(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t seed = 1; seed <= (shape == PAIR_CONTENT ? 100 : 10); seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g;

            random_pair(&f, &g, &random, (pair_shape)shape, 4, 4, 20);
            check_pair(pair_shape_name((pair_shape)shape), seed, f, g);
            clmodp_zxy_destroy(g);
            clmodp_zxy_destroy(f);
        }
}

/* 6 x^2 y - 9 x^3 and -4 x: one of them free of y, signs kept. */
static void by_hand(void **state)
{
    clmodp_zxy *f = zxy_new(), *g = zxy_new(), *f1 = zxy_new(), *g1 = zxy_new();
    clm_content content;
    mpz_t c;

    (void)state;
    mpz_init(c);
    clm_content_init(&content);
    OK(clmodp_zxy_set_coeff_si(f, 6, 2, 1));
    OK(clmodp_zxy_set_coeff_si(f, -9, 3, 0));
    OK(clmodp_zxy_set_coeff_si(g, -4, 1, 0));
    OK(clm_content_remove(NULL, &content, f1, g1, f, g));
    assert_int_equal(mpz_get_si(content.integer), 4); /* 3^0 4^1 */
    assert_int_equal(content.shift, 1);               /* 2 * 0 + 1 * 1 */
    clmodp_zxy_get_coeff(c, f1, 1, 0);
    assert_int_equal(mpz_get_si(c), -3);
    clmodp_zxy_get_coeff(c, g1, 0, 0);
    assert_int_equal(mpz_get_si(c), -1);
    check_pair("by hand", 0, f, g);
    check_pair("by hand", 1, g, f);
    clm_content_clear(&content);
    mpz_clear(c);
    clmodp_zxy_destroy(g1);
    clmodp_zxy_destroy(f1);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

/* Powers of y are not taken out; the formula of the header holds. */
static void powers_of_y(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        clm_random random = {seed};
        size_t k = 1 + seed % 3;
        clmodp_zx *one = zx_constant(1), *g0, *tail, *r, *left, *right;
        clmodp_zxy *f, *g, *y, *fy, *gy;
        mpz_t c;

        mpz_init(c);
        random_pair(&f, &g, &random, PAIR_DENSE, 3, 3, 10);
        y = zxy_binomial(NULL, one, k);
        fy = zxy_mul(f, y);
        gy = zxy_mul(g, y);
        r = ref_resultant(f, g);
        for (size_t side = 0; side < 2; side++) {
            const clmodp_zxy *other = side == 0 ? g : f;

            g0 = zx_constant(0);
            for (size_t i = 0; (long)i <= clmodp_zxy_degree_x(other); i++) {
                clmodp_zxy_get_coeff(c, other, i, 0);
                OK(clmodp_zx_set_coeff(g0, c, i));
            }
            if (side == 1 && clmodp_zxy_degree_y(f) % 2 == 1)
                zx_mul_si_by(&g0, -1);
            tail = zx_pow(g0, k);
            left = side == 0 ? ref_resultant(fy, g) : ref_resultant(f, gy);
            right = zx_mul(tail, r);
            if (!clmodp_zx_equal(left, right))
                fail_msg("side %zu, seed %llu", side, (unsigned long long)seed);
            clmodp_zx_destroy(right);
            clmodp_zx_destroy(left);
            clmodp_zx_destroy(tail);
            clmodp_zx_destroy(g0);
        }
        mpz_clear(c);
        clmodp_zx_destroy(r);
        clmodp_zxy_destroy(gy);
        clmodp_zxy_destroy(fy);
        clmodp_zxy_destroy(y);
        clmodp_zxy_destroy(g);
        clmodp_zxy_destroy(f);
        clmodp_zx_destroy(one);
    }
}

/* f(x^k) */
static clmodp_zxy *stretched(const clmodp_zxy *f, size_t k)
{
    clmodp_zxy *result = zxy_new();

    for (size_t t = 0; t < clmodp_zxy_terms(f); t++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, t, &i, &j);

        OK(clmodp_zxy_set_coeff(result, c, k * i, j));
    }
    return result;
}

static void powers_of_x_as_variable(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        clm_random random = {seed};
        size_t k = 2 + seed % 4;
        clmodp_zxy *f, *g, *fk, *gk, *f1, *g1;
        clm_content content;

        random_pair(&f, &g, &random, PAIR_CONTENT, 3, 3, 10);
        fk = stretched(f, k);
        gk = stretched(g, k);
        check_pair("stretched", seed, fk, gk);
        f1 = zxy_copy(f);
        g1 = zxy_copy(g);
        clm_content_init(&content);
        OK(clm_content_remove(NULL, &content, f1, g1, fk, gk));
        if (clmodp_zxy_degree_x(f1) > 0 || clmodp_zxy_degree_x(g1) > 0)
            assert_int_equal(content.stretch % k, 0);
        clm_content_clear(&content);
        clmodp_zxy_destroy(g1);
        clmodp_zxy_destroy(f1);
        clmodp_zxy_destroy(gk);
        clmodp_zxy_destroy(fk);
        clmodp_zxy_destroy(g);
        clmodp_zxy_destroy(f);
    }
}

static void limits(void **state)
{
    clmodp_zxy *f = zxy_new(), *g = zxy_new(), *f1 = zxy_new(), *g1 = zxy_new();
    clmodp_zx *r = zx_constant(5);
    clm_error error = {CLMODP_OK, ""};
    clm_content content;
    mpz_t c;

    (void)state;
    mpz_init(c);
    clm_content_init(&content);
    assert_int_equal(clm_content_remove(&error, &content, f1, g1, f, g), CLMODP_INVALID);

    /* 2^1000 to the power 2^30 */
    mpz_setbit(c, 1000);
    OK(clmodp_zxy_set_coeff(f, c, 0, 1));
    OK(clmodp_zxy_set_coeff_si(g, 1, 0, (size_t)1 << 30));
    assert_int_equal(clm_content_remove(&error, &content, f1, g1, f, g), CLMODP_LIMIT);

    /* x^(2^30) to the power 2^30 */
    clmodp_zxy_destroy(f);
    OK(clmodp_zxy_create(&f));
    OK(clmodp_zxy_set_coeff_si(f, 1, (size_t)1 << 30, 1));
    OK(clm_content_remove(&error, &content, f1, g1, f, g));
    assert_int_equal(content.shift, (uint64_t)1 << 60);
    assert_int_equal(clm_content_restore(&error, r, &content), CLMODP_LIMIT);
    clmodp_zx_destroy(r);
    r = zx_constant(0);
    OK(clm_content_restore(&error, r, &content)); /* 0 has no degree */

    clm_content_clear(&content);
    mpz_clear(c);
    clmodp_zx_destroy(r);
    clmodp_zxy_destroy(g1);
    clmodp_zxy_destroy(f1);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pairs),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(powers_of_y),
        cmocka_unit_test(powers_of_x_as_variable),
        cmocka_unit_test(limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
