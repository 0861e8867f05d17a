/* clmodp_fpx_mul, clmodp_fpx_mul_part. */
#include "fpx/api/multiply.h"

#include "arith/field.h"
#include "base/size.h"
#include "fpx/fast/multiply.h"
#include "fpx/host/multiply.h"
#include "fpx/batch/move.h"
#include "fpx/schoolbook/multiply.h"
#include "fpx/api/choice.h"

/* Coefficients of a product: from `low` on, so many, which are all there. */
typedef struct part {
    clm_value *a, *b;
    size_t low, count;
} part;

typedef struct work {
    const part *part;
    uint32_t *product;
    const clm_modulus *modulus;
} work;

static clmodp_status run(void *user, clm_error *error, const clm_watch *watch)
{
    const work *w = user;

    (void)error;
    return clm_host_multiply_part(w->product, clm_value_host(w->part->a),
                                  clm_value_host(w->part->b), w->part->low, w->part->count,
                                  w->modulus, watch);
}

static clmodp_status on_host(clm_fpx_call *call, clm_value *product, const part *t,
                             double nanoseconds)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    work w;

    TRY(clm_value_to_host(ctx, t->a));
    TRY(clm_value_to_host(ctx, t->b));
    TRY(clm_value_on_host(ctx, product, t->count));
    w = (work){t, product->words, &call->modulus};
    TRY(clm_fpx_on_host(call, nanoseconds, run, &w));
done:
    return st;
}

/* The whole product, and then the part. */
static clmodp_status by_rows(clm_fpx_call *call, const clm_buffer *product, const part *t,
                             clm_plain_shape shape)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    const bool swap = t->a->count < t->b->count; /* rows are for the second one's coefficients */
    const clm_poly a = clm_value_device(swap ? t->b : t->a);
    const clm_poly b = clm_value_device(swap ? t->a : t->b);
    const size_t all = a.count + b.count - 1;
    clm_buffer whole = {0};

    if (t->count == all) {
        TRY(clm_plain_multiply(ctx, product, a, b, clm_field(call->modulus.p), shape));
        goto done;
    }
    TRY(clm_buffer_create(ctx, &whole, all, sizeof(u32)));
    TRY(clm_plain_multiply(ctx, &whole, a, b, clm_field(call->modulus.p), shape));
    TRY(clm_move(ctx, product, &whole,
                 (move_piece){.from = (u32)t->low, .count = (u32)t->count}));
done:
    clm_buffer_destroy(ctx, &whole); /* OpenCL keeps it until the launches have run */
    return st;
}

static clmodp_status on_device(clm_fpx_call *call, clm_value *product, const part *t,
                               const clm_fpx_way *way)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;

    TRY(clm_value_to_device(ctx, t->a));
    TRY(clm_value_to_device(ctx, t->b));
    TRY(clm_value_on_device(ctx, product, t->count));
    if (way->algorithm == CLMODP_FPX_FAST)
        TRY(clm_fast_multiply_part(ctx, &product->buffer, clm_value_device(t->a),
                                   clm_value_device(t->b), t->low, t->count, call->modulus.p));
    else
        TRY(by_rows(call, &product->buffer, t, way->shape));
done:
    return st;
}

/* *product, all zero before := the coefficients of a b from that of x^low on, `count` at most. */
static clmodp_status multiply(clm_fpx_call *call, clm_value *product, clm_value *a, clm_value *b,
                              size_t low, size_t count)
{
    clmodp_status st = CLMODP_OK;
    part t = {a, b, low, 0};
    clm_fpx_way way;
    size_t all;

    if (a->count == 0 || b->count == 0)
        goto done;
    if (a->count - 1 > CLMODP_FPX_MOST_COEFFICIENTS - b->count)
        FAIL(&call->context.error, CLMODP_LIMIT,
             "the product of polynomials with %zu and %zu coefficients is too long", a->count,
             b->count);
    all = a->count + b->count - 1;
    t.count = low < all ? clm_size_min(count, all - low) : 0;
    if (t.count == 0)
        goto done;
    TRY(clm_fpx_choose(call, &way, CLM_FPX_MULTIPLY, a, b));
    if (way.algorithm == CLMODP_FPX_HOST)
        TRY(on_host(call, product, &t, way.host_ns));
    else
        TRY(on_device(call, product, &t, &way));
    if (low + t.count < all)
        TRY(clm_value_trim(&call->context, product));
done:
    return st;
}

clmodp_status clm_value_multiply(clm_fpx_call *call, clm_value *product, clm_value *a,
                                 clm_value *b)
{
    return multiply(call, product, a, b, 0, SIZE_MAX);
}

clmodp_status clmodp_fpx_mul(clmodp_fpx *product, const clmodp_fpx *a, const clmodp_fpx *b,
                             const clmodp_fpx_options *options)
{
    return clmodp_fpx_mul_part(product, a, b, 0, SIZE_MAX, options);
}

clmodp_status clmodp_fpx_mul_part(clmodp_fpx *f, const clmodp_fpx *a, const clmodp_fpx *b,
                                  size_t low, size_t count, const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    clm_value out = {0};

    if (f == NULL)
        return CLMODP_INVALID;
    st = clm_fpx_begin(&call, f, options);
    if (st != CLMODP_OK)
        return st;
    TRY(clm_fpx_check(&call.context.error, f, a));
    TRY(clm_fpx_check(&call.context.error, f, b));
    TRY(multiply(&call, &out, a->value, b->value, low, count));
    clm_fpx_swap(f, &out);
done:
    clm_value_destroy(&call.context, &out);
    return clm_fpx_end(&call, st);
}
