/* Amounts of the ways to reduce, and what follows from them. */
#include "multimodular/reduction_cost.h"

#include <math.h>

#include "base/size.h"
#include "cost/amounts.h"
#include "multimodular/reduce.h"
#include "multimodular/reduce_words.h"

/* A range has at most so many limbs: a division by its product, the longest step that cannot be
 * stopped, takes about a tenth of a second. */
#define MOST_LIMBS ((size_t)1 << 16)

static double units_of(const clmodp_context *ctx)
{
    return ctx->device.compute_units > 0 ? (double)ctx->device.compute_units : 1;
}

/* Residues of any type, or with NULL of the default engine's. */
static clm_amounts device_cost(const clm_residue_type *type, double words, double primes)
{
    return type == NULL ? clm_reduce_cost(words, primes) : clm_reduce_words_cost(words, primes);
}

clm_reduction_load clm_reduction_load_of(const clmodp_context *ctx, const mpz_srcptr *values,
                                         size_t count, const clm_residue_type *type)
{
    clm_reduction_load load = {.values = values, .count = count, .tile = ctx->tuning.tile,
                               .type = type, .rates = &ctx->rates, .units = units_of(ctx),
                               .threads = (double)ctx->threads};

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
    const clm_amounts all = device_cost(load->type, (double)load->words, (double)primes);

    return clm_elapsed(&all, load->rates, load->units, load->threads);
}

bool clm_reduction_worth_trying(clm_remainder_shape *shape, size_t block, size_t blocks,
                                unsigned bits, size_t primes)
{
    *shape = clm_remainder_shape_of(block, blocks, bits);
    return (blocks == 1 || block * (blocks / 2) < primes) && blocks * shape->limbs <= MOST_LIMBS;
}

/* Add one range, for one value of so many limbs. */
static void add_range(clm_amounts *to, const clm_remainder_shape *shape, double limbs)
{
    const double n = (double)(shape->blocks * shape->limbs);
    double *products = &to->of[CLM_OP_LIMB_PRODUCT];

    *products += clm_limb_division(n) * fmax(limbs / n - 1, 0);
    to->of[CLM_OP_COPIED_LIMB] += limbs;
    if (shape->blocks > 1)
        *products += clm_limb_division(n);
    for (double nodes = 1; nodes < (double)shape->blocks; nodes *= 2)
        *products += 2 * nodes * clm_limb_uneven(n / nodes / 2);
}

double clm_reduction_blocks_ns(const clm_reduction_load *load, size_t primes,
                               const clm_remainder_shape *shape)
{
    const double count = (double)primes;
    const double ranges = fmax(count / (double)(shape->block * shape->blocks), 1);
    const size_t most = 2 * shape->limbs;
    clm_amounts range = {.of = {0.0}}, all;
    double words = 0;

    range.of[CLM_OP_LIMB_PRODUCT] =
        clm_limb_tree((double)(shape->blocks * shape->limbs));
    for (size_t first = 0; first < load->count; first += load->tile) {
        const mpz_srcptr *values = load->values + first;
        const size_t in_tile = clm_size_min(load->tile, load->count - first);
        const size_t tile_words = clm_size_min(clm_integers_longest(values, in_tile), most);

        words += (double)(tile_words * load->tile);
        for (size_t i = 0; i < in_tile; i++) {
            const size_t length = clm_integers_longest(&values[i], 1);

            if (length > most)
                add_range(&range, shape, (double)length / 2);
        }
    }
    all = device_cost(load->type, words, count);
    all.of[CLM_OP_SENT_WORD] = words * count / (double)shape->block;
    clm_amounts_add(&all, &range, ranges);
    return clm_elapsed(&all, load->rates, load->units, load->threads);
}

uint64_t clm_reduction_launch_primes(const clmodp_context *ctx, const clm_residue_type *type,
                                     uint64_t words)
{
    const clm_amounts one = device_cost(type, (double)(words + 1), 1.0);

    return 1 + (uint64_t)(clm_limit_ns(CLM_LIMIT_LAUNCH) /
                          clm_elapsed(&one, &ctx->rates, units_of(ctx), 1.0));
}
