/* Tests that batches give the results of single calls, that an invalid problem does not stop the
 * others, and that large problems are computed on the device. */
#include <string.h>

#include "opencl/context.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

#define MOST 400

/* Problems, and the results of single calls. */
typedef struct batch {
    clmodp_problem problem[MOST];
    clmodp_resultant_report reports[MOST];
    clmodp_zxy *f[MOST], *g[MOST];
    clmodp_zx *r[MOST], *expected[MOST];
    clmodp_zxy *s[MOST];
    size_t count;
} batch;

/* Returns a possible operation on a pair; for k = 0 the resultant. */
static clmodp_operation operation_of(const clmodp_zxy *f, const clmodp_zxy *g, size_t k)
{
    const long p = clmodp_zxy_degree_y(f), q = clmodp_zxy_degree_y(g);

    if (k % 5 == 1 && p >= 1)
        return CLMODP_OPERATION_DISCRIMINANT;
    return k % 5 == 3 && p >= 1 && q >= 1 && p + q > 2 ? CLMODP_OPERATION_SUBRESULTANT
                                                       : CLMODP_OPERATION_RESULTANT;
}

static void add(batch *b, clmodp_zxy *f, clmodp_zxy *g, uint32_t modulus)
{
    const size_t k = b->count++;

    b->f[k] = f;
    b->g[k] = g;
    b->r[k] = zx_linear(3, 7);
    b->s[k] = zxy_new();
    b->expected[k] = zx_new();
    b->reports[k] = (clmodp_resultant_report){.size = sizeof b->reports[k]};
    b->problem[k] = (clmodp_problem){.size = sizeof(clmodp_problem),
                                     .operation = operation_of(f, g, k), .modulus = modulus,
                                     .k = 1, .f = f, .g = g, .r = b->r[k], .s = b->s[k],
                                     .report = k % 3 == 0 ? NULL : &b->reports[k],
                                     .status = CLMODP_LIMIT};
}

static void fill(batch *b, size_t count, uint32_t modulus, uint64_t seed)
{
    clm_random random = {seed};

    memset(b, 0, sizeof *b);
    add(b, zxy_parse("0"), zxy_parse("y"), modulus);
    add(b, zxy_parse("x + 1"), zxy_parse("x - 1"), modulus);
    while (b->count < count) {
        const size_t dy = 1 + clm_random_below(&random, 6), dx = clm_random_below(&random, 5);
        clmodp_zxy *f, *g;

        random_pair(&f, &g, &random, (pair_shape)(b->count % PAIR_SHAPES), dy, dx,
                    1 + clm_random_below(&random, 60));
        add(b, f, g, modulus);
    }
}

static void clear(batch *b)
{
    for (size_t k = 0; k < b->count; k++)
        DESTROY(b->f[k], b->g[k], b->r[k], b->s[k], b->expected[k]);
}

/* Checks each result against a single call. */
static void check(clmodp_context *context, batch *b, const clmodp_resultant_options *options)
{
    for (size_t k = 0; k < b->count; k++) {
        clmodp_problem alone = b->problem[k];
        clmodp_zxy *s = zxy_new();

        alone.r = b->expected[k];
        alone.s = s;
        alone.report = NULL;
        assert_int_equal(clmodp_compute(context, &alone, options), CLMODP_OK);
        assert_int_equal(b->problem[k].status, CLMODP_OK);
        if (!clmodp_zx_equal(b->r[k], b->expected[k]) || !clmodp_zxy_equal(b->s[k], s))
            fail_msg("problem %zu has another result", k);
        clmodp_zxy_destroy(s);
        assert_true(k % 3 == 0 || b->reports[k].seconds > 0.0);
    }
}

/* Automatic and selected engines, over Z and modulo primes. */
static void batches_are_single_calls(void **state)
{
    static const clmodp_engine engines[] = {CLMODP_ENGINE_AUTO, CLMODP_ENGINE_HOST,
                                            CLMODP_ENGINE_EUCLID};
    static const uint32_t moduli[] = {0, 7, 998244353};
    clmodp_context *context = *state;
    clmodp_resultant_options options;
    static batch b;

    clmodp_resultant_options_init(&options);
    for (size_t n = 0; n < sizeof engines / sizeof *engines; n++)
        for (size_t m = 0; m < sizeof moduli / sizeof *moduli; m++) {
            options.engine = engines[n];
            options.seed = n;
            fill(&b, engines[n] == CLMODP_ENGINE_EUCLID ? 30 : random_cases(MOST), moduli[m],
                 n + 10 * m);
            assert_int_equal(clmodp_compute_batch(context, b.problem, b.count, &options),
                             CLMODP_OK);
            assert_string_equal(clmodp_context_message(context), "");
            check(context, &b, &options);
            assert_int_equal(context->memory_now, 0);
            clear(&b);
        }
}

/* Large problems among small ones are computed on the device: modulo a prime the host has no
 * vectors. */
static void a_device_gets_the_rest(void **state)
{
    clmodp_context *context = *state;
    static batch b;

    fill(&b, 20, 0, 5);
    add(&b, random_dense(60, 60, 30, 1), random_dense(60, 60, 30, 2), 998244353);
    add(&b, zxy_parse("y^2 - x"), zxy_parse("y - 3"), 0);
    context->overrides.engine = CLMODP_ENGINE_AUTO;
    assert_int_equal(clmodp_compute_batch(context, b.problem, b.count, NULL), CLMODP_OK);
    check(context, &b, NULL);
    assert_int_equal(b.reports[20].engine, CLMODP_ENGINE_EUCLID);
    assert_int_not_equal(b.reports[19].engine, CLMODP_ENGINE_EUCLID);
    context->overrides.engine = CLMODP_ENGINE_EUCLID;
    clear(&b);
}

/* Invalid problems get only a status; the message describes the first of them. */
static void invalid_problems_do_not_stop_others(void **state)
{
    clmodp_context *context = *state;
    clmodp_resultant_options options;
    clmodp_zx *unchanged = zx_linear(3, 7);
    static batch b;

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_HOST;
    options.max_result = 1000;
    fill(&b, 60, 0, 6);
    clmodp_zxy_destroy(b.f[33]);
    b.problem[33].f = b.f[33] = random_dense(20, 20, 60, 1);
    clmodp_zxy_destroy(b.g[33]);
    b.problem[33].g = b.g[33] = random_dense(20, 20, 60, 2);
    b.problem[41].f = NULL;
    assert_int_equal(clmodp_compute_batch(context, b.problem, b.count, &options), CLMODP_OK);
    assert_int_equal(b.problem[33].status, CLMODP_LIMIT);
    assert_int_equal(b.problem[41].status, CLMODP_INVALID);
    assert_true(clmodp_zx_equal(b.r[33], unchanged));
    assert_non_null(strstr(clmodp_context_message(context), "problem "));
    for (size_t k = 0; k < b.count; k++)
        assert_true(b.problem[k].status == CLMODP_OK || k == 33 || k == 41 ||
                    b.problem[k].status == CLMODP_LIMIT);
    b.problem[7].modulus = 1;
    assert_int_equal(clmodp_compute_batch(context, b.problem, b.count, &options), CLMODP_OK);
    assert_int_equal(b.problem[7].status, CLMODP_INVALID);
    options.engine = CLMODP_ENGINE_HOST;
    options.crt = CLMODP_CRT_POSITIONAL;
    assert_int_equal(clmodp_compute_batch(context, b.problem, b.count, &options),
                     CLMODP_UNSUPPORTED);
    assert_int_equal(clmodp_compute_batch(context, NULL, 1, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_compute_batch(NULL, b.problem, 1, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_compute_batch(context, NULL, 0, NULL), CLMODP_OK);
    clmodp_zx_destroy(unchanged);
    clear(&b);
}

/* Fills a batch with problems of `shapes` shapes, for merged problems on several threads. */
static void fill_alike(batch *b, size_t shapes)
{
    memset(b, 0, sizeof *b);
    for (size_t k = 0; k < 4 * shapes; k++) {
        const size_t shape = k * k % shapes, dy = 2 + shape % 5;

        add(b, random_dense(shape, dy, 40, 2 * k), random_dense(shape, dy, 40, 2 * k + 1), 0);
    }
}

/* Merged problems run in parallel, with all, some or no programs built, and several caps. */
static void merged_groups_go_side_by_side(void **state)
{
    clmodp_context *context = *state;
    const size_t before = context->threads;
    clmodp_resultant_options options;
    static batch b;

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID;
    for (context->threads = 1; context->threads < 6; context->threads += 2)
        for (uint64_t memory = 0; memory < 3; memory++) {
            options.max_memory = memory << 18;
            fill_alike(&b, 9);
            assert_int_equal(clmodp_compute_batch(context, b.problem, b.count, &options),
                             CLMODP_OK);
            check(context, &b, &options);
            assert_int_equal(context->memory_now, 0);
            clear(&b);
        }
    context->threads = before;
}

static int stop_after(void *user, double fraction)
{
    assert_true(fraction >= 0.0 && fraction <= 1.0);
    return --*(int *)user < 0;
}

/* Cancelling is possible at every progress call; finished results are right. */
static void merged_groups_can_be_cancelled(void **state)
{
    clmodp_context *context = *state;
    clmodp_resultant_options options;
    static batch b;
    clmodp_status st;

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID;
    for (int asked = 0; asked < 12; asked++) {
        int left = asked;

        fill_alike(&b, 9);
        clmodp_context_set_progress(context, stop_after, &left);
        st = clmodp_compute_batch(context, b.problem, b.count, &options);
        clmodp_context_set_progress(context, NULL, NULL);
        assert_true(st == CLMODP_OK || st == CLMODP_CANCELLED);
        assert_true(asked > 0 || st == CLMODP_CANCELLED);
        for (size_t k = 0; k < b.count; k++) {
            clmodp_problem alone = b.problem[k];

            assert_true(alone.status == CLMODP_OK ||
                        (st == CLMODP_CANCELLED && alone.status == CLMODP_CANCELLED));
            if (alone.status != CLMODP_OK || alone.operation != CLMODP_OPERATION_RESULTANT)
                continue;
            alone.r = b.expected[k];
            alone.report = NULL;
            assert_int_equal(clmodp_compute(context, &alone, &options), CLMODP_OK);
            assert_true(clmodp_zx_equal(b.r[k], b.expected[k]));
        }
        assert_int_equal(context->memory_now, 0);
        clear(&b);
    }
}

static void can_be_cancelled(void **state)
{
    clmodp_context *context = *state;
    clmodp_resultant_options options;
    static batch b;
    size_t reached = 0;
    int left = 0;

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_HOST;
    memset(&b, 0, sizeof b);
    for (size_t k = 0; k < 200; k++)
        add(&b, random_dense(10, 10, 60, 2 * k), random_dense(10, 10, 60, 2 * k + 1), 0);
    clmodp_context_set_progress(context, stop_after, &left);
    assert_int_equal(clmodp_compute_batch(context, b.problem, b.count, &options),
                     CLMODP_CANCELLED);
    clmodp_context_set_progress(context, NULL, NULL);
    for (size_t k = 0; k < b.count; k++) {
        assert_true(b.problem[k].status == CLMODP_OK || b.problem[k].status == CLMODP_CANCELLED);
        reached += b.problem[k].status == CLMODP_OK;
    }
    assert_true(reached < b.count);
    assert_int_equal(context->memory_now, 0);
    clear(&b);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(batches_are_single_calls),
    cmocka_unit_test(a_device_gets_the_rest),
    cmocka_unit_test(invalid_problems_do_not_stop_others),
    cmocka_unit_test(can_be_cancelled),
    cmocka_unit_test(merged_groups_go_side_by_side),
    cmocka_unit_test(merged_groups_can_be_cancelled));
