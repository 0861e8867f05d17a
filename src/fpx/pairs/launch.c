/* Launches multiply.cl, divide.cl, euclid.cl and cofactors.cl. */
#include "fpx/pairs/launch.h"

#include "cl/fpx/batch/euclid_shape.h"
#include "cl/fpx/pairs/multiply_shape.h"

/* Work-items of a launch, and of a group: one on CPUs, as items are long. */
static size_t pairs_items(const clmodp_context *ctx, const clm_pair_tiles *tiles)
{
    return tiles->lane_count / ctx->tuning.vector_width;
}

static size_t pairs_group(const clmodp_context *ctx)
{
    return ctx->tuning.vector_width > 1 ? 1 : 0;
}

/* Arguments common to all launches. */
#define ARG_TILES(t, o)                                                                       \
    ARG_INOUT(&t->rows, t->row_words, u32), ARG_IN(o->a, o->a_words, u32),                    \
        ARG_IN(o->b, o->b_words, u32), ARG_IN(&t->lanes, t->lane_count, pair_lane),           \
        ARG_IN(&t->tiles, t->tile_count, pair_tile), ARG_IN(o->fields, o->primes, fp_field)

#define ARG_RESULT(w) ARG_INOUT((w).buffer, (w).count, u32)

/* Returns the kernel of a file for the size of the primes. */
static clm_kernel_key pairs_kernel(const clm_pair_operands *o, const char *file, const char *name)
{
    return clm_kernel_with(file, name, "%s", o->large ? EUCLID_LARGE : "");
}

void clm_pair_tiles_destroy(clmodp_context *ctx, clm_pair_tiles *tiles)
{
    clm_scratches_destroy(ctx, &tiles->rows, &tiles->tiles, &tiles->lanes);
    *tiles = (clm_pair_tiles){0};
}

_Static_assert(MULTIPLY_ROWS(0, 0) <= CLM_PAIRS_MULTIPLY_COPIES * CLM_PAIRS_EXTRA_ROWS,
               "tiles have room for products");

clmodp_status clm_pairs_launch_multiply(clmodp_context *ctx, clm_pair_words products,
                                        const clm_pair_operands *o, const clm_pair_tiles *tiles)
{
    return clm_run(ctx, KERNEL("fpx/pairs/multiply.cl", "multiply_pairs"), pairs_items(ctx, tiles),
                   pairs_group(ctx), ARG_RESULT(products), ARG_TILES(tiles, o),
                   ARG_U32(tiles->tile_count));
}

clmodp_status clm_pairs_launch_divide(clmodp_context *ctx, clm_pair_words quotients,
                                      clm_pair_words remainders, const clm_pair_operands *o,
                                      const clm_pair_tiles *tiles)
{
    return clm_run(ctx, pairs_kernel(o, "fpx/pairs/divide.cl", "divide_pairs"),
                   pairs_items(ctx, tiles), pairs_group(ctx), ARG_RESULT(quotients),
                   ARG_RESULT(remainders), ARG_TILES(tiles, o), ARG_U32(tiles->tile_count));
}

void clm_euclid_results_destroy(clmodp_context *ctx, clm_euclid_results *r)
{
    clm_scratches_destroy(ctx, &r->used, &r->divisors, &r->places, &r->resultants, &r->degrees);
}

clmodp_status clm_euclid_results_create(clmodp_context *ctx, clm_euclid_results *r)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_scratch_create(ctx, &r->degrees, r->numbers, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &r->resultants, r->with_resultants ? r->numbers : 1,
                           sizeof(u32)));
    TRY(clm_scratch_create(ctx, &r->places, r->with_divisors ? r->numbers : 1, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &r->divisors, r->room, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &r->used, 1, sizeof(u32)));
    TRY(clm_buffer_fill(ctx, &r->used, 0, 1));
done:
    return st;
}

clmodp_status clm_pairs_launch_euclid(clmodp_context *ctx, const clm_euclid_results *r,
                                      const clm_pair_operands *o, const clm_pair_tiles *tiles)
{
    const euclid_wanted wanted = {.tiles = (u32)tiles->tile_count,
                                  .resultants = r->with_resultants, .divisors = r->with_divisors};

    return clm_run(ctx, pairs_kernel(o, "fpx/pairs/euclid.cl", "euclid_pairs"),
                   pairs_items(ctx, tiles), pairs_group(ctx),
                   ARG_OUT(&r->degrees, r->numbers, u32),
                   ARG_OUT(&r->resultants, r->with_resultants ? r->numbers : 1, u32),
                   ARG_OUT(&r->places, r->with_divisors ? r->numbers : 1, u32),
                   ARG_OUT(&r->divisors, r->room, u32), ARG_INOUT(&r->used, 1, u32),
                   ARG_TILES(tiles, o), ARG_STRUCT(wanted));
}

_Static_assert(COFACTORS_ROWS(0, 0) <= CLM_PAIRS_COFACTORS_COPIES * CLM_PAIRS_EXTRA_ROWS,
               "tiles have room for cofactors");

clmodp_status clm_pairs_launch_cofactors(clmodp_context *ctx, clm_pair_words degrees,
                                         const clm_pair_words results[3], const size_t begin[3],
                                         const clm_pair_operands *o, const clm_pair_tiles *tiles)
{
    const cofactors_wanted wanted = {.tiles = (u32)tiles->tile_count, .divisors = (u32)begin[0],
                                     .u = (u32)begin[1], .v = (u32)begin[2]};

    return clm_run(ctx, pairs_kernel(o, "fpx/pairs/cofactors.cl", "cofactors_pairs"),
                   pairs_items(ctx, tiles), pairs_group(ctx), ARG_RESULT(degrees),
                   ARG_RESULT(results[0]), ARG_RESULT(results[1]), ARG_RESULT(results[2]),
                   ARG_TILES(tiles, o), ARG_STRUCT(wanted));
}
