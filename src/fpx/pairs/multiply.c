/* Launches of cl/fpx/pairs/multiply.cl. */
#include "fpx/pairs/multiply.h"

#include "cl/fpx/pairs/multiply_shape.h"
#include "device/kernel.h"

_Static_assert(MULTIPLY_ROWS(0, 0) <= CLM_MANY_MULTIPLY_COPIES * CLM_MANY_MORE_ROWS,
               "tiles have room for products");

clmodp_status clm_many_multiply(clmodp_context *ctx, const clm_buffer *products, size_t room,
                                const clm_many *many)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    clm_many_tiles tiles = {0};

    TRY(clm_many_tiles_create(ctx, &tiles, many, CLM_MANY_MULTIPLY_COPIES));
    TRY(clm_kernel_get(ctx, &kernel, "fpx/pairs/multiply.cl", "multiply_pairs"));
    TRY(clm_launch(ctx, kernel, clm_many_items(ctx, &tiles), clm_many_group(ctx),
                   ARG_INOUT(products, room, u32), ARG_INOUT(&tiles.rows, tiles.row_words, u32),
                   ARG_IN(many->words, many->count, u32),
                   ARG_IN(&tiles.lanes, tiles.lane_count, many_lane),
                   ARG_IN(&tiles.tiles, tiles.tile_count, many_tile),
                   ARG_IN(many->fields, many->primes, fp_field), ARG_U32(tiles.tile_count)));
done:
    clm_many_tiles_destroy(ctx, &tiles);
    return st;
}

clm_amounts clm_many_multiply_cost(double products)
{
    return (clm_amounts){.of = {[CLM_OP_MANY_PRODUCT] = products}};
}
