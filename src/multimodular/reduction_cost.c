/* Rates of device and host, and what follows from them. */
#include "multimodular/reduction_cost.h"

#include <math.h>
#include <string.h>

#include "base/size.h"
#include "multimodular/reduce.h"

/* What a launch should take at most: whoever can cancel is asked between two. */
#define LAUNCH_NS 1e8

/* A range has at most so many limbs: a division by its product, the longest step that cannot be
 * stopped, takes about a tenth of a second. */
#define MOST_LIMBS ((size_t)1 << 16)

/* Nanoseconds for a word and a prime, on one core or compute unit; for kernels of any type a
 * middle one of the figures in reduce_words.h. Measured on CPUs with AVX-512; not measured: GPUs,
 * with 32 lanes a clock and unit, and what is neither. */
#define CPU_NS 0.07
#define CPU_TYPE_NS 1.2
#define GPU_NS 0.04
#define OTHER_NS 0.5

static double device_ns(const clmodp_context *ctx, const clm_residue_type *type)
{
    const double units = ctx->device.compute_units > 0 ? (double)ctx->device.compute_units : 1;
    const double cpu_ns = type == NULL ? CPU_NS : CPU_TYPE_NS;

    if (strcmp(ctx->device.kind, "cpu") == 0)
        return cpu_ns / units;
    return (strcmp(ctx->device.kind, "gpu") == 0 ? GPU_NS : OTHER_NS) / units;
}

/* GMP's product of n limbs by n, from 2^8 to 2^17 of them, on one such core. */
static double multiply_ns(double n)
{
    return 3e4 * pow(n / 512, 1.4);
}

/* A division of 2n limbs by n, in products. */
#define DIVISION 2.6

/* A product of n limbs by 2n, likewise. */
#define UNEVEN 1.6

/* The tree of a range of n limbs, in products of n by n. */
#define TREE 3.0

/* Nanoseconds of the host for a limb of an integer, read and copied; and for a word of a
 * remainder, packed and sent to the device. */
#define COPY_NS 0.1
#define SEND_NS 2.0

clm_reduction_load clm_reduction_load_of(const clmodp_context *ctx, const mpz_srcptr *values,
                                         size_t count, const clm_residue_type *type)
{
    clm_reduction_load load = {.values = values, .count = count, .tile = ctx->tuning.tile,
                               .word_ns = device_ns(ctx, type),
                               .threads = (double)clm_thread_count(ctx->threads)};

    for (size_t first = 0; first < count; first += load.tile) {
        const size_t longest = clm_integers_longest(values + first,
                                                    clm_size_min(load.tile, count - first));

        load.words += (uint64_t)longest * load.tile;
        load.longest = clm_size_max(load.longest, longest);
    }
    return load;
}

double clm_reduction_whole_ns(const clm_reduction_load *load, size_t primes)
{
    return load->word_ns * (double)load->words * (double)primes;
}

bool clm_reduction_worth_trying(clm_remainder_shape *shape, size_t block, size_t blocks,
                                unsigned bits, size_t primes)
{
    *shape = clm_remainder_shape_of(block, blocks, bits);
    return (blocks == 1 || block * (blocks / 2) < primes) && blocks * shape->limbs <= MOST_LIMBS;
}

/* One range, for one value of so many limbs. */
static double range_ns(const clm_remainder_shape *shape, double limbs)
{
    const double n = (double)(shape->blocks * shape->limbs);
    double sum = DIVISION * multiply_ns(n) * fmax(limbs / n - 1, 0) + COPY_NS * limbs;

    if (shape->blocks > 1)
        sum += DIVISION * multiply_ns(n);
    for (double nodes = 1; nodes < (double)shape->blocks; nodes *= 2)
        sum += 2 * nodes * UNEVEN * multiply_ns(n / nodes / 2);
    return sum;
}

double clm_reduction_blocks_ns(const clm_reduction_load *load, size_t primes,
                               const clm_remainder_shape *shape)
{
    const double ranges = fmax((double)primes / (double)(shape->block * shape->blocks), 1);
    const size_t most = 2 * shape->limbs;
    double host = TREE * multiply_ns((double)(shape->blocks * shape->limbs)), words = 0;

    for (size_t first = 0; first < load->count; first += load->tile) {
        const mpz_srcptr *values = load->values + first;
        const size_t count = clm_size_min(load->tile, load->count - first);
        const size_t tile_words = clm_size_min(clm_integers_longest(values, count), most);

        words += (double)(tile_words * load->tile);
        for (size_t i = 0; i < count; i++) {
            const size_t length = clm_integers_longest(&values[i], 1);

            if (length > most)
                host += range_ns(shape, (double)length / 2);
        }
    }
    return load->word_ns * words * (double)primes + ranges * host / load->threads +
           SEND_NS * words * (double)primes / (double)shape->block;
}

uint64_t clm_reduction_launch_primes(const clmodp_context *ctx, const clm_residue_type *type,
                                     uint64_t words)
{
    return 1 + (uint64_t)(LAUNCH_NS / (device_ns(ctx, type) * (double)(words + 1)));
}
