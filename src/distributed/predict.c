/* Predicts the times of a plan's stages. */
#include "distributed/plan.h"

#include <math.h>

#include "core/error.h"
#include "core/memory.h"
#include "core/size.h"
#include "engines/engine.h"
#include "fpx/batch/evaluate.h"
#include "multimodular/crt.h"
#include "multimodular/reduction.h"
#include "opencl/context.h"

/* Seconds from input coefficients to resulting coefficients. */
typedef struct predicted {
    clm_times stages;
    double launching; /* launches, and waits for them */
} predicted;

/* Overhead of a division step, in pairs of coefficients: some 20 products for powers of leading
 * coefficients, 2.5 a pair. */
#define STEP_PAIRS 8.0

/* Adds work of a device missing in the engine's closed form. */
static void add_units(predicted *to, const clmodp_context *ctx, clm_stage stage, double ns)
{
    to->stages.device[stage] += 1e-9 * ns / clm_device_units(ctx);
}

/* Returns the stage of an operation: PLAN for costs shared by all stages, such as buffers, and
 * EVALUATE for the cost of a point. */
static clm_stage stage_of(clm_operation operation)
{
    static const struct {
        clm_operation end;
        clm_stage stage;
    } ranges[] = {
        {CLM_OP_LU_PRODUCT, CLM_STAGE_EUCLID},
        {CLM_OP_POINT, CLM_STAGE_LU},
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

static void add(predicted *to, const clmodp_context *ctx, clm_stage stage,
                const clm_amounts *amounts)
{
    const double units = clm_device_units(ctx), threads = (double)ctx->threads;
    const double host = clm_elapsed(amounts, &ctx->costs, INFINITY, threads);

    to->stages.host[stage] += 1e-9 * host;
    to->stages.device[stage] +=
        1e-9 * (clm_elapsed(amounts, &ctx->costs, units, threads) - host);
}

/* Adds the evaluation of rows by the chosen method. The engine's form is about twice as large. */
static void add_values(predicted *to, const clmodp_context *ctx, const clmodp_plan *p)
{
    const clm_rows rows = clm_row_layout_shape(&p->prepared.layout);
    const size_t points = p->points / p->cosets;
    const clm_point_batch batch = {.primes = 1, .points = points,
                                   .lanes = clm_round_up(points, ctx->tuning.tile)};
    const clm_evaluation_plan plan = clm_evaluate_plan(ctx, &rows, &batch, CLM_EVALUATE_AUTO);

    add_units(to, ctx, CLM_STAGE_EVALUATE, (double)(p->primes * p->cosets) * plan.ns);
}

static void add_reduction(predicted *to, const clmodp_context *ctx, const clmodp_plan *p)
{
    const clm_reduction_load load = clm_reduction_load_of(
        ctx, p->prepared.layout.coefficients, p->prepared.layout.residues, NULL);

    to->stages.device[CLM_STAGE_REDUCE] += 1e-9 * clm_reduction_whole_ns(&load, p->primes);
}

/* Adds the overhead of at most min(p, q) division steps. */
static void add_steps(predicted *to, const clmodp_context *ctx, const clmodp_plan *p)
{
    const double steps = (double)clm_size_min(p->prepared.layout.p, p->prepared.layout.q);
    const double sequences = (double)p->primes * (double)p->points;

    add_units(to, ctx, CLM_STAGE_EUCLID,
              sequences * steps * STEP_PAIRS * ctx->costs.ns[CLM_OP_EUCLID_PAIR]);
}

/* Adds the engine's operation counts of other stages. */
static void add_images(predicted *to, const clmodp_context *ctx, const clm_amounts *all)
{
    for (clm_operation k = 0; k < CLM_OPERATIONS; k++) {
        clm_amounts one = {.of = {0.0}};

        if (k < CLM_OP_EUCLID_PAIR || (k >= CLM_OP_REDUCE_WORD && k < CLM_OP_CRT_SUM))
            continue;
        one.of[k] = all->of[k];
        if (is_launching(k))
            to->launching += 1e-9 * clm_elapsed(&one, &ctx->costs, 1.0, 1.0);
        else if (one.of[k] > 0.0)
            add(to, ctx, stage_of(k), &one);
    }
}

/* Returns the time of waiting for memory, if items have one lane: a pass over a sequence waits for
 * words of the last one, however few sequences exist. A pass makes eight steps
 * (cl/fpx/batch/euclid_together.h) while the divisor is long; half a step for each pair of
 * coefficients. */
static double waiting_seconds(const clmodp_context *ctx, const clmodp_plan *p)
{
    const double pairs = (double)p->prepared.layout.p * (double)p->prepared.layout.q;
    const double lanes = (double)p->primes * (double)p->points;
    const double words = (double)p->prepared.layout.p + (double)p->prepared.layout.q + 2.0;
    const double at_once =
        fmax(floor((double)ctx->tuning.stripe_bytes / (words * sizeof(uint32_t))), 1.0);

    if (ctx->tuning.vector_width > 1)
        return 0.0;
    return 1e-9 * ceil(lanes / at_once) * 0.5 / 8.0 * pairs * ctx->costs.access_ns;
}

/* Adds work missing in the engine's closed form: bounds, primes, transfers of images, and the
 * result modulo a fresh prime. */
static void add_rest(predicted *to, const clmodp_context *ctx, const clmodp_plan *p)
{
    const double primes = (double)p->primes, width = (double)p->width;
    const double limbs = (double)p->prepared.bounds.height_bits / GMP_NUMB_BITS;
    const clm_amounts plan = {.of = {[CLM_OP_BOUND_WIDTH] = width, [CLM_OP_PRIME_FOUND] = primes}};
    const clm_amounts images = {.of = {[CLM_OP_MOVED_WORD] = primes * width}};
    const clm_amounts check = {.of = {
        [CLM_OP_CHECK_PAIR] = (double)p->prepared.layout.p * (double)p->prepared.layout.q +
                              p->prepared.layout.matrix.products,
        [CLM_OP_HOST_LIMB] = 2.0 * width * limbs, /* the prime has 61 bits */
    }};

    add(to, ctx, CLM_STAGE_PLAN, &plan);
    add(to, ctx, CLM_STAGE_INTERPOLATE, &images);
    add(to, ctx, CLM_STAGE_CHECK, &check);
}

/* Adds the CRT reconstruction of all outputs, as if all were as long as the longest. */
static clmodp_status add_crt(predicted *to, clmodp_context *ctx, const clmodp_plan *p)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *primes = NULL;
    clm_amounts all;

    NEW(&ctx->error, primes, p->primes);
    for (size_t k = 0; k < p->primes; k++)
        primes[k] = (uint32_t)p->prime[k];
    TRY(clm_crt_predict(ctx, &all, primes, p->primes, p->width * p->task.count,
                        &p->how.of_engine.crt));
    add(to, ctx, CLM_STAGE_CRT, &all);
done:
    free(primes);
    return st;
}

/* *out is zero if there is nothing to compute.
 *
 * Pre:    the plan's engine is the one for devices
 * Cost:   a product tree of the primes
 * Errors: HOST_MEMORY, CANCELLED */
static clmodp_status predict_stages(clmodp_context *ctx, predicted *out, const clmodp_plan *p)
{
    clmodp_status st = CLMODP_OK;
    double *euclid = &out->stages.device[CLM_STAGE_EUCLID];
    clm_amounts images;

    *out = (predicted){.launching = 0.0};
    if (p->primes == 0)
        goto done;
    images = p->prepared.engine->cost(&p->prepared.layout, p->task.minors,
                                      (double)p->width, (double)p->primes, 1.0, ctx);
    add_images(out, ctx, &images);
    add_values(out, ctx, p);
    add_reduction(out, ctx, p);
    add_steps(out, ctx, p);
    *euclid = fmax(*euclid, waiting_seconds(ctx, p));
    add_rest(out, ctx, p);
    TRY(add_crt(out, ctx, p));
done:
    return st;
}

static void write_stages(clmodp_prediction *to, const predicted *from, unsigned stages)
{
    to->launching = to->seconds = from->launching;
    for (clm_stage stage = 0; stage < CLM_STAGE_COUNT; stage++) {
        const double host = from->stages.host[stage], device = from->stages.device[stage];

        if ((stages >> stage & 1) == 0)
            continue;
        to->stages[to->stage_count++] =
            (clmodp_stage){clm_stage_name(stage), host, device};
        to->seconds += host + device;
    }
}

static clmodp_status predict_on(clmodp_context *ctx, predicted *out, const clmodp_plan *plan,
                                const clmodp_machine *machine)
{
    clmodp_status st = CLMODP_OK;

    if (machine != NULL)
        TRY(clm_context_describe(ctx, machine));
    if (ctx->device.max_allocation == 0) /* no device is open, and nothing is allocated */
        ctx->device.max_allocation = SIZE_MAX;
    TRY(predict_stages(ctx, out, plan));
done:
    return st;
}

clmodp_status clmodp_plan_predict(clmodp_context *context, clmodp_prediction *prediction,
                                  const clmodp_plan *plan, const clmodp_machine *machine)
{
    clmodp_status st = CLMODP_OK;
    clmodp_prediction all = {.size = 0};
    predicted found = {.launching = 0.0};
    clmodp_context lent;

    START(context, &context->error);
    REQUIRE(&context->error, prediction != NULL && plan != NULL);
    TRY(clm_report_check(&context->error, prediction));
    if (plan->primes > 0 && clm_engine_number(plan->prepared.engine) != CLMODP_ENGINE_EUCLID)
        FAIL(&context->error, CLMODP_UNSUPPORTED, "stages are predicted for engine EUCLID only");
    clm_context_lend(&lent, context, 0, true);
    TRY(clm_context_take_back(context, &lent, predict_on(&lent, &found, plan, machine)));
    if (plan->primes > 0)
        write_stages(&all, &found, clm_record_stages(&plan->record));
    clm_report_write(prediction, &all, sizeof all);
done:
    return clm_error_complete(&context->error, st);
}
