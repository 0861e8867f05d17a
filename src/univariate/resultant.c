/* clmodp_fpx_resultant. */
#include "fpx/host/gcd.h"
#include "univariate/choice.h"

typedef struct work {
    uint32_t resultant;
    clm_host_poly a, b;
    const clm_modulus *modulus;
} work;

static clmodp_status run(void *user, clm_error *error, const clm_watch *watch)
{
    work *w = user;

    return clm_host_resultant(error, &w->resultant, w->a, w->b, w->modulus, watch);
}

static clmodp_status resultant(clm_fpx_call *call, uint32_t *r, clm_value *a, clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    const double pairs = (double)a->count * (double)b->count;
    work w;

    TRY(clm_fpx_choose_host(call, "resultants"));
    TRY(clm_value_to_host(ctx, a));
    TRY(clm_value_to_host(ctx, b));
    w = (work){.a = clm_value_host(a), .b = clm_value_host(b), .modulus = &call->modulus};
    TRY(clm_fpx_on_host(call, 2 * pairs * ctx->rates.ns[CLM_OP_HOST_PRODUCT], run, &w));
    *r = w.resultant;
done:
    return st;
}

clmodp_status clmodp_fpx_resultant(uint32_t *r, const clmodp_fpx *a, const clmodp_fpx *b,
                                   const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;

    if (a == NULL)
        return CLMODP_INVALID;
    st = clm_fpx_begin(&call, a, options);
    if (st != CLMODP_OK)
        return st;
    REQUIRE(&call.context.error, r != NULL);
    TRY(clm_fpx_check(&call.context.error, a, b));
    TRY(resultant(&call, r, a->value, b->value));
done:
    return clm_fpx_end(&call, st);
}
