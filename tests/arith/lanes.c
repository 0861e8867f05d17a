/* Tests cl/arith/lanes.h on the device, with every width, against cl/arith/fp.h on the host. */
#include <string.h>

#include "opencl/kernel.h"
#include "opencl/source.h"
#include "support/batch.h"
#include "support/scratch.h"

/* Applies every function to W values: row r of out is the result of function r of a, b and t. */
static const char kernel_text[] =
    "\n"
    "kernel void lanes_each(global uint *out, global const uint *a, global const uint *b,\n"
    "                       global const uint *low, global const uint *high, fp_field f,\n"
    "                       uint count)\n"
    "{\n"
    "    uint at = get_global_id(0) * W;\n"
    "    if (at >= count)\n"
    "        return;\n"
    "    LANES x = lanes_load(a + at), y = lanes_load(b + at);\n"
    "    LANES2 t = lanes_widen(lanes_load(low + at))\n"
    "             | lanes_widen(lanes_load(high + at)) << 32;\n"
    "    LANES2 u = lanes_fold(t + (LANES2)((u64)f.p << 32), f);\n"
    "    lanes_store(lanes_mul(x, y, f), out + at);\n"
    "    lanes_store(lanes_add(x, y, f), out + count + at);\n"
    "    lanes_store(lanes_sub(x, y, f), out + 2 * count + at);\n"
    "    lanes_store(lanes_neg(x, f), out + 3 * count + at);\n"
    "    lanes_store(lanes_redc(t, f), out + 4 * count + at);\n"
    "    lanes_store(lanes_narrow(u), out + 5 * count + at);\n"
    "    lanes_store(lanes_narrow(u >> 32), out + 6 * count + at);\n"
    "    lanes_store(lanes_narrow(lanes_fold(t, f) >> 32), out + 7 * count + at);\n"
    "    lanes_store(lanes_redc(lanes_product(x, y) + lanes_product(y, y), f),\n"
    "                out + 8 * count + at);\n"
    "    lanes_store(lanes_inv(x, f), out + 9 * count + at);\n"
    "}\n";
#define FUNCTIONS 10

static const char *const names[FUNCTIONS] = {
    "mul", "add", "sub", "neg", "redc", "fold, lower", "fold, upper", "fold of little",
    "redc of a sum", "inv"};

static const u32 primes[] = {2147483647u, 2147483629u, 1717986953u, 1073741789u, 65537u, 257u,
                             3u};

static u32 expected(size_t function, u32 a, u32 b, u64 t, fp_field f)
{
    switch (function) {
    case 0: return fp_mul(a, b, f);
    case 1: return fp_add(a, b, f);
    case 2: return fp_sub(a, b, f);
    case 3: return fp_neg(a, f);
    case 4: return fp_redc(t, f);
    case 5: return (u32)t;
    case 6: return (u32)(t >> 32);
    case 7: return (u32)(t >> 32);
    case 8: return fp_add(fp_mul(a, b, f), fp_mul(b, b, f), f);
    default: return fp_inv(a, f);
    }
}

/* Returns value k, the ends of [0, p) first. */
static u32 value(size_t k, fp_field f, clm_random *random)
{
    const u32 ends[] = {0, 1, 2, f.p / 2, f.p / 2 + 1, f.p - 2, f.p - 1, f.one % f.p};

    return k < 8 ? ends[k] % f.p : (u32)clm_random_below(random, f.p);
}

static void check(clmodp_context *ctx, size_t count, fp_field f)
{
    u32 *a = calloc(count, sizeof *a), *b = calloc(count, sizeof *b);
    u32 *low = calloc(count, sizeof *low), *high = calloc(count, sizeof *high);
    u32 *got = calloc(FUNCTIONS * count, sizeof *got);
    clm_random random = {f.p};
    clm_buffer in[4], out = {0};
    const clm_kernel *each;

    for (size_t i = 0; i < count; i++) {
        a[i] = value(i % 10, f, &random);
        b[i] = value(i / 10 % 10, f, &random);
        high[i] = value(i % 9, f, &random);
        low[i] = i % 3 == 0   ? (u32)clm_random_next(&random)
                 : i % 3 == 1 ? 0u - (u32)(i / 9 % 4)
                              : f.p * (u32)(i / 9 % 4);
    }
    in[0] = batch_buffer(ctx, a, count);
    in[1] = batch_buffer(ctx, b, count);
    in[2] = batch_buffer(ctx, low, count);
    in[3] = batch_buffer(ctx, high, count);
    BATCH_OK(ctx, clm_buffer_create(ctx, &out, FUNCTIONS * count, sizeof *got));
    BATCH_OK(ctx, clm_kernel_get(ctx, &each, "each.cl", "lanes_each"));
    BATCH_OK(ctx, clm_launch(ctx, each, count / ctx->tuning.vector_width, 0,
                             ARG_OUT(&out, FUNCTIONS * count, u32), ARG_IN(&in[0], count, u32),
                             ARG_IN(&in[1], count, u32), ARG_IN(&in[2], count, u32),
                             ARG_IN(&in[3], count, u32), ARG_STRUCT(f), ARG_U32(count)));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, got, FUNCTIONS * count * sizeof *got));
    for (size_t i = 0; i < FUNCTIONS * count; i++) {
        size_t k = i % count;
        u64 t = (u64)high[k] << 32 | low[k];
        u32 right = expected(i / count, a[k], b[k], t, f);

        if (got[i] != right)
            fail_msg("%s, %u lanes, p = %u, a = %u, b = %u, t = %llu: %u, expected %u",
                     names[i / count], ctx->tuning.vector_width, f.p, a[k], b[k],
                     (unsigned long long)t, got[i], right);
    }
    for (size_t i = 0; i < 4; i++)
        clm_buffer_destroy(ctx, &in[i]);
    clm_buffer_destroy(ctx, &out);
    free(got);
    free(high);
    free(low);
    free(b);
    free(a);
}

/* Writes each.cl to its own directory: the text of cl/arith/lanes.h, then the kernel above. */
static void write_kernel(const scratch *files)
{
    clmodp_context *ctx = batch_context(0);
    char *lanes = NULL, *text;

    BATCH_OK(ctx, clm_source_load(&ctx->error, &lanes, "", ctx->kernel_dir,
                                  (const char *const[]){"arith/lanes.h"}, 1, NULL));
    text = calloc(strlen(lanes) + sizeof kernel_text, 1);
    assert_non_null(text);
    strcat(strcpy(text, lanes), kernel_text);
    scratch_put(files, "each.cl", text);
    free(text);
    free(lanes);
    clmodp_context_destroy(ctx);
}

static void agrees_with_the_host(void **state)
{
    size_t count = small_tests() ? 64 : 4000;
    scratch files;

    (void)state;
    scratch_make(&files);
    write_kernel(&files);
    for (uint32_t lanes = 1; lanes <= 16; lanes *= 2) {
        clmodp_context *ctx = context_open_in(files.path, NULL);

        ctx->tuning = (clm_tuning){.vector_width = lanes, .tile = lanes, .group = 8};
        for (size_t i = 0; i < sizeof primes / sizeof *primes; i++)
            check(ctx, count, clm_field(primes[i]));
        clmodp_context_destroy(ctx);
    }
    scratch_remove(&files);
}

TESTS(cmocka_unit_test(agrees_with_the_host));
