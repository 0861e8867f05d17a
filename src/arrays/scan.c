/* Launches of cl/arrays/scan.cl, and their known answers. */
#include "arrays/scan.h"

#include "core/size.h"
#include "cl/arrays/scan_shape.h"
#include "opencl/kernel.h"
#include "opencl/trust.h"

/* Levels of sums of sums: even tiles of two elements are enough for all that has an address. */
#define MOST_LEVELS 64

/* On CPUs a run and the prefixes of it stay in the first-level cache, and only a group of one
 * work-item has no barriers to pay (bench/scan). On GPUs (predicted) a work-item has a few
 * words that lie in one cache line, so that all of a line is used while it is there. */
static const clm_scan_shape on_cpu = {.group = 1, .run = 512};
static const clm_scan_shape on_gpu = {.group = 256, .run = 8};

clm_scan_shape clm_scan_default(const clmodp_context *ctx)
{
    clm_scan_shape shape = ctx->tuning.vector_width > 1 ? on_cpu : on_gpu;

    shape.group = clm_size_min(shape.group, ctx->device.max_work_group);
    return shape;
}

/* One scan, and the buffers of sums that its levels take. */
typedef struct scan {
    clmodp_context *ctx;
    const clm_kernel *reduce, *tiles;
    size_t bytes; /* of an element */
    clm_scan_shape shape;
    clm_buffer sums[MOST_LEVELS];
    size_t levels;
} scan;

static clmodp_status get_kernels(scan *s)
{
    clmodp_status st = CLMODP_OK;
    const char *type = s->bytes == sizeof(u64) ? "ulong" : "uint";

    REQUIRE(&s->ctx->error, s->bytes == sizeof(u32) || s->bytes == sizeof(u64));
    TRY(clm_kernel_get_with(s->ctx, &s->reduce, "arrays/scan.cl", "scan_reduce",
                            CLM_SCAN_DEFINITIONS, type));
    TRY(clm_kernel_get_with(s->ctx, &s->tiles, "arrays/scan.cl", "scan_tiles",
                            CLM_SCAN_DEFINITIONS, type));
done:
    return st;
}

static size_t tiles_of(const scan *s, size_t count)
{
    return clm_div_up(clm_div_up(count, s->shape.run), s->shape.group);
}

/* The elements as the kernels know them. INVALID: they end beyond all sizes. */
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
    TRY(clm_launch(s->ctx, s->reduce, clm_div_up(count, s->shape.run), s->shape.group,
                   ARG_OUT_OF(sums, tiles_of(s, count), s->bytes),
                   ARG_IN_OF(in.buffer, in.first + count, s->bytes), ARG_STRUCT(shape),
                   ARG_LOCAL(s->shape.group * s->bytes)));
done:
    return st;
}

/* before: what precedes each tile; NULL: there is one. */
static clmodp_status scan_tiles(scan *s, clm_scan_range out, clm_scan_range in,
                                const clm_buffer *before, size_t count, bool exclusive)
{
    clmodp_status st = CLMODP_OK;
    scan_shape shape;

    TRY(kernel_shape(s, &shape, out, in, count));
    shape.exclusive = exclusive;
    shape.carried = before != NULL;
    TRY(clm_launch(s->ctx, s->tiles, clm_div_up(count, s->shape.run), s->shape.group,
                   ARG_OUT_OF(out.buffer, out.first + count, s->bytes),
                   ARG_IN_OF(in.buffer, in.first + count, s->bytes),
                   ARG_IN_OF(before != NULL ? before : in.buffer,
                             before != NULL ? tiles_of(s, count) : 0, s->bytes),
                   ARG_STRUCT(shape), ARG_LOCAL(2 * s->shape.group * s->bytes)));
done:
    return st;
}

/* Up: sums of tiles, of tiles of these, and so on as long as there is more than one; down: what
 * is before each. */
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

clmodp_status clm_scan(clmodp_context *ctx, clm_scan_range out, clm_scan_range in, size_t count,
                       size_t bytes, bool exclusive, clm_scan_shape shape)
{
    clmodp_status st = CLMODP_OK;
    scan s = {.ctx = ctx, .bytes = bytes, .shape = shape};

    REQUIRE(&ctx->error, shape.group > 0 && shape.run > 0 && shape.run <= UINT32_MAX);
    REQUIRE(&ctx->error, shape.run > 1 || shape.group > 1); /* else sums are no fewer */
    if (count == 0)
        goto done;
    TRY(get_kernels(&s));
    TRY(run_levels(&s, out, in, count, exclusive));
done:
    for (size_t k = 0; k < MOST_LEVELS; k++)
        clm_buffer_destroy(ctx, &s.sums[k]); /* OpenCL keeps them until the launches have run */
    return st;
}

/* Tiles of three or six elements, so that there are sums of sums; the last is not full. */
static clmodp_status check_known_scan(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    enum { COUNT = 131 };
    const size_t bytes = *(const size_t *)subject;
    const clm_scan_shape shape = {.group = clm_size_min(clm_scan_default(ctx).group, 2), .run = 3};
    unsigned char words[COUNT * sizeof(u64)];
    u64 sum = 0;
    clm_buffer buffer = {0};

    for (size_t k = 0; k < COUNT; k++) {
        const u64 value = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);

        memcpy(words + k * bytes, &value, bytes); /* the low ones on all hosts that there are */
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

static const char *const names[] = {"arrays/scan.cl"};
static const clm_kernel_files files = {names, 1};
static const size_t word = sizeof(u32), long_word = sizeof(u64);

const clm_trust clm_scan_trust_words = {"known words have the right prefix sums", &files,
                                        check_known_scan, &word, false};
const clm_trust clm_scan_trust_longs = {"known double words have the right prefix sums", &files,
                                        check_known_scan, &long_word, false};
