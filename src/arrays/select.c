/* Selections: launches of cl/arrays/select.cl around a scan, and self-tests. */
#include "arrays/select.h"

#include "cl/arrays/select_shape.h"
#include "core/size.h"
#include "opencl/kernel.h"
#include "opencl/queue.h"

static clm_kernel_key select_kernel(const char *name, size_t bytes)
{
    return clm_kernel_with("arrays/select.cl", name, CLM_SELECT_DEFINITIONS, clm_scan_type(bytes));
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

    REQUIRE(&ctx->error, sel->bytes == sizeof(u32) || sel->bytes == sizeof(u64));
    REQUIRE(&ctx->error, sel->bit < 8 * sel->bytes);
    REQUIRE(&ctx->error, clm_range_fits(sel->in, sel->count) &&
                             clm_range_fits(sel->out, sel->count) &&
                             clm_range_fits(sel->flags, sel->count) &&
                             clm_range_fits(sel->total, 1));
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
    TRY(clm_buffer_load(ctx, &in, words, COUNT, bytes));
    TRY(clm_buffer_create(ctx, &out, COUNT, bytes));
    TRY(clm_buffer_load(ctx, &marks, flags, COUNT, sizeof *flags));
    TRY(clm_buffer_create(ctx, &count, 1, sizeof total));
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
        if (!right)
            TRY(clm_self_test_fail(ctx, "order", "known selected elements"));
        sel.flags.buffer = NULL;
    }
done:
    clm_buffers_destroy(ctx, &in, &out, &marks, &count);
    return st;
}

static const clm_kernel_files select_files = CLM_KERNEL_FILES(
    "arrays/select.cl", "arrays/scan.cl", "arrays/scan_lookback.cl");

const clm_self_test clm_select_self_tests[] = {
    {"known selected words are in order", &select_files, check_known_selection,
     &(const size_t){sizeof(u32)}, false},
    {"known selected double words are in order", &select_files, check_known_selection,
     &(const size_t){sizeof(u64)}, false},
};
