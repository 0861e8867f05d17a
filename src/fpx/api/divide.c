/* clmodp_fpx_divrem. */
#include "fpx/api/divide.h"

#include "arith/field.h"
#include "base/size.h"
#include "fpx/fast/divide.h"
#include "fpx/host/divide.h"
#include "fpx/schoolbook/divide.h"
#include "fpx/batch/move.h"
#include "fpx/api/choice.h"

typedef struct work {
    uint32_t *quotient, *remainder;
    clm_host_poly a, b;
    const clm_modulus *modulus;
} work;

static clmodp_status run(void *user, clm_error *error, const clm_watch *watch)
{
    const work *w = user;

    (void)error;
    return clm_host_divide(w->quotient, w->remainder, w->a, w->b, w->modulus, watch);
}

/* One division; its values are trimmed by who asked. */
typedef struct division {
    clm_fpx_call *call;
    clm_value *quotient, *remainder, *a, *b;
} division;

static clmodp_status on_host(const division *d, double nanoseconds)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &d->call->context;
    work w;

    TRY(clm_value_to_host(ctx, d->a));
    TRY(clm_value_to_host(ctx, d->b));
    TRY(clm_value_on_host(ctx, d->quotient, d->a->count - d->b->count + 1));
    TRY(clm_value_on_host(ctx, d->remainder, d->b->count - 1));
    w = (work){d->quotient->words, d->remainder->words, clm_value_host(d->a),
               clm_value_host(d->b), &d->call->modulus};
    TRY(clm_fpx_on_host(d->call, nanoseconds, run, &w));
done:
    return st;
}

static clmodp_status by_products(const division *d)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &d->call->context;
    const size_t n = d->a->count, m = d->b->count;

    TRY(clm_value_to_device(ctx, d->a));
    TRY(clm_value_to_device(ctx, d->b));
    TRY(clm_value_on_device(ctx, d->quotient, n - m + 1));
    TRY(clm_value_on_device(ctx, d->remainder, m - 1));
    TRY(clm_fast_divide(ctx, &d->quotient->buffer, m > 1 ? &d->remainder->buffer : NULL,
                        clm_value_device(d->a), clm_value_device(d->b), d->call->modulus.p));
done:
    return st;
}

/* The division leaves the remainder where the dividend was, so that this is a copy. */
static clmodp_status by_steps(const division *d, clm_plain_shape shape)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &d->call->context;
    const size_t n = d->a->count, m = d->b->count;
    clm_buffer dividend = {0};

    TRY(clm_value_to_device(ctx, d->a));
    TRY(clm_value_to_device(ctx, d->b));
    TRY(clm_value_on_device(ctx, d->quotient, n - m + 1));
    TRY(clm_value_on_device(ctx, d->remainder, m - 1));
    TRY(clm_buffer_create(ctx, &dividend, n, sizeof(u32)));
    TRY(clm_move_poly(ctx, &dividend, 0, clm_value_device(d->a)));
    TRY(clm_plain_divide(ctx, &d->quotient->buffer, (clm_poly){&dividend, n},
                         clm_value_device(d->b), clm_field(d->call->modulus.p), shape));
    if (m > 1)
        TRY(clm_move_poly(ctx, &d->remainder->buffer, 0, (clm_poly){&dividend, m - 1}));
done:
    clm_buffer_destroy(ctx, &dividend); /* OpenCL keeps it until the launches have run */
    return st;
}

clmodp_status clm_value_divide(clm_fpx_call *call, clm_value *quotient, clm_value *remainder,
                               clm_value *a, clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    const division d = {call, quotient, remainder, a, b};
    clm_fpx_way way;

    if (b->count == 0)
        FAIL(&call->context.error, CLMODP_DOMAIN, "division by the zero polynomial");
    if (a->count < b->count) {
        TRY(clm_value_copy(&call->context, remainder, a, a->count));
        goto done;
    }
    TRY(clm_fpx_choose(call, &way, CLM_FPX_DIVIDE, a, b));
    if (way.algorithm == CLMODP_FPX_HOST)
        TRY(on_host(&d, way.host_ns));
    else if (way.algorithm == CLMODP_FPX_FAST)
        TRY(by_products(&d));
    else
        TRY(by_steps(&d, way.shape));
    TRY(clm_value_trim(&call->context, remainder));
done:
    return st;
}

clmodp_status clmodp_fpx_divrem(clmodp_fpx *quotient, clmodp_fpx *remainder, const clmodp_fpx *a,
                                const clmodp_fpx *b, const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    clm_value q = {0}, r = {0};

    if (a == NULL)
        return CLMODP_INVALID;
    st = clm_fpx_begin(&call, a, options);
    if (st != CLMODP_OK)
        return st;
    TRY(clm_fpx_check(&call.context.error, a, b));
    if (quotient != NULL)
        TRY(clm_fpx_check(&call.context.error, a, quotient));
    if (remainder != NULL)
        TRY(clm_fpx_check(&call.context.error, a, remainder));
    REQUIRE(&call.context.error, quotient == NULL || quotient != remainder);
    TRY(clm_value_divide(&call, &q, &r, a->value, b->value));
    if (quotient != NULL)
        clm_fpx_swap(quotient, &q);
    if (remainder != NULL)
        clm_fpx_swap(remainder, &r);
done:
    clm_value_destroy(&call.context, &r);
    clm_value_destroy(&call.context, &q);
    return clm_fpx_end(&call, st);
}
