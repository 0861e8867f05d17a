/* What the result of a plan should take, on a machine that is here or somewhere else. */
#include "fleet/plan.h"

#include "base/options.h"
#include "device/described.h"
#include "resultant/choice.h"
#include "resultant/predict.h"

static void write_stages(clmodp_prediction *to, const clm_predicted *from, unsigned stages)
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

static clmodp_status predict(clmodp_context *ctx, clm_predicted *out, const clm_prepared *p,
                             const clmodp_machine *machine)
{
    clmodp_status st = CLMODP_OK;

    if (machine != NULL)
        TRY(clm_context_describe(ctx, machine));
    if (ctx->device.max_allocation == 0) /* none is open, and nothing is allocated */
        ctx->device.max_allocation = SIZE_MAX;
    TRY(clm_predict(ctx, out, p));
done:
    return st;
}

clmodp_status clmodp_plan_predict(clmodp_context *context, clmodp_prediction *prediction,
                                  const clmodp_plan *plan, const clmodp_machine *machine)
{
    clmodp_status st = CLMODP_OK;
    clmodp_prediction all = {.size = 0};
    clm_predicted found;
    clmodp_context call;
    const clm_prepared *p;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, prediction != NULL && plan != NULL);
    TRY(clm_report_check(&context->error, prediction));
    p = plan->prepared;
    if (p->primes > 0 && clm_engine_number(p->way.engine) != CLMODP_ENGINE_EUCLID)
        FAIL(&context->error, CLMODP_UNSUPPORTED,
             "stages are predicted for engine EUCLID alone");
    clm_context_begin(&call, context, 0, true);
    TRY(clm_context_end(context, &call, predict(&call, &found, p, machine)));
    if (p->primes > 0)
        write_stages(&all, &found, p->way.engine->stages);
    clm_report_write(prediction, &all, sizeof all);
done:
    return clm_error_complete(&context->error, st);
}
