/* Selection of the primes and lengths of transforms, and their tables. */
#include "fpx/fast/ring.h"

#include <math.h>

#include "core/size.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"

/* 27 2^26 + 1, 15 2^27 + 1, 63 2^25 + 1: above 2^30, so that a word is less than twice a prime,
 * and ascending, so that residues modulo one prime are residues modulo the next. */
static const u32 transform_primes[SPECTRA_PRIMES] = {1811939329, 2013265921, 2113929217};

static bool divides_all(const clm_ring_plan *p, size_t length)
{
    for (size_t n = 0; n < p->primes; n++)
        if ((p->prime[n] - 1) % length != 0)
            return false;
    return true;
}

/* Most words of a transform that is faster in one work-group. */
#define WHOLE_MOST ((size_t)16384)

/* The radices of spectra_whole.cl. */
static const u32 whole_radices[] = {8, 5, 4, 3, 2};

/* The passes of whole transforms. */
static clm_ntt_plan whole_plan(size_t length)
{
    clm_ntt_plan plan = {.length = length};

    for (size_t k = 0; k < sizeof whole_radices / sizeof *whole_radices; k++)
        for (; length % whole_radices[k] == 0; length /= whole_radices[k])
            plan.radix[plan.passes++] = whole_radices[k];
    return plan;
}

clm_ntt_plan clm_ring_passes(const clm_ring_plan *plan)
{
    if (plan->length == 0)
        return (clm_ntt_plan){.length = 0};
    return plan->whole ? whole_plan(plan->length) : clm_ntt_plan_for(plan->length);
}

/* Selects the cheapest length from `least` to 2 least with length | p - 1 for all the primes. */
static void choose_length(clm_ring_plan *out, size_t least, size_t most_whole)
{
    static const size_t odd[] = {1, 3, 5, 7, 9, 15};

    out->length = 0;
    out->ns = INFINITY;
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
        size_t length = odd[k];
        double ns;

        while (length < least)
            length *= 2;
        if (!divides_all(out, length) || (odd[k] == 7 && length <= most_whole))
            continue;
        ns = clm_ntt_plan_for(length).ns * (double)length * (double)out->primes;
        if (ns < out->ns || out->length == 0) {
            out->ns = ns;
            out->length = length;
        }
    }
    out->whole = out->length != 0 && out->length <= most_whole;
}

/* Selects the fewest fixed primes whose product exceeds sums of `terms` products modulo p. */
static void take_primes(clm_ring_plan *out, double terms, double p)
{
    double bound = 1.0;

    *out = (clm_ring_plan){.primes = 0};
    do {
        out->prime[out->primes] = transform_primes[out->primes];
        bound *= transform_primes[out->primes++];
    } while (bound <= 1.001 * terms * (p - 1.0) * (p - 1.0)); /* a margin above rounding errors */
}

/* Polynomials side by side; a CPU's value as long as no device is open. */
static size_t ring_tile(const clmodp_context *ctx)
{
    return ctx->queue != NULL ? ctx->tuning.tile : 16;
}

clm_ring_plan clm_ring_plan_for(const clmodp_context *ctx, size_t least, double terms, u32 p)
{
    const size_t length = clm_div_up(least, ring_tile(ctx));
    const size_t whole = WHOLE_MOST / ring_tile(ctx);
    clm_ring_plan out = {.prime = {p}, .primes = 1, .direct = true};

    if (p > 2)
        choose_length(&out, length, whole);
    if (out.length == 0) {
        take_primes(&out, terms, p);
        choose_length(&out, length, whole);
    }
    return out;
}

double clm_ring_launches(const clm_ring_plan *plan, double calls)
{
    if (plan->length == 0)
        return INFINITY;
    return plan->whole ? calls : calls * (1.0 + (double)clm_ring_passes(plan).passes);
}

/* N of a plan. */
static size_t ring_size(const clmodp_context *ctx, const clm_ring_plan *plan)
{
    return clm_size_times(plan->length, ring_tile(ctx));
}

spectra_shape clm_ring_shape(const clm_ring *ring)
{
    const clm_ntt_plan plan = clm_ring_passes(&ring->plan);

    return (spectra_shape){.radices = clm_ntt_packed_radices(&plan),
                           .length = (u32)ring->plan.length, .primes = (u32)ring->plan.primes};
}

size_t clm_spectra_group(const clmodp_context *ctx)
{
    return ctx->tuning.tile / ctx->tuning.vector_width;
}

clm_amounts clm_ring_cost(const clmodp_context *ctx, const clm_ring_plan *plan, double forward,
                          double products, double backward)
{
    const double tile = (double)ring_tile(ctx);
    const double words = (double)plan->length * tile * (double)plan->primes;
    clm_amounts all = {.of = {0.0}};

    if (plan->length > 0)
        all.of[CLM_OP_FAST_HALVING] = (forward + backward) * words * log2((double)plan->length);
    all.of[CLM_OP_FAST_PRODUCT] = products * words * tile;
    all.of[CLM_OP_FAST_WORD] = (forward + backward) * words;
    all.of[CLM_OP_LAUNCH] = clm_ring_launches(plan, forward + backward) + products;
    return all;
}

/* The key, by kind, of a ring's tables in the pool. Fixed primes follow from the first one. */
static uint64_t table_key(const clm_ring_plan *plan, uint64_t kind)
{
    return (uint64_t)plan->length << 35 | kind << 33 | (uint64_t)plan->primes << 31 |
           plan->prime[0];
}

/* The kind of tables of evaluation points, which are in the order of the passes. */
static uint64_t values_kind(const clm_ring_plan *plan)
{
    return plan->whole ? 0 : 3;
}

static bool take_ring_tables(clmodp_context *ctx, clm_ring *ring)
{
    const clm_ring_plan *plan = &ring->plan;
    const size_t bytes = clm_size_times(plan->length, plan->primes * sizeof(u32));

    ring->field = (clm_ntt_field){.plan = clm_ring_passes(plan), .primes = plan->primes};
    return clm_pool_take(ctx, &ring->field.info, table_key(plan, 1),
                         plan->primes * sizeof(prime_info)) &&
           clm_pool_take(ctx, &ring->field.roots, table_key(plan, 2), bytes) &&
           clm_pool_take(ctx, &ring->values, table_key(plan, values_kind(plan)), bytes);
}

static void destroy_ring_tables(clmodp_context *ctx, clm_ring *ring)
{
    clm_ntt_field_destroy(ctx, &ring->field);
    clm_buffer_destroy(ctx, &ring->values);
}

static clmodp_status make_ring_tables(clmodp_context *ctx, clm_ring *ring)
{
    clmodp_status st = CLMODP_OK;
    const clm_ring_plan *plan = &ring->plan;
    const size_t count = clm_size_times(plan->length, plan->primes);
    const spectra_shape s = clm_ring_shape(ring);

    TRY(clm_ntt_field_create(ctx, &ring->field, plan->prime, plan->primes, plan->length));
    ring->field.plan = clm_ring_passes(plan);
    TRY(clm_buffer_create(ctx, &ring->values, count, sizeof(u32)));
    TRY(clm_run(ctx, KERNEL_NT(CLM_SPECTRA_FILE, "spectra_places", clm_spectra_group(ctx)), count,
                0, ARG_OUT(&ring->values, count, u32), ARG_IN(&ring->field.roots, count, u32),
                ARG_STRUCT(s)));
done:
    return st;
}

clmodp_status clm_ring_create(clmodp_context *ctx, clm_ring *ring, const clm_ring_plan *plan,
                              u32 p)
{
    clmodp_status st = CLMODP_OK;

    *ring = (clm_ring){.plan = *plan, .p = p, .size = ring_size(ctx, plan)};
    if (plan->length == 0 || ring->size > UINT32_MAX / 2)
        FAIL(&ctx->error, CLMODP_LIMIT, "polynomials are too long for transforms modulo %lu",
             (unsigned long)p);
    if (take_ring_tables(ctx, ring))
        goto done;
    destroy_ring_tables(ctx, ring);
    TRY(make_ring_tables(ctx, ring));
done:
    if (st != CLMODP_OK)
        destroy_ring_tables(ctx, ring);
    return st;
}

void clm_ring_destroy(clmodp_context *ctx, clm_ring *ring)
{
    clm_pool_give(ctx, &ring->field.info, table_key(&ring->plan, 1));
    clm_pool_give(ctx, &ring->field.roots, table_key(&ring->plan, 2));
    clm_pool_give(ctx, &ring->values, table_key(&ring->plan, values_kind(&ring->plan)));
    *ring = (clm_ring){.p = 0};
}
