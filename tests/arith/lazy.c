/* Tests cl/arith/lazy.h on the device, for ordinary and for large primes, with every width,
 * against cl/arith/fp.h on the host: iterated sums of three products, beginning with the greatest
 * possible factors. */
#include <string.h>

#include "cl/fpx/batch/euclid_shape.h"
#include "opencl/kernel.h"
#include "opencl/source.h"
#include "support/batch.h"
#include "support/scratch.h"

#define ROUNDS 6

/* Sets v to a v + b v + a b, ROUNDS times; a and b in [0, p) are balanced first. Returns all ones
 * if a balanced or a lazy residue exceeds the bound in cl/arith/lazy.h. */
static const char kernel_text[] =
    "\n"
    "#ifdef LAZY_LARGE\n"
    "#define MOST(p) ((p) / 2)\n"
    "#else\n"
    "#define MOST(p) ((p) + (p) / 4)\n"
    "#endif\n"
    "void note(uint *beyond, LAZY v, ulong most)\n"
    "{\n"
    "    uint word[W];\n"
    "    lanes_store(lazy_as_lanes(v), word);\n"
    "    for (uint i = 0; i < W; i++)\n"
    "        beyond[i] |= abs_diff((int)word[i], 0) > most ? ~0U : 0;\n"
    "}\n"
    "kernel void lazy_rounds(global uint *out, global const uint *a, global const uint *b,\n"
    "                        fp_field f, uint count, uint rounds)\n"
    "{\n"
    "    uint at = get_global_id(0) * W;\n"
    "    if (at >= count)\n"
    "        return;\n"
    "    lazy_prime prime = lazy_prime_of(f);\n"
    "    LAZY x = lazy_balance(lazy_as_words(lanes_load(a + at)), prime);\n"
    "    LAZY y = lazy_balance(lazy_as_words(lanes_load(b + at)), prime);\n"
    "    LAZY v = lazy_mul(x, y, prime);\n"
    "    uint beyond[W];\n"
    "    for (uint i = 0; i < W; i++)\n"
    "        beyond[i] = 0;\n"
    "    note(beyond, x, f.p / 2);\n"
    "    note(beyond, y, f.p / 2);\n"
    "    note(beyond, v, MOST((ulong)f.p));\n"
    "    for (uint i = 0; i < rounds; i++) {\n"
    "        lazy_pair t = lazy_product(lazy_widen(x), lazy_widen(v));\n"
    "        t = lazy_sum(t, lazy_product(lazy_widen(y), lazy_widen(v)));\n"
    "        t = lazy_sum(t, lazy_product(lazy_widen(x), lazy_widen(y)));\n"
    "        v = lazy_settle(lazy_redc(t, prime), prime);\n"
    "        note(beyond, v, MOST((ulong)f.p));\n"
    "    }\n"
    "    lanes_store(lazy_as_lanes(lazy_canonical(v, prime)) | lanes_load(beyond), out + at);\n"
    "}\n";

static u32 expected(u32 a, u32 b, fp_field f)
{
    u32 v = fp_mul(a, b, f);

    for (int i = 0; i < ROUNDS; i++)
        v = fp_add(fp_mul(fp_add(a, b, f), v, f), fp_mul(a, b, f), f);
    return v;
}

/* Returns value k: near the middle of [0, p), with the greatest balanced residues, or random. */
static u32 value(size_t k, fp_field f, clm_random *random)
{
    u32 near = (u32)clm_random_below(random, f.p < 64 ? f.p : f.p / 64);

    switch (k % 5) {
    case 0: return f.p / 2;
    case 1: return f.p / 2 + 1;
    case 2: return (f.p / 2 + near) % f.p;
    case 3: return (f.p / 2 + f.p - near) % f.p;
    default: return batch_residue(random, f);
    }
}

static void check(clmodp_context *ctx, const char *definitions, size_t count, fp_field f)
{
    u32 *a = calloc(count, sizeof *a), *b = calloc(count, sizeof *b);
    u32 *got = calloc(count, sizeof *got);
    clm_random random = {f.p};
    clm_buffer in[2], out = {0};
    const clm_kernel *kernel;

    assert_true(a != NULL && b != NULL && got != NULL);
    for (size_t i = 0; i < count; i++) {
        a[i] = value(i, f, &random);
        b[i] = value(i / 5, f, &random);
    }
    in[0] = batch_buffer(ctx, a, count);
    in[1] = batch_buffer(ctx, b, count);
    BATCH_OK(ctx, clm_buffer_create(ctx, &out, count, sizeof *got));
    BATCH_OK(ctx, clm_kernel_get_with(ctx, &kernel, "rounds.cl", "lazy_rounds", "%s",
                                      definitions));
    BATCH_OK(ctx, clm_launch(ctx, kernel, count / ctx->tuning.vector_width, 0,
                             ARG_OUT(&out, count, u32), ARG_IN(&in[0], count, u32),
                             ARG_IN(&in[1], count, u32), ARG_STRUCT(f),
                             ARG_U32(count), ARG_U32(ROUNDS)));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, got, count * sizeof *got));
    for (size_t i = 0; i < count; i++)
        if (got[i] != expected(a[i], b[i], f))
            fail_msg("%u lanes, %s p = %u, a = %u, b = %u: %u, expected %u",
                     ctx->tuning.vector_width, *definitions != '\0' ? "large" : "ordinary", f.p,
                     a[i], b[i], got[i], expected(a[i], b[i], f));
    for (size_t i = 0; i < 2; i++)
        clm_buffer_destroy(ctx, &in[i]);
    clm_buffer_destroy(ctx, &out);
    free(got);
    free(b);
    free(a);
}

/* Writes rounds.cl to its own directory: the text of cl/arith/lazy.h, then the kernel above. */
static void write_kernel(const scratch *files)
{
    clmodp_context *ctx = batch_context(0);
    char *lazy = NULL, *text;

    BATCH_OK(ctx, clm_source_load(&ctx->error, &lazy, "", ctx->kernel_dir,
                                  (const char *const[]){"arith/lazy.h"}, 1, NULL));
    text = calloc(strlen(lazy) + sizeof kernel_text, 1);
    assert_non_null(text);
    strcat(strcpy(text, lazy), kernel_text);
    scratch_put(files, "rounds.cl", text);
    free(text);
    free(lazy);
    clmodp_context_destroy(ctx);
}

static void sums_go_round(void **state)
{
    static const u32 ordinary[] = {EUCLID_PRIME_MAX - 1, 1073741789u, 65537u, 3u};
    static const u32 large[] = {2147483647u, 2147483629u, 1717986953u, 65537u, 3u};
    size_t count = small_tests() ? 64 : 4000;
    scratch files;

    (void)state;
    scratch_make(&files);
    write_kernel(&files);
    for (uint32_t lanes = 1; lanes <= (small_tests() ? 8 : 16); lanes *= 2) {
        clmodp_context *ctx = context_open_in(files.path, NULL);

        ctx->tuning = (clm_tuning){.vector_width = lanes, .tile = lanes, .group = 8};
        for (size_t i = 0; i < sizeof ordinary / sizeof *ordinary; i++)
            check(ctx, "", count, clm_field(ordinary[i]));
        for (size_t i = 0; i < sizeof large / sizeof *large; i++)
            check(ctx, EUCLID_LARGE, count, clm_field(large[i]));
        clmodp_context_destroy(ctx);
    }
    scratch_remove(&files);
}

TESTS(cmocka_unit_test(sums_go_round));
