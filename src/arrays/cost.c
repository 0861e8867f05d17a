/* Predicted times of scans and sorts, from the busiest compute unit's share. */
#include "arrays/cost.h"

#include <math.h>

#include "core/size.h"
#include "opencl/context.h"

/* Words of an element of 4 or 8 bytes. */
static double in_words(size_t bytes)
{
    return (double)bytes / sizeof(u32);
}

/* A lone work-item's run fits the first-level cache; in larger groups a run fits a cache line. */
size_t clm_scan_most_run(const clmodp_context *ctx)
{
    return clm_scan_levels(ctx).group == 1 ? 512 : 16;
}

/* The slowdown against equal shares, if some compute units have one group more. */
static double busiest_share(const clmodp_context *ctx, size_t groups)
{
    const size_t units = clm_size_max(ctx->device.compute_units, 1);

    return (double)clm_round_up(groups, units) / (double)groups;
}

/* Levels of sums of tiles, until one tile is left [Blelloch 1990]: all but the last are reduced,
 * and each is scanned. By look-back two words are moved instead of three. */
clm_amounts clm_scan_cost(const clmodp_context *ctx, size_t count, size_t bytes,
                          clm_scan_shape shape)
{
    clm_amounts all = {.of = {[CLM_OP_LAUNCH] = 1.0}};

    if (shape.lookback) {
        all.of[CLM_OP_LAUNCH] = 2.0; /* one makes totals 0 */
        all.of[CLM_OP_SCAN_WORD] = (double)count * in_words(bytes) * 2.0 / 3.0;
        all.of[CLM_OP_SCAN_RUN] = (double)clm_div_up(count, shape.run);
        return all;
    }
    for (size_t left = clm_size_max(count, 1);; all.of[CLM_OP_LAUNCH] += 2.0) {
        const size_t runs = clm_div_up(left, shape.run), tiles = clm_div_up(runs, shape.group);
        const double waits = busiest_share(ctx, tiles);

        all.of[CLM_OP_SCAN_WORD] += waits * (double)left * in_words(bytes);
        all.of[CLM_OP_SCAN_RUN] += waits * 2.0 * (double)runs;
        left = tiles;
        if (left <= 1)
            return all;
    }
}

clm_scan_shape clm_scan_choose(const clmodp_context *ctx, size_t count, size_t bytes)
{
    clm_scan_shape shape = clm_scan_levels(ctx), best = shape;
    double least = INFINITY;

    for (shape.run = clm_scan_most_run(ctx); shape.run > 1; shape.run /= 2) {
        const clm_amounts all = clm_scan_cost(ctx, count, bytes, shape);
        const double ns = clm_device_elapsed(ctx, &all);

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
    const bool tiles = shape.method == CLM_SORT_TILES, sweep = shape.method == CLM_SORT_SWEEP;
    const size_t tile = clm_sort_tile(ctx, count, &shape);
    const size_t groups = clm_div_up(clm_size_max(count, 1), tile), counts = groups << shape.bits;
    const double passes = (double)clm_sort_passes(order, &shape);
    const double waits = busiest_share(ctx, groups);
    const double words = in_words(order->key_bytes) + in_words(order->value_bytes);
    const double keys = (double)count * words;
    const clm_amounts scan = clm_scan_cost(ctx, counts, sizeof(u32), clm_scan_default(ctx));
    const bool returns = clm_sort_returns(order, &shape);
    clm_amounts all = {.of = {[CLM_OP_LAUNCH] = 2.0 * passes + (returns ? 1.0 : 0.0),
                              [CLM_OP_SORT_DIGIT] = passes * (double)counts,
                              [CLM_OP_SORT_RETURN] = returns ? waits * keys : 0.0}};

    if (sweep) { /* moves two words a pass instead of four, and one for the counts before */
        all.of[CLM_OP_LAUNCH] = passes + 3.0;
        all.of[CLM_OP_SPLIT_KEY] = waits * (passes / 2.0 + 0.25) * keys;
        return all;
    }
    all.of[tiles ? CLM_OP_SORT_KEY : CLM_OP_SPLIT_KEY] = waits * passes * keys;
    if (!tiles)
        all.of[CLM_OP_SPLIT_BIT] = waits * (double)(order->end - order->begin) * keys;
    clm_amounts_add(&all, &scan, passes);
    return all;
}

clm_sort_shape clm_sort_choose(const clmodp_context *ctx, size_t count, clm_sort_method method,
                               const clm_sort_order *order)
{
    clm_sort_shape shape = clm_sort_default(ctx, method, order), best = shape;
    double least = INFINITY;

    if (method == CLM_SORT_BUCKETS) { /* hardly any bucket is too long, or all are */
        best.bits += 2;
        best = clm_sort_fit(ctx, best, (clm_sort_shape){0}, order);
        return best.bits > shape.bits && count >> shape.bits > shape.run / 2 &&
                       count >> best.bits <= best.run / 2
                   ? best
                   : shape;
    }
    for (shape.bits = clm_sort_most_bits(ctx, method, order); shape.bits > 0; shape.bits--) {
        const clm_amounts all = clm_sort_cost(ctx, count, order, shape);
        const double ns = clm_device_elapsed(ctx, &all);

        if (ns < least) {
            least = ns;
            best = shape;
        }
    }
    return best;
}
