/* Tests of resultants and discriminants modulo integers, primes of every size and others, against
 * results over Z. */
#include "resultant/resultant.h"

#include <inttypes.h>
#include <string.h>

#include "arith/prime.h"
#include "core/error.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "opencl/context.h"
#include "engines/euclid/engine.h"
#include "ref/sylvester.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "polynomials/modulo.h"
#include "polynomials/zx.h"

#define CASES_A_SHAPE 40

/* Methods of a call: the public function, and fixed kinds of points. */
enum { PUBLIC, COSET, GEOMETRIC, CRT, WAYS };
static const char *const method_names[WAYS] = {"default", "coset", "geometric", "crt"};

#define LARGE_PRIME UINT64_C(4611686018427387847)  /* the largest below 2^62 */
#define COSET_PRIME UINT64_C(4611685941117976577) /* 1 modulo 2^32 */

static bool has_field(uint64_t n)
{
    return n >> 62 == 0 && clm_is_prime_u64(n);
}

/* Returns a prime of up to 62 bits, of uniformly distributed size, or any number of up to 64. */
static uint64_t random_modulus(clm_random *random)
{
    static const uint64_t special[] = {
        2,           3,           5,           7,           4,          6,
        65537,       2147483647u, 1717986953u, 2147483648u, 2147483659, EUCLID_PRIME_MAX - 1,
        LARGE_PRIME, COSET_PRIME, UINT64_C(18446744069414584321),       UINT64_MAX};
    const uint64_t kind = clm_random_below(random, 4);
    uint64_t n;

    if (kind == 0)
        return special[clm_random_below(random, sizeof special / sizeof *special)];
    do
        n = clm_random_next(random) >> clm_random_below(random, 62);
    while (n < 2 || (kind > 1 && !has_field(n)));
    return n;
}

static clmodp_status compute(clmodp_context *context, int way, clmodp_zx *r,
                             clmodp_resultant_report *report, const clmodp_zxy *f,
                             const clmodp_zxy *g, uint64_t p, uint64_t seed)
{
    static const clm_point_choice points[WAYS] = {[COSET] = CLM_POINTS_COSET,
                                                  [GEOMETRIC] = CLM_POINTS_GEOMETRIC};
    const clm_compute_options how = {.engine = &clm_euclid_engine, .crt = way == CRT,
                                     .of_engine = {.points = points[way]}};
    clm_random random = {seed};
    clm_record record;
    clmodp_resultant_options options;

    if (way != PUBLIC) {
        clmodp_status st;

        clm_error_clear(&context->error);
        clm_record_begin(&record);
        st = clm_zx_set_constant(r, 0); /* like results given to it */
        if (st != CLMODP_OK)
            return st;
        st = clm_compute_task(context, &(clm_task){.f = f, .g = g, .modulus = p,
                                            .minors = CLM_MINORS_RESULTANT, .results = &r,
                                            .count = 1, .record = &record, .random = &random,
                                            .options = &how});
        clm_record_end(&record, report);
        return st;
    }
    clmodp_resultant_options_init(&options);
    options.seed = seed;
    if (p > INT32_MAX && seed % 2 == 0)
        options.engine = CLMODP_ENGINE_HOST;
    return clmodp_resultant_mod(context, r, report, f, g, p, &options);
}

/* Gives f one or more leading coefficients that vanish modulo p. */
static void vanish(clmodp_zxy *f, uint64_t p, size_t rows)
{
    long top = clmodp_zxy_degree_y(f);
    mpz_t c;

    mpz_init(c);
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;

        mpz_mul_ui(c, clmodp_zxy_term(f, k, &i, &j), p);
        if ((long)j > top - (long)rows)
            assert_int_equal(clmodp_zxy_set_coeff(f, c, i, j), CLMODP_OK);
    }
    mpz_clear(c);
}

/* Checks all methods, or the public function if p is no prime of a field; returns the
 * number of methods that found points modulo p. */
static int check(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g,
                 const clmodp_zx *expected, uint64_t p, uint64_t seed, const char *what)
{
    clmodp_zx *r = zx_new(), *image = zx_new();
    const int methods = has_field(p) ? WAYS : 1;
    int found = 0;

    assert_int_equal(clm_zx_modulo(NULL, image, expected, p), CLMODP_OK);
    for (int way = 0; way < methods; way++) {
        clmodp_resultant_report report = {.size = sizeof report, .crt_name = ""};

        assert_int_equal(clmodp_zx_set(r, expected), CLMODP_OK);
        if (compute(context, way, r, &report, f, g, p, seed) != CLMODP_OK)
            fail_msg("%s, %s modulo %" PRIu64 ", seed %" PRIu64 ": %s", what, method_names[way], p,
                     seed, context->error.message);
        if (!clmodp_zx_equal(r, image))
            fail_msg("%s, %s modulo %" PRIu64 ", seed %" PRIu64 ": wrong", what, method_names[way],
                     p, seed);
        assert_true(report.error_probability == 0.0);
        if (report.points > 0 && way == PUBLIC) {
            assert_true(clmodp_zx_degree(r) <= (long)report.degree_bound);
            assert_true(clmodp_zx_degree(r) < 0 ||
                        zx_valuation(r) >= (long)report.valuation_bound);
        }
        found += way != CRT && report.points > 0 && *report.crt_name == '\0';
    }
    DESTROY(image, r);
    return found;
}

static void agrees_with_the_reference(void **state)
{
    clmodp_context *context = *state;
    clm_random random = {20210701};
    int found = 0;

    for (int shape = 0; shape < PAIR_SHAPES; shape++)
        for (int k = 0; k < CASES_A_SHAPE; k++) {
            uint64_t seed = clm_random_next(&random);
            uint64_t p = random_modulus(&random);
            size_t dy = 1 + clm_random_below(&random, 6), dx = clm_random_below(&random, 5);
            clm_random of_pair = {seed};
            clmodp_zxy *f, *g;
            clmodp_zx *expected;

            random_pair(&f, &g, &of_pair, (pair_shape)shape, dy, dx, 1 + k % 40);
            if (k % 5 < 3)
                vanish(k % 5 == 1 ? g : f, p, 1 + clm_random_below(&random, dy + 1));
            if (k % 5 == 2)
                vanish(g, p, 1);
            expected = ref_resultant(f, g);
            found += check(context, f, g, expected, p, seed, pair_shape_name((pair_shape)shape));
            DESTROY(expected, g, f);
        }
    assert_true(found > 100);
}

/* Larger degrees, compared with resultants over Z. */
static void agrees_with_the_integers(void **state)
{
    static const uint64_t primes[] = {LARGE_PRIME, COSET_PRIME, 2147483659u, 2147483647u,
                                      1717986953u, 2013265921u, 998244353u, 10007u, 65537u, 257u,
                                      1u << 31, 31u};
    static const size_t degrees[][3] = {{20, 16, 9}, {7, 31, 30}, {40, 39, 3}, {2, 2, 200}};
    clmodp_context *context = *state;

    for (size_t k = 0; k < 4; k++) {
        clmodp_zxy *f = random_dense(degrees[k][2], degrees[k][0], 50, 2 * k);
        clmodp_zxy *g = random_dense(degrees[k][2], degrees[k][1], 50, 2 * k + 1);
        clmodp_zx *expected = zx_new();

        assert_int_equal(clmodp_resultant(context, expected, NULL, f, g, NULL), CLMODP_OK);
        for (size_t n = 0; n < sizeof primes / sizeof *primes; n++)
            (void)check(context, f, g, expected, primes[n], k, "dense");
        DESTROY(expected, g, f);
    }
}

/* Closed forms, with larger degrees, contents, deflations and gaps than random pairs. */
static void agrees_with_closed_forms(void **state)
{
    static const uint64_t primes[] = {COSET_PRIME, 2147483647u, 998244353u, 1000003u, 4099u, 11u,
                                      15u, 2u};
    clmodp_context *context = *state;
    clm_random random = {4};
    clmodp_zx *a = zx_linear(3, 5), *b = zx_linear(-2, 1);
    known_pair pairs[] = {
        known_chebyshev(41, 30, 3, -7), known_linear_factors(&random, 9, 7, 3, 40, 0),
        known_composed_sum(&random, 12, 15), known_trinomial(40, 17, a, b), known_modular_2(),
        known_rose(9),
    };

    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        clmodp_zx *expected = pairs[k].resultant;

        if (expected == NULL) {
            expected = zx_new();
            assert_int_equal(
                clmodp_resultant(context, expected, NULL, pairs[k].f, pairs[k].g, NULL),
                CLMODP_OK);
        }
        for (size_t n = 0; n < sizeof primes / sizeof *primes; n++)
            (void)check(context, pairs[k].f, pairs[k].g, expected, primes[n], n, pairs[k].name);
        if (expected != pairs[k].resultant)
            clmodp_zx_destroy(expected);
        known_pair_clear(&pairs[k]);
    }
    DESTROY(b, a);
}

/* With low degrees in y, or low coefficients, a few primes at roots of unity cost less than a
 * Vandermonde system. */
static void reconstructs_where_that_is_faster(void **state)
{
    static const uint32_t primes[] = {1000000007u, 998244353u};
    clmodp_context *context = *state;
    clmodp_zxy *f = random_dense(2000, 2, 8, 1), *g = random_dense(2000, 1, 8, 2);
    clmodp_zx *r = zx_new(), *expected = zx_new();
    const unsigned engine = context->overrides.engine;

    context->overrides.engine = CLMODP_ENGINE_EUCLID; /* the host has other costs */
    assert_int_equal(clmodp_resultant(context, expected, NULL, f, g, NULL), CLMODP_OK);
    for (size_t k = 0; k < 2; k++) {
        clmodp_resultant_report report = {.size = sizeof report};
        clmodp_zx *image = zx_new();

        assert_int_equal(compute(context, PUBLIC, r, &report, f, g, primes[k], 1), CLMODP_OK);
        assert_int_equal(report.primes > 1, k == 0);
        assert_int_equal(clm_zx_modulo(NULL, image, expected, primes[k]), CLMODP_OK);
        assert_true(clmodp_zx_equal(r, image));
        clmodp_zx_destroy(image);
    }
    DESTROY(expected, g, f);
    for (size_t bits = 2; bits <= 40; bits += 38) {
        clmodp_resultant_report report = {.size = sizeof report};

        f = random_dense(150, 14, bits, 1);
        g = random_dense(150, 14, bits, 2);
        assert_int_equal(compute(context, PUBLIC, r, &report, f, g, 2147483647u, 1), CLMODP_OK);
        assert_int_equal(report.primes > 1, bits == 2);
        DESTROY(g, f);
    }
    context->overrides.engine = engine;
    clmodp_zx_destroy(r);
}

/* Kinds of points: 65536 has only the factor 2, the divisors of 10007 - 1 = 2 * 5003 and 2^31 - 2
 * are unsuitable, and 31 has too few points. Larger primes are the host's. */
static void chooses_points(void **state)
{
    static const struct {
        uint64_t p, points, primes;
    } cases[] = {{65537, 1024, 1},       {10007, 602, 1},       {2147483647u, 602, 1},
                 {LARGE_PRIME, 602, 1}, {COSET_PRIME, 602, 1}, {31, 0, 0}};
    clmodp_context *context = *state;
    clmodp_zxy *f = random_dense(10, 30, 40, 1), *g = random_dense(10, 30, 40, 2);
    clmodp_zx *r = zx_new();

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_resultant_report report = {.size = sizeof report, .crt_name = ""};
        uint64_t p = cases[k].p;

        assert_int_equal(compute(context, p == 65537 ? COSET : PUBLIC, r, &report, f, g, p, 2),
                         CLMODP_OK);
        if (cases[k].primes == 1) {
            assert_int_equal(report.primes, 1);
            assert_int_equal(report.points, cases[k].points);
            assert_int_equal(report.evaluations, cases[k].points);
            assert_string_equal(report.crt_name, "");
        } else {
            assert_true(report.primes > 1);
        }
        assert_int_equal(report.width_bound, 601);
    }
    DESTROY(r, g, f);
}

static void keeps_formal_degrees(void **state)
{
    static const struct {
        uint64_t p;
        const char *f, *g;
    } cases[] = {
        {6, "0", "y"},
        {6, "6", "12"},
        {6, "6*y^2 + 3", "5"},
        {6, "6*y^2 + y - x", "6*y + 1"},
        {6, "6*y^2 + 4*y - x", "3*x*y + 1"},
        {LARGE_PRIME, "4611686018427387847*y^2 + y - x", "2*x*y + 1"},
        {7, "0", "y"},
        {7, "3", "5"},
        {7, "7", "14"}, /* no rows: 1 for all images */
        {7, "y^2 - x", "7"},
        {7, "7*y^2 + 7", "3"}, /* of degree 2 */
        {7, "3", "7*y^2 + 7*x"},
        {7, "7*x", "y^2 + 1"},
        {7, "7*y^2 + 7*y", "y - x"},
        {7, "7*y^2 + y - x", "7*y + 1"}, /* both lose degree */
        {7, "7*y^2 + y - x", "2*x*y + 1"},
        {7, "7*y^2 + 5", "3*y^3 + x"},
        {2, "y^2 + x*y + 1", "y^2 + x^2*y + 1"},
        {2, "2*y + 1", "y^3 + x"},
        {2147483647u, "y - x", "y + 1"},
    };
    clmodp_context *context = *state;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_zxy *f = zxy_parse(cases[k].f), *g = zxy_parse(cases[k].g);
        clmodp_zx *expected = ref_resultant(f, g);

        (void)check(context, f, g, expected, cases[k].p, k, cases[k].f);
        DESTROY(expected, g, f);
    }
}

/* Compares with the discriminant over Z, for vanishing and other leading coefficients. */
static void images_of_discriminants(void **state)
{
    clmodp_context *context = *state;
    clm_random random = {1867};
    clmodp_zx *expected = zx_new(), *d = zx_new();

    for (int k = 0; k < 150; k++) {
        uint64_t seed = clm_random_next(&random);
        size_t dy = 1 + clm_random_below(&random, 6);
        clmodp_zxy *f = random_dense(clm_random_below(&random, 4), dy, 1 + (size_t)k % 20, seed);

        const uint64_t p = random_modulus(&random);

        if (k % 3 > 0)
            vanish(f, p, (size_t)k % 4);
        assert_int_equal(clmodp_discriminant(context, expected, NULL, f, NULL), CLMODP_OK);
        assert_int_equal(clm_zx_modulo(NULL, expected, expected, p), CLMODP_OK);
        if (clmodp_compute(context, &(clmodp_problem){.size = sizeof(clmodp_problem),
                                                      .operation = CLMODP_OPERATION_DISCRIMINANT,
                                                      .modulus = p, .f = f, .r = d},
                           NULL) != CLMODP_OK)
            fail_msg("case %d, modulo %" PRIu64 ": %s", k, p, context->error.message);
        if (!clmodp_zx_equal(d, expected))
            fail_msg("case %d, modulo %" PRIu64 ": wrong discriminant", k, p);
        clmodp_zxy_destroy(f);
    }
    DESTROY(d, expected);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(keeps_formal_degrees),
    cmocka_unit_test(agrees_with_the_reference),
    cmocka_unit_test(agrees_with_the_integers),
    cmocka_unit_test(agrees_with_closed_forms),
    cmocka_unit_test(chooses_points),
    cmocka_unit_test(reconstructs_where_that_is_faster),
    cmocka_unit_test(images_of_discriminants));
