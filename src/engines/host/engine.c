/* The engine on the host: its table of functions. */
#include "engines/host/engine.h"

#include "engines/host/plan.h"

/* Succeeds, as the engine needs no device. */
static clmodp_status host_require(clmodp_context *ctx, const clm_engine_options *options)
{
    (void)ctx;
    (void)options;
    return CLMODP_OK;
}

static uint64_t host_prime_max(const clm_engine_options *options)
{
    (void)options;
    return (uint64_t)1 << 62;
}

/* Estimates the worth of bounds as if the rows had no gaps. */
static void host_worth(clm_bounds_saving *out, const clmodp_zxy *f, const clmodp_zxy *g,
                       const clm_costs *costs)
{
    const clm_row_layout shape = {.p = (size_t)clmodp_zxy_degree_y(f),
                                  .q = (size_t)clmodp_zxy_degree_y(g),
                                  .division = clm_division_of(f, g).products,
                                  .residues = clmodp_zxy_terms(f) + clmodp_zxy_terms(g)};
    const clm_amounts point = clm_host_point_cost(&shape, 0.0, costs);

    *out = (clm_bounds_saving){.prime_bits = 62.0, .point_cost = clm_nanoseconds(&point, costs),
                              .costs = costs};
}

const clm_engine clm_host_engine = {
    .name = "host",
    .option = "HOST",
    .most_outputs = CLM_MOST_OUTPUTS,
    .compact_rows = true,
    .crt_methods = 1u << CLM_CRT_AUTO | 1u << CLM_CRT_TREE,
    .other_crt = "reconstructs on the host; choose method AUTO or TREE",
    .stages = CLM_STAGES_ALL & ~(1u << CLM_STAGE_SCHUR | 1u << CLM_STAGE_FALLBACK |
                                 1u << CLM_STAGE_DIVIDE | 1u << CLM_STAGE_DIGITS),
    .plan_bytes = sizeof(clm_host_plan),
    .require = host_require,
    .prime_max = host_prime_max,
    .check_rows = clm_host_check_rows,
    .cost = clm_host_cost,
    .worth = host_worth,
    .plan_complete = clm_host_plan_complete,
    .plan_clear = clm_host_plan_clear,
    .executor_create = clm_host_executor_create,
    .executor_run = clm_host_executor_run,
    .executor_clear = clm_host_executor_clear,
    .crt = clm_host_reconstruct,
};
