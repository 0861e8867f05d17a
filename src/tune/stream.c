/* Launches of cl/tune/stream.cl. */
#include "tune/stream.h"

#include <math.h>

#include "cl/arith/fp.h"
#include "device/kernel.h"
#include "tune/trial.h"

#define MOST_WORDS ((size_t)1 << 25)  /* beyond all caches that there are, but for few */
#define LEAST_WORDS ((size_t)1 << 20)
#define STRIDES 7  /* distances of 1, 2, 4, ..., 64 words */
#define RUN 64     /* words that a work-item adds */

size_t clm_tune_words(const clmodp_context *ctx)
{
    const uint64_t left = clm_memory_left(ctx) / 8, at_once = ctx->device.max_allocation;
    const uint64_t bytes = left < at_once ? left : at_once;
    size_t words = MOST_WORDS;

    while (words > LEAST_WORDS && words * sizeof(u32) > bytes)
        words /= 2;
    return words;
}

bool clm_tune_words_suffice(const clmodp_context *ctx)
{
    const size_t words = clm_tune_words(ctx);

    return words == MOST_WORDS || 2 * words * sizeof(u32) > ctx->device.max_allocation;
}

typedef struct stream {
    const clm_kernel *kernel;
    const clm_buffer *to, *from;
    size_t words, items, group;
    u32 begin, step;
} stream;

static clmodp_status copy(clmodp_context *ctx, void *user, size_t times)
{
    clmodp_status st = CLMODP_OK;
    const stream *s = user;

    for (size_t k = 0; k < times; k++)
        TRY(clm_launch(ctx, s->kernel, s->words / ctx->tuning.vector_width, s->group,
                       ARG_OUT(s->to, s->words, u32), ARG_IN(s->from, s->words, u32)));
done:
    return st;
}

static clmodp_status add_apart(clmodp_context *ctx, void *user, size_t times)
{
    clmodp_status st = CLMODP_OK;
    const stream *s = user;

    for (size_t k = 0; k < times; k++)
        TRY(clm_launch(ctx, s->kernel, s->items, s->group, ARG_OUT(s->to, s->items, u32),
                       ARG_IN(s->from, s->words, u32), ARG_U32(RUN), ARG_U32(s->begin),
                       ARG_U32(s->step)));
done:
    return st;
}

/* All words at a distance of `stride` in the buffer are read once. A core has a stretch of memory
 * to itself, work-items of GPUs take words beside each other. */
static clmodp_status measure_stride(clmodp_context *ctx, clmodp_figure *out, stream *s,
                                    size_t stride)
{
    const size_t read = s->words / stride;

    s->items = read / RUN;
    if (ctx->tuning.vector_width > 1) {
        s->begin = (u32)(RUN * stride);
        s->step = (u32)stride;
    } else {
        s->begin = (u32)stride;
        s->step = (u32)(s->items * stride);
    }
    return clm_trial_measure(ctx, out, add_apart, s, (double)read);
}

clmodp_status clm_tune_streams(clmodp_context *ctx, clmodp_calibration *out, const clm_buffer *to,
                               const clm_buffer *from, size_t words)
{
    clmodp_status st = CLMODP_OK;
    const size_t group = ctx->tuning.group;
    /* A power of two, so that there are whole groups only. */
    stream s = {.to = to, .from = from, .words = words, .group = group & (~group + 1)};
    clmodp_figure apart[STRIDES];
    int least = STRIDES - 1;

    TRY(clm_kernel_get(ctx, &s.kernel, "tune/stream.cl", "stream_copy"));
    TRY(clm_trial_measure(ctx, &out->stream, copy, &s, 2.0 * (double)words));
    TRY(clm_kernel_get(ctx, &s.kernel, "tune/stream.cl", "stream_apart"));
    for (int k = 0; k < STRIDES; k++)
        TRY(measure_stride(ctx, &apart[k], &s, (size_t)1 << k));
    out->scatter = apart[STRIDES - 1];
    while (least > 0 && apart[least - 1].value * sqrt(2.0) >= out->scatter.value)
        least--;
    out->C = (clmodp_figure){exp2(least), out->scatter.spread};
done:
    return st;
}
