/* The public entries: arguments, trivial cases, trust in the device, the report. */
#include <clmodp/resultant.h>

#include "base/clock.h"
#include "base/options.h"
#include "device/cache.h"
#include "device/memory.h"
#include "resultant/choice.h"
#include "resultant/compute.h"
#include "resultant/modular.h"
#include "zxy/zx.h"
#include "zxy/zxy.h"

_Static_assert(CLMODP_STAGE_COUNT <= CLMODP_MOST_STAGES, "reports have no room for all stages");

const char *clmodp_stage_name(clmodp_stage stage)
{
    static const char *const names[CLMODP_STAGE_COUNT] = {
        [CLMODP_STAGE_PLAN] = "plan",
        [CLMODP_STAGE_REDUCE] = "reduce",
        [CLMODP_STAGE_EVALUATE] = "evaluate",
        [CLMODP_STAGE_EUCLID] = "euclid",
        [CLMODP_STAGE_SCHUR] = "schur",
        [CLMODP_STAGE_REDO] = "redo",
        [CLMODP_STAGE_DIVIDE] = "divide",
        [CLMODP_STAGE_INTERPOLATE] = "interpolate",
        [CLMODP_STAGE_DIGITS] = "digits",
        [CLMODP_STAGE_LIFT] = "lift",
        [CLMODP_STAGE_CHECK] = "check",
    };

    return (unsigned)stage < CLMODP_STAGE_COUNT ? names[stage] : "?";
}

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

/* Whether the options ask for what there is. */
static clmodp_status read_options(clm_error *error, clmodp_resultant_options *known,
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

static clm_compute_options compute_options(const clmodp_context *context,
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

/* What is checked of a device where the engine is left open. */
static clm_compute_options checked_options(const clmodp_context *context,
                                           const clmodp_resultant_options *known)
{
    clm_compute_options how = compute_options(context, known);

    if (how.engine == NULL)
        how.engine = clm_engine_named(CLMODP_ENGINE_EUCLID);
    return how;
}

clmodp_status clmodp_device_check(clmodp_context *context, const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_trust *needs[CLM_MOST_NEEDS];
    clmodp_resultant_options known;
    clm_compute_options how;
    size_t count;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(read_options(&context->error, &known, options));
    how = checked_options(context, &known);
    TRY(clm_engine_require(context, how.engine, &how.of_engine));
    count = clm_engine_needs(needs, how.engine, &how.of_engine);
    TRY(clm_trust_ensure(context, needs, count));
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_device_check_state(clmodp_context *context, clmodp_check_state *state,
                                        const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_trust *needs[CLM_MOST_NEEDS];
    clmodp_resultant_options known;
    clm_compute_options how;
    size_t count;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, state != NULL);
    TRY(read_options(&context->error, &known, options));
    how = checked_options(context, &known);
    TRY(clm_engine_require(context, how.engine, &how.of_engine));
    count = clm_engine_needs(needs, how.engine, &how.of_engine);
    *state = clm_trust_known(context, needs, count) ? CLMODP_CHECK_PASSED
             : clm_cache_works(context->cache_dir)  ? CLMODP_CHECK_DUE
                                                    : CLMODP_CHECK_FORGOTTEN;
done:
    return clm_error_complete(&context->error, st);
}

/* What is not trivial, over Z or a prime field, under the cap of the options. */
static clmodp_status compute(clmodp_context *context, clmodp_zx *const *results,
                             clmodp_resultant_report *report, const clmodp_zxy *f,
                             const clmodp_zxy *g, const clmodp_resultant_options *known,
                             bool subresultant)
{
    clmodp_status st = CLMODP_OK;
    clm_compute_options options = compute_options(context, known);
    clm_random random = {known->seed};
    clmodp_context call;

    options.subresultant = subresultant;
    clm_context_begin(&call, context, known->max_memory, true);
    if (known->modulus != 0)
        st = clm_modular_compute(&call, results, report, f, g, known->modulus, &random, &options);
    else
        st = clm_resultant_compute(&call, results, report, f, g, &random, &options);
    TRY(clm_context_end(context, &call, st));
done:
    return st;
}

clmodp_status clmodp_resultant(clmodp_context *context, clmodp_zx *r,
                               clmodp_resultant_report *report, const clmodp_zxy *f,
                               const clmodp_zxy *g, const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clmodp_resultant_report done_so_far = {.height_bound_name = "", .lift_name = ""};
    clmodp_resultant_options known;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, r != NULL && f != NULL && g != NULL);
    TRY(read_options(&context->error, &known, options));
    if (clmodp_zxy_terms(f) == 0 || clmodp_zxy_terms(g) == 0)
        TRY(set_constant(r, 0));
    else if (clmodp_zxy_degree_y(f) == 0 && clmodp_zxy_degree_y(g) == 0)
        TRY(set_constant(r, 1));
    else
        TRY(compute(context, &r, &done_so_far, f, g, &known, false));
    done_so_far.seconds = clm_clock_seconds() - began;
    clm_report_write(report, &done_so_far, sizeof done_so_far);
done:
    return clm_error_complete(&context->error, st);
}

/* s := s_11 y + s_10 for s = 0; part, s_10 and s_11, are used up. */
static clmodp_status join_s1(clmodp_zxy *s, clmodp_zx *const *part)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j < 2; j++)
        for (long i = 0; i <= clmodp_zx_degree(part[j]); i++) {
            clm_zx_take_coeff(c, part[j], (size_t)i);
            TRY(clm_zxy_append(s, c, (size_t)i, j));
        }
done:
    mpz_clear(c);
    return st;
}

clmodp_status clmodp_subresultant_1(clmodp_context *context, clmodp_zxy *s1, clmodp_zx *r,
                                    clmodp_resultant_report *report, const clmodp_zxy *f,
                                    const clmodp_zxy *g,
                                    const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clmodp_resultant_report done_so_far = {.height_bound_name = "", .lift_name = ""};
    clmodp_resultant_options known;
    clmodp_zx *results[CLM_MOST_OUTPUTS] = {NULL};
    clmodp_zxy *joined = NULL;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, s1 != NULL && f != NULL && g != NULL);
    TRY(read_options(&context->error, &known, options));
    if (clmodp_zxy_degree_y(f) < 1 || clmodp_zxy_degree_y(g) < 1 ||
        clmodp_zxy_degree_y(f) + clmodp_zxy_degree_y(g) < 3)
        FAIL(&context->error, CLMODP_DOMAIN,
             "the first subresultant needs degrees of at least 1 in the variable to eliminate, "
             "and one of at least 2");
    if (known.engine == CLMODP_ENGINE_SCHUR)
        FAIL(&context->error, CLMODP_INVALID,
             "engine SCHUR has no subresultants; choose engine EUCLID");
    for (size_t n = 0; n < CLM_MOST_OUTPUTS; n++)
        TRY(clmodp_zx_create(&results[n]));
    TRY(clmodp_zxy_create(&joined));
    TRY(compute(context, results, &done_so_far, f, g, &known, true));
    TRY(join_s1(joined, results + 1));
    if (r != NULL)
        clm_zx_swap(r, results[0]);
    clm_zxy_swap(s1, joined);
    done_so_far.seconds = clm_clock_seconds() - began;
    clm_report_write(report, &done_so_far, sizeof done_so_far);
done:
    for (size_t n = 0; n < CLM_MOST_OUTPUTS; n++)
        clmodp_zx_destroy(results[n]);
    clmodp_zxy_destroy(joined);
    return clm_error_complete(&context->error, st);
}
