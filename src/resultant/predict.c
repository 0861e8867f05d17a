/* Amounts of a whole problem, divided among its stages. */
#include "resultant/predict.h"

#include <math.h>

#include "base/memory.h"
#include "base/size.h"
#include "device/opening.h"
#include "fpx/batch/evaluate.h"
#include "multimodular/lift.h"
#include "multimodular/reduction_cost.h"

/* What a step of a remainder sequence takes beside its pairs of coefficients, in these: its
 * factors and the powers of leading coefficients are about 20 products, a pair is 5/2. */
#define STEP_PAIRS 8.0

/* Work of a device by another closed form than the engine's. */
static void add_units(clm_predicted *to, const clmodp_context *ctx, clm_stage stage, double ns)
{
    to->stages.device[stage] += 1e-9 * ns / clm_opening_units(ctx);
}

/* Whose work an operation of the images is. What belongs to all stages, such as a chunk's buffers,
 * is the plan's, a point's the evaluation's. */
static clm_stage stage_of(clm_operation operation)
{
    static const struct {
        clm_operation end;
        clm_stage stage;
    } ranges[] = {
        {CLM_OP_POINT, CLM_STAGE_EUCLID},
        {CLM_OP_DIVIDE_LANE, CLM_STAGE_EVALUATE},
        {CLM_OP_INTERPOLATE_WORD, CLM_STAGE_DIVIDE},
        {CLM_OP_DEVICE_END, CLM_STAGE_INTERPOLATE},
    };

    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++)
        if (operation < ranges[k].end)
            return ranges[k].stage;
    return CLM_STAGE_PLAN;
}

static bool is_launching(clm_operation operation)
{
    return operation == CLM_OP_LAUNCH || operation == CLM_OP_WAIT;
}

/* The work of a stage, beside what it has. */
static void add(clm_predicted *to, const clmodp_context *ctx, clm_stage stage,
                const clm_amounts *amounts)
{
    const double units = clm_opening_units(ctx), threads = (double)ctx->threads;
    const double host = clm_elapsed(amounts, &ctx->rates, INFINITY, threads);

    to->stages.host[stage] += 1e-9 * host;
    to->stages.device[stage] +=
        1e-9 * (clm_elapsed(amounts, &ctx->rates, units, threads) - host);
}

/* Values of the rows at the points, by the way that is taken. The engine's form, which is for
 * choices, is about twice as much. */
static void add_values(clm_predicted *to, const clmodp_context *ctx, const clm_prepared *p)
{
    const clm_rows rows = clm_row_layout_shape(&p->layout);
    const size_t points = p->points / p->cosets;
    const clm_point_batch batch = {.primes = 1, .points = points,
                                   .lanes = clm_round_up(points, ctx->tuning.tile)};
    const clm_evaluation_plan plan = clm_evaluate_plan(ctx, &rows, &batch, CLM_EVALUATE_AUTO);

    add_units(to, ctx, CLM_STAGE_EVALUATE, (double)(p->primes * p->cosets) * plan.ns);
}

static void add_reduction(clm_predicted *to, const clmodp_context *ctx, const clm_prepared *p)
{
    const clm_reduction_load load = clm_reduction_load_of(
        ctx, p->layout.coefficients, p->layout.residues, NULL);

    to->stages.device[CLM_STAGE_REDUCE] += 1e-9 * clm_reduction_whole_ns(&load, p->primes);
}

/* Steps, each for less by one of a degree. */
static void add_steps(clm_predicted *to, const clmodp_context *ctx, const clm_prepared *p)
{
    const double steps = (double)clm_size_min(p->layout.p, p->layout.q);
    const double sequences = (double)p->primes * (double)p->points;

    add_units(to, ctx, CLM_STAGE_EUCLID,
              sequences * steps * STEP_PAIRS * ctx->rates.ns[CLM_OP_EUCLID_PAIR]);
}

/* What the engine's form has of other stages. */
static void add_images(clm_predicted *to, const clmodp_context *ctx, const clm_amounts *all)
{
    for (clm_operation k = 0; k < CLM_OPERATIONS; k++) {
        clm_amounts one = {.of = {0.0}};

        if (k < CLM_OP_EUCLID_PAIR || (k >= CLM_OP_REDUCE_WORD && k < CLM_OP_LIFT_SUM))
            continue;
        one.of[k] = all->of[k];
        if (is_launching(k))
            to->launching += 1e-9 * clm_elapsed(&one, &ctx->rates, 1.0, 1.0);
        else if (one.of[k] > 0.0)
            add(to, ctx, stage_of(k), &one);
    }
}

/* Where items carry scalars, a step of a sequence waits for words of the step before, which takes
 * as long however few sequences there are: half a step a pair of coefficients. */
static double waiting_seconds(const clmodp_context *ctx, const clm_prepared *p)
{
    const double pairs = (double)p->layout.p * (double)p->layout.q;
    const double lanes = (double)p->primes * (double)p->points;
    const double words = (double)p->layout.p + (double)p->layout.q + 2.0;
    const double at_once =
        fmax(floor((double)ctx->tuning.stripe_bytes / (words * sizeof(uint32_t))), 1.0);

    if (ctx->tuning.vector_width > 1)
        return 0.0;
    return 1e-9 * ceil(lanes / at_once) * 0.5 * pairs * ctx->rates.access_ns;
}

/* What the engine's closed form leaves out: bounds, the primes, images on their way to the host,
 * and the result modulo a fresh prime. */
static void add_rest(clm_predicted *to, const clmodp_context *ctx, const clm_prepared *p)
{
    const double primes = (double)p->primes, width = (double)p->width;
    const double limbs = (double)p->way.simple.bounds.height_bits / GMP_NUMB_BITS;
    const clm_amounts plan = {.of = {[CLM_OP_BOUND_WIDTH] = width, [CLM_OP_PRIME_FOUND] = primes}};
    const clm_amounts images = {.of = {[CLM_OP_MOVED_WORD] = primes * width}};
    const clm_amounts check = {.of = {
        [CLM_OP_CHECK_PAIR] = (double)p->layout.p * (double)p->layout.q,
        [CLM_OP_HOST_LIMB] = 2.0 * width * limbs, /* the prime has 61 bits */
    }};

    add(to, ctx, CLM_STAGE_PLAN, &plan);
    add(to, ctx, CLM_STAGE_INTERPOLATE, &images);
    add(to, ctx, CLM_STAGE_CHECK, &check);
}

/* Of all outputs as if each were as long as the longest. */
static clmodp_status add_lift(clm_predicted *to, clmodp_context *ctx, const clm_prepared *p)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *primes = NULL;
    clm_amounts all;

    NEW(&ctx->error, primes, p->primes);
    for (size_t k = 0; k < p->primes; k++)
        primes[k] = (uint32_t)p->prime[k];
    TRY(clm_lift_foresee(ctx, &all, primes, p->primes, p->width * p->task.count,
                         &p->how.of_engine.lift));
    add(to, ctx, CLM_STAGE_LIFT, &all);
done:
    free(primes);
    return st;
}

clmodp_status clm_predict(clmodp_context *ctx, clm_predicted *out, const clm_prepared *p)
{
    clmodp_status st = CLMODP_OK;
    double *euclid = &out->stages.device[CLM_STAGE_EUCLID];
    clm_amounts images;

    *out = (clm_predicted){.launching = 0.0};
    if (p->primes == 0)
        goto done;
    images = clm_engine_cost(p->way.engine, &p->layout, (double)p->width, (double)p->primes, 1.0,
                             ctx);
    add_images(out, ctx, &images);
    add_values(out, ctx, p);
    add_reduction(out, ctx, p);
    add_steps(out, ctx, p);
    *euclid = fmax(*euclid, waiting_seconds(ctx, p));
    add_rest(out, ctx, p);
    TRY(add_lift(out, ctx, p));
done:
    return st;
}
