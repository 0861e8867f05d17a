/* clmodp_fpx_mul. */
#include "univariate/multiply.h"

#include "arith/field.h"
#include "fpx/fast/multiply.h"
#include "fpx/host/multiply.h"
#include "fpx/plain/multiply.h"
#include "univariate/choice.h"

typedef struct work {
    uint32_t *product;
    clm_host_poly a, b;
    const clm_modulus *modulus;
} work;

static clmodp_status run(void *user, clm_error *error, const clm_watch *watch)
{
    const work *w = user;

    (void)error;
    return clm_host_multiply(w->product, w->a, w->b, w->modulus, watch);
}

static clmodp_status on_host(clm_fpx_call *call, clm_value *product, clm_value *a, clm_value *b,
                             double nanoseconds)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    work w;

    TRY(clm_value_to_host(ctx, a));
    TRY(clm_value_to_host(ctx, b));
    TRY(clm_value_on_host(ctx, product, a->count + b->count - 1));
    w = (work){product->words, clm_value_host(a), clm_value_host(b), &call->modulus};
    TRY(clm_fpx_on_host(call, nanoseconds, run, &w));
done:
    return st;
}

static clmodp_status on_device(clm_fpx_call *call, clm_value *product, clm_value *a,
                               clm_value *b, const clm_fpx_way *way)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    /* Rows are for coefficients of the second factor. */
    const bool swap = a->count < b->count;

    TRY(clm_value_to_device(ctx, a));
    TRY(clm_value_to_device(ctx, b));
    TRY(clm_value_on_device(ctx, product, a->count + b->count - 1));
    if (way->algorithm == CLMODP_FPX_FAST)
        TRY(clm_fast_multiply(ctx, &product->buffer, clm_value_device(a), clm_value_device(b),
                              call->modulus.p));
    else
        TRY(clm_plain_multiply(ctx, &product->buffer, clm_value_device(swap ? b : a),
                               clm_value_device(swap ? a : b), clm_field(call->modulus.p),
                               way->shape));
done:
    return st;
}

clmodp_status clm_value_multiply(clm_fpx_call *call, clm_value *product, clm_value *a,
                                 clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_way way;

    if (a->count == 0 || b->count == 0)
        goto done;
    if (a->count - 1 > CLMODP_FPX_MOST_COEFFICIENTS - b->count)
        FAIL(&call->context.error, CLMODP_LIMIT,
             "the product of polynomials with %zu and %zu coefficients is too long", a->count,
             b->count);
    TRY(clm_fpx_choose(call, &way, CLM_FPX_MULTIPLY, a, b));
    if (way.algorithm == CLMODP_FPX_HOST)
        TRY(on_host(call, product, a, b, way.host_ns));
    else
        TRY(on_device(call, product, a, b, &way));
done:
    return st;
}

clmodp_status clmodp_fpx_mul(clmodp_fpx *product, const clmodp_fpx *a, const clmodp_fpx *b,
                             const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    clm_value out = {0};

    if (product == NULL)
        return CLMODP_INVALID;
    st = clm_fpx_begin(&call, product, options);
    if (st != CLMODP_OK)
        return st;
    TRY(clm_fpx_check(&call.context.error, product, a));
    TRY(clm_fpx_check(&call.context.error, product, b));
    TRY(clm_value_multiply(&call, &out, a->value, b->value));
    clm_fpx_swap(product, &out);
done:
    clm_value_destroy(&call.context, &out);
    return clm_fpx_end(&call, st);
}
