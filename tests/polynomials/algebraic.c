/* Tests of reductions modulo a polynomial: with distinct integer roots, remainders are the
 * polynomials of lower degree with the same values at these roots. */
#include <stdlib.h>

#include <clmodp/mpoly.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"

enum { A, X, Y, VARIABLES };

static const char *const names[] = {"a", "x", "y"};

static clmodp_mpoly *parse(const char *text)
{
    return mpoly_parse(text, names, VARIABLES);
}

static clmodp_zx *parse_zx(const char *text)
{
    clmodp_zx *m = NULL;

    assert_int_equal(clmodp_zx_create(&m), CLMODP_OK);
    assert_int_equal(clmodp_zx_from_text(m, NULL, text, CLMODP_STRING, "a", NULL, NULL),
                     CLMODP_OK);
    return m;
}

static const struct {
    const char *f, *m, *reduced;
    unsigned modulus; /* 0: none */
} known[] = {
    {"a^2*x + a*y + 1", "a^2 + 1", "a*y - x + 1", 0},
    {"a^2 + 1", "a^2 + 1", "0", 0},
    {"0", "a^2 + 1", "0", 0},
    {"x^3*y - 4", "a - 7", "x^3*y - 4", 0},
    {"a^3*x + y", "2*a - 3", "27/8*x + y", 0},
    {"a^3*x + y", "3 - 2*a", "27/8*x + y", 0},
    {"a^3*x + y", "2*a - 3", "6*x + y", 7},
    {"a^2147483647", "a^2 + 1", "-a", 0},
    {"a^2000000000*x + a^1999999999", "a^4 + 1", "-a^3 + x", 0},
    {"a^5*x + a^4*y", "3*a^3", "0", 0},
    {"a^5", "6*a^3 - 4*a", "4/9*a", 0},
    {"a^4*x^2 - a", "a^4 + a^3 + a^2 + a + 1", "-a^3*x^2 - a^2*x^2 - a*x^2 - a - x^2", 0},
};

static void remainders_are_known(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        clmodp_mpoly *f = parse(known[k].f);
        clmodp_zx *m = parse_zx(known[k].m);
        char *text = NULL;
        mpz_t d;

        mpz_init_set_ui(d, 1);
        assert_int_equal(clmodp_mpoly_reduce(f, d, m, A), CLMODP_OK);
        if (known[k].modulus != 0) {
            assert_int_equal(clmodp_mpoly_divide_mod(f, d, known[k].modulus), CLMODP_OK);
            mpz_set_ui(d, 1);
        }
        assert_int_equal(clmodp_mpoly_to_text(&text, f, names, d), CLMODP_OK);
        assert_string_equal(text, known[k].reduced);
        free(text);
        mpz_clear(d);
        DESTROY(m, f);
    }
}

/* Sets c to random coefficients of any sizes, some of them 0. */
static void fill(clm_random *random, mpz_t c)
{
    const unsigned bits = (unsigned)(clm_random_below(random, 100));

    mpz_set_ui(c, 1);
    mpz_mul_2exp(c, c, bits);
    mpz_sub_ui(c, c, (unsigned long)(clm_random_below(random, 5)));
    if (clm_random_below(random, 2) == 0)
        mpz_neg(c, c);
}

static clmodp_mpoly *random_mpoly(clm_random *random)
{
    enum { MOST = 30 };
    const size_t count = clm_random_below(random, MOST);
    clmodp_mpoly *f = NULL;
    size_t exponents[VARIABLES * MOST];
    mpz_t c[MOST];

    assert_int_equal(clmodp_mpoly_create(&f, VARIABLES), CLMODP_OK);
    for (size_t k = 0; k < MOST; k++) {
        mpz_init(c[k]);
        fill(random, c[k]);
        exponents[VARIABLES * k + A] = clm_random_below(random, 12);
        exponents[VARIABLES * k + X] = clm_random_below(random, 3);
        exponents[VARIABLES * k + Y] = clm_random_below(random, 3);
    }
    assert_int_equal(clmodp_mpoly_set_terms(f, c[0], exponents, count), CLMODP_OK);
    for (size_t k = 0; k < MOST; k++)
        mpz_clear(c[k]);
    return f;
}

/* Returns a number times the product of all a - root[k]. */
static clmodp_zx *polynomial_with_roots(const long *root, size_t count, long lead)
{
    clmodp_zx *m = NULL;
    mpz_t c[8];

    for (size_t k = 0; k < 8; k++)
        mpz_init(c[k]);
    mpz_set_si(c[0], lead);
    for (size_t k = 0; k < count; k++)
        for (size_t i = k + 2; i-- > 0;) {
            mpz_mul_si(c[i], c[i], -root[k]);
            if (i > 0)
                mpz_add(c[i], c[i], c[i - 1]);
        }
    assert_int_equal(clmodp_zx_create(&m), CLMODP_OK);
    assert_int_equal(clmodp_zx_set_dense(m, c[0], count + 1), CLMODP_OK);
    for (size_t k = 0; k < 8; k++)
        mpz_clear(c[k]);
    return m;
}

static void remainders_have_the_values_at_roots(void **state)
{
    clm_random random = {29};

    (void)state;
    for (int round = 0; round < 300; round++) {
        const size_t n = 1 + clm_random_below(&random, 5);
        const long lead = (long)(clm_random_below(&random, 7)) - 3;
        long root[5];
        clmodp_mpoly *f = random_mpoly(&random), *g = NULL;
        clmodp_zx *m;
        mpz_t d, value[2], point[VARIABLES];

        mpz_inits(d, value[0], value[1], point[A], point[X], point[Y], NULL);
        for (size_t k = 0; k < n; k++)
            root[k] = (long)(clm_random_below(&random, 3)) + 3 * (long)k - 6;
        m = polynomial_with_roots(root, n, lead != 0 ? lead : 5);
        assert_int_equal(clmodp_mpoly_create(&g, VARIABLES), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_set(g, f), CLMODP_OK);
        mpz_set_ui(d, 1);
        assert_int_equal(clmodp_mpoly_reduce(g, d, m, A), CLMODP_OK);
        assert_true(clmodp_mpoly_degree(g, A) < (long)n);
        assert_true(mpz_sgn(d) > 0);
        mpz_set_si(point[X], 1000003);
        mpz_set_si(point[Y], -1009);
        for (size_t k = 0; k < n; k++) {
            mpz_set_si(point[A], root[k]);
            assert_int_equal(clmodp_mpoly_evaluate(value[0], f, point[0]), CLMODP_OK);
            assert_int_equal(clmodp_mpoly_evaluate(value[1], g, point[0]), CLMODP_OK);
            mpz_mul(value[0], value[0], d);
            assert_int_equal(mpz_cmp(value[0], value[1]), 0);
        }
        mpz_clears(d, value[0], value[1], point[A], point[X], point[Y], NULL);
        DESTROY(m, g, f);
    }
}

static void wrong_arguments_are_refused(void **state)
{
    clmodp_mpoly *f = parse("a^1000000000*x + y");
    clmodp_zx *m = parse_zx("a^2 - 3*a + 1"), *one = parse_zx("1"), *zero = parse_zx("0");
    char *text = NULL;
    mpz_t d;

    (void)state;
    mpz_init_set_ui(d, 6);
    assert_int_equal(clmodp_mpoly_reduce(f, d, m, VARIABLES), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_reduce(f, d, one, A), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_reduce(f, d, zero, A), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_reduce(f, d, m, A), CLMODP_LIMIT);
    assert_int_equal(clmodp_mpoly_divide_mod(f, d, 1), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_divide_mod(f, d, 9), CLMODP_DOMAIN);
    assert_int_equal(mpz_cmp_ui(d, 6), 0);
    mpz_set_si(d, -1);
    assert_int_equal(clmodp_mpoly_reduce(f, d, m, A), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_to_text(&text, f, names, NULL), CLMODP_OK);
    assert_string_equal(text, "a^1000000000*x + y");
    free(text);
    mpz_clear(d);
    DESTROY(zero, one, m, f);
}

TESTS(cmocka_unit_test(remainders_are_known),
      cmocka_unit_test(remainders_have_the_values_at_roots),
      cmocka_unit_test(wrong_arguments_are_refused));
