/* Tests schoolbook products, divisions and gcds against known results while calls fail. */
#include "arith/prime.h"
#include "fpx/schoolbook/schoolbook.h"
#include "opencl/buffer.h"
#include "problems/chunk.h"
#include "support/context.h"
#include "support/faults.h"

#define COUNT 40
#define PRIME 101

/* a = (x + 1) (x^39 - 1), b = (x + 1) x^38: the product, the quotient and the gcd are known. */
typedef struct work {
    clm_buffer a, b, product, dividend, quotient, gcd;
    u32 words[2][COUNT + 1];
} work;

static clmodp_status multiply(clmodp_context *ctx, void *argument)
{
    work *w = argument;
    const clm_schoolbook_shape shape = {.s = 10, .group = 1, .span = 16};
    u32 got[2 * COUNT];
    clmodp_status st = clm_schoolbook_multiply(ctx, &w->product, (clm_poly){&w->a, COUNT + 1},
                                               (clm_poly){&w->b, COUNT}, clm_field(PRIME), shape);

    clm_pool_clear(ctx); /* the next run begins with an empty pool */
    if (st == CLMODP_OK)
        st = clm_buffer_read(ctx, &w->product, 0, got, sizeof got);
    /* (x + 1)^2 (x^77 - x^38) */
    for (size_t k = 0; k < 2 * COUNT && st == CLMODP_OK; k++)
        assert_int_equal(got[k], k == 38 || k == 40   ? PRIME - 1
                                 : k == 39            ? PRIME - 2
                                 : k == 77 || k == 79 ? 1
                                 : k == 78            ? 2
                                                      : 0);
    return st;
}

/* a = (x + 1) x^39 - (x + 1) = x b - (x + 1) */
static clmodp_status divide(clmodp_context *ctx, void *argument)
{
    work *w = argument;
    const clm_schoolbook_shape shape = {.s = 1, .group = 1, .span = 16};
    u32 quotient[2], rest[COUNT - 1];
    clmodp_status st =
        clm_buffer_write(ctx, &w->dividend, 0, w->words[0], (COUNT + 1) * sizeof(u32));

    if (st == CLMODP_OK)
        st = clm_schoolbook_divide(ctx, &w->quotient, (clm_poly){&w->dividend, COUNT + 1},
                                   (clm_poly){&w->b, COUNT}, clm_field(PRIME), shape);
    if (st == CLMODP_OK)
        st = clm_buffer_read(ctx, &w->quotient, 0, quotient, sizeof quotient);
    if (st == CLMODP_OK)
        st = clm_buffer_read(ctx, &w->dividend, 0, rest, sizeof rest);
    if (st == CLMODP_OK) {
        assert_int_equal(quotient[0], 0);
        assert_int_equal(quotient[1], 1);
        for (size_t k = 0; k < COUNT - 1; k++)
            assert_int_equal(rest[k], k < 2 ? PRIME - 1 : 0);
    }
    return st;
}

static clmodp_status gcd(clmodp_context *ctx, void *argument)
{
    work *w = argument;
    const clm_schoolbook_shape shape = {.s = 3, .group = 1, .span = 16};
    clm_gcd_trace trace = {0};
    u32 got[2], resultant = 1;
    size_t count = 0;
    clmodp_status st = clm_gcd_trace_create(ctx, &trace, COUNT);

    if (st == CLMODP_OK)
        st = clm_schoolbook_gcd(ctx, &w->gcd, &count, (clm_poly){&w->a, COUNT + 1},
                                (clm_poly){&w->b, COUNT}, clm_field(PRIME), shape, &trace);
    if (st == CLMODP_OK)
        st = clm_gcd_trace_resultant(ctx, &trace, &resultant, COUNT, COUNT - 1, clm_field(PRIME));
    clm_gcd_trace_destroy(ctx, &trace);
    if (st == CLMODP_OK)
        st = clm_buffer_read(ctx, &w->gcd, 0, got, sizeof got);
    if (st == CLMODP_OK) {
        assert_int_equal(count, 2);
        assert_int_equal(resultant, 0);
        assert_int_equal(got[0], 1);
        assert_int_equal(got[1], 1);
    } else {
        assert_true(count == 0 || count == 2);
    }
    return st;
}

static void faults_are_reported(void **state)
{
    clmodp_status (*const runs[])(clmodp_context *, void *) = {multiply, divide, gcd};
    clmodp_context *ctx = context_open(NULL);
    work w = {0};

    (void)state;
    w.words[0][0] = w.words[0][1] = PRIME - 1;
    w.words[0][COUNT - 1] = w.words[0][COUNT] = 1;
    w.words[1][COUNT - 2] = w.words[1][COUNT - 1] = 1;
    w.a = device_words(ctx, w.words[0], COUNT + 1);
    w.b = device_words(ctx, w.words[1], COUNT);
    w.product = device_words(ctx, NULL, 2 * COUNT);
    w.dividend = device_words(ctx, NULL, COUNT + 1);
    w.quotient = device_words(ctx, NULL, 2);
    w.gcd = device_words(ctx, NULL, COUNT + 1);
    for (size_t k = 0; k < 3; k++) {
        assert_int_equal(runs[k](ctx, &w), CLMODP_OK);
        if (fault_layer_works())
            assert_true(fault_sweep_warm(FAULT_OPENCL, ctx, runs[k], &w, 1) > 10);
        /* the trace is read to host memory */
        assert_int_equal(fault_sweep_warm(FAULT_ALLOCATION, ctx, runs[k], &w, 1), k == 2 ? 1 : 0);
    }
    clm_buffer_destroy(ctx, &w.gcd);
    clm_buffer_destroy(ctx, &w.quotient);
    clm_buffer_destroy(ctx, &w.dividend);
    clm_buffer_destroy(ctx, &w.product);
    clm_buffer_destroy(ctx, &w.b);
    clm_buffer_destroy(ctx, &w.a);
    assert_true(ctx->memory_now == 0);
    clmodp_context_destroy(ctx);
}

TESTS(cmocka_unit_test(faults_are_reported));
