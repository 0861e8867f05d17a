/* Ranges of primes and batches of integers, through the host and the device. */
#include "multimodular/reduction.h"

#include "base/size.h"
#include "device/pace.h"
#include "multimodular/reduction_cost.h"

#define WORD sizeof(uint32_t)
#define LIMB_WORDS (sizeof(mp_limb_t) / WORD)

/* Integers that share tiles come in whole tiles. */
static size_t padded(const clmodp_context *ctx, size_t count)
{
    return clm_round_up(count, ctx->tuning.tile);
}

/* Bytes for the views of a batch, and for its remainders on their way to the device and there. */
static uint64_t batch_bytes(const clmodp_context *ctx, const clm_remainder_shape *shape,
                            size_t batch)
{
    const uint64_t entries = (uint64_t)padded(ctx, batch) * shape->blocks;
    const uint64_t longest = shape->limbs * LIMB_WORDS;

    return entries * (sizeof(mpz_t) + sizeof(mpz_srcptr)) +
           clm_integers_bytes(ctx, (size_t)entries, (size_t)longest);
}

/* All that a run takes. */
static uint64_t run_bytes(const clmodp_context *ctx, const clm_remainder_shape *shape,
                          size_t batch)
{
    const size_t threads = clm_size_min(ctx->threads, batch);

    return clm_remainders_bytes(shape, batch, threads) + batch_bytes(ctx, shape, batch);
}

/* The greatest batch that leaves most of the memory to others, or 0. */
static size_t choose_batch(const clmodp_context *ctx, const clm_remainder_shape *shape,
                           size_t count)
{
    const size_t tile = ctx->tuning.tile;
    const uint64_t budget = clm_memory_left(ctx) / 4;
    size_t batch = count;

    while (run_bytes(ctx, shape, batch) > budget ||
           clm_integers_bytes(ctx, padded(ctx, batch) * shape->blocks,
                              shape->limbs * LIMB_WORDS) > ctx->device.max_allocation) {
        if (batch <= tile)
            return 0;
        batch = clm_round_up(batch / 2, tile);
    }
    return batch;
}

/* Set the shape and the batch, or leave both 0. */
static void choose(const clmodp_context *ctx, clm_reduction *r, const clm_reduction_plan *plan)
{
    const unsigned bits = (unsigned)(64 - __builtin_clzll(plan->greatest | 1));
    const clm_reduction_load load = clm_reduction_load_of(ctx, r->values, r->count, plan->type);
    double least = clm_reduction_whole_ns(&load, plan->primes);
    clm_remainder_shape shape;

    if (plan->shape.block == SIZE_MAX || r->count == 0 ||
        (plan->shape.block == 0 && least < clm_limit_ns(CLM_LIMIT_REDUCTION)))
        return;
    if (plan->shape.block > 0) {
        r->shape = clm_remainder_shape_of(plan->shape.block, plan->shape.blocks, bits);
        r->batch = choose_batch(ctx, &r->shape, r->count);
        if (r->batch == 0)
            r->shape = (clm_remainder_shape){0};
        return;
    }
    /* A prime is about a word: with no more words than a block has primes, nothing is gained. */
    for (size_t block = CLM_LEAST_BLOCK; load.longest > block && block <= CLM_MOST_BLOCK;
         block *= 2)
        for (size_t blocks = 1;
             clm_reduction_worth_trying(&shape, block, blocks, bits, plan->primes); blocks *= 2) {
            const double cost = clm_reduction_blocks_ns(&load, plan->primes, &shape);
            const size_t batch = cost < least ? choose_batch(ctx, &shape, r->count) : 0;

            if (batch == 0)
                continue;
            least = cost;
            r->shape = shape;
            r->batch = batch;
        }
}

clmodp_status clm_reduction_create(clmodp_context *ctx, clm_reduction *out,
                                   const mpz_srcptr *values, size_t count,
                                   const clm_reduction_plan *plan, clm_tables *tables)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_reduction){.values = values, .count = count};
    choose(ctx, out, plan);
    if (out->shape.blocks == 0) {
        TRY(clm_integers_create(ctx, &out->whole, values, count, tables));
    } else {
        const uint64_t bytes = run_bytes(ctx, &out->shape, out->batch);

        TRY(clm_memory_take(ctx, (size_t)bytes));
        out->reserve = bytes;
    }
done:
    if (st != CLMODP_OK)
        clm_reduction_destroy(ctx, out);
    return st;
}

void clm_reduction_destroy(clmodp_context *ctx, clm_reduction *reduction)
{
    clm_integers_destroy(ctx, &reduction->whole);
    clm_memory_give(ctx, (size_t)reduction->reserve);
    *reduction = (clm_reduction){0};
}

/* Launches that end in time for cancelling, with `words` of limbs in a set on average. */
static clmodp_status launch(clmodp_context *ctx, const clm_reduction_target *target,
                            const clm_integers *integers, reduce_part part, uint64_t words,
                            double progress)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t piece = clm_round_up(clm_reduction_launch_primes(ctx, target->type, words),
                                        REDUCE_PRIMES);
    const double seconds = 1e-9 * clm_limit_ns(CLM_LIMIT_LAUNCH) / (double)piece;
    const u32 end = part.end;

    while (part.first < end) {
        part.end = end - part.first > piece ? part.first + (u32)piece : end;
        TRY(clm_pace_unit(ctx, seconds * (double)(part.end - part.first), progress));
        if (target->type == NULL)
            TRY(clm_reduce(ctx, target->residues, integers, target->info, &part));
        else
            TRY(clm_reduce_words(ctx, target->kind, target->residues, integers, target->info,
                                 &part));
        part.first = part.end;
    }
done:
    return st;
}

/* A run by blocks. */
typedef struct run {
    const clm_reduction *reduction;
    const clm_reduction_target *target;
    clm_remainders remainders;
    clm_staging views, pointers; /* of the remainders, [block][integer] */
    clm_watch watch;
    double progress;
} run;

/* One batch of integers modulo the primes of one range: part says which. */
static clmodp_status run_batch(clmodp_context *ctx, run *r, reduce_part part)
{
    clmodp_status st = CLMODP_OK;
    const size_t stride = padded(ctx, part.count), blocks = r->remainders.blocks;
    const size_t words = r->reduction->shape.limbs * LIMB_WORDS * stride;
    mpz_t *views = r->views.data;
    mpz_srcptr *pointers = r->pointers.data;
    clm_integers integers = {0};

    TRY(clm_remainders_find(&r->remainders, views, stride, r->reduction->values + part.place,
                            part.count, &r->watch));
    for (size_t b = 0; b < blocks; b++)
        for (size_t k = 0; k < stride; k++)
            pointers[b * stride + k] = k < part.count ? views[b * stride + k] : NULL;
    TRY(clm_integers_upload(ctx, &integers, pointers, blocks * stride));
    TRY(launch(ctx, r->target, &integers, part, words, r->progress));
    TRY(clm_finish(ctx));
done:
    clm_integers_destroy(ctx, &integers);
    return st;
}

/* All ranges. */
static clmodp_status run_blocks(clmodp_context *ctx, run *r, clm_prime_words primes, size_t first,
                                size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_reduction *reduction = r->reduction;
    const clm_remainder_shape *shape = &reduction->shape;
    const size_t entries = padded(ctx, reduction->batch) * shape->blocks;
    const size_t ranges = clm_div_up(count, shape->block * shape->blocks);
    const size_t range = clm_round_up(clm_div_up(count, ranges), shape->block); /* of even sizes */

    TRY(clm_remainders_create(ctx, &r->remainders, shape, reduction->batch));
    TRY(clm_staging_create(ctx, &r->views, entries, sizeof(mpz_t)));
    TRY(clm_staging_create(ctx, &r->pointers, entries, sizeof(mpz_srcptr)));
    for (size_t start = 0; start < count; start += range) {
        const size_t here = clm_size_min(range, count - start);

        TRY(clm_remainders_grow(&r->remainders, primes, first + start, here, &r->watch));
        for (size_t place = 0; place < reduction->count; place += reduction->batch)
            TRY(run_batch(ctx, r,
                          (reduce_part){.first = (u32)start, .end = (u32)(start + here),
                                        .start = (u32)start, .block = (u32)shape->block,
                                        .count = (u32)clm_size_min(reduction->batch,
                                                                   reduction->count - place),
                                        .place = (u32)place, .stride = (u32)reduction->count}));
    }
done:
    clm_staging_destroy(ctx, &r->pointers);
    clm_staging_destroy(ctx, &r->views);
    clm_remainders_destroy(ctx, &r->remainders);
    return st;
}

clmodp_status clm_reduction_run(clmodp_context *ctx, clm_reduction *reduction,
                                const clm_reduction_target *target, clm_prime_words primes,
                                size_t first, size_t count, double progress)
{
    clm_progress_at at = {ctx, progress};
    run r = {.reduction = reduction, .target = target,
             .watch = {.ask = clm_progress_ask, .user = &at}, .progress = progress};
    const uint64_t reserve = reduction->reserve;
    clmodp_status st;

    if (reduction->shape.blocks == 0)
        return launch(ctx, target, &reduction->whole,
                      clm_reduce_all(&reduction->whole, count), reduction->whole.words, progress);
    clm_memory_give(ctx, (size_t)reserve); /* it is taken for what it is meant for */
    st = run_blocks(ctx, &r, primes, first, count);
    if (st == CLMODP_HOST_MEMORY)
        (void)clm_fail(&ctx->error, st, "the host has no memory to reduce %zu integers",
                       reduction->count);
    (void)clm_memory_take(ctx, (size_t)reserve); /* which is there: all of it was given back */
    return st;
}
