/* Launches of cl/fpx/pairs/divide.cl. */
#include "fpx/pairs/divide.h"

#include "cl/fpx/batch/euclid_shape.h"
#include "device/kernel.h"

clmodp_status clm_many_divide(clmodp_context *ctx, const clm_buffer *results, size_t room,
                              const clm_many *many)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    clm_many_tiles tiles = {0};

    TRY(clm_many_tiles_create(ctx, &tiles, many, 1));
    TRY(clm_kernel_get_with(ctx, &kernel, "fpx/pairs/divide.cl", "divide_pairs", "%s",
                            many->large ? EUCLID_LARGE : ""));
    TRY(clm_launch(ctx, kernel, clm_many_items(ctx, &tiles), clm_many_group(ctx),
                   ARG_INOUT(results, room, u32), ARG_INOUT(&tiles.rows, tiles.row_words, u32),
                   ARG_IN(many->words, many->count, u32),
                   ARG_IN(&tiles.lanes, tiles.lane_count, many_lane),
                   ARG_IN(&tiles.tiles, tiles.tile_count, many_tile),
                   ARG_IN(many->fields, many->primes, fp_field), ARG_U32(tiles.tile_count)));
done:
    clm_many_tiles_destroy(ctx, &tiles);
    return st;
}

clm_amounts clm_many_divide_cost(double pairs)
{
    return (clm_amounts){.of = {[CLM_OP_EUCLID_PAIR] = pairs}};
}
