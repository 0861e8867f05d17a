/* The public entry: arguments, trivial cases, trust in the device, the report. */
#include <clmodp/resultant.h>

#include "base/clock.h"
#include "base/options.h"
#include "device/memory.h"
#include "resultant/compute.h"
#include "resultant/modular.h"
#include "resultant/selftest.h"

_Static_assert(CLMODP_STAGE_COUNT <= CLMODP_MOST_STAGES, "reports have no room for all stages");

const char *clmodp_stage_name(clmodp_stage stage)
{
    static const char *const names[CLMODP_STAGE_COUNT] = {
        [CLMODP_STAGE_PLAN] = "plan",
        [CLMODP_STAGE_REDUCE] = "reduce",
        [CLMODP_STAGE_EVALUATE] = "evaluate",
        [CLMODP_STAGE_EUCLID] = "euclid",
        [CLMODP_STAGE_REDO] = "redo",
        [CLMODP_STAGE_DIVIDE] = "divide",
        [CLMODP_STAGE_INTERPOLATE] = "interpolate",
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
    TRY(clmodp_zx_set(r, constant));
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
    };

    return (clm_lift_options){.way = ways[lift]};
}

clmodp_status clmodp_resultant(clmodp_context *context, clmodp_zx *r,
                               clmodp_resultant_report *report, const clmodp_zxy *f,
                               const clmodp_zxy *g, const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clmodp_resultant_report done_so_far = {.height_bound_name = "", .lift_name = ""};
    clmodp_resultant_options known;
    clm_random random;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, r != NULL && f != NULL && g != NULL);
    clmodp_resultant_options_init(&known);
    TRY(clm_options_read(&context->error, &known, sizeof known, options));
    REQUIRE(&context->error,
            known.mode == CLMODP_MODE_CERTIFIED || known.mode == CLMODP_MODE_PROBABLE);
    REQUIRE(&context->error, (unsigned)known.lift <= CLMODP_LIFT_POSITIONAL);
    TRY(clm_modular_check(&context->error, known.modulus));

    if (clmodp_zxy_terms(f) == 0 || clmodp_zxy_terms(g) == 0)
        TRY(set_constant(r, 0));
    else if (clmodp_zxy_degree_y(f) == 0 && clmodp_zxy_degree_y(g) == 0)
        TRY(set_constant(r, 1));
    else {
        clm_modular_options how;
        uint64_t cap;

        TRY(clm_selftest_ensure(context));
        random = (clm_random){known.seed};
        cap = clm_memory_lower_cap(context, known.max_memory);
        how = (clm_modular_options){
            .compute = {.mode = known.mode, .lift = lift_options(known.lift)}, .test_cap = cap};
        if (known.modulus == 0)
            st = clm_resultant_compute(context, r, &done_so_far, f, g, &random, &how.compute);
        else
            st = clm_modular_compute(context, r, &done_so_far, f, g, known.modulus, &random,
                                     &how);
        context->max_memory = cap;
        TRY(st);
    }
    done_so_far.seconds = clm_clock_seconds() - began;
    clm_report_write(report, &done_so_far, sizeof done_so_far);
done:
    return clm_error_complete(&context->error, st);
}
