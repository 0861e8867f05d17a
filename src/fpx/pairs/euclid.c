/* Launches of cl/fpx/pairs/euclid.cl. */
#include "fpx/pairs/euclid.h"

#include "base/memory.h"
#include "base/size.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "device/kernel.h"
#include "device/shelf.h"

/* What kernels write. */
typedef struct results {
    clm_buffer degrees, resultants, places, divisors, used;
    size_t room; /* of divisors */
} results;

static void results_destroy(clmodp_context *ctx, results *r)
{
    clm_scratch_destroy(ctx, &r->used);
    clm_scratch_destroy(ctx, &r->divisors);
    clm_scratch_destroy(ctx, &r->places);
    clm_scratch_destroy(ctx, &r->resultants);
    clm_scratch_destroy(ctx, &r->degrees);
}

/* A buffer of a word is there for what is not wanted. */
static clmodp_status results_create(clmodp_context *ctx, results *r, const clm_many_found *found,
                                    const clm_many *many)
{
    clmodp_status st = CLMODP_OK;

    *r = (results){.room = 1};
    if (found->places != NULL)
        for (size_t k = 0; k < many->pairs_count; k++)
            r->room += (size_t)many->pairs[k].m + 1;
    TRY(clm_scratch_create(ctx, &r->degrees, many->numbers, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &r->resultants, found->resultants != NULL ? many->numbers : 1,
                          sizeof(u32)));
    TRY(clm_scratch_create(ctx, &r->places, found->places != NULL ? many->numbers : 1,
                          sizeof(u32)));
    TRY(clm_scratch_create(ctx, &r->divisors, r->room, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &r->used, 1, sizeof(u32)));
    TRY(clm_buffer_fill(ctx, &r->used, 0, 1));
done:
    return st;
}

/* Results, to the host. */
static clmodp_status read(clmodp_context *ctx, clm_many_found *found, const results *r,
                          const clm_many *many)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = many->numbers * sizeof(u32);
    u32 used;

    TRY(clm_buffer_read(ctx, &r->degrees, 0, found->degrees, bytes));
    if (found->resultants != NULL)
        TRY(clm_buffer_read(ctx, &r->resultants, 0, found->resultants, bytes));
    if (found->places == NULL)
        goto done;
    TRY(clm_buffer_read(ctx, &r->used, 0, &used, sizeof used));
    if (used == 0)
        goto done;
    if (used > r->room)
        FAIL(&ctx->error, CLMODP_CORRUPT, "the device took room for %lu words out of %zu",
             (unsigned long)used, r->room);
    NEW(&ctx->error, found->divisors, used);
    TRY(clm_buffer_read(ctx, &r->places, 0, found->places, bytes));
    TRY(clm_buffer_read(ctx, &r->divisors, 0, found->divisors, used * sizeof(u32)));
done:
    return st;
}

clmodp_status clm_many_euclid(clmodp_context *ctx, clm_many_found *found, const clm_many *many)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t resultants = found->resultants != NULL ? many->numbers : 1;
    const size_t places = found->places != NULL ? many->numbers : 1;
    clm_many_tiles tiles = {0};
    results r = {.room = 0};
    euclid_wanted wanted = {.resultants = found->resultants != NULL,
                            .divisors = found->places != NULL};

    found->divisors = NULL;
    TRY(results_create(ctx, &r, found, many));
    TRY(clm_many_tiles_create(ctx, &tiles, many, 1));
    wanted.tiles = (u32)tiles.tile_count;
    TRY(clm_kernel_get_with(ctx, &kernel, "fpx/pairs/euclid.cl", "euclid_pairs", "%s",
                            many->large ? EUCLID_LARGE : ""));
    TRY(clm_launch(ctx, kernel, clm_many_items(ctx, &tiles), clm_many_group(ctx),
                   ARG_OUT(&r.degrees, many->numbers, u32),
                   ARG_OUT(&r.resultants, resultants, u32), ARG_OUT(&r.places, places, u32),
                   ARG_OUT(&r.divisors, r.room, u32),
                   ARG_INOUT(&r.used, 1, u32), ARG_INOUT(&tiles.rows, tiles.row_words, u32),
                   ARG_IN(many->words, many->count, u32),
                   ARG_IN(&tiles.lanes, tiles.lane_count, many_lane),
                   ARG_IN(&tiles.tiles, tiles.tile_count, many_tile),
                   ARG_IN(many->fields, many->primes, fp_field), ARG_STRUCT(wanted)));
    TRY(read(ctx, found, &r, many));
done:
    clm_many_tiles_destroy(ctx, &tiles);
    results_destroy(ctx, &r);
    return st;
}

clm_amounts clm_many_euclid_cost(double pairs)
{
    return (clm_amounts){.of = {[CLM_OP_EUCLID_PAIR] = pairs}};
}
