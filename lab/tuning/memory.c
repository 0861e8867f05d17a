/* Measures a device's memory with the kernels of cl/tuning/memory.cl: copies of consecutive words,
 * reads at distances, and chains of words whose address was read just before. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "cl/arith/fp.h"
#include "opencl/kernel.h"
#include "opencl/tuning.h"
#include "lab/tuning/tuning.h"

/* ---- consecutive words and words at distances ---- */

#define MOST_WORDS ((size_t)1 << 25)  /* larger than nearly all caches */
#define LEAST_WORDS ((size_t)1 << 20)
#define STRIDES 7  /* distances of 1, 2, 4, ..., 64 words */
#define RUN 64     /* words added by a work-item */

/* Returns the size of each of two buffers in words, a power of two: larger than the caches, as far
 * as memory allows. */
static size_t words_beyond_caches(const clmodp_context *ctx)
{
    const uint64_t left = clm_memory_left(ctx) / 8, at_once = ctx->device.max_allocation;
    const uint64_t bytes = left < at_once ? left : at_once;
    size_t words = MOST_WORDS;

    while (words > LEAST_WORDS && words * sizeof(u32) > bytes)
        words /= 2;
    return words;
}

/* Returns whether this size is the intended one or the largest that the device allows in a buffer.
 * Smaller buffers, due to a cap on memory, may fit caches. */
static bool words_suffice(const clmodp_context *ctx)
{
    const size_t words = words_beyond_caches(ctx);

    return words == MOST_WORDS || 2 * words * sizeof(u32) > ctx->device.max_allocation;
}

typedef struct stream {
    const clm_kernel *kernel;
    const clm_buffer *to, *from;
    size_t words, items, group;
    u32 begin, step;
} stream;

static clmodp_status copy_words(clmodp_context *ctx, void *user)
{
    const stream *s = user;

    return clm_launch(ctx, s->kernel, s->words / ctx->tuning.vector_width, s->group,
                      ARG_OUT(s->to, s->words, u32), ARG_IN(s->from, s->words, u32));
}

static clmodp_status add_distant_words(clmodp_context *ctx, void *user)
{
    const stream *s = user;

    return clm_launch(ctx, s->kernel, s->items, s->group, ARG_OUT(s->to, s->items, u32),
                      ARG_IN(s->from, s->words, u32), ARG_U32(RUN), ARG_U32(s->begin),
                      ARG_U32(s->step));
}

/* Reads all words at a distance of `stride` in the buffer once. Work-items of CPUs have a
 * contiguous range each, work-items of GPUs read adjacent words. */
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
    return clm_trial_measure(ctx, out, add_distant_words, s, (double)read);
}

/* Fills stream, scatter and C; to and from have `words` words each. */
static clmodp_status measure_streams(clmodp_context *ctx, clmodp_calibration *out,
                                     const clm_buffer *to, const clm_buffer *from, size_t words)
{
    clmodp_status st = CLMODP_OK;
    const size_t group = ctx->tuning.group;
    /* a power of two, so that all groups are full */
    stream s = {.to = to, .from = from, .words = words, .group = group & (~group + 1)};
    clmodp_figure apart[STRIDES];
    int least = STRIDES - 1;

    TRY(clm_kernel_get(ctx, &s.kernel, "tuning/memory.cl", "memory_copy"));
    TRY(clm_trial_measure(ctx, &out->stream, copy_words, &s, 2.0 * (double)words));
    TRY(clm_kernel_get(ctx, &s.kernel, "tuning/memory.cl", "memory_strided"));
    for (int k = 0; k < STRIDES; k++)
        TRY(measure_stride(ctx, &apart[k], &s, (size_t)1 << k));
    out->scatter = apart[STRIDES - 1];
    while (least > 0 && apart[least - 1].value * sqrt(2.0) >= out->scatter.value)
        least--;
    out->C = (clmodp_figure){exp2(least), out->scatter.spread};
done:
    return st;
}

/* ---- chains ---- */

#define CHASE_APART 32    /* words between elements: more than pairs of cache lines */
#define CHASE_STEPS 4096  /* of each chain in a launch */
#define CHASE_GROUPS 32   /* work-groups of a compute unit of GPUs */
#define LEAST_CACHED 1024 /* words that fit every cache */

/* A cycle through `places` elements of memory, and the chains following it. */
typedef struct chase {
    const clm_kernel *kernel;
    const clm_buffer *memory;
    u32 *order; /* the cycle */
    size_t places, most;
    clm_buffer ends; /* current elements of the chains */
    u32 *end;        /* the same on the host */
    size_t items, group, chains, room;
    uint64_t steps;  /* of each chain so far */
} chase;

/* Shuffles the elements; linking any order gives one cycle, without Sattolo's algorithm. */
static void shuffle(chase *c, size_t places)
{
    clm_random random = {1};

    for (size_t k = 0; k < places; k++)
        c->order[k] = (u32)(k * CHASE_APART);
    for (size_t k = places; k > 1; k--) {
        const size_t other = (size_t)clm_random_below(&random, k);
        const u32 kept = c->order[k - 1];

        c->order[k - 1] = c->order[other];
        c->order[other] = kept;
    }
    c->places = places;
}

/* Links the cycle through the first `places` elements of memory. */
static clmodp_status link_places(clmodp_context *ctx, chase *c, size_t places)
{
    clmodp_status st = CLMODP_OK;
    clm_buffer order = {0};

    shuffle(c, places);
    TRY(clm_buffer_load(ctx, &order, c->order, places, sizeof(u32)));
    TRY(clm_run(ctx, KERNEL("tuning/memory.cl", "memory_link"), places, 0,
                ARG_OUT(c->memory, places * CHASE_APART, u32), ARG_IN(&order, places, u32),
                ARG_U32(places)));
done:
    clm_buffer_destroy(ctx, &order);
    return st;
}

static size_t begin_of(const chase *c, size_t chain)
{
    return (size_t)((u64)c->places * chain / (c->items * c->chains));
}

static clmodp_status follow_chains(clmodp_context *ctx, void *user)
{
    chase *c = user;

    c->steps += CHASE_STEPS;
    return clm_launch(ctx, c->kernel, c->items, c->group,
                      ARG_INOUT(&c->ends, c->items * c->chains, u32),
                      ARG_IN(c->memory, c->places * CHASE_APART, u32), ARG_U32(CHASE_STEPS));
}

static clmodp_status check_chains(clmodp_context *ctx, const chase *c)
{
    clmodp_status st = CLMODP_OK;
    const size_t chains = c->items * c->chains;

    TRY(clm_buffer_read(ctx, &c->ends, 0, c->end, chains * sizeof(u32)));
    for (size_t k = 0; k < chains; k++)
        if (c->end[k] != c->order[(begin_of(c, k) + c->steps) % c->places])
            FAIL(&ctx->error, CLMODP_CORRUPT,
                 "the device \"%s\" (driver %s) follows a known chain wrongly: " CLM_WRONG_VALUE,
                 ctx->device.name, ctx->device.driver);
done:
    return st;
}

/* Measures the nanoseconds of an access by `items` work-items, each following `chains` chains. */
static clmodp_status measure_chains(clmodp_context *ctx, clmodp_figure *out, chase *c,
                                    size_t items, size_t chains)
{
    clmodp_status st = CLMODP_OK;

    c->items = items;
    c->chains = chains;
    c->steps = 0;
    c->group = items == 1 || ctx->tuning.vector_width > 1 ? 1 : ctx->tuning.group;
    REQUIRE(&ctx->error, items * chains <= c->room);
    for (size_t k = 0; k < items * chains; k++)
        c->end[k] = c->order[begin_of(c, k)];
    TRY(clm_kernel_get_with(ctx, &c->kernel, "tuning/memory.cl", "memory_chase",
                            "#define MEMORY_CHAINS %zu\n", chains));
    TRY(clm_buffer_write(ctx, &c->ends, 0, c->end, items * chains * sizeof(u32)));
    TRY(clm_trial_measure(ctx, out, follow_chains, c, (double)(items * chains) * CHASE_STEPS));
    TRY(check_chains(ctx, c));
done:
    return st;
}

/* Returns the work-items that keep all compute units busy; fewer if there are few elements. */
static size_t filling(const clmodp_context *ctx, size_t places)
{
    const bool vectors = ctx->tuning.vector_width > 1;
    const size_t group = vectors ? 1 : ctx->tuning.group;
    const size_t groups = ctx->device.compute_units * (vectors ? 1 : CHASE_GROUPS);

    return clm_size_max(clm_size_min(groups, places / group), 1) * group;
}

static clmodp_status measure_together(clmodp_context *ctx, clmodp_figure *out, chase *c)
{
    clmodp_status st = CLMODP_OK;
    const size_t items = filling(ctx, c->places);
    clmodp_figure figure;

    out->value = INFINITY;
    for (int k = 0; k < CLMODP_CHASES && items << k <= c->places; k += 2) {
        TRY(measure_chains(ctx, &figure, c, items, (size_t)1 << k));
        if (figure.value < out->value)
            *out = figure;
    }
done:
    return st;
}

/* Determines the cache size of a compute unit from access times, for devices without separate
 * local memory. */
static clmodp_status measure_caches(clmodp_context *ctx, clmodp_figure *out, chase *c,
                                    double slow)
{
    clmodp_status st = CLMODP_OK;
    clmodp_figure figure = {0};

    for (size_t words = LEAST_CACHED; words <= c->most * CHASE_APART; words *= 2) {
        TRY(link_places(ctx, c, words / CHASE_APART));
        TRY(measure_chains(ctx, &figure, c, 1, 1));
        if (figure.value <= slow / 2)
            *out = (clmodp_figure){(double)words, figure.spread};
    }
done:
    return st;
}

static clmodp_status measure_fast(clmodp_context *ctx, clmodp_calibration *out, chase *c)
{
    clmodp_status st = CLMODP_OK;
    bool apart;

    out->Z = (clmodp_figure){(double)(ctx->device.local_memory / sizeof(u32)), 0};
    TRY(clm_device_has_local_memory(ctx, &apart));
    if (!apart)
        TRY(measure_caches(ctx, &out->Z, c, out->chase[0].value));
done:
    return st;
}

/* Fills chase, random and Z; `memory` has `words` words, a power of two. */
static clmodp_status measure_chases(clmodp_context *ctx, clmodp_calibration *out,
                                    const clm_buffer *memory, size_t words)
{
    clmodp_status st = CLMODP_OK;
    chase c = {.memory = memory, .most = words / CHASE_APART};

    c.room = clm_size_max(filling(ctx, c.most) * 64, 64);
    c.room = clm_size_max(clm_size_min(c.room, c.most), 64);
    NEW(&ctx->error, c.order, c.most);
    NEW(&ctx->error, c.end, c.room);
    TRY(clm_buffer_create(ctx, &c.ends, c.room, sizeof(u32)));
    TRY(link_places(ctx, &c, c.most));
    for (int k = 0; k < CLMODP_CHASES; k++)
        TRY(measure_chains(ctx, &out->chase[k], &c, 1, (size_t)1 << k));
    TRY(measure_together(ctx, &out->random, &c));
    TRY(measure_fast(ctx, out, &c));
done:
    clm_buffer_destroy(ctx, &c.ends);
    free(c.end);
    free(c.order);
    return st;
}

clmodp_status clm_calibrate_memory(clmodp_context *ctx, clmodp_calibration *out, bool *whole)
{
    clmodp_status st = CLMODP_OK;
    const size_t words = words_beyond_caches(ctx);
    clm_buffer to = {0}, from = {0};

    *whole = words_suffice(ctx);
    TRY(clm_buffer_create(ctx, &to, words, sizeof(cl_uint)));
    TRY(clm_buffer_create(ctx, &from, words, sizeof(cl_uint)));
    TRY(clm_buffer_fill(ctx, &from, 1, words));
    TRY(measure_streams(ctx, out, &to, &from, words));
    TRY(clm_progress(ctx, 0.6));
    TRY(measure_chases(ctx, out, &from, words));
done:
    clm_buffers_destroy(ctx, &from, &to);
    return st;
}
