/* Launches of cl/arrays/select.cl. */
#include "arrays/select.h"

#include "core/size.h"
#include "cl/arrays/select_shape.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"
#include "opencl/throttle.h"
#include "opencl/trust.h"

#define FILE_NAME "arrays/select.cl"

static clmodp_status get_kernel(clmodp_context *ctx, const clm_kernel **out, const char *name,
                                size_t bytes)
{
    return clm_kernel_get_with(ctx, out, FILE_NAME, name, CLM_SELECT_DEFINITIONS,
                               bytes == sizeof(u64) ? "ulong" : "uint");
}

/* One mark more than elements, so that the last place tells how many there are. */
static clmodp_status mark_chosen(clmodp_context *ctx, const clm_selection *sel,
                                 const clm_buffer *marks, const select_shape *s)
{
    clmodp_status st = CLMODP_OK;
    const bool flags = sel->flags.buffer != NULL;
    const clm_scan_range from = flags ? sel->flags : sel->in;
    const clm_kernel *kernel;

    TRY(get_kernel(ctx, &kernel, flags ? "select_flags" : "select_zeros", sel->bytes));
    TRY(clm_launch(ctx, kernel, clm_div_up(sel->count + 1, s->run), clm_scan_default(ctx).group,
                   ARG_OUT(marks, sel->count + 1, u32),
                   ARG_IN_OF(from.buffer, from.first + sel->count,
                             flags ? sizeof(u32) : sel->bytes),
                   ARG_STRUCT(*s)));
done:
    return st;
}

static clmodp_status move_chosen(clmodp_context *ctx, const clm_selection *sel,
                                 const clm_buffer *places, const select_shape *s)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t items = clm_size_max(clm_div_up(sel->count, s->run), 1);

    TRY(get_kernel(ctx, &kernel, "select_move", sel->bytes));
    TRY(clm_launch(ctx, kernel, items, clm_scan_default(ctx).group,
                   ARG_OUT_OF(sel->out.buffer, sel->out.first + sel->count, sel->bytes),
                   ARG_OUT(sel->total.buffer, sel->total.first + 1, u32),
                   ARG_IN_OF(sel->in.buffer, sel->in.first + sel->count, sel->bytes),
                   ARG_IN(places, sel->count + 1, u32), ARG_STRUCT(*s)));
done:
    return st;
}

clmodp_status clm_select(clmodp_context *ctx, const clm_selection *sel)
{
    clmodp_status st = CLMODP_OK;
    const clm_scan_shape scan = clm_scan_default(ctx);
    clm_buffer marks = {0};
    const clm_scan_range places = {&marks, 0};
    select_shape s = {.count = sel->count, .from = sel->in.first, .to = sel->out.first,
                      .mark_from = sel->flags.first, .total_to = sel->total.first,
                      .run = (u32)scan.run, .bit = sel->bit, .both = sel->both};
    const double words = (double)sel->count * 3; /* of a step, of which there are three */
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
    TRY(clm_throttle_step(ctx, words, 0));
    TRY(mark_chosen(ctx, sel, &marks, &s));
    TRY(clm_throttle_step(ctx, words, 1.0 / 3));
    TRY(clm_scan(ctx, places, places, sel->count + 1, sizeof(u32), true, scan));
    TRY(clm_throttle_step(ctx, words, 2.0 / 3));
    TRY(move_chosen(ctx, sel, &marks, &s));
done:
    clm_scratch_destroy(ctx, &marks);
    return st;
}

/* By every second flag, and by a bit. */
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

        memcpy(words + k * bytes, &value, bytes); /* the low ones on all hosts that there are */
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
            st = clm_trust_wrong(ctx, "the order", "known elements that are chosen");
            goto done;
        }
        sel.flags.buffer = NULL;
    }
done:
    clm_buffer_destroy(ctx, &in);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &marks);
    clm_buffer_destroy(ctx, &count);
    return st;
}

static const char *const names[] = {FILE_NAME, "arrays/scan.cl"};
static const clm_kernel_files files = {names, 2};
static const size_t word = sizeof(u32), long_word = sizeof(u64);

const clm_trust clm_select_trust_words = {"known words that are chosen are in order", &files,
                                        check_known_selection, &word, false};
const clm_trust clm_select_trust_longs = {"known double words that are chosen are in order",
                                          &files, check_known_selection, &long_word, false};
