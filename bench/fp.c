/* Measures how fast the device multiplies residues of each type (cl/arith/residue.h).
 *
 * Counts products of residues, and differences of two products (`cross`), in chains of scalar
 * work-items, like kernels written with cl/arith/residue.h; if the tuning has vectors, both also
 * in explicit vectors (cl/arith/residue_lanes.h). Prints 10^9 operations a second on the whole
 * device; as a part of the rate allowed by the multiplications of a type alone (for a difference,
 * of two products; montgomery31 reduces it once and can exceed that); and times the bits of the
 * prime, the figure that counts in the end, since twice the bits halve the number of primes. All
 * results are checked on the host.
 *
 * Usage: fp [RUNS [DEVICE]] */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arith/prime.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/rate.h"
#include "bench/timing.h"
#include "opencl/devices.h"

#define CHAINS 8 /* RESIDUE_RATE_CHAINS in cl/ */
#define ROUNDS 400
#define GROUP 64 /* work-items: enough for PoCL's vectors and GPUs' warps */

/* Rates of plain multiplications. */
typedef struct peaks {
    double words, floats, doubles; /* 0: the device has no doubles */
} peaks;

/* Multiplications in one product of residues, by type. */
static const struct {
    double words, floats, doubles;
} parts[CLM_RESIDUE_KINDS] = {
    [CLM_RESIDUE_MONTGOMERY31] = {.words = 3},
    [CLM_RESIDUE_FLOAT24] = {.words = 2, .floats = 2},
    [CLM_RESIDUE_DOUBLE31] = {.words = 2, .doubles = 1},
    [CLM_RESIDUE_DOUBLE50] = {.doubles = 4},
};

static double floor_rate(const peaks *peak, clm_residue_kind kind)
{
    double seconds = parts[kind].words / peak->words + parts[kind].floats / peak->floats;

    if (parts[kind].doubles > 0)
        seconds += parts[kind].doubles / peak->doubles;
    return 1 / seconds;
}

/* A kernel of this benchmark: work-item i computes 36 * (i + base)^ROUNDS. */
typedef struct operation {
    const char *name, *kernel;
    uint64_t base;
    double products; /* in one operation */
    bool vectors;
} operation;

static const operation operations[] = {
    {"product", "residue_rate_mul", 2, 1, false},
    {"cross", "residue_rate_cross", 1, 2, false},
    {"in vectors", "residue_rate_mul", 2, 1, true},
    {"cross there", "residue_rate_cross", 1, 2, true},
};

/* Definition that makes work-items scalar. */
#define SCALAR "#undef W\n#define W 1\n"

/* Exits with a message unless item i of `got` is 36 * (i + base)^ROUNDS. */
static void verify(const clm_residue_type *type, const operation *op, const unsigned char *got,
                   size_t items, uint64_t p)
{
    for (size_t i = 0; i < items; i++) {
        const uint64_t power = clm_powmod64((i + op->base) % p, ROUNDS, p);
        uint64_t word = 0;

        memcpy(&word, got + i * type->word_bytes, type->word_bytes); /* little-endian */
        if (word == clm_mulmod64(36, power, p))
            continue;
        (void)fprintf(stderr, "%s, %s: work-item %zu is wrong\n", type->name, op->name, i);
        exit(1);
    }
}

static void bench(clmodp_context *ctx, const peaks *peak, clm_residue_kind kind,
                  const operation *op, size_t runs)
{
    const clm_residue_type *type = clm_residue_type_of(kind);
    const size_t items = ctx->device.compute_units * (size_t)GROUP * 128;
    const double lanes = op->vectors ? ctx->tuning.vector_width : 1;
    unsigned char *got = device_need(items, type->word_bytes);
    uint64_t p = 0;
    clm_residue_prime prime;
    clm_buffer out = {0};
    double wall, cpu, rate, bits;

    (void)clm_primes_descending(&p, 1, type->prime_max, 3);
    prime = clm_residue_prime_of(kind, p, 1);
    const clm_arg args[] = {ARG_OUT_OF(&out, items, type->word_bytes), ARG_STRUCT(prime.field),
                            ARG_U32(ROUNDS)};
    rate_launch launch = {.items = items, .group = GROUP, .args = args, .count = 3,
                          .operations = lanes * (double)items * ROUNDS * CHAINS};

    device_must(ctx, clm_kernel_get_with(ctx, &launch.kernel, "rates/residue_rate.cl", op->kernel,
                                         "%s%s", type->definitions, op->vectors ? "" : SCALAR));
    device_must(ctx, clm_buffer_create(ctx, &out, items, type->word_bytes));
    device_must(ctx, rate_of_launch(ctx, &launch, runs, &wall, &cpu));
    device_must(ctx, clm_buffer_read(ctx, &out, 0, got, items * type->word_bytes));
    verify(type, op, got, items, p);
    rate = rate_whole(ctx, wall, cpu);
    bits = log2((double)p);
    printf("%-14s %-12s %6.2f %9.2f %7.0f %% %9.0f\n", type->name, op->name, bits, 1e-9 * rate,
           100 * rate * op->products / floor_rate(peak, kind), 1e-9 * rate * bits);
    clm_buffer_destroy(ctx, &out);
    free(got);
}

int main(int argc, char **argv)
{
    size_t runs = 9;
    const argument arguments[] = {{&runs, 1, TIMING_MOST - 1, true}};
    clmodp_context *ctx;
    peaks peak = {0};

    (void)arguments_read(argc == 3 ? 2 : argc, argv, arguments, 1, "[RUNS [DEVICE]]");
    ctx = device_open(argc > 2 ? argv[2] : NULL);
    device_must(ctx, rate_of_device(ctx, &peak.words));
    device_must(ctx, rate_of_reals(ctx, "float", &peak.floats));
    if (clm_residue_require(ctx, CLM_RESIDUE_DOUBLE50) == CLMODP_OK)
        device_must(ctx, rate_of_reals(ctx, "double", &peak.doubles));
    printf("%s: 10^9 multiplications a second: words %.1f, float %.1f, double %.1f\n\n"
           "%-14s %-12s %6s %9s %9s %9s\n", ctx->device.name, 1e-9 * peak.words,
           1e-9 * peak.floats, 1e-9 * peak.doubles, "type", "operation", "bits", "10^9/s",
           "of floor", "Gbit/s");
    for (int kind = 0; kind < CLM_RESIDUE_KINDS; kind++) {
        if (clm_residue_require(ctx, (clm_residue_kind)kind) != CLMODP_OK) {
            printf("%-14s %s\n", clm_residue_type_of((clm_residue_kind)kind)->name,
                   ctx->error.message);
            continue;
        }
        for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
            if (!operations[k].vectors || ctx->tuning.vector_width > 1)
                bench(ctx, &peak, (clm_residue_kind)kind, &operations[k], runs);
    }
    printf("\ntaken by default: %s\n", clm_residue_type_of(CLM_RESIDUE_DEFAULT)->name);
    clmodp_context_destroy(ctx);
    return 0;
}
