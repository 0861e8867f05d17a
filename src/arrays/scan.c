/* Prefix sums, reductions and selections: launches of cl/arrays/scan.cl, scan_lookback.cl,
 * reduction.cl and select.cl, and self-tests. */
#include "arrays/scan.h"

#include "cl/arrays/lookback_shape.h"
#include "cl/arrays/scan_shape.h"
#include "cl/arrays/select_shape.h"
#include "core/size.h"
#include "opencl/buffer.h"
#include "opencl/cache.h"
#include "opencl/context.h"
#include "opencl/kernel.h"
#include "opencl/queue.h"

/* Levels of sums of sums, enough for all addressable memory even with tiles of two elements. */
#define MOST_LEVELS 64

/* On CPUs a run and its prefixes stay in the first-level cache, and groups of one work-item avoid
 * barriers (bench/scan). On GPUs a work-item has a few words of one cache line, all used while
 * cached: runs of 4 are the fastest on an H200, 1.3 to 1.7 times as fast as 8 (docs/gpus.md). By
 * look-back (predicted) long runs share the cost of barriers. */
static const clm_scan_shape on_cpu = {.group = 1, .run = 512};
static const clm_scan_shape on_gpu = {.group = 256, .run = 4};
static const clm_scan_shape by_lookback = {.group = 256, .run = 15, .lookback = true};

clm_scan_shape clm_scan_levels(const clmodp_context *ctx)
{
    clm_scan_shape shape = ctx->tuning.vector_width > 1 ? on_cpu : on_gpu;

    shape.group = clm_size_min(shape.group, ctx->device.max_work_group);
    return shape;
}

/* Elements of local memory: a run, the scan of sums, and totals of tiles; one more. */
static size_t lookback_elements(const clm_scan_shape *shape)
{
    return clm_size_times(shape->group, shape->run + 3) + 1;
}

/* The shape by look-back, with runs whose tiles fit local memory for elements of 8 bytes too. */
static clm_scan_shape lookback_shape(const clmodp_context *ctx)
{
    clm_scan_shape shape = by_lookback;

    shape.group = clm_size_min(shape.group, ctx->device.max_work_group);
    while (shape.run > 1 && clm_size_times(lookback_elements(&shape) + 2, sizeof(u64)) >
                                ctx->device.local_memory)
        shape.run /= 2;
    return shape;
}

clm_scan_shape clm_scan_default(const clmodp_context *ctx)
{
    return ctx->kept->progress == CLM_PROGRESS_KEPT ? lookback_shape(ctx) : clm_scan_levels(ctx);
}

/* A scan, and the buffers for the sums of its levels. */
typedef struct scan {
    clmodp_context *ctx;
    size_t bytes; /* of an element */
    clm_scan_shape shape;
    clm_buffer sums[MOST_LEVELS];
    size_t levels;
} scan;

static clm_kernel_key scan_kernel(const scan *s, const char *name)
{
    return clm_kernel_with("arrays/scan.cl", name, CLM_SCAN_DEFINITIONS,
                           s->bytes == sizeof(u64) ? "ulong" : "uint");
}

static size_t tiles_of(const scan *s, size_t count)
{
    return clm_div_up(clm_div_up(count, s->shape.run), s->shape.group);
}

/* Converts ranges to the kernels' structure. Errors: INVALID (an end overflows) */
static clmodp_status kernel_shape(const scan *s, scan_shape *out, clm_scan_range to,
                                  clm_scan_range from, size_t count)
{
    clmodp_status st = CLMODP_OK;
    size_t end;

    REQUIRE(&s->ctx->error, clm_size_add(&end, to.first, count));
    REQUIRE(&s->ctx->error, clm_size_add(&end, from.first, count));
    *out = (scan_shape){.count = count, .from = from.first, .to = to.first,
                        .run = (u32)s->shape.run};
done:
    return st;
}

static clmodp_status reduce_tiles(scan *s, const clm_buffer *sums, clm_scan_range in, size_t count)
{
    clmodp_status st = CLMODP_OK;
    scan_shape shape;

    TRY(kernel_shape(s, &shape, in, in, count));
    TRY(clm_run(s->ctx, scan_kernel(s, "scan_reduce"), clm_div_up(count, s->shape.run),
                s->shape.group, ARG_OUT_OF(sums, tiles_of(s, count), s->bytes),
                ARG_IN_OF(in.buffer, in.first + count, s->bytes), ARG_STRUCT(shape),
                ARG_LOCAL(s->shape.group * s->bytes)));
done:
    return st;
}

/* before: the sum before each tile; NULL: there is only one tile. */
static clmodp_status scan_tiles(scan *s, clm_scan_range out, clm_scan_range in,
                                const clm_buffer *before, size_t count, bool exclusive)
{
    clmodp_status st = CLMODP_OK;
    scan_shape shape;

    TRY(kernel_shape(s, &shape, out, in, count));
    shape.exclusive = exclusive;
    shape.carried = before != NULL;
    TRY(clm_run(s->ctx, scan_kernel(s, "scan_tiles"), clm_div_up(count, s->shape.run),
                s->shape.group, ARG_OUT_OF(out.buffer, out.first + count, s->bytes),
                ARG_IN_OF(in.buffer, in.first + count, s->bytes),
                ARG_IN_OF(before != NULL ? before : in.buffer,
                          before != NULL ? tiles_of(s, count) : 0, s->bytes),
                ARG_STRUCT(shape), ARG_LOCAL(2 * s->shape.group * s->bytes)));
done:
    return st;
}

/* Goes up: sums of tiles, of tiles of these, until one is left; then down: sums before tiles. */
static clmodp_status run_levels(scan *s, clm_scan_range out, clm_scan_range in, size_t count,
                                bool exclusive)
{
    clmodp_status st = CLMODP_OK;
    size_t counts[MOST_LEVELS + 1] = {count};
    clm_scan_range level = in;

    while (tiles_of(s, counts[s->levels]) > 1) {
        clm_buffer *sums = &s->sums[s->levels];
        const size_t sum_count = tiles_of(s, counts[s->levels]);

        TRY(clm_buffer_create(s->ctx, sums, sum_count, s->bytes));
        TRY(reduce_tiles(s, sums, level, counts[s->levels]));
        level = (clm_scan_range){sums, 0};
        counts[++s->levels] = sum_count;
    }
    for (size_t k = s->levels; k > 0; k--) {
        level = (clm_scan_range){&s->sums[k - 1], 0};
        TRY(scan_tiles(s, level, level, k < s->levels ? &s->sums[k] : NULL, counts[k], true));
    }
    TRY(scan_tiles(s, out, in, s->levels > 0 ? &s->sums[0] : NULL, count, exclusive));
done:
    return st;
}

u32 clm_lookback_polls(const clmodp_context *ctx)
{
    return ctx->overrides.loses_totals ? 1 : ctx->overrides.simulated ? UINT32_MAX
                                                                      : LOOKBACK_POLLS;
}

/* Makes all totals 0 and scans. Unless `missed` is NULL, waits and sets it to the number of totals
 * that groups added themselves. */
static clmodp_status run_lookback(scan *s, clm_scan_range out, clm_scan_range in, size_t count,
                                  bool exclusive, u32 *missed)
{
    clmodp_status st = CLMODP_OK;
    const size_t tiles = tiles_of(s, count), pieces = CLM_SCAN_PIECES(s->bytes);
    const bool loses = s->ctx->overrides.loses_totals;
    clm_buffer totals = {0};
    size_t words;
    scan_shape shape;

    TRY(kernel_shape(s, &shape, out, in, count));
    shape.exclusive = exclusive;
    shape.polls = clm_lookback_polls(s->ctx);
    words = clm_size_times(tiles, pieces);
    REQUIRE(&s->ctx->error, clm_size_add(&words, words, LOOKBACK_HEAD) && tiles <= UINT32_MAX);
    TRY(clm_scratch_create(s->ctx, &totals, words, sizeof(u32)));
    TRY(clm_buffer_fill(s->ctx, &totals, 0, words));
    TRY(clm_run(s->ctx,
                clm_kernel_with("arrays/scan_lookback.cl", "scan_lookback",
                                CLM_SCAN_LOOKBACK_DEFINITIONS,
                                s->bytes == sizeof(u64) ? "ulong" : "uint", s->shape.run, pieces,
                                loses),
                clm_size_times(tiles, s->shape.group), s->shape.group,
                ARG_OUT_OF(out.buffer, out.first + count, s->bytes),
                ARG_IN_OF(in.buffer, in.first + count, s->bytes),
                ARG_INOUT(&totals, words, u32), ARG_STRUCT(shape),
                ARG_LOCAL(s->shape.group * s->shape.run * s->bytes),
                ARG_LOCAL((3 * s->shape.group + 1) * s->bytes), ARG_LOCAL(3 * sizeof(u32))));
    if (missed != NULL)
        TRY(clm_buffer_read(s->ctx, &totals, LOOKBACK_MISSED * sizeof(u32), missed,
                            sizeof *missed));
done:
    clm_scratch_destroy(s->ctx, &totals);
    return st;
}

clmodp_status clm_scan(clmodp_context *ctx, clm_scan_range out, clm_scan_range in, size_t count,
                       size_t bytes, bool exclusive, clm_scan_shape shape)
{
    clmodp_status st = CLMODP_OK;
    scan s = {.ctx = ctx, .bytes = bytes, .shape = shape};

    REQUIRE(&ctx->error, shape.group > 0 && shape.run > 0 && shape.run <= UINT32_MAX);
    REQUIRE(&ctx->error, shape.run > 1 || shape.group > 1); /* else levels would not shrink */
    if (count == 0)
        goto done;
    REQUIRE(&ctx->error, bytes == sizeof(u32) || bytes == sizeof(u64));
    if (shape.lookback)
        TRY(run_lookback(&s, out, in, count, exclusive, NULL));
    else
        TRY(run_levels(&s, out, in, count, exclusive));
done:
    for (size_t k = 0; k < MOST_LEVELS; k++)
        clm_buffer_destroy(ctx, &s.sums[k]); /* OpenCL keeps them until the launches have run */
    return st;
}

#define PROGRESS "forward progress"

/* Scans ones in groups of few work-items, so that many are started at a time. */
static clmodp_status probe(clmodp_context *ctx, clm_progress_kept *out)
{
    clmodp_status st = CLMODP_OK;
    scan s = {.ctx = ctx, .bytes = sizeof(u32), .shape = lookback_shape(ctx)};
    clm_buffer ones = {0};
    size_t count;
    u32 missed, last;

    s.shape.group = clm_size_min(s.shape.group, 32);
    count = 64 * (size_t)ctx->device.compute_units * s.shape.group * s.shape.run;
    TRY(clm_scratch_create(ctx, &ones, count, sizeof(u32)));
    TRY(clm_buffer_fill(ctx, &ones, 1, count));
    TRY(run_lookback(&s, (clm_scan_range){&ones, 0}, (clm_scan_range){&ones, 0}, count, false,
                     &missed));
    TRY(clm_buffer_read(ctx, &ones, (count - 1) * sizeof last, &last, sizeof last));
    if (missed == 0 && last != count)
        TRY(clm_self_test_fail(ctx, "last prefix", "ones by look-back"));
    *out = missed == 0 ? CLM_PROGRESS_KEPT : CLM_PROGRESS_BROKEN;
done:
    clm_scratch_destroy(ctx, &ones);
    return st;
}

clmodp_status clm_lookback_probe(clmodp_context *ctx)
{
    clmodp_status st = CLMODP_OK;
    clm_progress_kept *known = &ctx->kept->progress, found;

    if (*known != CLM_PROGRESS_UNKNOWN || ctx->tuning.vector_width > 1)
        goto done;
    if (!clm_device_record_load(ctx, PROGRESS, "", &found, sizeof found)) {
        TRY(probe(ctx, &found));
        (void)clm_device_record_store(ctx, PROGRESS, "", &found, sizeof found);
    }
    *known = found;
done:
    return st;
}

static clmodp_status check_known_shape(clmodp_context *ctx, size_t bytes, clm_scan_shape shape)
{
    clmodp_status st = CLMODP_OK;
    enum { COUNT = 131 };
    unsigned char words[COUNT * sizeof(u64)];
    u64 sum = 0;
    clm_buffer buffer = {0};

    shape.group = clm_size_min(shape.group, 2);
    for (size_t k = 0; k < COUNT; k++) {
        const u64 value = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);

        memcpy(words + k * bytes, &value, bytes); /* the low bytes, on little-endian hosts */
    }
    TRY(clm_buffer_create(ctx, &buffer, COUNT, bytes));
    TRY(clm_buffer_write(ctx, &buffer, 0, words, COUNT * bytes));
    TRY(clm_scan(ctx, (clm_scan_range){&buffer, 0}, (clm_scan_range){&buffer, 0}, COUNT, bytes,
                 false, shape));
    TRY(clm_buffer_read(ctx, &buffer, 0, words, COUNT * bytes));
    for (size_t k = 0; k < COUNT; k++) {
        sum += (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
        if (memcmp(words + k * bytes, &sum, bytes) != 0)
            FAIL(&ctx->error, CLMODP_CORRUPT,
                 "the device \"%s\" (driver %s) adds known elements of %zu bytes wrongly: "
                 CLM_WRONG_VALUE, ctx->device.name, ctx->device.driver, bytes);
    }
done:
    clm_buffer_destroy(ctx, &buffer);
    return st;
}

/* Tests tiles of three or six elements, for several levels, and on GPUs the look-back of tiles of
 * two runs; the last tile is not full. */
static clmodp_status check_known_scan(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = *(const size_t *)subject;

    TRY(check_known_shape(ctx, bytes, (clm_scan_shape){.group = clm_scan_levels(ctx).group,
                                                       .run = 3}));
    if (ctx->tuning.vector_width == 1)
        TRY(check_known_shape(ctx, bytes, lookback_shape(ctx)));
done:
    return st;
}

static const clm_kernel_files scan_files = CLM_KERNEL_FILES(
    "arrays/scan.cl", "arrays/scan_lookback.cl");
static const size_t word = sizeof(u32), long_word = sizeof(u64);

const clm_self_test clm_scan_self_test_words = {"known words have the correct prefix sums",
                                                &scan_files, check_known_scan, &word, false};
const clm_self_test clm_scan_self_test_longs = {"known double words have the correct prefix sums",
                                        &scan_files, check_known_scan, &long_word, false};

const char *clm_array_reduction_operator(clmodp_reduction kind)
{
    return kind == CLMODP_REDUCE_SUM ? "group_plus"
           : kind == CLMODP_REDUCE_MIN ? "reduction_min" : "reduction_max";
}

const char *clm_array_reduction_identity(clmodp_reduction kind, size_t bytes)
{
    return kind != CLMODP_REDUCE_MIN ? "0" : bytes == sizeof(u64) ? "ULONG_MAX" : "UINT_MAX";
}

clmodp_status clm_array_reduce(clmodp_context *ctx, clm_scan_range out, clm_scan_range in,
                               size_t count, size_t bytes, clmodp_reduction kind,
                               clm_scan_shape shape)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel_key key = clm_kernel_with(
        "arrays/reduction.cl", "reduction_tiles", CLM_REDUCTION_DEFINITIONS,
        bytes == sizeof(u64) ? "ulong" : "uint", clm_array_reduction_operator(kind),
        clm_array_reduction_identity(kind, bytes));
    clm_buffer levels[2] = {{0}}; /* used alternately */
    size_t end, tile;

    REQUIRE(&ctx->error, shape.group > 0 && shape.run > 0 && shape.run <= UINT32_MAX);
    REQUIRE(&ctx->error, shape.run > 1 || shape.group > 1); /* else levels would not shrink */
    REQUIRE(&ctx->error, bytes == sizeof(u32) || bytes == sizeof(u64));
    REQUIRE(&ctx->error, clm_size_add(&end, in.first, count));
    REQUIRE(&ctx->error, clm_size_add(&end, out.first, 1));
    tile = clm_size_times(shape.group, shape.run);
    for (int turn = 0;; turn = 1 - turn) {
        const size_t tiles = clm_size_max(clm_div_up(count, tile), 1);
        clm_scan_range to = {&levels[turn], 0};
        scan_shape s = {.count = count, .from = in.first, .run = (u32)shape.run};

        if (tiles == 1)
            to = out;
        else if (levels[turn].mem == NULL)
            TRY(clm_scratch_create(ctx, &levels[turn], tiles, bytes));
        s.to = to.first;
        TRY(clm_run(ctx, key, tiles * shape.group, shape.group,
                    ARG_OUT_OF(to.buffer, to.first + tiles, bytes),
                    ARG_IN_OF(in.buffer, in.first + count, bytes), ARG_STRUCT(s),
                    ARG_LOCAL(shape.group * bytes)));
        if (tiles == 1)
            break;
        in = to;
        count = tiles;
    }
done:
    clm_scratches_destroy(ctx, &levels[0], &levels[1]);
    return st;
}

static clmodp_status check_known_reductions(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    enum { COUNT = 131 };
    const size_t bytes = *(const size_t *)subject;
    const clm_scan_shape shape = {.group = clm_size_min(clm_scan_levels(ctx).group, 2), .run = 3};
    unsigned char words[COUNT * sizeof(u64)];
    u64 expected[] = {0, UINT64_MAX, 0}, found;
    clm_buffer in = {0}, out = {0};

    for (size_t k = 0; k < COUNT; k++) {
        u64 value = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);

        value &= bytes == sizeof(u32) ? UINT32_MAX : UINT64_MAX;
        memcpy(words + k * bytes, &value, bytes); /* the low bytes, on little-endian hosts */
        expected[CLMODP_REDUCE_SUM] += value;
        expected[CLMODP_REDUCE_MIN] = value < expected[1] ? value : expected[1];
        expected[CLMODP_REDUCE_MAX] = value > expected[2] ? value : expected[2];
    }
    TRY(clm_buffer_create(ctx, &in, COUNT, bytes));
    TRY(clm_buffer_create(ctx, &out, 1, bytes));
    TRY(clm_buffer_write(ctx, &in, 0, words, COUNT * bytes));
    for (int k = CLMODP_REDUCE_SUM; k <= CLMODP_REDUCE_MAX; k++) {
        TRY(clm_array_reduce(ctx, (clm_scan_range){&out, 0}, (clm_scan_range){&in, 0}, COUNT,
                             bytes, (clmodp_reduction)k, shape));
        TRY(clm_buffer_read(ctx, &out, 0, &found, bytes));
        if (memcmp(&found, &expected[k], bytes) != 0) {
            st = clm_self_test_fail(ctx, "sum, minimum or maximum", "known elements");
            goto done;
        }
    }
done:
    clm_buffers_destroy(ctx, &in, &out);
    return st;
}

static const clm_kernel_files reduction_files = CLM_KERNEL_FILES("arrays/reduction.cl");

const clm_self_test clm_array_reduction_self_test_words = {
    "known words are reduced correctly", &reduction_files, check_known_reductions, &word, false};
const clm_self_test clm_array_reduction_self_test_longs = {
    "known double words are reduced correctly", &reduction_files, check_known_reductions,
    &long_word, false};

static clm_kernel_key select_kernel(const char *name, size_t bytes)
{
    return clm_kernel_with("arrays/select.cl", name, CLM_SELECT_DEFINITIONS,
                           bytes == sizeof(u64) ? "ulong" : "uint");
}

/* Writes one mark more than elements, so that the last index becomes the total. */
static clmodp_status mark_chosen(clmodp_context *ctx, const clm_selection *sel,
                                 const clm_buffer *marks, const select_shape *s)
{
    const bool flags = sel->flags.buffer != NULL;
    const clm_scan_range from = flags ? sel->flags : sel->in;

    return clm_run(
        ctx, select_kernel(flags ? "select_flags" : "select_zero_bits", sel->bytes),
        clm_div_up(sel->count + 1, s->run), clm_scan_levels(ctx).group,
        ARG_OUT(marks, sel->count + 1, u32),
        ARG_IN_OF(from.buffer, from.first + sel->count, flags ? sizeof(u32) : sel->bytes),
        ARG_STRUCT(*s));
}

static clmodp_status move_chosen(clmodp_context *ctx, const clm_selection *sel,
                                 const clm_buffer *places, const select_shape *s)
{
    const size_t items = clm_size_max(clm_div_up(sel->count, s->run), 1);

    return clm_run(ctx, select_kernel("select_move", sel->bytes), items,
                   clm_scan_levels(ctx).group,
                   ARG_OUT_OF(sel->out.buffer, sel->out.first + sel->count, sel->bytes),
                   ARG_OUT(sel->total.buffer, sel->total.first + 1, u32),
                   ARG_IN_OF(sel->in.buffer, sel->in.first + sel->count, sel->bytes),
                   ARG_IN(places, sel->count + 1, u32), ARG_STRUCT(*s));
}

clmodp_status clm_select(clmodp_context *ctx, const clm_selection *sel)
{
    clmodp_status st = CLMODP_OK;
    clm_buffer marks = {0};
    const clm_scan_range places = {&marks, 0};
    select_shape s = {.count = sel->count, .from = sel->in.first, .to = sel->out.first,
                      .mark_from = sel->flags.first, .total_to = sel->total.first,
                      .run = (u32)clm_scan_levels(ctx).run, .bit = sel->bit, .both = sel->both};
    const double words = (double)sel->count * 3; /* per step, of three */
    size_t end;

    REQUIRE(&ctx->error, sel->bytes == sizeof(u32) || sel->bytes == sizeof(u64));
    REQUIRE(&ctx->error, sel->bit < 8 * sel->bytes);
    REQUIRE(&ctx->error, clm_size_add(&end, sel->in.first, sel->count));
    REQUIRE(&ctx->error, clm_size_add(&end, sel->out.first, sel->count));
    REQUIRE(&ctx->error, clm_size_add(&end, sel->flags.first, sel->count));
    REQUIRE(&ctx->error, sel->total.first < SIZE_MAX);
    if (sel->count >= UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu elements are too many: fewer than 2^32 - 1 are moved "
             "at a time", sel->count);
    TRY(clm_scratch_create(ctx, &marks, sel->count + 1, sizeof(u32)));
    TRY(clm_throttle_launches(ctx, words, 0));
    TRY(mark_chosen(ctx, sel, &marks, &s));
    TRY(clm_throttle_launches(ctx, words, 1.0 / 3));
    TRY(clm_scan(ctx, places, places, sel->count + 1, sizeof(u32), true,
                 clm_scan_default(ctx)));
    TRY(clm_throttle_launches(ctx, words, 2.0 / 3));
    TRY(move_chosen(ctx, sel, &marks, &s));
done:
    clm_scratch_destroy(ctx, &marks);
    return st;
}

/* Tests a selection by flags, and the same by a bit. */
static clmodp_status check_known_selection(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    enum { COUNT = 1531, BIT = 3 };
    const size_t bytes = *(const size_t *)subject;
    unsigned char words[COUNT * sizeof(u64)];
    u32 flags[COUNT], total = 0;
    clm_buffer in = {0}, out = {0}, marks = {0}, count = {0};
    clm_selection sel = {{&out, 0}, {&in, 0}, {&count, 0}, {&marks, 0}, COUNT, bytes, BIT, true};

    for (size_t k = 0; k < COUNT; k++) {
        const u64 value = k;

        memcpy(words + k * bytes, &value, bytes); /* the low bytes, on little-endian hosts */
        flags[k] = (k >> BIT & 1) == 0 ? 77 : 0;
    }
    TRY(clm_buffer_create(ctx, &in, COUNT, bytes));
    TRY(clm_buffer_create(ctx, &out, COUNT, bytes));
    TRY(clm_buffer_create(ctx, &marks, COUNT, sizeof *flags));
    TRY(clm_buffer_create(ctx, &count, 1, sizeof total));
    TRY(clm_buffer_write(ctx, &in, 0, words, COUNT * bytes));
    TRY(clm_buffer_write(ctx, &marks, 0, flags, sizeof flags));
    for (int turn = 0; turn < 2; turn++) {
        size_t zeros = 0, ones = 0;
        bool right;

        TRY(clm_select(ctx, &sel));
        TRY(clm_buffer_read(ctx, &out, 0, words, COUNT * bytes));
        TRY(clm_buffer_read(ctx, &count, 0, &total, sizeof total));
        right = total == COUNT - (COUNT / 16 * 8 + COUNT % 16 - 8);
        for (size_t k = 0; k < COUNT && right; k++) {
            const u64 value = k;
            const size_t at = (k >> BIT & 1) == 0 ? zeros++ : total + ones++;

            right = at < COUNT && memcmp(words + at * bytes, &value, bytes) == 0;
        }
        if (!right) {
            st = clm_self_test_fail(ctx, "order", "known selected elements");
            goto done;
        }
        sel.flags.buffer = NULL;
    }
done:
    clm_buffers_destroy(ctx, &in, &out, &marks, &count);
    return st;
}

static const clm_kernel_files select_files = CLM_KERNEL_FILES(
    "arrays/select.cl", "arrays/scan.cl", "arrays/scan_lookback.cl");

const clm_self_test clm_select_self_test_words = {"known selected words are in order",
                                          &select_files, check_known_selection, &word, false};
const clm_self_test clm_select_self_test_longs = {"known selected double words are in order",
                                          &select_files, check_known_selection, &long_word, false};
