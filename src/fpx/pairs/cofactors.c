/* Launches of cl/fpx/pairs/cofactors.cl. */
#include "fpx/pairs/cofactors.h"

#include "base/size.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "device/kernel.h"

_Static_assert(COFACTORS_ROWS(0, 0) <= CLM_MANY_COFACTORS_COPIES * CLM_MANY_MORE_ROWS,
               "tiles have room for cofactors");

clmodp_status clm_many_cofactors(clmodp_context *ctx, const clm_buffer *degrees,
                                 const clm_buffer *results, size_t apart, const clm_many *many)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    clm_many_tiles tiles = {0};
    cofactors_wanted wanted = {.apart = (u32)apart};

    REQUIRE(&ctx->error, apart <= UINT32_MAX / 3);
    TRY(clm_many_tiles_create(ctx, &tiles, many, CLM_MANY_COFACTORS_COPIES));
    wanted.tiles = (u32)tiles.tile_count;
    TRY(clm_kernel_get_with(ctx, &kernel, "fpx/pairs/cofactors.cl", "cofactors_pairs", "%s",
                            many->large ? EUCLID_LARGE : ""));
    TRY(clm_launch(ctx, kernel, clm_many_items(ctx, &tiles), clm_many_group(ctx),
                   ARG_INOUT(degrees, many->numbers, u32), ARG_INOUT(results, 3 * apart, u32),
                   ARG_INOUT(&tiles.rows, tiles.row_words, u32),
                   ARG_IN(many->words, many->count, u32),
                   ARG_IN(&tiles.lanes, tiles.lane_count, many_lane),
                   ARG_IN(&tiles.tiles, tiles.tile_count, many_tile),
                   ARG_IN(many->fields, many->primes, fp_field), ARG_STRUCT(wanted)));
done:
    clm_many_tiles_destroy(ctx, &tiles);
    return st;
}

/* Cofactors grow as remainders get shorter. */
clm_amounts clm_many_cofactors_cost(double pairs)
{
    return (clm_amounts){.of = {[CLM_OP_EUCLID_PAIR] = 3 * pairs}};
}
