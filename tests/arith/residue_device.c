/* Tests every type of cl/arith/residue.h on the device against direct division on the host. */
#include <string.h>

#include "arith/prime.h"
#include "opencl/devices.h"
#include "opencl/kernel.h"
#include "opencl/source.h"
#include "support/batch.h"
#include "support/scratch.h"

/* Applies every function to words a, b, c, d of [0, p), in vectors of W if they are explicit: row
 * r of out is the result of function r, or all ones if its residue is not canonical. The barrier
 * lets PoCL make vectors of the work-items. */
static const char kernel_text[] =
    "\n"
    "void put(global ulong *out, rlanes r, uint first, uint count, residue_field f)\n"
    "{\n"
    "    residue part[W];\n"
    "    rlanes_store(r, part);\n"
    "    for (uint i = 0; i < W && first + i < count; i++) {\n"
    "        residue_word v = residue_from(part[i], f);\n"
    "        out[first + i] = part[i] == residue_to(v, f) && v < (residue_word)f.p ? v : ~0UL;\n"
    "    }\n"
    "}\n"
    "kernel void residue_each(global ulong *out, global const ulong *in, residue_field f,\n"
    "                         uint count)\n"
    "{\n"
    "    uint first = min((uint)get_global_id(0), (count - 1) / W) * W;\n"
    "    uint lead = (uint)in[4 * count + first];\n"
    "    residue operand[4][W], to[W], pow[W], inv[W];\n"
    "    for (uint i = 0; i < W; i++) {\n"
    "        uint at = min(first + i, count - 1);\n"
    "        for (uint k = 0; k < 4; k++)\n"
    "            operand[k][i] = residue_to((residue_word)in[k * count + at], f);\n"
    "        to[i] = residue_to((residue_word)in[4 * count + at], f);\n"
    "        pow[i] = residue_pow(operand[0][i], (uint)in[4 * count + at], f);\n"
    "        inv[i] = residue_inv(operand[0][i], f);\n"
    "    }\n"
    "    rlanes a = rlanes_load(operand[0]), b = rlanes_load(operand[1]);\n"
    "    rlanes c = rlanes_load(operand[2]), d = rlanes_load(operand[3]);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    put(out, rlanes_mul(a, b, f), first, count, f);\n"
    "    put(out + count, rlanes_cross(a, b, c, d, f), first, count, f);\n"
    "    put(out + 2 * count, rlanes_add(a, b, f), first, count, f);\n"
    "    put(out + 3 * count, rlanes_sub(a, b, f), first, count, f);\n"
    "    put(out + 4 * count, rlanes_neg(a, f), first, count, f);\n"
    "    put(out + 5 * count, rlanes_load(to), first, count, f);\n"
    "    put(out + 6 * count, rlanes_load(pow), first, count, f);\n"
    "    put(out + 7 * count, rlanes_load(inv), first, count, f);\n"
    "    put(out + 8 * count, rlanes_pow(a, lead, f), first, count, f);\n"
    "    rlanes other = rlanes_splat(residue_to((residue_word)(lead % 2), f));\n"
    "    put(out + 9 * count, rlanes_select(a == b, c, other), first, count, f);\n"
    "}\n";
#define FUNCTIONS 10
#define OPERANDS 5

static const char *const names[FUNCTIONS] = {"mul", "cross", "add", "sub",          "neg",
                                             "to",  "pow",   "inv", "pow in lanes", "select"};

/* lead: the fifth operand of the first lane. */
static uint64_t expected(size_t function, const uint64_t *v, uint64_t lead, uint64_t p)
{
    switch (function) {
    case 0: return clm_mulmod64(v[0], v[1], p);
    case 1: return (clm_mulmod64(v[0], v[1], p) + p - clm_mulmod64(v[2], v[3], p)) % p;
    case 2: return (v[0] + v[1]) % p;
    case 3: return (v[0] + p - v[1]) % p;
    case 4: return (p - v[0]) % p;
    case 5: return v[4] % p;
    case 6: return clm_powmod64(v[0], (uint32_t)v[4], p);
    case 7: return v[0] == 0 ? 0 : clm_invmod64(v[0], p);
    case 8: return clm_powmod64(v[0], (uint32_t)lead, p);
    default: return v[0] == v[1] ? v[2] : lead % 2;
    }
}

/* Returns operands k, the ends first; then b with a * b next to a multiple of p. */
static void operands(uint64_t *v, size_t k, uint64_t p, uint64_t words, clm_random *random)
{
    const uint64_t ends[] = {0, 1, p - 1, p / 2, p / 2 + 1, p - 2};

    for (size_t i = 0; i < 4; i++, k /= 6)
        v[i] = k % 12 < 6 ? ends[k % 6] : clm_random_below(random, p);
    if (k % 3 == 1 && v[0] != 0)
        v[1] = clm_mulmod64(ends[1 + k % 2], clm_invmod64(v[0], p), p);
    v[4] = k % 5 == 0 ? words - 1 - k % 7 : clm_random_below(random, words);
}

static void check(clmodp_context *ctx, const clm_kernel *each, clm_residue_kind kind, uint64_t p,
                  size_t count)
{
    const uint64_t words = clm_residue_type_of(kind)->word_bytes == 4 ? (uint64_t)1 << 32
                                                                      : (uint64_t)1 << 52;
    const clm_residue_prime prime = clm_residue_prime_of(kind, p, 1);
    uint64_t *in = calloc(OPERANDS * count, sizeof *in), *got = calloc(FUNCTIONS * count, 8);
    const size_t lanes = ctx->tuning.vector_width;
    clm_random random = {p};
    clm_buffer operand = {0}, out = {0};

    assert_non_null(in);
    assert_non_null(got);
    for (size_t k = 0; k < count; k++) {
        uint64_t v[OPERANDS];

        operands(v, k, p, words, &random);
        for (size_t i = 0; i < OPERANDS; i++)
            in[i * count + k] = v[i];
    }
    BATCH_OK(ctx, clm_buffer_load(ctx, &operand, in, OPERANDS * count, sizeof *in));
    BATCH_OK(ctx, clm_buffer_create(ctx, &out, FUNCTIONS * count, sizeof *got));
    BATCH_OK(ctx, clm_launch(ctx, each, clm_div_up(count, lanes), 0,
                             ARG_OUT(&out, FUNCTIONS * count, uint64_t),
                             ARG_IN(&operand, OPERANDS * count, uint64_t),
                             ARG_STRUCT(prime.field), ARG_U32(count)));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, got, FUNCTIONS * count * sizeof *got));
    for (size_t i = 0; i < FUNCTIONS * count; i++) {
        uint64_t v[OPERANDS], right;

        for (size_t k = 0; k < OPERANDS; k++)
            v[k] = in[k * count + i % count];
        right = expected(i / count, v, in[4 * count + i % count / lanes * lanes], p);
        if (got[i] != right)
            fail_msg("%s, %s, p = %llu, %llu, %llu, %llu, %llu, %llu: %llu, expected %llu",
                     clm_residue_type_of(kind)->name, names[i / count], (unsigned long long)p,
                     (unsigned long long)v[0], (unsigned long long)v[1],
                     (unsigned long long)v[2], (unsigned long long)v[3],
                     (unsigned long long)v[4], (unsigned long long)got[i],
                     (unsigned long long)right);
    }
    clm_buffer_destroy(ctx, &operand);
    clm_buffer_destroy(ctx, &out);
    free(in);
    free(got);
}

/* Writes each.cl to its own directory: cl/arith/residue_lanes.h, then the kernel above. */
static void write_kernel(clmodp_context *ctx, const scratch *files)
{
    char *header = NULL, *text;

    BATCH_OK(ctx, clm_source_load(&ctx->error, &header, "", ctx->kernel_dir,
                                  (const char *const[]){"arith/residue_lanes.h"}, 1, NULL));
    text = calloc(strlen(header) + sizeof kernel_text, 1);
    assert_non_null(text);
    strcat(strcpy(text, header), kernel_text);
    scratch_put(files, "each.cl", text);
    free(text);
    free(header);
}

static void check_type(const scratch *files, clm_residue_kind kind, uint32_t lanes,
                       uint32_t group)
{
    const clm_residue_type *type = clm_residue_type_of(kind);
    const size_t count = small_tests() ? 40 : 20000;
    clmodp_context *ctx = context_open_in(files->path, NULL);
    const clm_kernel *each;
    uint64_t prime[9];
    size_t primes;

    ctx->tuning = (clm_tuning){.vector_width = lanes, .tile = lanes, .group = group};
    if (clm_residue_require(ctx, kind) != CLMODP_OK) {
        assert_true(type->needs_fp64);
        print_message("%s\n", ctx->error.message);
    } else {
        primes = clm_primes_descending(prime, 3, type->prime_max, 3);
        primes += clm_primes_descending(prime + primes, 2, type->prime_max * 181 / 256, 3);
        primes += clm_primes_descending(prime + primes, 2, type->prime_max / 2, 3);
        primes += clm_primes_descending(prime + primes, 2, 5, 3);
        BATCH_OK(ctx, clm_kernel_get_with(ctx, &each, "each.cl", "residue_each", "%s",
                                          type->definitions));
        for (size_t n = 0; n < primes; n++)
            check(ctx, each, kind, prime[n], count);
    }
    clmodp_context_destroy(ctx);
}

static void agrees_with_the_host(void **state)
{
    clmodp_context *ctx = batch_context(0);
    scratch files;

    (void)state;
    scratch_make(&files);
    write_kernel(ctx, &files);
    for (int kind = 0; kind < CLM_RESIDUE_KINDS; kind++) {
        check_type(&files, (clm_residue_kind)kind, 1, 1);
        check_type(&files, (clm_residue_kind)kind, 1, 64);
        check_type(&files, (clm_residue_kind)kind, 8, 4);
        if (!small_tests()) /* Oclgrind takes words of vectors of 16 for uninitialised */
            check_type(&files, (clm_residue_kind)kind, 16, 4);
    }
    scratch_remove(&files);
    clmodp_context_destroy(ctx);
}

static void integers_need_no_doubles(void **state)
{
    clmodp_context *ctx = batch_context(0);

    (void)state;
    BATCH_OK(ctx, clm_residue_require(ctx, CLM_RESIDUE_MONTGOMERY31));
    BATCH_OK(ctx, clm_residue_require(ctx, CLM_RESIDUE_FLOAT24));
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(agrees_with_the_host),
    cmocka_unit_test(integers_need_no_doubles));
