/* The default engine behind the interface of all. */
#include "engines/euclid/engine.h"

#include "cl/fpx/euclid_shape.h"
#include "engines/euclid/cost.h"
#include "engines/euclid/plan.h"
#include "engines/euclid/trust.h"
#include "engines/euclid/worker.h"
#include "engines/lift_images.h"
#include "fpx/euclid.h"

/* Words of 32 bits are what every device has. */
static clmodp_status require(clmodp_context *ctx, const clm_engine_options *options)
{
    (void)options;
    return clm_context_open(ctx);
}

static size_t needs(const clm_trust **needs, const clm_engine_options *options)
{
    (void)options;
    needs[0] = &clm_euclid_trust;
    return 1;
}

static uint64_t prime_max(const clm_engine_options *options)
{
    (void)options;
    return EUCLID_PRIME_MAX;
}

const clm_engine clm_euclid_engine = {
    .name = "euclid",
    .option = "EUCLID",
    .most_outputs = CLM_MOST_OUTPUTS,
    .uses_device = true,
    .gapless = true,
    .probes = true,
    .stacks = true,
    .lifts_windows = true,
    .lifts = (1u << CLM_LIFT_METHODS) - 1,
    .stages = CLM_STAGES_ALL & ~(1u << CLM_STAGE_SCHUR | 1u << CLM_STAGE_DIGITS),
    .require = require,
    .needs = needs,
    .all_needs = clm_euclid_all_needs,
    .prime_max = prime_max,
    .check_rows = clm_plan_check_rows,
    .check_degrees = clm_steps_check,
    .cost = clm_euclid_cost,
    .plan_create = clm_euclid_plan_create,
    .plan_destroy = clm_euclid_plan_destroy,
    .worker_create = clm_euclid_worker_create,
    .worker_run = clm_euclid_worker_run,
    .worker_destroy = clm_euclid_worker_destroy,
    .lift = clm_lift_images,
};
