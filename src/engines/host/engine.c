/* The table of functions of the engine on the host. */
#include "engines/host/engine.h"

#include <math.h>

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

/* Estimates the saving for rows without gaps and vectors of eight primes, since all machines must
 * derive the same bounds. */
static void host_bound_saving(clm_bounds_saving *out, const clmodp_zxy *f, const clmodp_zxy *g,
                              const clm_costs *costs)
{
    const size_t p = (size_t)clmodp_zxy_degree_y(f), q = (size_t)clmodp_zxy_degree_y(g);
    const size_t terms = clmodp_zxy_terms(f) + clmodp_zxy_terms(g);
    const clm_row_layout shape = {.p = p, .q = q, .count = p + q + 2, .terms = terms,
                                  .longest = terms / (p + q + 2) + 1};
    const clm_host_grid grid = {.order = 16, .cosets = 16};
    const clm_amounts pack = clm_host_pack_cost(&shape, &grid, 1.0, 8);

    *out = (clm_bounds_saving){.prime_bits = 2.0 * log2(CLM_HOST_PACK_BELOW),
                              .point_cost = clm_nanoseconds(&pack, costs) /
                                            (4.0 * (double)clm_host_grid_points(&grid)),
                              .costs = costs};
}

const clm_engine clm_host_engine = {
    .name = "host",
    .option = "HOST",
    .determinants = true,
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
    .bound_saving = host_bound_saving,
    .plan_complete = clm_host_plan_complete,
    .plan_clear = clm_host_plan_clear,
    .executor_create = clm_host_executor_create,
    .executor_run = clm_host_executor_run,
    .executor_clear = clm_host_executor_clear,
    .crt = clm_host_reconstruct,
};
