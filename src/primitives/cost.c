/* What scans and sorts take of time, as they are built here: the busiest unit's share of what they
 * do. */
#include "primitives/cost.h"

#include <math.h>

#include "base/size.h"
#include "device/opening.h"
#include "primitives/sort_pass.h"

/* Words of elements that all take 4 or 8 bytes. */
static double words(size_t bytes)
{
    return (double)bytes / sizeof(u32);
}

/* A work-item that is alone has its run in the first-level cache; others have a line of one. */
size_t clm_scan_most_run(const clmodp_context *ctx)
{
    return clm_scan_default(ctx).group == 1 ? 512 : 16;
}

/* How much longer all take than equal shares would, where some units have a group more. */
static double longer(const clmodp_context *ctx, size_t groups)
{
    const size_t units = clm_size_max(ctx->device.compute_units, 1);

    return (double)clm_round_up(groups, units) / (double)groups;
}

/* Levels of sums of tiles, until one tile is left [Blelloch 1990]: all but the last are reduced,
 * and each is scanned. */
clm_amounts clm_scan_cost(const clmodp_context *ctx, size_t count, size_t bytes,
                          clm_scan_shape shape)
{
    clm_amounts all = {.of = {[CLM_OP_LAUNCH] = 1.0}};

    for (size_t left = clm_size_max(count, 1);; all.of[CLM_OP_LAUNCH] += 2.0) {
        const size_t runs = clm_div_up(left, shape.run), tiles = clm_div_up(runs, shape.group);
        const double waits = longer(ctx, tiles);

        all.of[CLM_OP_SCAN_WORD] += waits * (double)left * words(bytes);
        all.of[CLM_OP_SCAN_RUN] += waits * 2.0 * (double)runs;
        left = tiles;
        if (left <= 1)
            return all;
    }
}

clm_scan_shape clm_scan_choose(const clmodp_context *ctx, size_t count, size_t bytes)
{
    clm_scan_shape shape = clm_scan_default(ctx), best = shape;
    double least = INFINITY;

    for (shape.run = clm_scan_most_run(ctx); shape.run > 1; shape.run /= 2) {
        const clm_amounts all = clm_scan_cost(ctx, count, bytes, shape);
        const double ns = clm_opening_elapsed(ctx, &all);

        if (ns < least) {
            least = ns;
            best = shape;
        }
    }
    return best;
}

clm_amounts clm_sort_cost(const clmodp_context *ctx, size_t count, const clm_sort_order *order,
                          clm_sort_shape shape)
{
    const bool tiles = shape.form == CLM_SORT_TILES;
    const size_t tile = clm_sort_tile(ctx, count, &shape);
    const size_t groups = clm_div_up(clm_size_max(count, 1), tile), counts = groups << shape.bits;
    const double passes = (double)clm_sort_passes(order, &shape), waits = longer(ctx, groups);
    const double keys = (double)count * (words(order->key_bytes) + words(order->value_bytes));
    const clm_amounts scan = clm_scan_cost(ctx, counts, sizeof(u32), clm_scan_default(ctx));
    const bool returns = clm_sort_returns(order, &shape);
    clm_amounts all = {.of = {[CLM_OP_LAUNCH] = 2.0 * passes + (returns ? 1.0 : 0.0),
                              [CLM_OP_SORT_DIGIT] = passes * (double)counts,
                              [CLM_OP_SORT_RETURN] = returns ? waits * keys : 0.0}};

    all.of[tiles ? CLM_OP_SORT_KEY : CLM_OP_SPLIT_KEY] = waits * passes * keys;
    if (!tiles)
        all.of[CLM_OP_SPLIT_BIT] = waits * (double)(order->end - order->begin) * keys;
    clm_amounts_add(&all, &scan, passes);
    return all;
}

clm_sort_shape clm_sort_choose(const clmodp_context *ctx, size_t count, clm_sort_form form,
                               const clm_sort_order *order)
{
    clm_sort_shape shape = clm_sort_default(ctx, form, order), best = shape;
    double least = INFINITY;

    for (shape.bits = clm_sort_most_bits(ctx, form, order); shape.bits > 0; shape.bits--) {
        const clm_amounts all = clm_sort_cost(ctx, count, order, shape);
        const double ns = clm_opening_elapsed(ctx, &all);

        if (ns < least) {
            least = ns;
            best = shape;
        }
    }
    return best;
}
