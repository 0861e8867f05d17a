/* Tests of extracted factors, removed from arguments and restored in the resultant. */
#include "resultant/determinant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "ref/sylvester.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

/* Tests whether the gcd of the coefficients is 1, and a term is free of x. */
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

/* Checks that the restored bounds of res_y(f1, g1) hold for r = res_y(f, g). */
static void check_bounds(const char *name, uint64_t seed, const clm_factors *content,
                         const clmodp_zxy *f1, const clmodp_zxy *g1, const clmodp_zx *r)
{
    clm_bounds bounds;

    OK(clm_bounds_compute(NULL, &bounds, f1, g1, NULL));
    clm_factors_restore_bounds(&bounds, content);
    if (clmodp_zx_degree(r) >= 0 &&
        (bounds.zero || bounds.degree < (uint64_t)clmodp_zx_degree(r) ||
         bounds.valuation > (uint64_t)zx_valuation(r) || bounds.height_bits < zx_height_bits(r)))
        fail_msg("%s, seed %llu: degree %ld above %llu, valuation %ld below %llu, or %zu bits "
                 "above %llu",
                 name, (unsigned long long)seed, clmodp_zx_degree(r),
                 (unsigned long long)bounds.degree, zx_valuation(r),
                 (unsigned long long)bounds.valuation, zx_height_bits(r),
                 (unsigned long long)bounds.height_bits);
}

/* Checks that no more factors are worth extracting. */
static void check_finished(const clmodp_zxy *f1, const clmodp_zxy *g1)
{
    clmodp_zxy *f2 = zxy_copy(f1), *g2 = zxy_copy(g1);
    clm_factors content;

    clm_factors_init(&content);
    OK(clm_content_remove(NULL, &content, f2, g2, f2, g2)); /* in place, too */
    assert_int_equal(mpz_cmp_ui(content.integer, 1), 0);
    assert_int_equal(content.shift, 0);
    assert_int_equal(content.deflation, 1);
    assert_int_equal(content.power, 1);
    assert_null(content.trailing);
    assert_true(clmodp_zxy_equal(f1, f2) && clmodp_zxy_equal(g1, g2));
    clm_factors_clear(&content);
    DESTROY(g2, f2);
}

/* Checks the extraction, and returns the factors and the remaining pair to the caller. */
static void check_removal(clm_factors *content, clmodp_zxy **f1, clmodp_zxy **g1, const char *name,
                          uint64_t seed, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_zx *expected = ref_resultant(f, g), *r;

    *f1 = zxy_new();
    *g1 = zxy_new();
    clm_factors_init(content);
    OK(clm_content_remove(NULL, content, *f1, *g1, f, g));
    r = ref_resultant(*f1, *g1);
    OK(clm_factors_restore(NULL, r, content));
    if (!is_primitive(*f1) || !is_primitive(*g1) || !clmodp_zx_equal(r, expected))
        fail_msg("%s, seed %llu", name, (unsigned long long)seed);
    check_bounds(name, seed, content, *f1, *g1, expected);
    check_finished(*f1, *g1);
    DESTROY(r, expected);
}

static void check_pair(const char *name, uint64_t seed, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_zxy *f1, *g1;
    clm_factors content;

    check_removal(&content, &f1, &g1, name, seed, f, g);
    clm_factors_clear(&content);
    DESTROY(g1, f1);
}

static void random_pairs(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t seed = 1; seed <= random_cases(shape == PAIR_CONTENT ? 100 : 10); seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g;

            random_pair(&f, &g, &random, (pair_shape)shape, 4, 4, 20);
            check_pair(pair_shape_name((pair_shape)shape), seed, f, g);
            DESTROY(g, f);
        }
}

/* 6 x^2 y - 9 x^3 and -4 x: one of them is free of y, and signs are kept. */
static void by_hand(void **state)
{
    clmodp_zxy *f = zxy_new(), *g = zxy_new(), *f1 = zxy_new(), *g1 = zxy_new();
    clm_factors content;
    mpz_t c;

    (void)state;
    mpz_init(c);
    clm_factors_init(&content);
    OK(clmodp_zxy_set_coeff_si(f, 6, 2, 1));
    OK(clmodp_zxy_set_coeff_si(f, -9, 3, 0));
    OK(clmodp_zxy_set_coeff_si(g, -4, 1, 0));
    OK(clm_content_remove(NULL, &content, f1, g1, f, g));
    assert_int_equal(mpz_get_si(content.integer), 4); /* 3^0 4^1 */
    assert_int_equal(content.shift, 1);               /* 2 * 0 + 1 * 1 */
    clmodp_zxy_get_coeff(c, f1, 0, 0); /* 2 y - 3: x and y were on one line */
    assert_int_equal(mpz_get_si(c), -3);
    clmodp_zxy_get_coeff(c, g1, 0, 0);
    assert_int_equal(mpz_get_si(c), -1);
    check_pair("by hand", 0, f, g);
    check_pair("by hand", 1, g, f);
    clm_factors_clear(&content);
    mpz_clear(c);
    DESTROY(g1, f1, g, f);
}

/* Returns f(x^m, y^n) y^k. */
static clmodp_zxy *inflated(const clmodp_zxy *f, size_t m, size_t n, size_t k)
{
    clmodp_zxy *result = zxy_new();

    for (size_t t = 0; t < clmodp_zxy_terms(f); t++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, t, &i, &j);

        OK(clmodp_zxy_set_coeff(result, c, m * i, n * j + k));
    }
    return result;
}

/* All combinations of deflations with powers of y in f or g, for odd and even degrees and powers,
 * hence with all signs. */
static void deflations_and_powers_of_y(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= random_cases(108); seed++) {
        clm_random random = {seed};
        size_t m = 1 + seed % 3, n = 1 + seed / 3 % 3, k = seed / 9 % 6;
        pair_shape shape = seed % 4 == 0 ? PAIR_CONTENT : PAIR_DENSE;
        clmodp_zxy *f, *g, *fk, *gk, *f1, *g1;
        clm_factors content;

        random_pair(&f, &g, &random, shape, 3, 2, 30);
        fk = inflated(f, m, n, seed % 2 == 0 ? k : 0);
        gk = inflated(g, m, n, seed % 2 == 0 ? 0 : k);
        check_removal(&content, &f1, &g1, "inflated", seed, fk, gk);
        if (clmodp_zxy_degree_x(f1) > 0 || clmodp_zxy_degree_x(g1) > 0)
            assert_int_equal(content.deflation % m, 0);
        if (shape == PAIR_DENSE)
            assert_int_equal(content.power % n, 0);
        clm_factors_clear(&content);
        DESTROY(g1, f1, gk, fk, g, f);
    }
}

/* y^k f with f and g dense of degree d in y and not even: y^k is removed only if it pays. */
static void powers_of_y_by_cost(void **state)
{
    static const struct {
        size_t d, k;
        bool out;
    } cases[] = {{4, 3, false}, {10, 19, false}, {10, 20, true}};

    (void)state;
    for (size_t n = small_tests() ? 2 : 0; n < sizeof cases / sizeof *cases; n++)
        for (size_t side = 0; side < 2; side++) {
            clmodp_zxy *f = random_dense(1, cases[n].d, 9, 7);
            clmodp_zxy *g = random_dense(1, cases[n].d, 9, 8);
            clmodp_zxy *fk = inflated(side == 0 ? f : g, 1, 1, cases[n].k), *f1, *g1;
            clm_factors content;

            check_removal(&content, &f1, &g1, "power of y", n, side == 0 ? fk : f,
                          side == 0 ? g : fk);
            assert_int_equal(content.trailing != NULL, cases[n].out);
            assert_int_equal(content.trailing_power, cases[n].out ? cases[n].k : 0);
            clm_factors_clear(&content);
            DESTROY(g1, f1, fk, g, f);
        }
}

/* f = y^3 + x y + 5 x^2, g = y (y + 1): the factor f_0 has one term, and is extracted. */
static void trailing_coefficients_of_one_term(void **state)
{
    clmodp_zxy *f = zxy_new(), *g = zxy_new(), *f1, *g1;
    clm_factors content;

    (void)state;
    OK(clmodp_zxy_set_coeff_si(f, 1, 0, 3));
    OK(clmodp_zxy_set_coeff_si(f, 1, 1, 1));
    OK(clmodp_zxy_set_coeff_si(f, 5, 2, 0));
    OK(clmodp_zxy_set_coeff_si(g, 1, 0, 2));
    OK(clmodp_zxy_set_coeff_si(g, 1, 0, 1));
    check_removal(&content, &f1, &g1, "one term", 0, f, g);
    assert_int_equal(mpz_get_si(content.integer), -5);
    assert_int_equal(content.shift, 2);
    assert_null(content.trailing);
    assert_int_equal(clmodp_zxy_degree_y(g1), 1);
    clm_factors_clear(&content);
    DESTROY(g1, f1, g, f);
}

/* Both are monomials in y, or one is free of y: all degenerate determinants. */
static void hardly_any_y(void **state)
{
    (void)state;
    for (size_t k = 0; k < 3; k++)
        for (size_t l = 0; l < 3; l++)
            for (size_t q = 0; q < 3; q += small_tests() ? 2 : 1) {
                clmodp_zx *a = zx_linear(2, 3), *b = zx_linear(-5, 7);
                clmodp_zxy *ak = zxy_binomial(NULL, a, k), *bl = zxy_binomial(NULL, b, l);
                clmodp_zxy *sum = zxy_binomial(a, b, 2 * q + 1);

                check_pair("monomials in y", 100 * k + 10 * l, ak, bl);
                check_pair("monomial and sum", 100 * k + q, ak, sum);
                check_pair("sum and monomial", 10 * l + q, sum, bl);
                DESTROY(sum, bl, ak, b, a);
            }
}

/* (x^2 + y^2)^k - 4 x^2 y^2 - 1/100 and its derivative become polynomials of degrees k and
 * k - 1 in y and k in x, or k / 2 in x if k is even and they are symmetric about a centre. */
static void roses(void **state)
{
    (void)state;
    for (size_t k = 4; k <= (small_tests() ? 4 : 6); k++) {
        known_pair pair = known_rose(k);
        clmodp_zxy *f1, *g1;
        clm_factors content;

        check_removal(&content, &f1, &g1, pair.name, k, pair.f, pair.g);
        check_pair(pair.name, k, pair.g, pair.f);
        assert_int_equal(content.power, 2);
        assert_int_equal(content.deflation, k % 2 == 0 ? 4 : 2);
        assert_int_equal(content.trailing_power, 1);
        assert_int_equal(clmodp_zxy_degree_y(f1), k);
        assert_int_equal(clmodp_zxy_degree_y(g1), k - 1);
        assert_int_equal(clmodp_zxy_degree_x(f1), k % 2 == 0 ? k / 2 : k);
        clm_factors_clear(&content);
        DESTROY(g1, f1);
        known_pair_clear(&pair);
    }
}

static void limits(void **state)
{
    clmodp_zxy *f = zxy_new(), *g = zxy_new(), *f1 = zxy_new(), *g1 = zxy_new();
    clmodp_zx *r = zx_constant(5);
    clm_error error = {CLMODP_OK, ""};
    clm_factors content;
    mpz_t c;

    (void)state;
    mpz_init(c);
    clm_factors_init(&content);
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
    assert_int_equal(clm_factors_restore(&error, r, &content), CLMODP_LIMIT);
    clmodp_zx_destroy(r);
    r = zx_constant(0);
    OK(clm_factors_restore(&error, r, &content)); /* 0 has no degree */

    /* r = x with powers beyond all degrees: rejected before any work */
    clmodp_zx_destroy(r);
    r = zx_linear(1, 1);
    content.shift = 0;
    content.power = (uint64_t)1 << 40;
    assert_int_equal(clm_factors_restore(&error, r, &content), CLMODP_LIMIT);
    content.power = 1;
    content.trailing = zx_linear(1, 1);
    content.trailing_power = UINT64_MAX;
    assert_int_equal(clm_factors_restore(&error, r, &content), CLMODP_LIMIT);
    assert_int_equal(clmodp_zx_degree(r), 1);
    clmodp_zx_destroy(content.trailing);

    /* 3^(2^60) */
    content.trailing = zx_constant(3);
    content.trailing_power = (uint64_t)1 << 60;
    assert_int_equal(clm_factors_restore(&error, r, &content), CLMODP_LIMIT);

    clm_factors_clear(&content);
    mpz_clear(c);
    DESTROY(r, g1, f1, g, f);
}

static clmodp_status refuse(void *user)
{
    (void)user;
    return CLMODP_CANCELLED;
}

/* Contents of rows and columns of long integers can be cancelled. */
static void contents_of_matrices_are_watched(void **state)
{
    clmodp_zxy *a = zxy_new(), *out = zxy_new();
    clm_factors content;
    mpz_t c;

    (void)state;
    mpz_init(c);
    for (size_t bits = 10; bits <= 1000000; bits *= 100000) {
        clm_poller watch = {.ask = refuse};

        for (size_t k = 0; k < 4; k++) { /* 2^bits in all entries but the last one, 2 */
            mpz_set_ui(c, 1);
            mpz_mul_2exp(c, c, k == 3 ? 1 : bits);
            OK(clmodp_zxy_set_coeff(a, c, 0, k));
        }
        clm_factors_init(&content);
        content.watch = &watch;
        assert_int_equal(clm_determinant_simplify(NULL, &content, out, a, 2, 0),
                         bits == 10 ? CLMODP_OK : CLMODP_CANCELLED);
        if (bits == 10) { /* contents 2^10 and 2 of the rows */
            mpz_tdiv_q_2exp(c, content.integer, 11);
            assert_int_equal(mpz_cmpabs_ui(c, 1), 0);
        }
        clm_factors_clear(&content);
    }
    mpz_clear(c);
    DESTROY(out, a);
}

/* The resultant of a number, or of a power of y, takes the other polynomial's degree alone. */
static void numbers(void **state)
{
    static const struct {
        const char *f, *g;
        size_t left; /* the degree in y that g keeps */
    } cases[] = {
        {"-1", "2*x*y^2147483647 - x*y - 1", 1},
        {"x", "x*y^2147483646 + y^5 + 1", 2},
        {"-x*y^3", "y^2147483645 - y + x", 1},
    };

    (void)state;
    for (size_t k = 0; k < 2 * (sizeof cases / sizeof *cases); k++) {
        clmodp_zxy *f = zxy_parse(cases[k / 2].f), *g = zxy_parse(cases[k / 2].g);
        clm_factors content;

        clm_factors_init(&content);
        if (k % 2 == 0)
            OK(clm_content_remove(NULL, &content, f, g, f, g));
        else
            OK(clm_content_remove(NULL, &content, g, f, g, f));
        assert_int_equal(clmodp_zxy_terms(g), 1);
        assert_int_equal(clmodp_zxy_degree_y(g), cases[k / 2].left);
        clm_factors_clear(&content);
        DESTROY(g, f);
    }
}

TESTS(cmocka_unit_test(random_pairs), cmocka_unit_test(numbers), cmocka_unit_test(by_hand),
      cmocka_unit_test(deflations_and_powers_of_y), cmocka_unit_test(powers_of_y_by_cost),
      cmocka_unit_test(trailing_coefficients_of_one_term), cmocka_unit_test(hardly_any_y),
      cmocka_unit_test(roses), cmocka_unit_test(limits),
      cmocka_unit_test(contents_of_matrices_are_watched));
