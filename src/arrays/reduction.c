/* Sums, minima and maxima: launches of cl/arrays/reduction.cl, and self-tests. */
#include "arrays/reduction.h"

#include "cl/arrays/scan_shape.h"
#include "core/size.h"
#include "opencl/kernel.h"

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
        clm_scan_type(bytes), clm_array_reduction_operator(kind),
        clm_array_reduction_identity(kind, bytes));
    clm_buffer levels[2] = {{0}}; /* used alternately */
    size_t tile;

    TRY(clm_scan_check(&ctx->error, shape, bytes));
    REQUIRE(&ctx->error, clm_range_fits(in, count) && clm_range_fits(out, 1));
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
    TRY(clm_buffer_load(ctx, &in, words, COUNT, bytes));
    TRY(clm_buffer_create(ctx, &out, 1, bytes));
    for (int k = CLMODP_REDUCE_SUM; k <= CLMODP_REDUCE_MAX; k++) {
        TRY(clm_array_reduce(ctx, (clm_scan_range){&out, 0}, (clm_scan_range){&in, 0}, COUNT,
                             bytes, (clmodp_reduction)k, shape));
        TRY(clm_buffer_read(ctx, &out, 0, &found, bytes));
        if (memcmp(&found, &expected[k], bytes) != 0)
            TRY(clm_self_test_fail(ctx, "sum, minimum or maximum", "known elements"));
    }
done:
    clm_buffers_destroy(ctx, &in, &out);
    return st;
}

static const clm_kernel_files reduction_files = CLM_KERNEL_FILES("arrays/reduction.cl");

const clm_self_test clm_array_reduction_self_tests[] = {
    {"known words are reduced correctly", &reduction_files, check_known_reductions,
     &(const size_t){sizeof(u32)}, false},
    {"known double words are reduced correctly", &reduction_files, check_known_reductions,
     &(const size_t){sizeof(u64)}, false},
};
