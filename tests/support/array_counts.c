/* Operation counts of scans and sorts, launch by launch. */
#include "support/array_counts.h"

#include "arrays/sort_sweep.h"
#include "cl/arrays/sort_shape.h"
#include "core/size.h"

/* Prefixes made by a CPU at a time: steps of 1, 2, 4, 8 elements, and the sum before them. */
enum { SCAN_LANES = 16, SCAN_STEPS = 5 };

/* Additions of a scan of one element each by n work-items: at each distance d = 1, 2, 4, ... below
 * n, n - d. */
static double doubled_sums(size_t n)
{
    double all = 0.0;

    for (size_t step = 1; step < n; step *= 2)
        all += (double)(n - step);
    return all;
}

/* One level of a scan: elements, their size in words, and their tiles. */
typedef struct scan_level {
    size_t count, tiles;
    double words;
    clm_scan_shape shape;
    bool vectors;
} scan_level;

/* The count of a reduction: runs are added, and then the sums of a group, pair by pair. */
static clm_op_counts reduction_counts(const scan_level *l)
{
    const double count = (double)l->count, tiles = (double)l->tiles;

    return (clm_op_counts){.read = count * l->words, .written = tiles * l->words,
                       .additions = count + tiles * (double)(l->shape.group - 1),
                       .launches = 1.0, .groups = tiles};
}

/* Additions of prefixes of a run: one each; whole vectors add in all lanes, and once more if each
 * element has to be subtracted again. */
static double run_additions(const scan_level *l, size_t run, bool exclusive)
{
    const size_t whole = l->vectors ? run / SCAN_LANES * SCAN_LANES : 0;

    return (double)(run - whole) + (double)whole * (SCAN_STEPS + (exclusive ? 1.0 : 0.0));
}

/* The count of prefixes. Groups of several work-items first add their runs and scan the sums; all
 * but the first begin with a sum. Every work-item reads the sum before its tile. */
static clm_op_counts prefixes_counts(const scan_level *l, bool exclusive, bool carried)
{
    const double count = (double)l->count, tiles = (double)l->tiles;
    const size_t group = l->shape.group, run = l->shape.run;
    const bool summed = group > 1;

    return (clm_op_counts){
        .read = l->words * ((summed ? 2.0 : 1.0) * count +
                            (carried ? tiles * (double)group : 0.0)),
        .written = l->words * count,
        .additions = (summed ? count : 0.0) +
                     tiles * (doubled_sums(group) + (double)(group - 1)) +
                     (double)(l->count / run) * run_additions(l, run, exclusive) +
                     run_additions(l, l->count % run, exclusive),
        .launches = 1.0, .groups = tiles};
}

/* The count of a scan by look-back, if all groups find a total of all earlier tiles at the first
 * look: totals, which are read and written by atomic operations, are not counted. */
static clm_op_counts lookback_counts(const scan_level *l)
{
    const double count = (double)l->count, tiles = (double)l->tiles;
    const size_t group = l->shape.group;

    return (clm_op_counts){
        .read = l->words * count, .written = l->words * count,
        .additions = tiles * (2.0 * (double)(group * l->shape.run) + doubled_sums(group)) +
                     (tiles - 1.0) * (double)(group - 1),
        .launches = 1.0, .groups = tiles};
}

/* Up and down: sums of tiles, and sums before each tile, are the elements of the next level. */
clm_op_counts scan_counts(size_t count, size_t bytes, bool exclusive, clm_scan_shape shape,
                          const clm_tuning *tuning)
{
    clm_op_counts t = {0};
    scan_level l = {.count = count, .words = (double)(bytes / sizeof(u32)), .shape = shape,
                    .vectors = tuning->vector_width > 1};

    for (bool first = true; l.count > 0; first = false) {
        l.tiles = clm_div_up(clm_div_up(l.count, shape.run), shape.group);

        if (shape.lookback)
            return lookback_counts(&l);

        const bool last = l.tiles == 1;
        const clm_op_counts up = reduction_counts(&l);
        const clm_op_counts down = prefixes_counts(&l, !first || exclusive, !last);

        clm_op_counts_add(&t, &down, 1.0);
        if (last)
            break;
        clm_op_counts_add(&t, &up, 1.0);
        l.count = l.tiles;
    }
    return t;
}

/* Words of a key, of a value, and of an index. */
typedef struct sizes {
    double count, key, value, index;
} sizes;

/* The count of a pass of TILES: counts digits in four tables, adds these, and reads keys again to
 * order the tile. A digit's length is the difference of two places; its copy reads one again. */
static clm_op_counts counts_tiles_pass(const sizes *z, size_t tiles, double digits)
{
    const double places = (double)tiles * digits;

    return (clm_op_counts){.read = z->count * (2.0 * z->key + z->value) +
                                   (3.0 * places - 1.0) * z->index,
                       .written = z->count * (z->key + z->value) + places * z->index,
                       .additions = 2.0 * z->count + 4.0 * places, .digits = 2.0 * z->count,
                       .launches = 2.0, .groups = 2.0 * (double)tiles};
}

/* The count of a pass of SPLITS: for each bit it looks at a key twice, adds zeros, advances
 * indices, and scans in the group. Both launches find digits' beginnings from each key and the
 * previous one, also behind the last. Each key reads its digit's index. */
static clm_op_counts counts_splits_pass(const sizes *z, size_t tiles, u32 bits, size_t group)
{
    const double groups = (double)tiles, digits = (double)(1u << bits);
    const double places = groups * digits, many = (double)bits;
    const double scanned = groups * (doubled_sums(group) + 2.0 * (double)group);

    return (clm_op_counts){
        .read = z->count * (2.0 * (z->key + z->value) + z->index),
        .written = z->count * 2.0 * (z->key + z->value) + places * z->index,
        .additions = many * (3.0 * z->count + scanned) + places + 2.0 * z->count,
        .digits = 2.0 * many * z->count + 5.0 * z->count,
        .launches = 2.0, .groups = 2.0 * groups};
}

/* The count of SWEEP: counts the digits of all passes, scans the counts of each pass, and in a
 * pass reads a key's digit three times, adds to ranks and places, and makes totals of the next
 * pass 0. Totals, which are read and added by atomic operations, are not counted. */
static clm_op_counts counts_sweep(const clmodp_context *ctx, const sizes *z, size_t tiles,
                                  u32 passes, const clm_sort_shape *shape, size_t pieces)
{
    const double many = (double)passes, groups = (double)tiles;
    const double digits = (double)(1u << shape->bits), sums = doubled_sums(shape->group);
    const double rows = (double)clm_size_max(shape->group / SORT_ROW, 1);
    const double slots = groups * (double)(shape->group * shape->run);

    return (clm_op_counts){
        .read = z->count * (z->key + many * (z->key + z->value)) +
                many * digits * (2.0 + groups),
        .written = many * (z->count * (z->key + z->value) +
                           groups * digits * (double)pieces + 1.0 + digits),
        .additions = many * (z->count * 5.0 + 2.0 * digits + sums +
                             groups * (digits * (rows + 5.0) + sums)),
        .digits = many * (z->count * 3.0 + slots), .launches = many + 2.0,
        .groups = many * (groups + 1.0) +
                  (double)clm_sort_sweep_counting_groups(ctx, tiles)};
}

/* TILES counts all possible digits, SPLITS only digits of the pass; the counts are scanned. */
clm_op_counts sort_counts(const clmodp_context *ctx, size_t count, const clm_sort_order *order,
                          clm_sort_shape shape)
{
    clm_op_counts t = {0};
    const size_t tiles = clm_div_up(count, clm_sort_tile(ctx, count, &shape));
    const size_t index = clm_sort_index_bytes(count, &shape);
    const u32 passes = clm_sort_passes(order, &shape);
    const sizes z = {(double)count, (double)(order->key_bytes / sizeof(u32)),
                     (double)(order->value_bytes / sizeof(u32)), (double)(index / sizeof(u32))};

    if (shape.method == CLM_SORT_SWEEP && count > 1)
        return counts_sweep(ctx, &z, tiles, passes, &shape, clm_sort_sweep_pieces(count, &shape));
    for (u32 pass = 0; count > 1 && pass < passes; pass++) {
        const u32 here = clm_sort_pass_begin(order, pass + 1, passes) -
                         clm_sort_pass_begin(order, pass, passes);
        const u32 bits = shape.method == CLM_SORT_TILES ? shape.bits : here;
        const clm_op_counts one = shape.method == CLM_SORT_TILES
                                  ? counts_tiles_pass(&z, tiles, (double)(1u << bits))
                                  : counts_splits_pass(&z, tiles, bits, shape.group);
        const clm_op_counts scan =
            scan_counts(tiles << bits, index, true, clm_scan_default(ctx), &ctx->tuning);

        clm_op_counts_add(&t, &one, 1.0);
        clm_op_counts_add(&t, &scan, 1.0);
    }
    if (count > 1 && clm_sort_returns(order, &shape))
        clm_op_counts_add(&t,
                          &(clm_op_counts){.read = z.count * (z.key + z.value),
                                           .written = z.count * (z.key + z.value), .launches = 1.0,
                                           .groups = (double)tiles},
                          1.0);
    return t;
}
