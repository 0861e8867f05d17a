/* Tests that kernels for measurements do the work that is timed. */
#include "cl/arith/fp.h"
#include "opencl/kernel.h"
#include "support/batch.h"

#define WORDS 1024 /* a multiple of all groups and vectors of tunings */

static void *words(size_t count)
{
    void *out = calloc(count, sizeof(u32));

    assert_non_null(out);
    return out;
}

static void fill(clmodp_context *ctx, clm_buffer *buffer, u32 *host)
{
    for (u32 k = 0; k < WORDS; k++)
        host[k] = k * 2654435761u + 7;
    BATCH_OK(ctx, clm_buffer_load(ctx, buffer, host, WORDS, sizeof(u32)));
}

/* Reads in order, and at distances. */
static void streams(clmodp_context *ctx)
{
    enum { RUN = 5, ITEMS = 8, BEGIN = 3, STEP = 17 };
    u32 *in = words(WORDS), *out = words(WORDS);
    const clm_kernel *copy, *apart;
    clm_buffer from, to;

    fill(ctx, &from, in);
    BATCH_OK(ctx, clm_buffer_create(ctx, &to, WORDS, sizeof(u32)));
    BATCH_OK(ctx, clm_kernel_get(ctx, &copy, "tuning/memory.cl", "memory_copy"));
    BATCH_OK(ctx, clm_kernel_get(ctx, &apart, "tuning/memory.cl", "memory_strided"));
    BATCH_OK(ctx, clm_launch(ctx, copy, WORDS / ctx->tuning.vector_width, 0,
                             ARG_OUT(&to, WORDS, u32), ARG_IN(&from, WORDS, u32)));
    BATCH_OK(ctx, clm_buffer_read(ctx, &to, 0, out, WORDS * sizeof(u32)));
    assert_memory_equal(in, out, WORDS * sizeof(u32));
    BATCH_OK(ctx, clm_launch(ctx, apart, ITEMS, ITEMS, ARG_OUT(&to, ITEMS, u32),
                             ARG_IN(&from, ITEMS * BEGIN + RUN * STEP, u32), ARG_U32(RUN),
                             ARG_U32(BEGIN), ARG_U32(STEP)));
    BATCH_OK(ctx, clm_buffer_read(ctx, &to, 0, out, ITEMS * sizeof(u32)));
    for (size_t i = 0; i < ITEMS; i++) {
        u32 sum = 0;

        for (size_t k = 0; k < RUN; k++)
            sum += in[i * BEGIN + k * STEP];
        assert_int_equal(out[i], sum);
    }
    clm_buffer_destroy(ctx, &from);
    clm_buffer_destroy(ctx, &to);
    free(in);
    free(out);
}

/* A cycle through every third of 10 places; a second launch continues at the end of the first. */
static void chases(clmodp_context *ctx)
{
    enum { PLACES = 10, ITEMS = 2, CHAINS = 4, STEPS = 13 };
    u32 order[PLACES], ends[ITEMS * CHAINS];
    const clm_kernel *link, *follow;
    clm_buffer places, memory, at;

    for (u32 k = 0; k < PLACES; k++)
        order[k] = k * 3 % PLACES * 5;
    for (u32 k = 0; k < ITEMS * CHAINS; k++)
        ends[k] = order[k];
    BATCH_OK(ctx, clm_buffer_load(ctx, &places, order, PLACES, sizeof(u32)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &memory, WORDS, sizeof(u32)));
    BATCH_OK(ctx, clm_buffer_load(ctx, &at, ends, ITEMS * CHAINS, sizeof(u32)));
    BATCH_OK(ctx, clm_kernel_get(ctx, &link, "tuning/memory.cl", "memory_link"));
    BATCH_OK(ctx, clm_kernel_get_with(ctx, &follow, "tuning/memory.cl", "memory_chase",
                                      "#define MEMORY_CHAINS %d\n", CHAINS));
    BATCH_OK(ctx, clm_launch(ctx, link, PLACES, 0, ARG_OUT(&memory, WORDS, u32),
                             ARG_IN(&places, PLACES, u32), ARG_U32(PLACES)));
    for (u32 turn = 1; turn <= 2; turn++) {
        BATCH_OK(ctx, clm_launch(ctx, follow, ITEMS, 1, ARG_INOUT(&at, ITEMS * CHAINS, u32),
                                 ARG_IN(&memory, WORDS, u32), ARG_U32(STEPS)));
        BATCH_OK(ctx, clm_buffer_read(ctx, &at, 0, ends, sizeof ends));
        for (u32 k = 0; k < ITEMS * CHAINS; k++)
            assert_int_equal(ends[k], order[(k + turn * STEPS) % PLACES]);
    }
    clm_buffer_destroy(ctx, &places);
    clm_buffer_destroy(ctx, &memory);
    clm_buffer_destroy(ctx, &at);
}

static void local_sums(clmodp_context *ctx)
{
    enum { COUNT = 256, ROUNDS = 40 };
    const u32 width = ctx->tuning.vector_width, group = 2, items = 6;
    u32 *out = words(items * width);
    const clm_kernel *kernel;
    clm_buffer to;

    BATCH_OK(ctx, clm_buffer_create(ctx, &to, items * width, sizeof(u32)));
    BATCH_OK(ctx, clm_kernel_get(ctx, &kernel, "tuning/calibrate.cl", "calibrate_local"));
    BATCH_OK(ctx, clm_launch(ctx, kernel, items, group, ARG_OUT(&to, items * width, u32),
                             ARG_LOCAL(COUNT * sizeof(u32)), ARG_U32(COUNT), ARG_U32(ROUNDS)));
    BATCH_OK(ctx, clm_buffer_read(ctx, &to, 0, out, items * width * sizeof(u32)));
    for (u32 i = 0; i < items; i++) {
        u32 sum = 0;

        for (u32 k = 0; k < ROUNDS; k++)
            sum += (i % group * width + k * group * width) % COUNT;
        for (u32 lane = 0; lane < width; lane++)
            assert_int_equal(out[i * width + lane], sum);
    }
    clm_buffer_destroy(ctx, &to);
    free(out);
}

static void products(clmodp_context *ctx)
{
    enum { ITEMS = 2, ROUNDS = 3, CHAINS = 8 };
    const fp_field f = clm_field(2147483647u);
    const u32 factor = 987654321, count = ITEMS * ctx->tuning.vector_width;
    u32 *out = words(count), sum = 0;
    const clm_kernel *kernel;
    clm_buffer to;

    for (u32 c = 1; c <= CHAINS; c++) {
        u32 chain = c;

        for (int k = 0; k < ROUNDS; k++)
            chain = fp_mul(chain, factor, f);
        sum = fp_add(sum, chain, f);
    }
    BATCH_OK(ctx, clm_buffer_create(ctx, &to, count, sizeof(u32)));
    BATCH_OK(ctx, clm_kernel_get(ctx, &kernel, "tuning/calibrate.cl", "calibrate_products"));
    BATCH_OK(ctx, clm_launch(ctx, kernel, ITEMS, 1, ARG_OUT(&to, count, u32), ARG_STRUCT(f),
                             ARG_U32(factor), ARG_U32(ROUNDS)));
    BATCH_OK(ctx, clm_buffer_read(ctx, &to, 0, out, count * sizeof(u32)));
    for (u32 k = 0; k < count; k++)
        assert_int_equal(out[k], sum);
    clm_buffer_destroy(ctx, &to);
    free(out);
}

static void nothing(clmodp_context *ctx)
{
    const clm_kernel *kernel;
    clm_buffer to;
    u32 word = 5;

    BATCH_OK(ctx, clm_buffer_load(ctx, &to, &word, 1, sizeof(u32)));
    BATCH_OK(ctx, clm_kernel_get(ctx, &kernel, "tuning/calibrate.cl", "calibrate_nothing"));
    BATCH_OK(ctx, clm_launch(ctx, kernel, 1, 1, ARG_OUT(&to, 1, u32)));
    BATCH_OK(ctx, clm_buffer_read(ctx, &to, 0, &word, sizeof word));
    assert_int_equal(word, 5);
    clm_buffer_destroy(ctx, &to);
}

static void kernels(void **state)
{
    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        streams(ctx);
        chases(ctx);
        local_sums(ctx);
        products(ctx);
        nothing(ctx);
        clmodp_context_destroy(ctx);
    }
}

TESTS(cmocka_unit_test(kernels));
