/* Tests the Schur engine against the default one and known results, with every residue type. */
#include <string.h>

#include "engines/schur/engine.h"
#include "engines/schur/plan.h"
#include "opencl/context.h"
#include "opencl/devices.h"
#include "ref/sylvester.h"
#include "support/batch.h"
#include "support/polynomials.h"
#include "support/small.h"

#define RANDOM_CASES 12 /* of each shape and type */
#define COMPILE_MOST 3  /* pairs of degrees with kernels compiled for every type */

static const struct {
    clmodp_residues residues;
    const char *name;
} types[] = {
    {CLMODP_RESIDUES_AUTO, "auto"},
    {CLMODP_RESIDUES_MONTGOMERY31, "montgomery31"},
    {CLMODP_RESIDUES_FLOAT24, "float24"},
    {CLMODP_RESIDUES_DOUBLE31, "double31"},
    {CLMODP_RESIDUES_DOUBLE50, "double50"},
};

/* Returns the number of types to test, as far as the device supports them: types of double
 * precision come last. Each takes long to compile. */
static size_t types_of(clmodp_context *context)
{
    const size_t all = sizeof types / sizeof *types;

    if (plain_tests())
        return 2;
    return clm_residue_require(context, CLM_RESIDUE_DOUBLE50) == CLMODP_OK ? all : all - 2;
}

static clmodp_resultant_options schur(clmodp_residues residues, uint64_t seed)
{
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_SCHUR;
    options.residues = residues;
    options.seed = seed;
    return options;
}

/* Checks the engine's result, and the consistency of its report. */
static clmodp_resultant_report check(clmodp_context *context, const char *what, size_t type,
                                     const clmodp_zxy *f, const clmodp_zxy *g,
                                     const clmodp_zx *expected, uint64_t seed)
{
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_resultant_options options = schur(types[type].residues, seed);
    clmodp_zx *r = zx_new();

    if (clmodp_resultant(context, r, &report, f, g, &options) != CLMODP_OK)
        fail_msg("%s, %s, seed %llu: %s", what, types[type].name, (unsigned long long)seed,
                 clmodp_context_message(context));
    if (!clmodp_zx_equal(r, expected))
        fail_msg("%s, %s, seed %llu: wrong resultant", what, types[type].name,
                 (unsigned long long)seed);
    assert_true(report.evaluations - report.unlucky + report.fallback >=
                report.primes * (report.width_bound + (report.primes > 0)));
    assert_true(report.error_probability == 0);
    assert_true(report.evaluations >= report.necessary_evaluations);
    assert_true(context->memory_now == 0);
    clmodp_zx_destroy(r);
    return report;
}

static void random_pairs_agree_with_the_reference(void **state)
{
    clm_random random = {1995};

    for (size_t type = 0; type < types_of(*state); type++)
        for (int shape = 0; shape < PAIR_SHAPES; shape++)
            for (int k = 0; k < RANDOM_CASES; k++) {
                const size_t dy = 1 + clm_random_below(&random, 6);
                const size_t dx = clm_random_below(&random, 5);
                const size_t bits = 1 + clm_random_below(&random, k % 4 == 0 ? 300 : 40);
                const uint64_t seed = random.state;
                clmodp_zxy *f, *g;
                clmodp_zx *expected;

                random_pair(&f, &g, &random, (pair_shape)shape, dy, dx, bits);
                expected = ref_resultant(f, g);
                check(*state, pair_shape_name((pair_shape)shape), type, f, g, expected, seed);
                DESTROY(expected, g, f);
            }
}

static void check_known(clmodp_context *context, size_t type, known_pair pair)
{
    if (pair.resultant != NULL) {
        check(context, pair.name, type, pair.f, pair.g, pair.resultant, 1);
    } else {
        clmodp_zx *expected = zx_new();

        assert_int_equal(clmodp_resultant(context, expected, NULL, pair.f, pair.g, NULL),
                         CLMODP_OK);
        assert_int_equal(clmodp_zx_degree(expected), pair.degree);
        check(context, pair.name, type, pair.f, pair.g, expected, 1);
        clmodp_zx_destroy(expected);
    }
    known_pair_clear(&pair);
}

static void known_pairs_have_their_resultants(void **state)
{
    clm_random random = {7};
    clmodp_zx *a = zx_linear(2, -3), *b = zx_linear(-1, 5);

    for (size_t type = 0; type < types_of(*state); type++) {
        check_known(*state, type, known_chebyshev(5, 3, 0, 3));
        check_known(*state, type, known_chebyshev(8, 7, 2, -1));
        check_known(*state, type, known_linear_factors(&random, 7, 8, 2, 60, 1));
        check_known(*state, type, known_linear_factors(&random, 3, 2, 1, 3000, 0));
        check_known(*state, type, known_composed_sum(&random, 6, 19));
        check_known(*state, type, known_trinomial(9, 4, a, b));
        check_known(*state, type, known_modular_2());
        check_known(*state, type, known_rose(5));
    }
    DESTROY(a, b);
}

/* On random dense inputs less than one point in a thousand is left to Euclid. */
static void dense_inputs_need_no_fallback(void **state)
{
    static const size_t degrees[][4] = {{20, 16, 7, 11}, {1, 1, 40, 40}, {70, 2, 3, 9},
                                        {9, 30, 12, 4},  {64, 65, 2, 1}, {33, 33, 5, 5}};

    for (size_t n = 0; n < sizeof degrees / sizeof *degrees; n++)
        for (size_t type = 1; type < (n < COMPILE_MOST ? types_of(*state) : 2); type++) {
            const size_t *d = degrees[n];
            clmodp_zxy *f = random_dense(d[2], d[0], 60, 2 * n);
            clmodp_zxy *g = random_dense(d[3], d[1], 60, 2 * n + 1);
            clmodp_zx *expected = zx_new();
            clmodp_resultant_report report;

            assert_int_equal(clmodp_resultant(*state, expected, NULL, f, g, NULL), CLMODP_OK);
            report = check(*state, "dense", type, f, g, expected, n);
            assert_true(1000 * report.fallback < report.evaluations);
            assert_true(100 * report.unlucky < report.evaluations);
            DESTROY(expected, g, f);
        }
}

/* The pairs of [Eme12, 4.2]; the second needs an exchange or the extraction of a power of y. */
static void the_papers_examples_need_no_fallback(void **state)
{
    static const char *const texts[][2] = {
        {"y^8 + y^6 - 3*y^4 - 3*y^3 + (x + 6)*y^2 + 2*y - 5*x",
         "(2*x^3 - 13)*y^6 + 5*y^4 - 4*y^2 - 9*y + 10*x + 1"},
        {"y^8 + (4*x^2 - 12)*y^6 + (12*x^3 + 2)*y^4 + (20*x^4 - 28*x^2 + 12)*y^2 - 18*x^4 - 3",
         "8*y^7 + 6*(4*x^2 - 12)*y^5 + 4*(12*x^3 + 2)*y^3 + 2*(20*x^4 - 28*x^2 + 12)*y"},
    };

    for (size_t k = 0; k < 2; k++) {
        clmodp_zxy *f = zxy_parse(texts[k][0]), *g = zxy_parse(texts[k][1]);
        clmodp_zx *expected = ref_resultant(f, g);

        for (size_t type = 0; type < types_of(*state); type++) {
            assert_int_equal(check(*state, "example", type, f, g, expected, 5).fallback, 0);
        }
        DESTROY(expected, g, f);
    }
}

/* Images modulo small primes, for which many points fail, of regular and irregular inputs. If more
 * points exist, there is a second try; else Euclid takes over. */
static void small_primes_lack_points(void **state)
{
    static const uint64_t small[] = {53, 61, 97, 101, 131};
    enum { PRIMES = sizeof small / sizeof *small, WIDTH = 41 };
    clmodp_context *context = *state;
    uint64_t fallbacks = 0;
    mpz_t c;

    mpz_init(c);
    for (int variant = 0; variant < 3; variant++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            clmodp_zxy *f = random_dense(4, 5, 30, 2 * seed);
            clmodp_zxy *g = random_dense(4, 5, 30, 2 * seed + 1);
            clm_counts counts = {0};
            clm_residue_prime info[PRIMES];
            uint64_t primes[PRIMES];
            clm_row_layout layout = {0};
            clm_schur_plan plan = {
                .base = {.engine = &clm_schur_engine, .layout = &layout, .outputs = 1,
                         .pairs = 1, .width = WIDTH, .points = WIDTH + 3, .primes = PRIMES,
                         .prime = {primes, sizeof *primes}, .word_bytes = sizeof(uint32_t)},
                .needed = WIDTH + 1, .most_points = variant == 0 ? 50 : WIDTH + 3,
                .prime = primes, .info = info, .matrix = clm_schur_matrix(5, 5, 0, 0, false),
                .regular = variant < 2,
            };
            clm_images images = {0};
            clm_executor *worker = NULL;
            clmodp_zx *r = zx_new();

            for (size_t n = 0; n < PRIMES; n++) {
                primes[n] = small[n];
                info[n] = clm_residue_prime_of(CLM_RESIDUE_MONTGOMERY31, small[n], 1);
            }
            assert_int_equal(clmodp_resultant(context, r, NULL, f, g, NULL), CLMODP_OK);
            BATCH_OK(context, clm_row_layout_create(&context->error, &layout, f, g, false));
            BATCH_OK(context, clm_plan_images(context, &images, &plan.base));
            BATCH_OK(context, clm_executor_create(context, &worker, &plan.base, PRIMES, 0));
            BATCH_OK(context, clm_executor_run(worker, &images, &counts, 0, PRIMES));
            for (size_t n = 0; n < PRIMES; n++)
                for (size_t i = 0; i < WIDTH; i++) {
                    clmodp_zx_get_coeff(c, r, i);
                    assert_int_equal(((const uint32_t *)clm_image(&images, 0, n))[i],
                                     mpz_fdiv_ui(c, small[n]));
                }
            assert_true(counts.unlucky > 0 && counts.unlucky <= counts.evaluations);
            assert_int_equal(variant == 2, counts.unlucky == counts.evaluations);
            fallbacks += variant == 1 ? counts.fallback : 0;
            clm_executor_destroy(worker);
            clm_images_destroy(context, &images);
            clm_row_layout_destroy(&layout);
            DESTROY(r, g, f);
        }
    assert_true(fallbacks > 0);
    mpz_clear(c);
}

/* Results modulo given primes, with points modulo these or over Z, match the default engine. */
static void primes_are_given(void **state)
{
    static const uint32_t primes[] = {2, 3, 29, 101, 257, 65537, 16777213, 16777259, 2147483647};
    clm_random random = {2026};

    for (size_t n = 0; n < sizeof primes / sizeof *primes; n++)
        for (int shape = 0; shape < PAIR_SHAPES; shape++) {
            const size_t type = 1 + (n + (size_t)shape) % (types_of(*state) - 1);
            clmodp_resultant_options options = schur(types[type].residues, random.state), plain;
            clmodp_resultant_report report = {.size = sizeof report};
            clmodp_zxy *f, *g;
            clmodp_zx *r = zx_new(), *expected = zx_new();

            clmodp_resultant_options_init(&plain);
            random_pair(&f, &g, &random, (pair_shape)shape, 5, 4, 60);
            assert_int_equal(clmodp_resultant_mod(*state, expected, NULL, f, g, primes[n], &plain),
                             CLMODP_OK);
            if (clmodp_resultant_mod(*state, r, &report, f, g, primes[n], &options) != CLMODP_OK)
                fail_msg("%s modulo %u: %s", types[type].name, primes[n],
                         clmodp_context_message(*state));
            if (!clmodp_zx_equal(r, expected))
                fail_msg("%s, %s: wrong modulo %u", pair_shape_name((pair_shape)shape),
                         types[type].name, primes[n]);
            assert_true(report.evaluations == 0 || report.engine == CLMODP_ENGINE_SCHUR);
            DESTROY(expected, r, g, f);
        }
}

/* Many chunks under a cap on memory do not change the result. */
static void chunks_change_nothing(void **state)
{
    clmodp_zxy *f = random_dense(6, 9, 200, 3), *g = random_dense(7, 8, 200, 4);
    clmodp_zx *expected = zx_new();

    assert_int_equal(clmodp_resultant(*state, expected, NULL, f, g, NULL), CLMODP_OK);
    for (size_t type = 1; type < types_of(*state); type++)
        for (uint64_t divisor = 1; divisor <= 4; divisor++) {
            clmodp_resultant_report report = {.size = sizeof report};
            clmodp_resultant_options options = schur(types[type].residues, 9);
            clmodp_zx *r = zx_new();

            assert_int_equal(clmodp_resultant(*state, r, &report, f, g, &options), CLMODP_OK);
            options.max_memory = report.memory_bytes / divisor;
            if (clmodp_resultant(*state, r, &report, f, g, &options) != CLMODP_OK)
                fail_msg("%s: %s", types[type].name, clmodp_context_message(*state));
            assert_true(clmodp_zx_equal(r, expected));
            assert_true(report.memory_bytes <= options.max_memory);
            assert_true(divisor == 1 || report.chunks > 1);
            clmodp_zx_destroy(r);
        }
    DESTROY(expected, g, f);
}

/* Chunks caused by the limit of the device on buffers do not change the result. */
static void small_buffers_change_nothing(void **state)
{
    clmodp_context *ctx = *state;
    const uint64_t largest = ctx->device.max_allocation;
    clmodp_zxy *f = random_dense(6, 9, 200, 5), *g = random_dense(7, 8, 200, 6);
    clmodp_zx *expected = zx_new();

    assert_int_equal(clmodp_resultant(ctx, expected, NULL, f, g, NULL), CLMODP_OK);
    for (size_t type = 1; type < types_of(*state); type++) {
        ctx->device.max_allocation = UINT64_C(1) << 16;
        assert_true(check(ctx, "dense", type, f, g, expected, 9).chunks > 1);
        ctx->device.max_allocation = largest;
    }
    DESTROY(expected, g, f);
}

static void incompatible_options_are_refused(void **state)
{
    clmodp_zxy *f = zxy_parse("y^2 - x"), *g = zxy_parse("y + x"), *s;
    clmodp_zx *r = zx_new();
    clmodp_resultant_options options = schur(CLMODP_RESIDUES_AUTO, 0);

    options.mode = CLMODP_MODE_PROBABLE;
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, &options), CLMODP_UNSUPPORTED);
    assert_non_null(strstr(clmodp_context_message(*state), "SCHUR"));
    options = schur(CLMODP_RESIDUES_AUTO, 0);
    options.crt = CLMODP_CRT_TREE;
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, &options), CLMODP_UNSUPPORTED);
    options = schur(CLMODP_RESIDUES_FLOAT24, 0);
    options.engine = CLMODP_ENGINE_EUCLID;
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, &options), CLMODP_UNSUPPORTED);
    options = schur((clmodp_residues)5, 0);
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, &options), CLMODP_INVALID);
    options = schur(CLMODP_RESIDUES_AUTO, 0);
    options.engine = (clmodp_engine)77;
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, &options), CLMODP_INVALID);
    options = schur(CLMODP_RESIDUES_AUTO, 0);
    s = zxy_new();
    assert_int_equal(clmodp_subresultant(*state, s, NULL, NULL, 1, f, g, &options),
                     CLMODP_UNSUPPORTED);
    clmodp_zxy_destroy(s);
    assert_int_equal(clmodp_zx_degree(r), -1);
    DESTROY(r, g, f);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(random_pairs_agree_with_the_reference),
    cmocka_unit_test(known_pairs_have_their_resultants),
    cmocka_unit_test(dense_inputs_need_no_fallback),
    cmocka_unit_test(the_papers_examples_need_no_fallback),
    cmocka_unit_test(small_primes_lack_points),
    cmocka_unit_test(primes_are_given),
    cmocka_unit_test(chunks_change_nothing),
    cmocka_unit_test(small_buffers_change_nothing),
    cmocka_unit_test(incompatible_options_are_refused));
