/* Fast products and divisions while calls fail. */
#include "fpx/fast/divide.h"
#include "fpx/fast/multiply.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/skip.h"
#include "problems/chunk.h"

/* a = x^699 - 1 = (x - 1) (x^698 + ... + 1), modulo a prime without the roots of unity. */
#define COUNT 700
#define PRIME 2147483647u

typedef struct work {
    clm_buffer a, b, quotient, product;
} work;

static clmodp_status run(clmodp_context *ctx, void *argument)
{
    work *w = argument;
    u32 got[COUNT];
    clmodp_status st = clm_fast_divide(ctx, &w->quotient, NULL, (clm_poly){&w->a, COUNT},
                                       (clm_poly){&w->b, 2}, PRIME);

    if (st == CLMODP_OK)
        st = clm_fast_multiply(ctx, &w->product, (clm_poly){&w->quotient, COUNT - 1},
                               (clm_poly){&w->b, 2}, PRIME);
    if (st == CLMODP_OK)
        st = clm_buffer_read(ctx, &w->product, 0, got, sizeof got);
    for (size_t k = 0; k < COUNT && st == CLMODP_OK; k++)
        assert_int_equal(got[k], k == 0 ? PRIME - 1 : k == COUNT - 1);
    return st;
}

static void sweep(fault_kind kind)
{
    clmodp_context *ctx = context_open(NULL);
    u32 words[COUNT] = {PRIME - 1, 1};
    work w = {.b = device_words(ctx, words, 2)};
    uint64_t held;

    words[1] = 0;
    words[COUNT - 1] = 1;
    w.a = device_words(ctx, words, COUNT);
    w.quotient = device_words(ctx, NULL, COUNT);
    w.product = device_words(ctx, NULL, COUNT);
    held = ctx->memory_now;
    assert_int_equal(run(ctx, &w), CLMODP_OK);
    assert_true(fault_sweep_warm(kind, ctx, run, &w, 1) > 3);
    assert_int_equal(ctx->memory_now, held);
    clm_buffer_destroy(ctx, &w.product);
    clm_buffer_destroy(ctx, &w.quotient);
    clm_buffer_destroy(ctx, &w.b);
    clm_buffer_destroy(ctx, &w.a);
    clmodp_context_destroy(ctx);
}

static void test_allocations(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION);
}

static void test_opencl(void **state)
{
    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    sweep(FAULT_OPENCL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_opencl),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
