/* Resultants and first subresultants over F_p: images, degrees as written, and a check. */
#include "resultant/modular.h"

#include "arith/prime.h"
#include "device/memory.h"
#include "engines/stage.h"
#include "resultant/check.h"
#include "resultant/formal_degrees.h"
#include "zxy/modulo.h"
#include "zxy/zx.h"

clmodp_status clm_modular_check(clm_error *error, uint32_t modulus)
{
    if (modulus == 0 || (modulus <= INT32_MAX && clm_is_prime_u32(modulus)))
        return CLMODP_OK;
    return clm_fail(error, CLMODP_INVALID, "the modulus %u is not a prime below 2^31", modulus);
}

clmodp_status clm_modular_compute(clmodp_context *ctx, clmodp_zx *const *results,
                                  clmodp_resultant_report *report, const clmodp_zxy *f,
                                  const clmodp_zxy *g, uint32_t p, clm_random *random,
                                  const clm_compute_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    double began = clm_clock_seconds();
    const clm_modular_call call = {ctx, report, p, random, options};
    const size_t count = options->subresultant ? CLM_MOST_OUTPUTS : 1;
    const size_t deg_f = (size_t)clmodp_zxy_degree_y(f), deg_g = (size_t)clmodp_zxy_degree_y(g);
    clmodp_zxy *of_f = NULL, *of_g = NULL;
    clmodp_zx *found[CLM_MOST_OUTPUTS] = {NULL};
    bool agrees;

    TRY(clmodp_zxy_create(&of_f));
    TRY(clmodp_zxy_create(&of_g));
    for (size_t n = 0; n < count; n++)
        TRY(clmodp_zx_create(&found[n]));
    TRY(clm_zxy_modulo(error, of_f, f, p));
    TRY(clm_zxy_modulo(error, of_g, g, p));
    clm_stage_end(report->stage_seconds, CLM_STAGE_REDUCE, &began);
    if (count > 1)
        TRY(clm_formal_subresultant(&call, found, of_f, deg_f, of_g, deg_g));
    else
        TRY(clm_formal_resultant(&call, found[0], of_f, deg_f, of_g, deg_g));
    began = clm_clock_seconds();
    TRY(clm_check_modulo(error, &agrees, found, count, f, g, p, random));
    clm_stage_end(report->stage_seconds, CLM_STAGE_CHECK, &began);
    if (!agrees)
        FAIL(error, CLMODP_CORRUPT,
             "the result is wrong modulo %u at a random point: " CLM_WRONG_VALUE, p);
    for (size_t n = 0; n < count; n++)
        clm_zx_swap(results[n], found[n]);
done:
    report->memory_bytes = ctx->memory_peak;
    for (size_t n = 0; n < count; n++)
        clmodp_zx_destroy(found[n]);
    clmodp_zxy_destroy(of_g);
    clmodp_zxy_destroy(of_f);
    return st;
}
