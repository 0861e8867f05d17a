/* The public entries for one problem. */
#include <clmodp/resultant.h>

#include "device/context.h"
#include "resultant/call.h"
#include "resultant/direct.h"
#include "resultant/driver.h"
#include "resultant/problem.h"

/* Solve what is small without an engine, if the options allow that. */
static bool solve_directly(clmodp_context *context, const clmodp_problem *problem,
                           const clmodp_resultant_options *options)
{
    clm_direct direct = {.options = options};
    bool solved = false;

    if (clm_direct_serves(context, options)) {
        direct.prime = clm_check_prime(context, options->seed);
        solved = clm_direct_solve(&direct, problem, options->seed);
    }
    clmodp_zx_destroy(direct.r);
    return solved;
}

clmodp_status clmodp_solve(clmodp_context *context, const clmodp_problem *problem,
                           const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_options checked;
    clmodp_problem known;
    clmodp_context call;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    TRY(clm_problem_read(&context->error, &known, problem));
    TRY(clm_call_read(&context->error, &checked, options));
    if (solve_directly(context, &known, &checked))
        return CLMODP_OK;
    clm_context_begin(&call, context, checked.max_memory, true);
    st = clm_context_end(context, &call, clm_problem_solve(&call, &known, &checked, NULL));
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_resultant(clmodp_context *context, clmodp_zx *r,
                               clmodp_resultant_report *report, const clmodp_zxy *f,
                               const clmodp_zxy *g, const clmodp_resultant_options *options)
{
    const clmodp_problem problem = {.size = sizeof problem, .f = f, .g = g, .r = r,
                                    .report = report};

    return clmodp_solve(context, &problem, options);
}

clmodp_status clmodp_resultant_mod(clmodp_context *context, clmodp_zx *r,
                                   clmodp_resultant_report *report, const clmodp_zxy *f,
                                   const clmodp_zxy *g, uint32_t modulus,
                                   const clmodp_resultant_options *options)
{
    /* In a problem 0 stands for Z, which here it must not. */
    const clmodp_problem problem = {.size = sizeof problem, .modulus = modulus != 0 ? modulus : 1,
                                    .f = f, .g = g, .r = r, .report = report};

    return clmodp_solve(context, &problem, options);
}

clmodp_status clmodp_subresultant(clmodp_context *context, clmodp_zxy *s, clmodp_zx *r,
                                  clmodp_resultant_report *report, unsigned k,
                                  const clmodp_zxy *f, const clmodp_zxy *g,
                                  const clmodp_resultant_options *options)
{
    const clmodp_problem problem = {.size = sizeof problem,
                                    .operation = CLMODP_OPERATION_SUBRESULTANT, .k = k, .f = f,
                                    .g = g, .r = r, .s = s, .report = report};

    return clmodp_solve(context, &problem, options);
}

clmodp_status clmodp_discriminant(clmodp_context *context, clmodp_zx *d,
                                  clmodp_resultant_report *report, const clmodp_zxy *f,
                                  const clmodp_resultant_options *options)
{
    const clmodp_problem problem = {.size = sizeof problem,
                                    .operation = CLMODP_OPERATION_DISCRIMINANT, .f = f, .r = d,
                                    .report = report};

    return clmodp_solve(context, &problem, options);
}
