/* Launches of cl/arrays/fold.cl: tiles, tiles of tiles, and so on. */
#include "arrays/fold.h"

#include "core/size.h"
#include "cl/arrays/scan_shape.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"
#include "opencl/trust.h"

const char *clm_fold_operator(clm_fold_kind reduction)
{
    return reduction == CLM_FOLD_SUM ? "group_plus"
           : reduction == CLM_FOLD_MIN ? "fold_min" : "fold_max";
}

const char *clm_fold_none(clm_fold_kind reduction, size_t bytes)
{
    return reduction != CLM_FOLD_MIN ? "0" : bytes == sizeof(u64) ? "ULONG_MAX" : "UINT_MAX";
}

clmodp_status clm_fold(clmodp_context *ctx, clm_scan_range out, clm_scan_range in, size_t count,
                       size_t bytes, clm_fold_kind reduction, clm_scan_shape shape)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    clm_buffer levels[2] = {{0}}; /* taken in turns */
    size_t end, tile;

    REQUIRE(&ctx->error, shape.group > 0 && shape.run > 0 && shape.run <= UINT32_MAX);
    REQUIRE(&ctx->error, shape.run > 1 || shape.group > 1); /* else tiles are no fewer */
    REQUIRE(&ctx->error, bytes == sizeof(u32) || bytes == sizeof(u64));
    REQUIRE(&ctx->error, clm_size_add(&end, in.first, count));
    REQUIRE(&ctx->error, clm_size_add(&end, out.first, 1));
    tile = clm_size_times(shape.group, shape.run);
    TRY(clm_kernel_get_with(ctx, &kernel, "arrays/fold.cl", "fold_tiles",
                            CLM_FOLD_DEFINITIONS, bytes == sizeof(u64) ? "ulong" : "uint",
                            clm_fold_operator(reduction), clm_fold_none(reduction, bytes)));
    for (int turn = 0;; turn = 1 - turn) {
        const size_t tiles = clm_size_max(clm_div_up(count, tile), 1);
        clm_scan_range to = {&levels[turn], 0};
        scan_shape s = {.count = count, .from = in.first, .run = (u32)shape.run};

        if (tiles == 1)
            to = out;
        else if (levels[turn].mem == NULL)
            TRY(clm_scratch_create(ctx, &levels[turn], tiles, bytes));
        s.to = to.first;
        TRY(clm_launch(ctx, kernel, tiles * shape.group, shape.group,
                       ARG_OUT_OF(to.buffer, to.first + tiles, bytes),
                       ARG_IN_OF(in.buffer, in.first + count, bytes), ARG_STRUCT(s),
                       ARG_LOCAL(shape.group * bytes)));
        if (tiles == 1)
            break;
        in = to;
        count = tiles;
    }
done:
    clm_scratch_destroy(ctx, &levels[0]);
    clm_scratch_destroy(ctx, &levels[1]);
    return st;
}

/* Tiles of three or six elements, so that there are tiles of tiles; the last is not full. */
static clmodp_status check_known_folds(clmodp_context *ctx, const void *subject)
{
    clmodp_status st = CLMODP_OK;
    enum { COUNT = 131 };
    const size_t bytes = *(const size_t *)subject;
    const clm_scan_shape shape = {.group = clm_size_min(clm_scan_default(ctx).group, 2), .run = 3};
    unsigned char words[COUNT * sizeof(u64)];
    u64 expected[] = {0, UINT64_MAX, 0}, found;
    clm_buffer in = {0}, out = {0};

    for (size_t k = 0; k < COUNT; k++) {
        u64 value = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);

        value &= bytes == sizeof(u32) ? UINT32_MAX : UINT64_MAX;
        memcpy(words + k * bytes, &value, bytes); /* the low ones on all hosts that there are */
        expected[CLM_FOLD_SUM] += value;
        expected[CLM_FOLD_MIN] = value < expected[1] ? value : expected[1];
        expected[CLM_FOLD_MAX] = value > expected[2] ? value : expected[2];
    }
    TRY(clm_buffer_create(ctx, &in, COUNT, bytes));
    TRY(clm_buffer_create(ctx, &out, 1, bytes));
    TRY(clm_buffer_write(ctx, &in, 0, words, COUNT * bytes));
    for (int k = CLM_FOLD_SUM; k <= CLM_FOLD_MAX; k++) {
        TRY(clm_fold(ctx, (clm_scan_range){&out, 0}, (clm_scan_range){&in, 0}, COUNT, bytes,
                     (clm_fold_kind)k, shape));
        TRY(clm_buffer_read(ctx, &out, 0, &found, bytes));
        if (memcmp(&found, &expected[k], bytes) != 0) {
            st = clm_trust_wrong(ctx, "a sum or the least or greatest", "known elements");
            goto done;
        }
    }
done:
    clm_buffer_destroy(ctx, &in);
    clm_buffer_destroy(ctx, &out);
    return st;
}

static const char *const names[] = {"arrays/fold.cl"};
static const clm_kernel_files files = {names, 1};
static const size_t word = sizeof(u32), long_word = sizeof(u64);

const clm_trust clm_fold_trust_words = {"known words are reduced rightly", &files,
                                        check_known_folds, &word, false};
const clm_trust clm_fold_trust_longs = {"known double words are reduced rightly", &files,
                                        check_known_folds, &long_word, false};
