/* Launches of cl/fpx/fast/multiply.cl, and the primes and lengths of its transforms. */
#include "fpx/fast/multiply.h"

#include <math.h>

#include "arith/field.h"
#include "base/size.h"
#include "cl/fpx/fast/multiply_shape.h"
#include "device/kernel.h"
#include "fpx/ntt.h"
#include "fpx/ntt_field.h"

#define FILE_NAME "fpx/fast/multiply.cl"

/* Values that a work-group multiplies. */
#define RUN 64

/* 27 2^26 + 1, 15 2^27 + 1, 63 2^25 + 1: above 2^30, so that a word is less than twice a prime,
 * and ascending, so that residues modulo one are residues modulo the next. */
static const u32 primes_of_ours[FAST_PRIMES] = {1811939329, 2013265921, 2113929217};

/* How a product is transformed. */
typedef struct plan {
    size_t length; /* M; 0: there is none */
    u32 prime[FAST_PRIMES];
    size_t primes;
    bool direct; /* p is the only prime */
    double ns;   /* a word of a transform in all primes */
} plan;

static bool divides_all(const plan *p, size_t length)
{
    for (size_t n = 0; n < p->primes; n++)
        if ((p->prime[n] - 1) % length != 0)
            return false;
    return true;
}

/* The cheapest length from `least` to twice that which divides p - 1 for all the primes. */
static void choose_length(plan *out, size_t least)
{
    static const size_t odd[] = {1, 3, 5, 7, 9, 15};

    out->length = 0;
    out->ns = INFINITY;
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
        size_t length = odd[k];
        double ns;

        while (length < least)
            length *= 2;
        if (!divides_all(out, length))
            continue;
        ns = clm_ntt_plan_for(length).ns * (double)length * (double)out->primes;
        if (ns < out->ns || out->length == 0) {
            out->ns = ns;
            out->length = length;
        }
    }
}

/* As few of our primes as hold the sums of `terms` products modulo p. */
static void take_primes(plan *out, double terms, double p)
{
    double bound = 1.0;

    *out = (plan){.primes = 0};
    do {
        out->prime[out->primes] = primes_of_ours[out->primes];
        bound *= primes_of_ours[out->primes++];
    } while (bound <= 1.001 * terms * (p - 1.0) * (p - 1.0)); /* no rounding is as much */
}

/* Polynomials side by side; those of a CPU as long as no device is open. */
static size_t tile_of(const clmodp_context *ctx)
{
    return ctx->queue != NULL ? ctx->tuning.tile : 16;
}

static plan plan_for(const clmodp_context *ctx, size_t n, size_t m, u32 p)
{
    const size_t least = clm_div_up(n + m - 1, tile_of(ctx));
    plan out = {.prime = {p}, .primes = 1, .direct = true};

    if (p > 2)
        choose_length(&out, least);
    if (out.length == 0) {
        take_primes(&out, (double)clm_size_min(n, m), p);
        choose_length(&out, least);
    }
    return out;
}

clm_ntt_plan clm_fast_multiply_plan(const clmodp_context *ctx, size_t n, size_t m, u32 p)
{
    const plan how = plan_for(ctx, n, m, p);

    return how.length == 0 ? (clm_ntt_plan){0} : clm_ntt_plan_for(how.length);
}

clm_amounts clm_fast_multiply_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p,
                                   bool square)
{
    const double tile = (double)tile_of(ctx);
    const plan how = plan_for(ctx, n, m, p);
    const double words = (double)how.length * tile * (double)how.primes;
    const clm_ntt_plan passes = clm_ntt_plan_for(how.length);
    const double transforms = square ? 2.0 : 3.0;
    clm_amounts all = clm_ntt_cost(&passes, transforms * words);

    all.of[CLM_OP_FAST_PRODUCT] = words * tile;
    all.of[CLM_OP_FAST_WORD] = words * transforms;
    all.of[CLM_OP_LAUNCH] = transforms * (1.0 + (double)passes.passes) + 3.0;
    all.of[CLM_OP_WAIT] = 1.0;
    return all;
}

/* Work-items that share a value. */
static size_t group_of(const clmodp_context *ctx)
{
    return ctx->tuning.tile / ctx->tuning.vector_width;
}

typedef struct multiplication {
    clmodp_context *ctx;
    plan how;
    fast_multiply_shape shape;
    size_t words; /* of a transform in all primes */
    clm_ntt_field field;
    clm_buffer a, b;
} multiplication;

static clmodp_status load(multiplication *m, const clm_buffer *to, clm_poly from)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const clm_ntt_batch batch = clm_ntt_field_batch(&m->field, to, m->ctx->tuning.tile, 1);
    const size_t items = m->words / m->how.primes / m->ctx->tuning.vector_width;

    m->shape.count = (u32)from.count;
    TRY(clm_kernel_get_with(m->ctx, &kernel, FILE_NAME, "fast_multiply_load", CLM_DEFINE_NT,
                            group_of(m->ctx)));
    TRY(clm_launch(m->ctx, kernel, items, 0, ARG_OUT(to, m->words, u32),
                   ARG_IN(from.words, from.count, u32),
                   ARG_IN(&m->field.info, m->how.primes, prime_info), ARG_STRUCT(m->shape)));
    TRY(clm_ntt_run(m->ctx, &m->field.plan, &batch, CLM_NTT_FORWARD));
done:
    return st;
}

/* The first transform := that of the product. */
static clmodp_status multiply_values(multiplication *m, const clm_buffer *b)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t group = group_of(m->ctx);
    const size_t values = m->how.length * m->how.primes;

    TRY(clm_kernel_get_with(m->ctx, &kernel, FILE_NAME, "fast_multiply_values", CLM_DEFINE_NT,
                            group));
    TRY(clm_launch(m->ctx, kernel, m->shape.groups * m->how.primes * group, group,
                   ARG_INOUT(&m->a, m->words, u32), ARG_IN(b, m->words, u32),
                   ARG_IN(&m->field.roots, values, u32),
                   ARG_IN(&m->field.info, m->how.primes, prime_info), ARG_STRUCT(m->shape),
                   ARG_LOCAL(FAST_AHEAD * FAST_PART((size_t)m->ctx->tuning.tile) *
                             sizeof(u32))));
done:
    return st;
}

/* What recombination needs: constants in Montgomery form. */
static fast_recombination recombination(const plan *how, u32 p)
{
    fast_recombination c = {.target = {.p = p}};
    u32 weight;

    if (p == 2)
        return c;
    c.target = clm_field(p);
    weight = fp_to(how->prime[0], c.target);
    c.weight[0] = weight;
    if (how->primes > 1) {
        const fp_field second = clm_field(how->prime[1]);

        c.weight[1] = fp_mul(weight, fp_to(how->prime[1], c.target), c.target);
        c.inverse[0] = fp_inv(fp_to(how->prime[0], second), second);
    }
    if (how->primes > 2) {
        const fp_field third = clm_field(how->prime[2]);

        c.inverse[1] = fp_inv(fp_to(how->prime[0], third), third);
        c.second = fp_inv(fp_to(how->prime[1], third), third);
    }
    return c;
}

static clmodp_status store(multiplication *m, const clm_buffer *product, size_t count, u32 p)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const fast_recombination c = recombination(&m->how, p);
    const clm_ntt_batch batch = clm_ntt_field_batch(&m->field, &m->a, m->ctx->tuning.tile, 1);

    m->shape.count = (u32)count;
    TRY(clm_ntt_run(m->ctx, &m->field.plan, &batch, CLM_NTT_BACKWARD));
    TRY(clm_kernel_get_with(m->ctx, &kernel, FILE_NAME, "fast_multiply_store", CLM_DEFINE_NT,
                            group_of(m->ctx)));
    TRY(clm_launch(m->ctx, kernel, clm_div_up(count, m->ctx->tuning.vector_width), 0,
                   ARG_OUT(product, count, u32), ARG_IN(&m->a, m->words, u32),
                   ARG_IN(&m->field.info, m->how.primes, prime_info), ARG_STRUCT(m->shape),
                   ARG_STRUCT(c), ARG_U32(m->how.direct)));
done:
    return st;
}

static clmodp_status run(multiplication *m, clm_poly a, clm_poly b, bool square)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_ntt_field_create(m->ctx, &m->field, m->how.prime, NULL, m->how.primes,
                             m->how.length));
    m->shape = (fast_multiply_shape){.length = (u32)m->how.length, .primes = (u32)m->how.primes,
                                     .run = RUN, .groups = (u32)clm_div_up(m->how.length, RUN),
                                     .radices = clm_ntt_packed_radices(&m->field.plan)};
    m->words = clm_size_times(clm_size_times(m->how.length, m->how.primes), m->ctx->tuning.tile);
    TRY(clm_buffer_create(m->ctx, &m->a, m->words, sizeof(u32)));
    TRY(load(m, &m->a, a));
    if (!square) {
        TRY(clm_buffer_create(m->ctx, &m->b, m->words, sizeof(u32)));
        TRY(load(m, &m->b, b));
    }
    TRY(multiply_values(m, square ? &m->a : &m->b));
done:
    return st;
}

clmodp_status clm_fast_multiply(clmodp_context *ctx, const clm_buffer *product, clm_poly a,
                                clm_poly b, u32 p)
{
    clmodp_status st = CLMODP_OK;
    multiplication m = {.ctx = ctx};
    const bool square = a.words == b.words && a.count == b.count;

    TRY(clm_poly_check(ctx, a));
    TRY(clm_poly_check(ctx, b));
    if (a.count == 0 || b.count == 0)
        goto done;
    m.how = plan_for(ctx, a.count, b.count, p);
    if (m.how.length == 0 || a.count + b.count - 1 > CLM_POLY_MOST)
        FAIL(&ctx->error, CLMODP_LIMIT,
             "polynomials of %zu and %zu coefficients are too long for transforms", a.count,
             b.count);
    REQUIRE(&ctx->error, clm_buffer_holds(a.words, a.count, sizeof(u32)) &&
                             clm_buffer_holds(b.words, b.count, sizeof(u32)));
    REQUIRE(&ctx->error, clm_buffer_holds(product, a.count + b.count - 1, sizeof(u32)));
    TRY(run(&m, a, b, square));
    TRY(store(&m, product, a.count + b.count - 1, p));
done:
    clm_buffer_destroy(ctx, &m.b); /* OpenCL keeps them until the launches have run */
    clm_buffer_destroy(ctx, &m.a);
    clm_ntt_field_destroy(ctx, &m.field);
    return st;
}
