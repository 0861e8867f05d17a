/* The engine on the host behind the interface of all. */
#include "engines/host/engine.h"

#include "engines/host/cost.h"
#include "engines/host/lift.h"
#include "engines/host/plan.h"
#include "engines/host/worker.h"

/* Nothing of a device. */
static clmodp_status require(clmodp_context *ctx, const clm_engine_options *options)
{
    (void)ctx;
    (void)options;
    return CLMODP_OK;
}

static size_t needs(const clm_trust **needs, const clm_engine_options *options)
{
    (void)needs;
    (void)options;
    return 0;
}

static uint64_t prime_max(const clm_engine_options *options)
{
    (void)options;
    return (uint64_t)1 << 62;
}

const clm_engine clm_host_engine = {
    .name = "host",
    .most_outputs = CLM_MOST_OUTPUTS,
    .require = require,
    .needs = needs,
    .prime_max = prime_max,
    .cost = clm_host_cost,
    .plan_create = clm_host_plan_create,
    .plan_destroy = clm_host_plan_destroy,
    .worker_create = clm_host_worker_create,
    .worker_run = clm_host_worker_run,
    .worker_destroy = clm_host_worker_destroy,
    .lift = clm_host_lift,
};
