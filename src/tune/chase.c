/* Launches of cl/tune/chase.cl. */
#include "tune/chase.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/size.h"
#include "cl/arith/fp.h"
#include "device/kernel.h"
#include "tune/trial.h"

#define APART 32           /* words between places: beyond lines of caches, and pairs of these */
#define STEPS 4096         /* of each chain in a launch */
#define GROUPS_A_UNIT 32   /* of GPUs */
#define LEAST_WORDS 1024   /* of memory that all caches hold */

/* A circle through `places` places, and the chains that follow it. */
typedef struct chase {
    const clm_kernel *kernel;
    const clm_buffer *memory;
    u32 *order; /* the circle */
    size_t places, most;
    clm_buffer ends; /* where the chains are */
    u32 *end;        /* of the host */
    size_t items, group, chains, room;
    uint64_t steps;  /* of each chain so far */
} chase;

/* Sattolo's shuffle is not needed: a circle through a shuffled order is one circle. */
static void shuffle(chase *c, size_t places)
{
    clm_random random = {1};

    for (size_t k = 0; k < places; k++)
        c->order[k] = (u32)(k * APART);
    for (size_t k = places; k > 1; k--) {
        const size_t other = (size_t)clm_random_below(&random, k);
        const u32 kept = c->order[k - 1];

        c->order[k - 1] = c->order[other];
        c->order[other] = kept;
    }
    c->places = places;
}

/* Make the circle through the first places of memory. */
static clmodp_status link_places(clmodp_context *ctx, chase *c, size_t places)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    clm_buffer order = {0};

    shuffle(c, places);
    TRY(clm_kernel_get(ctx, &kernel, "tune/chase.cl", "chase_link"));
    TRY(clm_buffer_create(ctx, &order, places, sizeof(u32)));
    TRY(clm_buffer_write(ctx, &order, 0, c->order, places * sizeof(u32)));
    TRY(clm_launch(ctx, kernel, places, 0, ARG_OUT(c->memory, places * APART, u32),
                   ARG_IN(&order, places, u32), ARG_U32(places)));
done:
    clm_buffer_destroy(ctx, &order);
    return st;
}

static size_t begin_of(const chase *c, size_t chain)
{
    return (size_t)((u64)c->places * chain / (c->items * c->chains));
}

static clmodp_status follow(clmodp_context *ctx, void *user, size_t times)
{
    clmodp_status st = CLMODP_OK;
    chase *c = user;

    for (size_t k = 0; k < times; k++, c->steps += STEPS)
        TRY(clm_launch(ctx, c->kernel, c->items, c->group,
                       ARG_INOUT(&c->ends, c->items * c->chains, u32),
                       ARG_IN(c->memory, c->places * APART, u32), ARG_U32(STEPS)));
done:
    return st;
}

static clmodp_status check(clmodp_context *ctx, const chase *c)
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

/* Nanoseconds of an access by so many work-items that each follow so many chains. */
static clmodp_status measure(clmodp_context *ctx, clmodp_figure *out, chase *c, size_t items,
                             size_t chains)
{
    clmodp_status st = CLMODP_OK;

    c->items = items;
    c->chains = chains;
    c->steps = 0;
    c->group = items == 1 || ctx->tuning.vector_width > 1 ? 1 : ctx->tuning.group;
    REQUIRE(&ctx->error, items * chains <= c->room);
    for (size_t k = 0; k < items * chains; k++)
        c->end[k] = c->order[begin_of(c, k)];
    TRY(clm_kernel_get_with(ctx, &c->kernel, "tune/chase.cl", "chase_follow",
                            "#define CHASE_CHAINS %zu\n", chains));
    TRY(clm_buffer_write(ctx, &c->ends, 0, c->end, items * chains * sizeof(u32)));
    TRY(clm_trial_measure(ctx, out, follow, c, (double)(items * chains) * STEPS));
    TRY(check(ctx, c));
done:
    return st;
}

/* Work-items that keep all units busy with few chains each; fewer where there are not as many
 * places. */
static size_t filling(const clmodp_context *ctx, size_t places)
{
    const bool vectors = ctx->tuning.vector_width > 1;
    const size_t group = vectors ? 1 : ctx->tuning.group;
    const size_t groups = ctx->device.compute_units * (vectors ? 1 : GROUPS_A_UNIT);

    return clm_size_max(clm_size_min(groups, places / group), 1) * group;
}

static clmodp_status measure_together(clmodp_context *ctx, clmodp_figure *out, chase *c)
{
    clmodp_status st = CLMODP_OK;
    const size_t items = filling(ctx, c->places);
    clmodp_figure figure;

    out->value = INFINITY;
    for (int k = 0; k < CLMODP_CHASES && items << k <= c->places; k += 2) {
        TRY(measure(ctx, &figure, c, items, (size_t)1 << k));
        if (figure.value < out->value)
            *out = figure;
    }
done:
    return st;
}

/* What the caches of a unit hold, by time: where local memory is no memory of its own. */
static clmodp_status measure_caches(clmodp_context *ctx, clmodp_figure *out, chase *c,
                                    double slow)
{
    clmodp_status st = CLMODP_OK;
    clmodp_figure figure = {0};

    for (size_t words = LEAST_WORDS; words <= c->most * APART; words *= 2) {
        TRY(link_places(ctx, c, words / APART));
        TRY(measure(ctx, &figure, c, 1, 1));
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
    TRY(clm_memory_local(ctx, &apart));
    if (!apart)
        TRY(measure_caches(ctx, &out->Z, c, out->chase[0].value));
done:
    return st;
}

clmodp_status clm_tune_chases(clmodp_context *ctx, clmodp_calibration *out,
                              const clm_buffer *memory, size_t words)
{
    clmodp_status st = CLMODP_OK;
    chase c = {.memory = memory, .most = words / APART};

    c.room = clm_size_max(filling(ctx, c.most) * 64, 64);
    c.room = clm_size_max(clm_size_min(c.room, c.most), 64);
    NEW(&ctx->error, c.order, c.most);
    NEW(&ctx->error, c.end, c.room);
    TRY(clm_buffer_create(ctx, &c.ends, c.room, sizeof(u32)));
    TRY(link_places(ctx, &c, c.most));
    for (int k = 0; k < CLMODP_CHASES; k++)
        TRY(measure(ctx, &out->chase[k], &c, 1, (size_t)1 << k));
    TRY(measure_together(ctx, &out->random, &c));
    TRY(measure_fast(ctx, out, &c));
done:
    clm_buffer_destroy(ctx, &c.ends);
    free(c.end);
    free(c.order);
    return st;
}
