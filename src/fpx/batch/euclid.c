/* Launches of euclid.cl and euclid_blocks.cl. */
#include "fpx/batch/euclid.h"

#include "core/size.h"
#include "opencl/kernel.h"

/* Pairs of coefficients, or coefficients, that make a vector of sequences enough work for a
 * group. */
#define LONE_PAIRS 4096
#define LONE_LENGTH 1024

/* Stripes of long polynomials have so few vectors that large groups leave some cores idle at the
 * end, up to a sixth of the time. A group costs nothing if an item takes some microseconds. One
 * size serves all stripes, since PoCL compiles for each. If items carry scalars, the device itself
 * makes vectors of groups. */
size_t clm_lockstep_group(const clmodp_context *ctx, uint64_t p, uint64_t q)
{
    const bool lone = p * q >= LONE_PAIRS || p + q >= LONE_LENGTH;

    return ctx->tuning.vector_width > 1 && lone ? 1 : clm_independent_group_size(ctx);
}

/* Stored degree of a polynomial: the longer one may be replaced by its remainder. */
static uint32_t stored_degree(const clm_steps *steps, bool longer, uint32_t own, uint32_t other)
{
    return steps->divided && longer ? other - 1 : own;
}

static clm_kernel_key lockstep_kernel(const clm_steps *steps, const clm_point_batch *batch)
{
    if (steps->blocks.steps > 0)
        return KERNEL("fpx/batch/euclid_blocks.cl",
                      batch->shared ? "euclid_blocks_shared" : "euclid_blocks");
    return clm_kernel_with("fpx/batch/euclid.cl",
                           batch->shared ? "euclid_lockstep_shared" : "euclid_lockstep", "%s",
                           batch->large ? EUCLID_LARGE : "");
}

clmodp_status clm_lockstep_run(clmodp_context *ctx, const clm_sequences *sequences,
                               const clm_buffer *values, size_t first_tile, size_t tiles)
{
    clmodp_status st = CLMODP_OK;
    const clm_steps *steps = sequences->steps;
    const clm_point_batch *batch = sequences->batch;
    const size_t tile = ctx->tuning.tile, total = batch->primes * batch->lanes;
    const size_t all = clm_point_batch_tiles(batch, tile);
    const uint32_t p = stored_degree(steps, steps->p >= steps->q, steps->p, steps->q);
    const uint32_t q = stored_degree(steps, steps->p < steps->q, steps->q, steps->p);
    const size_t rows = (size_t)p + q + 2;
    euclid_batch shape = {.p = p, .q = q, .divided = steps->divided, .steps = steps->steps,
                          .primes = (u32)batch->primes, .points = (u32)batch->points,
                          .lanes = (u32)batch->lanes, .first_tile = (u32)first_tile,
                          .tiles = (u32)tiles, .minors = clm_steps_minors(steps->minors, total),
                          .block = steps->blocks.steps, .order = steps->blocks.order};
    const size_t space = clm_step_blocks_space(steps->blocks);

    REQUIRE(&ctx->error, batch->lanes % tile == 0 && total <= UINT32_MAX - 1);
    REQUIRE(&ctx->error, space == 0 || (!batch->large && !steps->divided));
    REQUIRE(&ctx->error, first_tile <= all && tiles <= all - first_tile);
    TRY(clm_run(ctx, lockstep_kernel(steps, batch), tiles * (tile / ctx->tuning.vector_width),
                clm_lockstep_group(ctx, steps->p, steps->q),
                ARG_OUT(sequences->numerator, clm_minors_outputs(steps->minors) * total, u32),
                ARG_OUT(sequences->denominator, steps->minors.count * total, u32),
                ARG_INOUT(sequences->unlucky, total + 1, u32),
                ARG_INOUT(values, clm_size_times(tiles * tile, rows + space), u32),
                ARG_IN(&steps->table, (size_t)steps->steps + 2, euclid_step),
                ARG_IN(&batch->info, batch->primes, prime_info), ARG_STRUCT(shape)));
done:
    return st;
}
