/* Tests fast products, divisions and greatest common divisors, with empty buffer pools, against
 * known results while calls fail. */
#include "opencl/buffer.h"
#include "fpx/fast/divide.h"
#include "fpx/fast/gcd.h"
#include "fpx/fast/spectra.h"
#include "problems/chunk.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/skip.h"

/* a = x^1199 - 1 = (x - 1) (x^1198 + ... + 1), modulo a prime without the roots of unity. */
#define COUNT 1200
#define NEAR 60
#define PRIME 2147483647u

typedef struct work {
    clm_buffer a, b, near, quotient, product, cofactor;
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
    clm_pool_clear(ctx); /* the next run begins with an empty pool */
    return st;
}

/* Two polynomials without common factors, with base cases of degree 9. */
static clmodp_status run_gcd(clmodp_context *ctx, void *argument)
{
    work *w = argument;
    u32 resultant = 0;
    clm_fast_gcd_result out = {.g = &w->product, .u = &w->quotient, .v = &w->cofactor,
                               .resultant = &resultant};
    clmodp_status st = clm_fast_gcd(ctx, &out, (clm_poly){&w->near, NEAR},
                                    (clm_poly){&w->near, NEAR - 2}, PRIME, 9);

    if (st == CLMODP_OK)
        assert_true(out.g_count == 1 && resultant != 0);
    clm_pool_clear(ctx);
    return st;
}

static void sweep(fault_kind kind, fault_operation call, long every)
{
    clmodp_context *ctx = context_open(NULL);
    u32 words[COUNT] = {PRIME - 1, 1};
    work w = {.b = device_words(ctx, words, 2)};
    uint64_t held;

    words[1] = 0;
    words[COUNT - 1] = 1;
    w.a = device_words(ctx, words, COUNT);
    for (u32 k = 0; k < NEAR; k++)
        words[k] = k * k * k + 7 * k + 1;
    w.near = device_words(ctx, words, NEAR);
    w.quotient = device_words(ctx, NULL, COUNT);
    w.product = device_words(ctx, NULL, COUNT);
    w.cofactor = device_words(ctx, NULL, COUNT);
    held = ctx->memory_now;
    assert_int_equal(call(ctx, &w), CLMODP_OK);
    assert_true(fault_sweep_warm(kind, ctx, call, &w, every) > 1);
    assert_int_equal(ctx->memory_now, held);
    clm_buffer_destroy(ctx, &w.cofactor);
    clm_buffer_destroy(ctx, &w.product);
    clm_buffer_destroy(ctx, &w.quotient);
    clm_buffer_destroy(ctx, &w.near);
    clm_buffer_destroy(ctx, &w.b);
    clm_buffer_destroy(ctx, &w.a);
    clmodp_context_destroy(ctx);
}

static void test_allocations(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION, run, 1);
    sweep(FAULT_ALLOCATION, run_gcd, 1);
}

static void test_opencl(void **state)
{
    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    sweep(FAULT_OPENCL, run, 1);
    sweep(FAULT_OPENCL, run_gcd, 3);
}

TESTS(
    cmocka_unit_test(test_allocations),
    cmocka_unit_test(test_opencl));
