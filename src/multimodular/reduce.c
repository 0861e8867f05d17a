/* Packing integers into tiles, and launches of cl/reduce.cl. */
#include "multimodular/reduce.h"

#include "base/memory.h"
#include "base/size.h"
#include "cl/reduce_shape.h"
#include "cl/tile.h"
#include "device/kernel.h"

#define LIMB_BITS 32

static size_t limbs_of(mpz_srcptr value)
{
    return value == NULL || mpz_sgn(value) == 0 ? 0
                                                : clm_div_up(mpz_sizeinbase(value, 2), LIMB_BITS);
}

/* The table of tiles: each as long as its longest integer. Returns the rows in all. */
static uint64_t place_tiles(uint32_t *tiles, const mpz_srcptr *values, size_t count, size_t tile)
{
    uint64_t rows = 0;

    for (size_t first = 0; first < count; first += tile) {
        size_t longest = 0;

        for (size_t i = first; i < clm_size_min(first + tile, count); i++)
            longest = clm_size_max(longest, limbs_of(values[i]));
        tiles[first / tile * 2] = (uint32_t)rows;
        tiles[first / tile * 2 + 1] = (uint32_t)longest;
        rows += 1 + (uint64_t)longest;
        if (rows > UINT32_MAX)
            break;
    }
    return rows;
}

/* Write signs and limbs of one integer down its column. `limb` has room for them all. */
static void place_integer(uint32_t *column, size_t tile, mpz_srcptr value, uint32_t *limb)
{
    size_t limbs = limbs_of(value);

    if (limbs == 0)
        return;
    mpz_export(limb, NULL, -1, sizeof *limb, 0, 0, value);
    column[0] = mpz_sgn(value) < 0 ? UINT32_MAX : 0;
    for (size_t k = 0; k < limbs; k++)
        column[(k + 1) * tile] = limb[k];
}

clmodp_status clm_integers_upload(clmodp_context *ctx, clm_integers *out,
                                  const mpz_srcptr *values, size_t count)
{
    clmodp_status st = CLMODP_OK;
    size_t tile = ctx->tuning.tile;
    size_t tiles = clm_div_up(count, tile);
    uint32_t *table = NULL, *words, *limb = NULL;
    clm_staging staging = {0};
    size_t longest = 0, size;
    uint64_t rows;

    NEW(&ctx->error, table, 2 * tiles);
    rows = place_tiles(table, values, count, tile);
    if (rows > UINT32_MAX || !clm_size_mul(&size, (size_t)rows, tile))
        FAIL(&ctx->error, CLMODP_LIMIT,
             "the coefficients take 2^32 rows of words or more; use smaller coefficients");
    TRY(clm_staging_create(ctx, &staging, size, sizeof *words));
    words = staging.data;
    for (size_t t = 0; t < tiles; t++)
        longest = clm_size_max(longest, table[2 * t + 1]);
    NEW(&ctx->error, limb, longest);
    for (size_t i = 0; i < count; i++)
        place_integer(words + (size_t)table[i / tile * 2] * tile + i % tile, tile, values[i],
                      limb);

    out->count = count;
    TRY(clm_buffer_create(ctx, &out->rows, size, sizeof *words));
    TRY(clm_buffer_create(ctx, &out->tiles, 2 * tiles, sizeof *table));
    TRY(clm_buffer_write(ctx, &out->rows, 0, words, size * sizeof *words));
    TRY(clm_buffer_write(ctx, &out->tiles, 0, table, 2 * tiles * sizeof *table));
done:
    if (st != CLMODP_OK)
        clm_integers_destroy(ctx, out);
    free(limb);
    clm_staging_destroy(ctx, &staging);
    free(table);
    return st;
}

void clm_integers_destroy(clmodp_context *ctx, clm_integers *integers)
{
    clm_buffer_destroy(ctx, &integers->rows);
    clm_buffer_destroy(ctx, &integers->tiles);
    *integers = (clm_integers){0};
}

clmodp_status clm_reduce(clmodp_context *ctx, clm_buffer *residues, const clm_integers *integers,
                         const clm_lanes *lanes)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    size_t vectors = clm_div_up(integers->count, ctx->tuning.lanes);
    size_t groups = clm_div_up(lanes->primes, REDUCE_PRIMES);

    REQUIRE(&ctx->error, integers->count < UINT32_MAX - ctx->tuning.tile);
    REQUIRE(&ctx->error,
            clm_buffer_holds(residues, lanes->primes * integers->count, sizeof(u32)) &&
                clm_buffer_holds(&lanes->info, lanes->primes, sizeof(prime_info)));
    TRY(clm_kernel_get(ctx, &kernel, "reduce.cl", "reduce_tiles"));
    TRY(clm_launch(ctx, kernel, groups * vectors, 0, ARG_BUFFER(residues),
                   ARG_BUFFER(&integers->rows), ARG_BUFFER(&integers->tiles),
                   ARG_BUFFER(&lanes->info), ARG_U32(lanes->primes),
                   ARG_U32(integers->count)));
done:
    return st;
}
