/* The Schur engine behind the interface of all. */
#include "engines/schur/engine.h"

#include "device/residue_support.h"
#include "engines/schur/digits.h"
#include "engines/schur/plan.h"
#include "engines/schur/trust.h"
#include "engines/schur/worker.h"

static clmodp_status require(clmodp_context *ctx, const clm_engine_options *options)
{
    clmodp_status st = clm_context_open(ctx);

    return st == CLMODP_OK ? clm_residue_require(ctx, options->residues) : st;
}

static size_t needs(const clm_trust **needs, const clm_engine_options *options)
{
    needs[0] = &clm_schur_trust[options->residues];
    return 1;
}

static uint64_t prime_max(const clm_engine_options *options)
{
    return clm_residue_type_of(options->residues)->prime_max;
}

const clm_engine clm_schur_engine = {
    .name = "schur",
    .option = "SCHUR",
    .most_outputs = 1,
    .uses_device = true,
    .only_proves = true,
    .chooses_residues = true,
    .lifts = 1u << CLM_LIFT_AUTO,
    .other_lifts = "has its own way to lift; choose lift AUTO",
    .stages = CLM_STAGES_ALL & ~(1u << CLM_STAGE_EVALUATE | 1u << CLM_STAGE_EUCLID),
    .require = require,
    .needs = needs,
    .all_needs = needs,
    .prime_max = prime_max,
    .check_rows = clm_plan_check_rows,
    .plan_create = clm_schur_plan_create,
    .plan_destroy = clm_schur_plan_destroy,
    .worker_create = clm_schur_worker_create,
    .worker_run = clm_schur_worker_run,
    .worker_destroy = clm_schur_worker_destroy,
    .lift = clm_schur_digits,
};
