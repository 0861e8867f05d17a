/* The public entries for one pair of polynomials: arguments and the report. */
#include <clmodp/resultant.h>

#include "base/clock.h"
#include "base/options.h"
#include "device/context.h"
#include "resultant/call.h"
#include "resultant/driver.h"
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

/* The task's results, with limits of the call's own. */
static clmodp_status compute(clmodp_context *context, clm_task *task,
                             const clmodp_resultant_options *known)
{
    const clm_compute_options options = clm_call_options(context, known);
    clm_random random = {known->seed};
    clmodp_context call;

    task->modulus = known->modulus;
    task->random = &random;
    task->options = &options;
    clm_context_begin(&call, context, known->max_memory, true);
    return clm_context_end(context, &call, clm_drive(&call, task));
}

clmodp_status clmodp_resultant(clmodp_context *context, clmodp_zx *r,
                               clmodp_resultant_report *report, const clmodp_zxy *f,
                               const clmodp_zxy *g, const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clmodp_resultant_report done_so_far = CLM_REPORT_START;
    clmodp_resultant_options known;
    clm_task task = {.f = f, .g = g, .results = &r, .count = 1, .report = &done_so_far};

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, r != NULL && f != NULL && g != NULL);
    TRY(clm_call_read(&context->error, &known, options));
    TRY(compute(context, &task, &known));
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
    clmodp_resultant_report done_so_far = CLM_REPORT_START;
    clmodp_resultant_options known;
    clmodp_zx *results[CLM_MOST_OUTPUTS] = {NULL};
    clmodp_zxy *joined = NULL;
    clm_task task = {.f = f, .g = g, .results = results, .count = CLM_MOST_OUTPUTS,
                     .report = &done_so_far};

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, s1 != NULL && f != NULL && g != NULL);
    TRY(clm_call_read(&context->error, &known, options));
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
    TRY(compute(context, &task, &known));
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
