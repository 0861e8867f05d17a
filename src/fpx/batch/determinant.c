/* Launches of determinant.cl and determinant_pivots.cl. */
#include "fpx/batch/determinant.h"

#include <math.h>
#include <stdlib.h>

#include "cl/fpx/batch/determinant_shape.h"
#include "core/memory.h"
#include "core/size.h"
#include "opencl/kernel.h"

#define BLOCK ((size_t)DETERMINANT_BLOCK)
#define UNIT_ITEMS 4 /* work-items for each compute unit of a CPU */
#define WHOLE_ORDER 64 /* greatest order whose sums are reduced once */

/* Finds the first block of row s of L and of column s of U. first: NULL: 0 */
static void first_blocks(size_t *row, size_t *column, const uint32_t *first, size_t n, size_t s)
{
    *row = *column = first != NULL ? s : 0;
    for (size_t i = s * BLOCK; first != NULL && i < clm_size_min(n, (s + 1) * BLOCK); i++) {
        *row = clm_size_min(*row, first[i] / BLOCK);
        *column = clm_size_min(*column, first[n + i] / BLOCK);
    }
}

size_t clm_blocks_space(const uint32_t *first, size_t n)
{
    size_t blocks = 0, row, column;

    for (size_t s = 0; s < clm_div_up(n, BLOCK); s++) {
        first_blocks(&row, &column, first, n, s);
        blocks += 2 * s + 1 - row - column;
    }
    return blocks * BLOCK * BLOCK;
}

/* Returns the place among all words of a matrix's blocks of an entry. */
static size_t place_of(const clm_blocks *b, size_t i, size_t j)
{
    const size_t count = clm_div_up(b->n, BLOCK), row = i / BLOCK, column = j / BLOCK;
    const bool upper = row < column;
    const size_t line = upper ? count + column : row; /* of L or U */
    const size_t block = b->table[2 * count + line] + (upper ? row : column) - b->table[line];
    const size_t within = row > column ? j % BLOCK * BLOCK + i % BLOCK
                                       : i % BLOCK * BLOCK + j % BLOCK;

    return block * BLOCK * BLOCK + within;
}

/* Places the blocks: of each column of U, then of the row of L with the diagonal's. */
static void place_blocks(clm_blocks *b, const uint32_t *first)
{
    const size_t count = clm_div_up(b->n, BLOCK);
    size_t place = 0;

    for (size_t s = 0; s < count; s++) {
        size_t row, column;

        first_blocks(&row, &column, first, b->n, s);
        b->table[s] = (uint32_t)row;
        b->table[count + s] = (uint32_t)column;
        b->table[3 * count + s] = (uint32_t)place;
        place += s - column;
        b->table[2 * count + s] = (uint32_t)place;
        place += s + 1 - row;
    }
}

clmodp_status clm_blocks_create(clm_error *error, clm_blocks *out, const uint32_t *first,
                                const uint32_t *place, size_t entries, size_t n)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = clm_div_up(n, BLOCK);

    *out = (clm_blocks){.n = n, .entries = entries};
    if (n > CLM_DETERMINANT_MOST)
        FAIL(error, CLMODP_LIMIT, "a matrix of order %zu; at most %d are possible on a device", n,
             CLM_DETERMINANT_MOST);
    out->space = clm_blocks_space(first, n);
    out->words = 4 * count + 2 * entries;
    NEW(error, out->table, out->words);
    place_blocks(out, first);
    out->zeros = out->space;
    for (size_t r = 0; r < entries; r++) {
        const size_t e = place != NULL ? place[r] : r, i = e / n, j = e % n;
        const bool inside = clm_size_min(i, j) >= (j < i ? first[i] : first[n + j]);

        out->table[4 * count + r] = inside ? (uint32_t)place_of(out, i, j) : DETERMINANT_NONE;
        out->table[4 * count + entries + r] = (uint32_t)e;
        out->zeros -= inside;
    }
done:
    return st;
}

void clm_blocks_destroy(clm_blocks *blocks)
{
    free(blocks->table);
    *blocks = (clm_blocks){0};
}

/* With explicit vectors, each group has one work-item, which makes a loop. */
size_t clm_determinant_group(const clmodp_context *ctx)
{
    return ctx->tuning.vector_width > 1 ? 1 : clm_independent_group_size(ctx);
}

/* Returns the work-items of a stripe, whole tiles of them. */
static size_t items_of(const clmodp_context *ctx, size_t tiles)
{
    const size_t of_tile = ctx->tuning.tile / ctx->tuning.vector_width;
    const size_t few = UNIT_ITEMS * clm_size_max(ctx->device.compute_units, 1);

    return of_tile * (ctx->tuning.vector_width > 1
                          ? clm_size_min(tiles, clm_div_up(few, of_tile))
                          : tiles);
}

size_t clm_determinant_spaces(const clmodp_context *ctx, size_t space, size_t tiles)
{
    return clm_size_times(space, items_of(ctx, tiles) * ctx->tuning.vector_width);
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
    const clm_blocks *blocks = all->blocks;
    const size_t tile = ctx->tuning.tile, total = batch->primes * batch->lanes;
    const size_t chunk = clm_point_batch_tiles(batch, tile), items = items_of(ctx, tiles);
    determinant_batch shape = {
        .n = (u32)blocks->n, .entries = (u32)blocks->entries, .space = (u32)blocks->space,
        .zeros = (u32)blocks->zeros, .primes = (u32)batch->primes, .points = (u32)batch->points,
        .lanes = (u32)batch->lanes, .shared = batch->shared, .first_tile = (u32)first_tile,
        .tiles = (u32)tiles, .items = (u32)items};

    REQUIRE(&ctx->error, blocks->n > 0 && all->greatest > 2);
    REQUIRE(&ctx->error, batch->lanes % tile == 0 && total <= UINT32_MAX - 1);
    REQUIRE(&ctx->error, first_tile <= chunk && tiles <= chunk - first_tile);
    set_reductions(&shape, all->greatest);
    TRY(clm_run(ctx, KERNEL("fpx/batch/determinant.cl", "determinant_lockstep"),
                items, clm_determinant_group(ctx),
                ARG_OUT(all->result, total, u32), ARG_INOUT(all->unlucky, total + 1, u32),
                ARG_INOUT(values, clm_size_times(tiles * tile, blocks->entries) +
                                      clm_determinant_spaces(ctx, blocks->space, tiles), u32),
                ARG_IN(all->table, blocks->words, u32),
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
    const clm_blocks *blocks = all->blocks;
    const size_t square = blocks->n * blocks->n, room = scratch->bytes / sizeof(u32) / square;
    determinant_pivots shape = {.n = (u32)blocks->n, .entries = (u32)blocks->entries,
                                .list = (u32)(blocks->words - blocks->entries),
                                .lanes = (u32)batch->lanes, .primes = (u32)batch->primes,
                                .residues = (u32)rows->residues};

    REQUIRE(&ctx->error, rows->count == blocks->entries && (room > 0 || count == 0));
    for (size_t done = 0; done < count; done += shape.items) {
        shape.first = (u32)(done + 1);
        shape.items = (u32)clm_size_min(count - done, room);
        TRY(clm_run(ctx, KERNEL("fpx/batch/determinant_pivots.cl", "determinant_pivots_lanes"),
                    shape.items, clm_independent_group_size(ctx),
                    ARG_OUT(all->result, batch->primes * batch->lanes, u32),
                    ARG_INOUT(scratch, clm_size_times(shape.items, square), u32),
                    ARG_IN(all->unlucky, count + 1, u32),
                    ARG_IN(residues, clm_size_times(batch->primes, rows->residues), u32),
                    ARG_IN(&rows->table, rows->count, clm_row),
                    ARG_IN(all->table, blocks->words, u32),
                    ARG_IN(&batch->info, batch->primes, prime_info), ARG_STRUCT(shape)));
    }
done:
    return st;
}

/* Entries whose reduction takes about as long as inverting a block of the diagonal. */
#define INVERSION_ENTRIES 30.0

clm_amounts clm_determinant_cost(double n, double space, double products)
{
    return (clm_amounts){.of = {[CLM_OP_LU_PRODUCT] = products,
                                [CLM_OP_LU_ENTRY] = space + INVERSION_ENTRIES * ceil(n / BLOCK)}};
}
