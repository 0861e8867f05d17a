/* Calls the library through the interface of the other systems. */
#include "peers/fpx_library.h"

static clmodp_status resultant(clmodp_fpx *out, clmodp_fpx_report *report, const clmodp_fpx *f,
                               const clmodp_fpx *g, const peer_job *job,
                               const clmodp_fpx_options *options)
{
    uint64_t r = 0;
    const clmodp_status status = clmodp_fpx_resultant(&r, report, f, g, options);

    *job->result = (uint32_t)r;
    return status == CLMODP_OK ? clmodp_fpx_upload(out, job->result, 1) : status;
}

static clmodp_status evaluate(clmodp_fpx *out, clmodp_fpx_report *report, const clmodp_fpx *f,
                              const peer_job *job, const clmodp_fpx_options *options)
{
    const clmodp_status status =
        clmodp_fpx_evaluate_points(job->result, report, f, job->b, job->m, options);

    return status == CLMODP_OK ? clmodp_fpx_upload(out, job->result, job->m) : status;
}

static clmodp_status power(clmodp_fpx *out, clmodp_fpx_report *report, const clmodp_fpx *f,
                           const clmodp_fpx *g, const clmodp_fpx_options *options)
{
    clmodp_status status;
    mpz_t exponent;

    mpz_init_set_ui(exponent, PEER_EXPONENT);
    status = clmodp_fpx_powmod(out, report, f, exponent, g, options);
    mpz_clear(exponent);
    return status;
}

static clmodp_status invert(clmodp_fpx *out, clmodp_fpx_report *report, const clmodp_fpx *f,
                            const clmodp_fpx *g, const clmodp_fpx_options *options)
{
    const clmodp_status status = clmodp_fpx_invmod(out, report, f, g, options);

    return status == CLMODP_DOMAIN ? clmodp_fpx_upload(out, NULL, 0) : status;
}

clmodp_status fpx_library(clmodp_fpx *out, clmodp_fpx_report *report, const clmodp_fpx *f,
                          const clmodp_fpx *g, const peer_job *job,
                          const clmodp_fpx_options *options)
{
    switch (job->operation) {
    case PEER_MUL: return clmodp_fpx_mul(out, report, f, g, options);
    case PEER_DIVREM: return clmodp_fpx_divrem(out, NULL, report, f, g, options);
    case PEER_GCD: return clmodp_fpx_gcd(out, report, f, g, options);
    case PEER_RESULTANT: return resultant(out, report, f, g, job, options);
    case PEER_EVALUATE: return evaluate(out, report, f, job, options);
    case PEER_INTERPOLATE:
        return clmodp_fpx_interpolate(out, report, job->b, job->a, job->m, options);
    case PEER_POWMOD: return power(out, report, f, g, options);
    case PEER_INVMOD: return invert(out, report, f, g, options);
    }
    return CLMODP_INVALID;
}
