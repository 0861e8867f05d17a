/* Prefix sums: launches of cl/arrays/scan.cl and scan_lookback.cl, the probe for look-back, and
 * self-tests. */
#include "arrays/scan.h"

#include "cl/arrays/lookback_shape.h"
#include "cl/arrays/scan_shape.h"
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
                           clm_scan_type(s->bytes));
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

    REQUIRE(&s->ctx->error, clm_range_fits(to, count) && clm_range_fits(from, count));
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
                                CLM_SCAN_LOOKBACK_DEFINITIONS, clm_scan_type(s->bytes),
                                s->shape.run, pieces, loses),
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

clmodp_status clm_scan_check(clm_error *error, clm_scan_shape shape, size_t bytes)
{
    clmodp_status st = CLMODP_OK;

    REQUIRE(error, shape.group > 0 && shape.run > 0 && shape.run <= UINT32_MAX);
    REQUIRE(error, shape.run > 1 || shape.group > 1); /* else levels would not shrink */
    REQUIRE(error, bytes == sizeof(u32) || bytes == sizeof(u64));
done:
    return st;
}

clmodp_status clm_scan(clmodp_context *ctx, clm_scan_range out, clm_scan_range in, size_t count,
                       size_t bytes, bool exclusive, clm_scan_shape shape)
{
    clmodp_status st = CLMODP_OK;
    scan s = {.ctx = ctx, .bytes = bytes, .shape = shape};

    TRY(clm_scan_check(&ctx->error, shape, bytes));
    if (count == 0)
        goto done;
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
    TRY(clm_buffer_load(ctx, &buffer, words, COUNT, bytes));
    TRY(clm_scan(ctx, (clm_scan_range){&buffer, 0}, (clm_scan_range){&buffer, 0}, COUNT, bytes,
                 false, shape));
    TRY(clm_buffer_read(ctx, &buffer, 0, words, COUNT * bytes));
    for (size_t k = 0; k < COUNT; k++) {
        sum += (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
        if (memcmp(words + k * bytes, &sum, bytes) != 0)
            TRY(clm_self_test_fail(ctx, "prefix sum", "known elements"));
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

const clm_self_test clm_scan_self_tests[] = {
    {"known words have the correct prefix sums", &scan_files, check_known_scan,
     &(const size_t){sizeof(u32)}, false},
    {"known double words have the correct prefix sums", &scan_files, check_known_scan,
     &(const size_t){sizeof(u64)}, false},
};
