/* Launches of determinant.cl and determinant_pivots.cl. */
#include "fpx/batch/determinant.h"

#include <math.h>

#include "cl/fpx/batch/determinant_shape.h"
#include "core/size.h"
#include "opencl/kernel.h"

#define BLOCK ((size_t)DETERMINANT_BLOCK)
#define LONE_ORDER 32 /* order that makes a vector of matrices enough work for a group */
#define WHOLE_ORDER 64 /* greatest order whose sums are reduced once */

void clm_determinant_tabulate(uint32_t *table, const uint32_t *first, size_t n)
{
    const size_t blocks = clm_div_up(n, BLOCK);

    for (size_t s = 0; s < blocks; s++) {
        size_t row = s, column = s;

        for (size_t i = s * BLOCK; i < clm_size_min(n, (s + 1) * BLOCK); i++) {
            row = clm_size_min(row, first[i] / BLOCK);
            column = clm_size_min(column, first[n + i] / BLOCK);
        }
        table[s] = (uint32_t)row;
        table[blocks + s] = (uint32_t)column;
    }
}

size_t clm_determinant_group(const clmodp_context *ctx, size_t n)
{
    return ctx->tuning.vector_width > 1 && n >= LONE_ORDER ? 1 : clm_independent_group_size(ctx);
}

/* A sum of k products, an entry times 2^32, and p * 2^32 for the reduction are k p^2 + 2^33 p, at
 * most 2^64. */
uint32_t clm_determinant_prime_max(size_t n)
{
    const uint64_t products = clm_size_min(n, WHOLE_ORDER);
    uint64_t root = 1;

    while (root * root + BLOCK < products + 1)
        root++;
    return (uint32_t)clm_size_min((size_t)((UINT64_C(1) << 32) / (1 + root)), INT32_MAX);
}

/* Sets how sums of products modulo primes up to p are reduced. With sums below p * 2^shift <= 2^63
 * after each reduction, `run` products fit before the next. */
static void set_reductions(determinant_batch *batch, uint64_t p)
{
    batch->greatest = (u32)p;
    batch->whole = (u32)((UINT64_MAX / p - (UINT64_C(1) << 33)) / p);
    batch->shift = 32;
    while (p << batch->shift <= UINT64_C(1) << 62)
        batch->shift++;
    batch->run = (u32)((UINT64_C(1) << batch->shift) / p);
}

clmodp_status clm_determinants_run(clmodp_context *ctx, const clm_determinants *all,
                                   const clm_buffer *values, size_t first_tile, size_t tiles)
{
    clmodp_status st = CLMODP_OK;
    const clm_point_batch *batch = all->batch;
    const size_t tile = ctx->tuning.tile, total = batch->primes * batch->lanes, n = all->n;
    const size_t chunk = clm_point_batch_tiles(batch, tile);
    determinant_batch shape = {
        .n = (u32)n,
        .primes = (u32)batch->primes,
        .points = (u32)batch->points,
        .lanes = (u32)batch->lanes,
        .shared = batch->shared,
        .first_tile = (u32)first_tile,
        .tiles = (u32)tiles,
    };

    REQUIRE(&ctx->error, n > 0 && n <= CLM_DETERMINANT_MOST && all->greatest > 2 &&
                             n * n * (tile / ctx->tuning.vector_width) <= UINT32_MAX);
    REQUIRE(&ctx->error, batch->lanes % tile == 0 && total <= UINT32_MAX - 1);
    REQUIRE(&ctx->error, first_tile <= chunk && tiles <= chunk - first_tile);
    set_reductions(&shape, all->greatest);
    TRY(clm_run(ctx, KERNEL("fpx/batch/determinant.cl", "determinant_lockstep"),
                tiles * (tile / ctx->tuning.vector_width), clm_determinant_group(ctx, n),
                ARG_OUT(all->result, total, u32), ARG_INOUT(all->unlucky, total + 1, u32),
                ARG_INOUT(values, clm_size_times(tiles * tile, n * n), u32),
                ARG_IN(all->table, CLM_DETERMINANT_TABLE(n), u32),
                ARG_IN(&batch->info, batch->primes, prime_info), ARG_STRUCT(shape)));
done:
    return st;
}

clmodp_status clm_determinants_pivot(clmodp_context *ctx, const clm_determinants *all,
                                     const clm_buffer *scratch, size_t count,
                                     const clm_buffer *residues, const clm_rows *rows)
{
    clmodp_status st = CLMODP_OK;
    const clm_point_batch *batch = all->batch;
    const size_t entries = all->n * all->n, room = scratch->bytes / sizeof(u32) / entries;
    determinant_pivots shape = {
        .n = (u32)all->n,
        .lanes = (u32)batch->lanes,
        .primes = (u32)batch->primes,
        .residues = (u32)rows->residues,
    };

    REQUIRE(&ctx->error, rows->count == entries && (room > 0 || count == 0));
    for (size_t done = 0; done < count; done += shape.items) {
        shape.first = (u32)(done + 1);
        shape.items = (u32)clm_size_min(count - done, room);
        TRY(clm_run(ctx, KERNEL("fpx/batch/determinant_pivots.cl", "determinant_pivots_lanes"),
                    shape.items, clm_independent_group_size(ctx),
                    ARG_OUT(all->result, batch->primes * batch->lanes, u32),
                    ARG_INOUT(scratch, clm_size_times(shape.items, entries), u32),
                    ARG_IN(all->unlucky, count + 1, u32),
                    ARG_IN(residues, clm_size_times(batch->primes, rows->residues), u32),
                    ARG_IN(&rows->table, rows->count, clm_row),
                    ARG_IN(&batch->info, batch->primes, prime_info), ARG_STRUCT(shape)));
    }
done:
    return st;
}

/* Inverting a block of the diagonal takes about as long as reducing so many entries. */
#define INVERSION_ENTRIES 30.0

clm_amounts clm_determinant_cost(double n, double products)
{
    return (clm_amounts){.of = {[CLM_OP_LU_PRODUCT] = products,
                                [CLM_OP_LU_ENTRY] = n * n + INVERSION_ENTRIES * ceil(n / BLOCK)}};
}
