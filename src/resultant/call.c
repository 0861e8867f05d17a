/* Options of public entries, trivial cases, and one pair of polynomials. */
#include "resultant/call.h"

#include "base/options.h"
#include "resultant/choice.h"
#include "resultant/compute.h"
#include "resultant/modular.h"
#include "zxy/zx.h"

/* r := c. */
static clmodp_status set_constant(clmodp_zx *r, unsigned long c)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *constant = NULL;
    mpz_t value;

    mpz_init_set_ui(value, c);
    TRY(clmodp_zx_create(&constant));
    TRY(clmodp_zx_set_coeff(constant, value, 0));
    clm_zx_swap(r, constant);
done:
    clmodp_zx_destroy(constant);
    mpz_clear(value);
    return st;
}

static clm_lift_options lift_options(clmodp_lift lift)
{
    static const clm_lift_way ways[] = {
        [CLMODP_LIFT_AUTO] = CLM_LIFT_AUTO,
        [CLMODP_LIFT_TREE] = CLM_LIFT_TREE,
        [CLMODP_LIFT_MIXED_RADIX] = CLM_LIFT_MIXED_RADIX,
        [CLMODP_LIFT_POSITIONAL] = CLM_LIFT_POSITIONAL,
        [CLMODP_LIFT_CONVOLUTION] = CLM_LIFT_CONVOLUTION,
    };

    return (clm_lift_options){.way = ways[lift]};
}

clmodp_status clm_call_read(clm_error *error, clmodp_resultant_options *known,
                            const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;

    clmodp_resultant_options_init(known);
    TRY(clm_options_read(error, known, sizeof *known, options));
    REQUIRE(error, known->mode == CLMODP_MODE_CERTIFIED || known->mode == CLMODP_MODE_PROBABLE);
    REQUIRE(error, (unsigned)known->lift <= CLMODP_LIFT_CONVOLUTION);
    TRY(clm_modular_check(error, known->modulus));
    if (known->max_answer == 0)
        known->max_answer = CLMODP_DEFAULT_MAX_ANSWER;
    REQUIRE(error, (unsigned)known->engine <= CLMODP_ENGINE_HOST);
    REQUIRE(error, (unsigned)known->residues <= CLMODP_RESIDUES_DOUBLE50);
    if (known->engine != CLMODP_ENGINE_SCHUR && known->residues != CLMODP_RESIDUES_AUTO)
        FAIL(error, CLMODP_INVALID,
             "only engine SCHUR has a choice of residues; choose it, or residues AUTO");
    if (known->engine == CLMODP_ENGINE_SCHUR && known->lift != CLMODP_LIFT_AUTO)
        FAIL(error, CLMODP_INVALID,
             "engine SCHUR has its own way to lift; choose lift AUTO, or engine EUCLID");
    if (known->engine == CLMODP_ENGINE_HOST && known->lift != CLMODP_LIFT_AUTO &&
        known->lift != CLMODP_LIFT_TREE)
        FAIL(error, CLMODP_INVALID,
             "engine HOST lifts on the host; choose lift AUTO or TREE, or engine EUCLID");
    if (known->engine == CLMODP_ENGINE_SCHUR && known->mode == CLMODP_MODE_PROBABLE)
        FAIL(error, CLMODP_INVALID,
             "engine SCHUR proves its results; choose mode CERTIFIED, or engine EUCLID");
done:
    return st;
}

static clm_residue_kind residue_kind(clmodp_residues residues)
{
    static const clm_residue_kind kinds[] = {
        [CLMODP_RESIDUES_AUTO] = CLM_RESIDUE_DEFAULT,
        [CLMODP_RESIDUES_MONTGOMERY31] = CLM_RESIDUE_MONTGOMERY31,
        [CLMODP_RESIDUES_FLOAT24] = CLM_RESIDUE_FLOAT24,
        [CLMODP_RESIDUES_DOUBLE31] = CLM_RESIDUE_DOUBLE31,
        [CLMODP_RESIDUES_DOUBLE50] = CLM_RESIDUE_DOUBLE50,
    };

    return kinds[residues];
}

clm_compute_options clm_call_options(const clmodp_context *context,
                                     const clmodp_resultant_options *known)
{
    const clmodp_engine engine =
        known->engine != CLMODP_ENGINE_AUTO ? known->engine : (clmodp_engine)context->named_engine;

    return (clm_compute_options){
        .mode = known->mode,
        .max_answer = known->max_answer,
        .engine = clm_engine_named(engine),
        .of_engine = {.lift = lift_options(known->lift),
                      .residues = residue_kind(known->residues)},
    };
}

/* What is not trivial, over Z or a prime field. */
static clmodp_status compute(clmodp_context *call, clmodp_zx *const *results,
                             clmodp_resultant_report *report, const clm_pair *pair,
                             const clmodp_resultant_options *known,
                             const clm_compute_options *options)
{
    clm_random random = {known->seed};

    if (known->modulus != 0)
        return clm_modular_compute(call, results, report, pair->f, pair->g, known->modulus,
                                   &random, options);
    return clm_resultant_compute(call, results, report, pair->f, pair->g, &random, options);
}

clmodp_status clm_call_pair(clmodp_context *call, clmodp_zx *const *results,
                            clmodp_resultant_report *report, const clm_pair *pair,
                            const clmodp_resultant_options *known,
                            const clm_compute_options *options)
{
    if (clmodp_zxy_terms(pair->f) == 0 || clmodp_zxy_terms(pair->g) == 0)
        return set_constant(results[0], 0);
    if (clmodp_zxy_degree_y(pair->f) == 0 && clmodp_zxy_degree_y(pair->g) == 0)
        return set_constant(results[0], 1);
    return compute(call, results, report, pair, known, options);
}
