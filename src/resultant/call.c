/* Options of public entries. */
#include "resultant/call.h"

#include "base/options.h"
#include "resultant/choice.h"

static clm_lift_options lift_options(clmodp_lift lift)
{
    static const clm_lift_method methods[] = {
        [CLMODP_LIFT_AUTO] = CLM_LIFT_AUTO,
        [CLMODP_LIFT_TREE] = CLM_LIFT_TREE,
        [CLMODP_LIFT_MIXED_RADIX] = CLM_LIFT_MIXED_RADIX,
        [CLMODP_LIFT_POSITIONAL] = CLM_LIFT_POSITIONAL,
        [CLMODP_LIFT_CONVOLUTION] = CLM_LIFT_CONVOLUTION,
    };

    return (clm_lift_options){.method = methods[lift]};
}

clmodp_status clm_call_read(clm_error *error, clmodp_resultant_options *known,
                            const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;

    clmodp_resultant_options_init(known);
    TRY(clm_options_read(error, known, sizeof *known, options));
    REQUIRE(error, known->mode == CLMODP_MODE_CERTIFIED || known->mode == CLMODP_MODE_PROBABLE);
    REQUIRE(error, (unsigned)known->lift <= CLMODP_LIFT_CONVOLUTION);
    if (known->max_answer == 0)
        known->max_answer = CLMODP_DEFAULT_MAX_ANSWER;
    REQUIRE(error, (unsigned)known->engine <= CLMODP_ENGINE_HOST);
    REQUIRE(error, (unsigned)known->residues <= CLMODP_RESIDUES_DOUBLE50);
    if (known->engine != CLMODP_ENGINE_SCHUR && known->residues != CLMODP_RESIDUES_AUTO)
        FAIL(error, CLMODP_UNSUPPORTED,
             "only engine SCHUR has a choice of residues; choose it, or residues AUTO");
    if (known->engine == CLMODP_ENGINE_SCHUR && known->lift != CLMODP_LIFT_AUTO)
        FAIL(error, CLMODP_UNSUPPORTED,
             "engine SCHUR has its own way to lift; choose lift AUTO, or engine EUCLID");
    if (known->engine == CLMODP_ENGINE_HOST && known->lift != CLMODP_LIFT_AUTO &&
        known->lift != CLMODP_LIFT_TREE)
        FAIL(error, CLMODP_UNSUPPORTED,
             "engine HOST lifts on the host; choose lift AUTO or TREE, or engine EUCLID");
    if (known->engine == CLMODP_ENGINE_SCHUR && known->mode == CLMODP_MODE_PROBABLE)
        FAIL(error, CLMODP_UNSUPPORTED,
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
