/* clmodp_fpx_resultant. */
#include "arith/field.h"
#include "base/size.h"
#include "fpx/fast/gcd.h"
#include "fpx/host/gcd.h"
#include "fpx/schoolbook/gcd.h"
#include "fpx/api/choice.h"

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

static clmodp_status on_host(clm_fpx_call *call, uint32_t *r, clm_value *a, clm_value *b,
                             double nanoseconds)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    work w;

    TRY(clm_value_to_host(ctx, a));
    TRY(clm_value_to_host(ctx, b));
    w = (work){.a = clm_value_host(a), .b = clm_value_host(b), .modulus = &call->modulus};
    TRY(clm_fpx_on_host(call, nanoseconds, run, &w));
    *r = w.resultant;
done:
    return st;
}

static clmodp_status by_sweeps(clm_fpx_call *call, uint32_t *r, const clm_value *a,
                               const clm_value *b, const clm_buffer *gcd, clm_plain_shape shape)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    const fp_field field = clm_field(call->modulus.p);
    const size_t degree = a->count - 1;
    clm_gcd_trace trace = {0};
    size_t count;

    TRY(clm_gcd_trace_create(ctx, &trace, degree));
    TRY(clm_plain_gcd(ctx, gcd, &count, clm_value_device(a), clm_value_device(b), field, shape,
                      &trace));
    TRY(clm_gcd_trace_resultant(ctx, &trace, r, degree, b->count - 1, field));
done:
    clm_gcd_trace_destroy(ctx, &trace);
    return st;
}

/* Pre: a is not shorter than b. */
static clmodp_status on_device(clm_fpx_call *call, uint32_t *r, clm_value *a, clm_value *b,
                               const clm_fpx_way *way)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    clm_buffer gcd = {0};
    clm_fast_gcd_result out = {.g = &gcd, .resultant = r};

    TRY(clm_value_to_device(ctx, a));
    TRY(clm_value_to_device(ctx, b));
    TRY(clm_buffer_create(ctx, &gcd, b->count, sizeof(u32)));
    if (way->algorithm == CLMODP_FPX_PLAIN)
        TRY(by_sweeps(call, r, a, b, &gcd, way->shape));
    else
        TRY(clm_fast_gcd(ctx, &out, clm_value_device(a), clm_value_device(b), call->modulus.p,
                         0));
done:
    clm_buffer_destroy(ctx, &gcd);
    return st;
}

static clmodp_status resultant(clm_fpx_call *call, uint32_t *r, clm_value *a, clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_way way = {.algorithm = CLMODP_FPX_HOST};
    const bool swap = a->count < b->count;
    const bool odd = a->count % 2 == 0 && b->count % 2 == 0; /* both degrees */

    if (a->count > 0 && b->count > 0)
        TRY(clm_fpx_choose(call, &way, CLM_FPX_RESULTANT, a, b));
    if (way.algorithm == CLMODP_FPX_HOST) {
        TRY(on_host(call, r, a, b, way.host_ns));
    } else {
        TRY(on_device(call, r, swap ? b : a, swap ? a : b, &way));
        if (swap && odd && *r != 0)
            *r = call->modulus.p - *r;
    }
done:
    return st;
}

clmodp_status clmodp_fpx_resultant(uint32_t *r, const clmodp_fpx *a, const clmodp_fpx *b,
                                   const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    uint32_t found = 0;

    if (a == NULL)
        return CLMODP_INVALID;
    st = clm_fpx_begin(&call, a, options);
    if (st != CLMODP_OK)
        return st;
    REQUIRE(&call.context.error, r != NULL);
    TRY(clm_fpx_check(&call.context.error, a, b));
    TRY(resultant(&call, &found, a->value, b->value));
    *r = found;
done:
    return clm_fpx_end(&call, st);
}
