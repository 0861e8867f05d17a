/* Tests the closed forms of operation counts of schoolbook algorithms against counting kernels,
 * for several s, sizes around spans and groups, and all vector widths. */
#include <math.h>
#include <string.h>

#include "arith/prime.h"
#include "core/random.h"
#include "core/size.h"
#include "fpx/schoolbook/schoolbook.h"
#include "problems/chunk.h"
#include "support/batch.h"
#include "support/skip.h"
#include "support/op_counts.h"
#include "support/schoolbook_counts.h"

#define PRIME 2147483647u
#define OTHER_PRIME 998244353u
#define MOST 1100

/* A context for one vector width, and random polynomials. */
typedef struct setting {
    clmodp_context *ctx;
    clm_op_counts op_counts;
    clm_buffer a, b, out, work;
    u32 words[2 * MOST];
} setting;

static setting *set(uint32_t lanes)
{
    setting *t = device_need(1, sizeof *t);
    clm_random random = {1};

    t->ctx = counts_open(&t->op_counts, lanes);
    for (size_t k = 0; k < 2 * MOST; k++)
        t->words[k] = 1 + (u32)clm_random_below(&random, OTHER_PRIME - 1);
    t->a = device_words(t->ctx, t->words, MOST);
    t->b = device_words(t->ctx, t->words + MOST, MOST);
    t->work = device_words(t->ctx, t->words, MOST);
    t->out = device_words(t->ctx, NULL, 2 * MOST);
    return t;
}

static void reset(setting *t)
{
    clm_buffer_destroy(t->ctx, &t->out);
    clm_buffer_destroy(t->ctx, &t->work);
    clm_buffer_destroy(t->ctx, &t->b);
    clm_buffer_destroy(t->ctx, &t->a);
    clmodp_context_destroy(t->ctx);
    free(t);
}

/* Runs a check for many s, groups of one and more work-items, and short and long spans. */
static void for_shapes(setting *t, void (*check)(setting *, clm_schoolbook_shape))
{
    for (size_t s = 1; s <= 512; s *= batch_few() ? 16 : 4)
        for (size_t group = 1; group <= 4; group += 3) {
            check(t, (clm_schoolbook_shape){.s = s, .group = group, .span = 64});
            check(t, (clm_schoolbook_shape){.s = s, .group = group, .span = 130});
        }
    check(t, (clm_schoolbook_shape){.s = 3, .group = 1, .span = 1});
    check(t, (clm_schoolbook_shape){.s = 31, .group = 4, .span = 200});
    check(t, (clm_schoolbook_shape){.s = 100, .group = 1, .span = 1024});
}

static void for_lanes(void (*check)(setting *, clm_schoolbook_shape))
{
    for (size_t k = 0; k < COUNT_LANES; k += batch_few() ? 2 : 1) {
        setting *t = set(counts_lanes[k]);
        const bool works = counts_work(t->ctx);

        if (works)
            for_shapes(t, check);
        reset(t);
        SKIP_UNLESS(works, COUNT_MISSING);
    }
}

/* Returns whether an algorithm ran; a small device, or a large s, may lack the local memory. */
static bool done(setting *t, clmodp_status st, clm_schoolbook_shape shape)
{
    if (st == CLMODP_LIMIT) {
        assert_non_null(strstr(clmodp_context_message(t->ctx), "local memory"));
        assert_true(shape.s > 64 || t->ctx->device.local_memory < 65536);
        return false;
    }
    device_must(t->ctx, st);
    return true;
}

static void multiply(setting *t, size_t n, size_t m, clm_schoolbook_shape shape, size_t pass)
{
    const clm_op_counts expected =
        schoolbook_multiply_counts(n, m, shape, &t->ctx->tuning, pass);

    if (!done(t,
              clm_schoolbook_multiply(t->ctx, &t->out, (clm_poly){&t->a, n}, (clm_poly){&t->b, m},
                                      clm_field(PRIME), shape),
              shape))
        return;
    counts_compare(&t->op_counts, &expected,
                   "%zu by %zu, s = %zu, group %zu, span %zu, %u lanes, %zu rows a pass", n, m,
                   shape.s, shape.group, shape.span, t->ctx->tuning.vector_width, pass);
}

/* Sizes around s and the span, and a second polynomial of several rows. */
static void check_products(setting *t, clm_schoolbook_shape shape)
{
    const size_t sizes[] = {1, 2, shape.s, shape.s + 1, shape.span - 1, shape.span,
                            shape.span + 1, 200};
    const size_t rows = clm_div_up(200, shape.s);

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++)
            if (sizes[i] > 0 && sizes[j] > 0 && !(small_tests() && (i + j) % 3 != 0))
                multiply(t, sizes[i], sizes[j], shape, SIZE_MAX);
    multiply(t, 200, 131, shape, rows);
    multiply(t, 0, 5, shape, rows);
    multiply(t, MOST, 5 * shape.s < MOST ? 5 * shape.s : MOST, shape, SIZE_MAX);
}

static void test_products(void **state)
{
    (void)state;
    for_lanes(check_products);
}

/* Passes, if a launch may take no longer than three rows. */
static void test_passes(void **state)
{
    const clm_schoolbook_shape shape = {.s = 16, .group = 1, .span = 64};
    setting *t = set(4);
    double *rate = &t->ctx->costs.ns[CLM_OP_SCHOOLBOOK_PRODUCT];
    const bool works = counts_work(t->ctx);

    (void)state;
    if (works)
        for (size_t m = 16; m <= 16 * 12; m += 16) {
            const double products = (double)clm_round_up(300 + 15, 64) * 16.0;

            *rate = 0.04e9 * (double)t->ctx->device.compute_units / products;
            multiply(t, 300, m, shape, 3);
            multiply(t, 300, m - 1, shape, 3);
        }
    reset(t);
    SKIP_UNLESS(works, COUNT_MISSING);
}

static void divide(setting *t, size_t n, size_t m, u32 p, clm_schoolbook_shape shape)
{
    const clm_op_counts expected = schoolbook_divide_counts(n, m, p, shape, &t->ctx->tuning);

    if (!done(t,
              clm_schoolbook_divide(t->ctx, &t->out, (clm_poly){&t->work, n}, (clm_poly){&t->b, m},
                                    clm_field(p), shape),
              shape))
        return;
    counts_compare(&t->op_counts, &expected,
                   "%zu by %zu modulo %u, s = %zu, group %zu, span %zu, %u lanes", n, m, p,
                   shape.s, shape.group, shape.span, t->ctx->tuning.vector_width);
}

/* Divisors around s and the span; quotients of less than s coefficients, s, and more. The dividend
 * does not matter. */
static void check_quotients(setting *t, clm_schoolbook_shape shape)
{
    const size_t divisors[] = {1, 2, shape.s, shape.s + 1, shape.span, shape.span + 1,
                               shape.span + 2, 200};
    const size_t quotients[] = {1, 2, shape.s / 2 + 1, shape.s, shape.s + 1, 2 * shape.s, 150};

    for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++)
        for (size_t j = 0; j < sizeof quotients / sizeof *quotients; j++) {
            const size_t m = divisors[i], n = m + quotients[j] - 1;

            if (n <= MOST && !(small_tests() && (i + j) % 3 != 0))
                divide(t, n, m, j % 2 == 0 ? PRIME : OTHER_PRIME, shape);
        }
}

static void test_quotients(void **state)
{
    (void)state;
    for_lanes(check_quotients);
}

static void divisor(setting *t, size_t n, size_t m, clm_schoolbook_shape shape, bool traced)
{
    const clm_op_counts expected = schoolbook_gcd_counts(n, m, PRIME, shape, &t->ctx->tuning,
                                                             t->ctx->device.compute_units, traced);
    clm_gcd_trace trace = {0};
    clm_amounts cost;
    clmodp_status st;
    size_t count;

    if (traced)
        device_must(t->ctx, clm_gcd_trace_create(t->ctx, &trace, (n > m ? n : m) - 1));
    st = clm_schoolbook_gcd(t->ctx, &t->out, &count, (clm_poly){&t->a, n}, (clm_poly){&t->b, m},
                            clm_field(PRIME), shape, traced ? &trace : NULL);
    clm_gcd_trace_destroy(t->ctx, &trace);
    if (!done(t, st, shape))
        return;
    assert_int_equal(count, 1);
    cost = clm_schoolbook_gcd_cost(t->ctx, n > m ? n : m, n > m ? m : n, shape);
    assert_true(expected.launches == cost.of[CLM_OP_LAUNCH]);
    counts_compare(&t->op_counts, &expected,
                   "%zu by %zu, s = %zu, group %zu, span %zu, %u lanes, %straced", n, m, shape.s,
                   shape.group, shape.span, t->ctx->tuning.vector_width, traced ? "" : "not ");
}

/* Degrees equal and apart, differences below and around s, and several sweeps. */
static void check_divisors(setting *t, clm_schoolbook_shape shape)
{
    const size_t sizes[][2] = {{1, 1}, {2, 1}, {2, 2}, {5, 3}, {shape.s, shape.s},
                               {shape.s + 1, shape.s}, {shape.s + 2, shape.s + 1},
                               {shape.s + 2, 1}, {2 * shape.s + 1, shape.s + 1},
                               {2 * shape.s + 3, shape.s + 1}, {300, 300}, {300, 299}, {299, 300},
                               {300, 299 - shape.s / 2}, {400, 70}, {70, 400}, {MOST, MOST - 1}};

    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const size_t n = sizes[k][0], m = sizes[k][1];

        if (n <= MOST && m <= MOST && m > 0 && !(small_tests() && k % 3 != 0) &&
            (n + m) / shape.s < 500)
            divisor(t, n, m, shape, k % 2 != 0);
    }
}

static void test_divisors(void **state)
{
    (void)state;
    for_lanes(check_divisors);
}

/* Random sizes and shapes. */
static void test_any(void **state)
{
    clm_random random = {77};

    (void)state;
    for (size_t k = 0; k < COUNT_LANES; k += batch_few() ? 2 : 1) {
        setting *t = set(counts_lanes[k]);
        const bool works = counts_work(t->ctx);

        for (size_t i = 0; i < random_cases(80) && works; i++) {
            const clm_schoolbook_shape shape = {.s = 1 +
                                                     clm_random_below(&random, i % 2 ? 300 : 40),
                                                .group = i % 5 < 3 ? 1 : 4,
                                                .span = 1 + clm_random_below(&random, 500)};
            const size_t m = 1 + clm_random_below(&random, MOST - 2);
            const size_t n = m + clm_random_below(&random, i % 3 == 0 ? 3 : MOST - m + 1);

            multiply(t, n, m, shape, SIZE_MAX);
            divide(t, n, m, PRIME, shape);
            divisor(t, n, m, shape, i % 2 != 0);
        }
        reset(t);
        SKIP_UNLESS(works, COUNT_MISSING);
    }
}

/* Fails unless the predicted amount is within `most` of the exact one. */
static void near(double predicted, double exact, double most, const char *what, size_t n, size_t m,
                 clm_schoolbook_shape shape, uint32_t lanes)
{
    if (fabs(predicted - exact) > most * exact)
        fail_msg("%s: %.0f predicted, %.0f counted, %zu by %zu, s = %zu, group %zu, span %zu, "
                 "%u lanes", what, predicted, exact, n, m, shape.s, shape.group, shape.span,
                 lanes);
}

/* Compares predicted words, products and launches with exact counts, on a device with one compute
 * unit, where none is idle. */
static void check_costs(clmodp_context *ctx, size_t n, size_t m, size_t s)
{
    const clm_tuning *tuning = &ctx->tuning;
    const uint32_t lanes = tuning->vector_width;
    clm_schoolbook_shape shape = clm_multiply_shape(ctx, n, s);
    clm_amounts cost = clm_schoolbook_multiply_cost(ctx, n, m, shape);
    clm_op_counts exact = schoolbook_multiply_counts(n, m, shape, tuning, clm_div_up(m, s));

    near(cost.of[CLM_OP_SCHOOLBOOK_PRODUCT], exact.products, 0.01, "product", n, m, shape, lanes);
    near(cost.of[CLM_OP_SCHOOLBOOK_WORD], exact.read + exact.written, 0.2, "product's words", n, m,
         shape, lanes);
    near(cost.of[CLM_OP_LAUNCH], exact.launches, 0, "product's launches", n, m, shape, lanes);
    shape = clm_divide_shape(ctx, m, s);
    cost = clm_schoolbook_divide_cost(ctx, n + m, m, shape);
    exact = schoolbook_divide_counts(n + m, m, PRIME, shape, tuning);
    near(cost.of[CLM_OP_SWEEP_PRODUCT], exact.products, 0.1, "division", n, m, shape, lanes);
    near(cost.of[CLM_OP_SWEEP_WORD], exact.read + exact.written, 0.3, "division's words", n, m,
         shape, lanes);
    near(cost.of[CLM_OP_LAUNCH], exact.launches, 0, "division's launches", n, m, shape, lanes);
    shape = clm_gcd_shape(ctx, n, s);
    shape.span = n; /* one work-group, however many sweeps precede a read of the state */
    cost = clm_schoolbook_gcd_cost(ctx, n, m, shape);
    exact = schoolbook_gcd_counts(n, m, PRIME, shape, tuning, 1, false);
    near(cost.of[CLM_OP_SWEEP_PRODUCT], exact.products, 0.1, "gcd", n, m, shape, lanes);
    near(cost.of[CLM_OP_SWEEP_WORD], exact.read + exact.written, 0.3, "gcd's words", n, m, shape,
         lanes);
    near(cost.of[CLM_OP_LAUNCH], exact.launches, 0, "gcd's launches", n, m, shape, lanes);
}

static void test_costs(void **state)
{
    clmodp_context *ctx = context_open(NULL);

    (void)state;
    ctx->device.compute_units = 1;
    ctx->device.local_memory = 1 << 20;
    ctx->tuning.stripe_bytes = SIZE_MAX;
    for (size_t k = 0; k < COUNT_LANES; k++)
        for (size_t s = 1; s <= 256; s *= 4) {
            ctx->tuning.vector_width = counts_lanes[k];
            check_costs(ctx, 3000, 3000, s);
            check_costs(ctx, 10000, 7000, s);
            check_costs(ctx, 20000, 2000, s);
        }
    clmodp_context_destroy(ctx);
}

TESTS(cmocka_unit_test(test_costs), cmocka_unit_test(test_products), cmocka_unit_test(test_passes),
      cmocka_unit_test(test_quotients), cmocka_unit_test(test_divisors),
      cmocka_unit_test(test_any));
