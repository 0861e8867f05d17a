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

/* UNSUPPORTED unless the engine, or any where it is NULL, can do what the options ask for. */
static clmodp_status check_engine(clm_error *error, const clm_engine *engine,
                                  const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;

    if ((engine == NULL || !engine->chooses_residues) &&
        options->residues != CLMODP_RESIDUES_AUTO)
        FAIL(error, CLMODP_UNSUPPORTED,
             "only engine SCHUR has a choice of residues; choose it, or residues AUTO");
    if (engine == NULL)
        goto done;
    if (!clm_engine_takes_lift(engine, lift_options(options->lift).method))
        FAIL(error, CLMODP_UNSUPPORTED, "engine %s %s, or engine EUCLID", engine->option,
             engine->other_lifts);
    if (engine->only_proves && options->mode == CLMODP_MODE_PROBABLE)
        FAIL(error, CLMODP_UNSUPPORTED,
             "engine %s proves its results; choose mode CERTIFIED, or engine EUCLID",
             engine->option);
done:
    return st;
}

clmodp_status clm_call_read(clm_error *error, clmodp_resultant_options *options,
                            const clmodp_resultant_options *given)
{
    clmodp_status st = CLMODP_OK;

    clmodp_resultant_options_init(options);
    TRY(clm_options_read(error, "clmodp_resultant_options", options, sizeof *options, given));
    REQUIRE(error, options->mode == CLMODP_MODE_CERTIFIED ||
                       options->mode == CLMODP_MODE_PROBABLE);
    REQUIRE(error, (unsigned)options->lift <= CLMODP_LIFT_CONVOLUTION);
    if (options->max_answer == 0)
        options->max_answer = CLMODP_DEFAULT_MAX_ANSWER;
    REQUIRE(error, clm_engine_exists(options->engine));
    REQUIRE(error, (unsigned)options->residues <= CLMODP_RESIDUES_DOUBLE50);
    TRY(check_engine(error, clm_engine_named(options->engine), options));
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
                                     const clmodp_resultant_options *options)
{
    const clmodp_engine engine =
        options->engine != CLMODP_ENGINE_AUTO ? options->engine
                                              : (clmodp_engine)context->named_engine;

    return (clm_compute_options){
        .mode = options->mode,
        .max_answer = options->max_answer,
        .engine = clm_engine_named(engine),
        .of_engine = {.lift = lift_options(options->lift),
                      .residues = residue_kind(options->residues),
                      .cosets = context->cosets},
    };
}
