/* Tests of the checks modulo a fresh prime and modulo a given one: right results of every shape
 * pass; wrong results fail modulo a fresh prime. */
#include "resultant/check.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "ref/sylvester.h"
#include "support/assertions.h"
#include "support/minors.h"
#include "support/polynomials.h"
#include "support/small.h"

enum { MOST_RESULTS = 64 };

/* Results to check, and their problem. */
typedef struct subject {
    const char *name;
    clm_random random;
    const clmodp_zxy *f, *g;
    clmodp_zx *results[MOST_RESULTS];
    clm_minors minors;
    size_t count;
} subject;

static bool agrees(subject *s)
{
    bool result;

    assert_int_equal(clm_check_fresh_prime(NULL, &result, s->results, s->minors, s->f, s->g,
                                           clm_fresh_prime(&s->random), 2, &s->random, NULL),
                     CLMODP_OK);
    return result;
}

/* Returns whether the check for short polynomials agrees with the first result; `otherwise` for
 * longer ones. */
static bool agrees_shortly(subject *s, bool otherwise)
{
    const clm_mont64 q = clm_mont64_of(clm_fresh_prime(&s->random));

    if (clmodp_zxy_degree_y(s->f) > CLM_CHECK_SHORT || clmodp_zxy_degree_y(s->g) > CLM_CHECK_SHORT)
        return otherwise;
    return clm_check_short(s->results[0], s->f, s->g, &q, &s->random);
}

/* Checks that no wrong result n passes. */
static void check_result(subject *s, size_t n)
{
    long degree = clmodp_zx_degree(s->results[n]) + 1;
    mpz_t c, wrong;

    mpz_inits(c, wrong, NULL);
    for (long i = 0; i <= degree; i += 1 + degree / 3) {
        clmodp_zx_get_coeff(c, s->results[n], (size_t)i);
        for (int error = 0; error < 4; error++) { /* one wrong coefficient */
            mpz_set_si(wrong, error % 2 == 0 ? 1 : -1);
            mpz_mul_2exp(wrong, wrong, error > 1 ? 700 * (unsigned)error : 0);
            mpz_add(wrong, wrong, c);
            assert_int_equal(clmodp_zx_set_coeff(s->results[n], wrong, (size_t)i), CLMODP_OK);
            if (agrees(s) || (n == 0 && s->minors.first == 0 && agrees_shortly(s, false)))
                fail_msg("%s: result %zu passes with another x^%ld", s->name, n, i);
        }
        assert_int_equal(clmodp_zx_set_coeff(s->results[n], c, (size_t)i), CLMODP_OK);
    }
    if (clmodp_zx_degree(s->results[n]) >= 0) {
        zx_mul_si_by(&s->results[n], -1);
        assert_false(agrees(s));
        assert_false(n == 0 && s->minors.first == 0 && agrees_shortly(s, false));
        zx_mul_si_by(&s->results[n], -1);
    }
    mpz_clears(c, wrong, NULL);
}

/* Modulo small primes values often lose degrees, or vanish. */
static void check_small_primes(subject *s)
{
    static const uint32_t primes[] = {2, 3, 5, 17, 65537, 2147483647u};

    for (size_t k = 0; k < sizeof primes / sizeof *primes; k++)
        for (int times = 0; times < 3; times++) {
            bool result;

            assert_int_equal(clm_check_modulo(NULL, &result, s->results, s->minors, s->f, s->g,
                                              primes[k], &s->random, NULL),
                             CLMODP_OK);
            if (!result)
                fail_msg("%s: refused modulo %u", s->name, primes[k]);
        }
}

static void check_pair(const char *name, uint64_t seed, const clmodp_zxy *f, const clmodp_zxy *g)
{
    long p = clmodp_zxy_degree_y(f), q = clmodp_zxy_degree_y(g);
    subject s = {name, {seed}, f, g, {NULL}, CLM_MINORS_RESULTANT, 0};

    if (p >= 0 && q >= 0 && p + q > 0)
        s.minors = random_minors(&s.random, (size_t)p, (size_t)q);
    for (size_t n = 0; n < s.minors.count; n++) {
        const size_t k = clm_minors_index(s.minors, n);

        for (size_t j = clm_minors_lowest(s.minors, n); j <= k && s.count < MOST_RESULTS; j++)
            s.results[s.count++] = ref_subresultant(f, g, (long)k, (long)j);
    }
    assert_true(s.count == clm_minors_outputs(s.minors));
    if (!agrees(&s) || (s.minors.first == 0 && !agrees_shortly(&s, true)))
        fail_msg("%s, seed %llu: refused", name, (unsigned long long)seed);
    check_small_primes(&s);
    for (size_t n = 0; n < s.count; n++)
        check_result(&s, n);
    for (size_t n = 0; n < s.count; n++)
        clmodp_zx_destroy(s.results[n]);
}

static void shapes(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t seed = 1; seed <= random_cases(20); seed++) {
            clm_random random = {seed};
            clmodp_zxy *f, *g;

            random_pair(&f, &g, &random, (pair_shape)shape, 5, 4, 20);
            check_pair(pair_shape_name((pair_shape)shape), seed, f, g);
            DESTROY(g, f);
        }
}

/* Polynomials in y^t, times powers of y in one or both, free of y, and with wide gaps in x. */
static void powers_and_gaps(void **state)
{
    (void)state;
    for (size_t t = 1; t <= 3; t += small_tests() ? 2 : 1)
        for (size_t k = 0; k <= 3; k += small_tests() ? 3 : 1)
            for (size_t l = 0; l <= 3; l += small_tests() ? 3 : 1) {
                clmodp_zx *a = zx_linear(3, -2), *b = zx_linear(7, 1);
                clmodp_zxy *f = zxy_binomial(a, b, t), *g = zxy_binomial(b, a, 2 * t);
                clmodp_zxy *yk = zxy_binomial(NULL, a, k), *yl = zxy_binomial(NULL, b, l);
                clmodp_zxy *fk = zxy_mul(f, yk), *gl = zxy_mul(g, yl);

                assert_int_equal(clmodp_zxy_set_coeff_si(fk, 5, 40, t + k), CLMODP_OK);
                check_pair("powers", 100 * t + 10 * k + l, fk, gl);
                check_pair("monomials", 100 * t + 10 * k + l, yk, gl);
                DESTROY(gl, fk, yl, yk, g, f, b, a);
            }
}

/* Two terms of a degree so high that the check takes powers of y modulo the other polynomial. */
static void few_terms(void **state)
{
    static const char *const cases[][3] = {
        {"2*y^20001 - 3", "y - x", "3 - 2*x^20001"},
        {"y - x", "2*y^20001 - 3", "2*x^20001 - 3"},
        {"2*y^20000 - 3", "y - x", "2*x^20000 - 3"},
        {"2*y^20001 - 3", "x*y - 1", "3*x^20001 - 2"},
        {"2*y^20001 - 3", "y^2 - x", "9 - 4*x^20001"},
        {"y^2 - x", "2*y^20000 - 3", "4*x^20000 - 12*x^10000 + 9"},
        {"5*x*y^30000 + y", "y", "0"},
        {"y^2147483647 - x", "y + 1", "x + 1"},
        {"y + 1", "y^2147483647 - x", "-x - 1"},
    };

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_zxy *f = zxy_parse(cases[k][0]), *g = zxy_parse(cases[k][1]);
        subject s = {cases[k][0], {k}, f, g, {zx_parse(cases[k][2])}, CLM_MINORS_RESULTANT, 1};

        assert_true(agrees(&s));
        check_small_primes(&s);
        check_result(&s, 0);
        clmodp_zx_destroy(s.results[0]);
        DESTROY(f, g);
    }
}

/* Checks that res(f, df/dy) is accepted for all degrees, and nothing near it. The reference takes
 * long at high degrees. */
static void derivatives(void **state)
{
    clm_random random = {9};

    (void)state;
    for (size_t degree = 1; degree <= CLM_CHECK_SHORT; degree += degree < 16 ? 1 : 48)
        for (size_t k = 0; k < (degree < 8 ? random_cases(20) : 1); k++) {
            const clm_mont64 q = clm_mont64_of(clm_fresh_prime(&random));
            const unsigned bits = degree <= 16 ? 70 : 3;
            clmodp_zxy *f = random_dense(k % 4, degree, bits, 20 * degree + k), *g = zxy_new();
            clmodp_zx *r;

            assert_int_equal(clmodp_zxy_set(g, f), CLMODP_OK);
            clmodp_zxy_derivative_y(g);
            r = ref_resultant(f, g);
            assert_true(clm_check_short(r, f, NULL, &q, &random));
            zx_mul_si_by(&r, 3);
            assert_int_equal(clm_check_short(r, f, NULL, &q, &random), clmodp_zx_degree(r) < 0);
            DESTROY(r, g, f);
        }
}

/* Results of many and of few long coefficients, which several threads evaluate. */
static void long_results(void **state)
{
    (void)state;
    for (size_t degree = 1; degree < 100; degree += 62) {
        clmodp_zxy *f = zxy_parse("y"), *g = zxy_parse("y");
        subject s = {"long", {degree}, f, g, {NULL}, CLM_MINORS_RESULTANT, 1};
        mpz_t c;

        mpz_init(c);
        for (size_t i = 0; i <= degree; i++) {
            mpz_ui_pow_ui(c, 3, 4200000 / (degree + 1) + i);
            assert_int_equal(clmodp_zxy_set_coeff(f, c, i, 0), CLMODP_OK);
        }
        s.results[0] = ref_resultant(f, g);
        assert_true(agrees(&s));
        for (size_t i = 0; i <= degree; i += 1 + degree / 3) {
            clmodp_zx_get_coeff(c, s.results[0], i);
            mpz_combit(c, 70);
            assert_int_equal(clmodp_zx_set_coeff(s.results[0], c, i), CLMODP_OK);
            assert_false(agrees(&s));
            mpz_combit(c, 70);
            assert_int_equal(clmodp_zx_set_coeff(s.results[0], c, i), CLMODP_OK);
        }
        mpz_clear(c);
        DESTROY(s.results[0], g, f);
    }
}

TESTS(
    cmocka_unit_test(shapes),
    cmocka_unit_test(long_results),
    cmocka_unit_test(powers_and_gaps), cmocka_unit_test(few_terms),
    cmocka_unit_test(derivatives));
