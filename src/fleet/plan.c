/* Problems divided into units. */
#include "fleet/plan.h"

#include <math.h>

#include "base/memory.h"
#include "base/options.h"
#include "base/size.h"
#include "device/described.h"
#include "fleet/digest.h"
#include "fleet/images.h"
#include "resultant/call.h"
#include "resultant/problem.h"

#define UNIT_SECONDS 1.0       /* as files of a second each make next to no work of their own */
#define LEAST_UNIT_SECONDS 0.1 /* shorter ones are not made for the sake of MANY_UNITS */
#define MANY_UNITS 16          /* that keep some devices busy */
#define PARTS 8                /* of a unit */
#define PRIMES_TOGETHER 16     /* a vector of primes: parts of one take as long */

clmodp_status clm_plan_wrap(clm_error *error, clmodp_plan **out, clm_prepared *prepared,
                            uint64_t unit_primes)
{
    clmodp_status st = CLMODP_OK;
    clmodp_plan *plan = NULL;
    unsigned char *bytes = NULL;

    NEW(error, plan, 1);
    plan->prepared = prepared;
    prepared = NULL;
    plan->unit_primes = unit_primes;
    plan->units = unit_primes == 0 ? 0 : clm_div_up(plan->prepared->primes, (size_t)unit_primes);
    plan->bytes = clmodp_plan_size(plan);
    NEW(error, bytes, plan->bytes);
    clmodp_plan_write(plan, bytes);
    memcpy(plan->digest, bytes + plan->bytes - sizeof plan->digest, sizeof plan->digest);
    *out = plan;
    plan = NULL;
done:
    free(bytes);
    clm_prepared_destroy(prepared);
    clmodp_plan_destroy(plan);
    return st;
}

/* So many that a unit takes about as long as is wanted. */
static uint64_t choose_unit(const clm_prepared *p, const clmodp_plan_options *options)
{
    const double each = fmax(p->nanoseconds * 1e-9 / (double)p->primes, 1e-9);
    const double most = (double)p->primes;
    const double seconds = options->unit_seconds > 0.0 ? options->unit_seconds : UNIT_SECONDS;
    double primes = seconds / each;

    if (options->unit_primes != 0)
        return clm_size_min((size_t)options->unit_primes, p->primes);
    if (p->nanoseconds == 0.0)
        return clm_div_up(p->primes, MANY_UNITS);
    if (options->unit_seconds == 0.0)
        primes = fmin(primes, fmax(most / MANY_UNITS, LEAST_UNIT_SECONDS / each));
    primes = fmin(fmax(primes, 1.0), most);
    if (primes >= PRIMES_TOGETHER)
        primes = fmin(PRIMES_TOGETHER * ceil(primes / PRIMES_TOGETHER), most);
    return (uint64_t)primes;
}

uint64_t clm_plan_part(const clmodp_plan *plan)
{
    const size_t part = clm_div_up((size_t)plan->unit_primes, PARTS);

    return part > PRIMES_TOGETHER ? clm_round_up(part, PRIMES_TOGETHER) : part;
}

uint64_t clm_plan_primes_of(const clmodp_plan *plan, const clm_unit_queue *queue, uint64_t part,
                            size_t taker)
{
    uint64_t primes = 0;

    for (uint64_t k = 0; k < queue->units; k++)
        if (queue->owner[k] == taker)
            primes += clm_plan_primes_from(plan, k * part, part).count;
    return primes;
}

static clmodp_status read_options(clm_error *error, clmodp_plan_options *known,
                                  clmodp_resultant_options *resultant,
                                  const clmodp_plan_options *options)
{
    clmodp_status st = CLMODP_OK;

    clmodp_plan_options_init(known);
    TRY(clm_options_read(error, "clmodp_plan_options", known, sizeof *known, options));
    REQUIRE(error, known->unit_seconds >= 0.0 && isfinite(known->unit_seconds));
    TRY(clm_call_read(error, resultant, known->resultant));
    if (resultant->mode != CLMODP_MODE_CERTIFIED)
        FAIL(error, CLMODP_UNSUPPORTED,
             "a plan fixes all primes, which mode PROBABLE looks for; choose mode CERTIFIED");
done:
    return st;
}

static clmodp_status create(clmodp_context *ctx, clmodp_plan **plan,
                            const clmodp_problem *problem, const clmodp_plan_options *options,
                            const clmodp_resultant_options *resultant)
{
    clmodp_status st = CLMODP_OK;
    clm_prepared *prepared = NULL;
    uint64_t unit;

    if (options->machine != NULL)
        TRY(clm_context_describe(ctx, options->machine));
    TRY(clm_prepare(ctx, &prepared, problem, resultant, NULL));
    unit = prepared->primes == 0 ? 0 : choose_unit(prepared, options);
    TRY(clm_plan_wrap(&ctx->error, plan, prepared, unit));
done:
    return st;
}

static clmodp_status create_checked(clmodp_context *context, clmodp_plan **plan,
                                    const clmodp_problem *given,
                                    const clmodp_plan_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &context->error;
    clmodp_problem problem;
    clmodp_plan_options known;
    clmodp_resultant_options resultant;
    clmodp_context call;

    TRY(clm_problem_read(error, &problem, given));
    TRY(clm_problem_check(error, &problem));
    if (problem.modulus != 0)
        FAIL(error, CLMODP_UNSUPPORTED, "modulo one prime there is nothing to divide: call "
             "clmodp_solve");
    TRY(read_options(error, &known, &resultant, options));
    TRY(clm_problem_engine(error, &problem, &resultant));
    clm_context_begin(&call, context, resultant.max_memory, true);
    st = clm_context_end(context, &call, create(&call, plan, &problem, &known, &resultant));
done:
    return clm_error_complete(error, st);
}

clmodp_status clmodp_plan_create(clmodp_context *context, clmodp_plan **plan,
                                 const clmodp_problem *problem,
                                 const clmodp_plan_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *own = NULL; /* lives as long as the call */

    if (plan == NULL)
        return CLMODP_INVALID;
    *plan = NULL;
    if (context == NULL)
        TRY(clmodp_context_create(&own, NULL, NULL, 0));
    else
        clm_error_clear(&context->error);
    st = create_checked(context != NULL ? context : own, plan, problem, options);
done:
    clmodp_context_destroy(own);
    return st;
}

void clmodp_plan_destroy(clmodp_plan *plan)
{
    if (plan != NULL)
        clm_prepared_destroy(plan->prepared);
    free(plan);
}

clmodp_status clmodp_plan_describe(const clmodp_plan *plan, clmodp_plan_info *info)
{
    const clm_prepared *p = plan != NULL ? plan->prepared : NULL;
    clmodp_plan_info all;

    if (p == NULL || info == NULL || info->size == 0)
        return CLMODP_INVALID;
    all = (clmodp_plan_info){
        .operation = p->problem.operation,
        .engine = p->primes != 0 ? clm_engine_number(p->way.engine) : CLMODP_ENGINE_AUTO,
        .units = plan->units,
        .unit_primes = plan->unit_primes,
        .primes = p->primes,
        .points = p->points,
        .evaluations = (uint64_t)p->primes * p->points,
        .degree_bound = p->record.report.degree_bound,
        .valuation_bound = p->record.report.valuation_bound,
        .width_bound = p->record.report.width_bound,
        .height_bits = p->record.report.height_bits,
        .height_bound_name = p->record.report.height_bound_name,
        .plan_bytes = plan->bytes,
        .cosets = p->cosets,
        .seconds = p->nanoseconds * 1e-9,
    };
    all.updates = (double)all.evaluations * (double)p->layout.p * (double)p->layout.q / 2.0;
    if (plan->units > 0) /* all but the last one are alike */
        all.images_bytes = (plan->units - 1) * clm_images_bytes(plan, 0) +
                           clm_images_bytes(plan, plan->units - 1);
    memcpy(all.digest, plan->digest, sizeof all.digest);
    clm_report_write(info, &all, sizeof all);
    return CLMODP_OK;
}
