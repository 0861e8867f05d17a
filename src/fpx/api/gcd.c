/* clmodp_fpx_gcd, clmodp_fpx_xgcd, clmodp_fpx_invmod. */
#include "arith/field.h"
#include "base/size.h"
#include "fpx/fast/gcd.h"
#include "fpx/host/gcd.h"
#include "fpx/host/multiply.h"
#include "fpx/schoolbook/gcd.h"
#include "fpx/api/choice.h"
#include "fpx/api/divide.h"
#include "fpx/api/multiply.h"

typedef struct work {
    clm_host_result g, u;
    clm_host_poly a, b;
    const clm_modulus *modulus;
} work;

static clmodp_status run(void *user, clm_error *error, const clm_watch *watch)
{
    work *w = user;

    return clm_host_gcd(error, &w->g, w->u.c == NULL ? NULL : &w->u, w->a, w->b, w->modulus,
                        watch);
}

/* *g, and *u unless it is NULL, all zero before := clm_host_gcd of a and b, which are not both
 * 0. */
static clmodp_status on_host(clm_fpx_call *call, clm_value *g, clm_value *u, clm_value *a,
                             clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    const double pairs = (double)a->count * (double)b->count;
    const double nanoseconds = pairs * ctx->rates.ns[CLM_OP_HOST_PRODUCT] * (u == NULL ? 2 : 4);
    work w;

    TRY(clm_value_to_host(ctx, a));
    TRY(clm_value_to_host(ctx, b));
    TRY(clm_value_on_host(ctx, g, clm_size_max(a->count, b->count)));
    if (u != NULL)
        TRY(clm_value_on_host(ctx, u, clm_size_max(b->count, 1)));
    w = (work){.g = {g->words, 0}, .u = {u == NULL ? NULL : u->words, 0},
               .a = clm_value_host(a), .b = clm_value_host(b), .modulus = &call->modulus};
    TRY(clm_fpx_on_host(call, nanoseconds, run, &w));
    g->count = w.g.count;
    TRY(clm_value_trim(ctx, g));
    if (u != NULL) {
        u->count = w.u.count;
        TRY(clm_value_trim(ctx, u));
    }
done:
    return st;
}

static clmodp_status by_sweeps(clm_fpx_call *call, clm_value *g, const clm_value *a,
                               const clm_value *b, clm_plain_shape shape)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;

    TRY(clm_value_on_device(ctx, g, clm_size_min(a->count, b->count)));
    TRY(clm_plain_gcd(ctx, &g->buffer, &g->count, clm_value_device(a), clm_value_device(b),
                      clm_field(call->modulus.p), shape, NULL));
done:
    return st;
}

/* Pre: a is not shorter than b. */
static clmodp_status by_halves(clm_fpx_call *call, clm_value *g, clm_value *u, clm_value *v,
                               const clm_value *a, const clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    clm_value *const values[3] = {g, u, v};
    const size_t room[3] = {b->count, b->count, a->count};
    clm_fast_gcd_result out = {.g = &g->buffer, .u = u == NULL ? NULL : &u->buffer,
                               .v = v == NULL ? NULL : &v->buffer};
    const size_t *const counts[3] = {&out.g_count, &out.u_count, &out.v_count};

    for (int k = 0; k < 3; k++)
        if (values[k] != NULL)
            TRY(clm_value_on_device(ctx, values[k], room[k]));
    TRY(clm_fast_gcd(ctx, &out, clm_value_device(a), clm_value_device(b), call->modulus.p, 0));
    for (int k = 0; k < 3; k++)
        if (values[k] != NULL && (values[k]->count = *counts[k]) == 0)
            clm_value_destroy(ctx, values[k]);
done:
    return st;
}

static clmodp_status on_device(clm_fpx_call *call, clm_value *g, clm_value *u, clm_value *v,
                               clm_value *a, clm_value *b, const clm_fpx_way *way)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    const bool swap = a->count < b->count;

    TRY(clm_value_to_device(ctx, a));
    TRY(clm_value_to_device(ctx, b));
    if (way->algorithm == CLMODP_FPX_PLAIN)
        TRY(by_sweeps(call, g, a, b, way->shape));
    else
        TRY(by_halves(call, g, swap ? v : u, swap ? u : v, swap ? b : a, swap ? a : b));
done:
    return st;
}

/* *g := gcd(a, b), monic. */
static clmodp_status gcd(clm_fpx_call *call, clm_value *g, clm_value *a, clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_way way = {.algorithm = CLMODP_FPX_HOST};

    if (a->count == 0 && b->count == 0)
        goto done;
    if (a->count > 0 && b->count > 0)
        TRY(clm_fpx_choose(call, &way, CLM_FPX_GCD, a, b));
    if (way.algorithm == CLMODP_FPX_HOST)
        TRY(on_host(call, g, NULL, a, b));
    else
        TRY(on_device(call, g, NULL, NULL, a, b, &way));
done:
    return st;
}

clmodp_status clmodp_fpx_gcd(clmodp_fpx *g, const clmodp_fpx *a, const clmodp_fpx *b,
                             const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    clm_value out = {0};

    if (g == NULL)
        return CLMODP_INVALID;
    st = clm_fpx_begin(&call, g, options);
    if (st != CLMODP_OK)
        return st;
    TRY(clm_fpx_check(&call.context.error, g, a));
    TRY(clm_fpx_check(&call.context.error, g, b));
    TRY(gcd(&call, &out, a->value, b->value));
    clm_fpx_swap(g, &out);
done:
    clm_value_destroy(&call.context, &out);
    return clm_fpx_end(&call, st);
}

/* *v := (g - u a) / b, which leaves nothing. Pre: b is not 0 */
static clmodp_status other_cofactor(clm_fpx_call *call, clm_value *v, clm_value *g, clm_value *u,
                                    clm_value *a, clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = &call->context;
    const clmodp_fpx_algorithm wanted = call->options.algorithm;
    const uint32_t p = call->modulus.p;
    clm_value product = {0}, sum = {0}, rest = {0};

    call->options.algorithm = CLMODP_FPX_HOST;
    TRY(clm_value_multiply(call, &product, u, a));
    TRY(clm_value_on_host(ctx, &sum, clm_size_max(g->count, product.count)));
    for (size_t k = 0; k < sum.count; k++) {
        const uint32_t of_g = k < g->count ? g->words[k] : 0;
        const uint32_t of_product = k < product.count ? product.words[k] : 0;

        sum.words[k] = of_g >= of_product ? of_g - of_product : of_g + (p - of_product);
    }
    TRY(clm_value_trim(ctx, &sum));
    TRY(clm_value_divide(call, v, &rest, &sum, b));
done:
    call->options.algorithm = wanted;
    clm_value_destroy(ctx, &rest);
    clm_value_destroy(ctx, &sum);
    clm_value_destroy(ctx, &product);
    return st;
}

/* And u a + v b = g; v may be NULL. */
static clmodp_status extended(clm_fpx_call *call, clm_value *g, clm_value *u, clm_value *v,
                              clm_value *a, clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_way way = {.algorithm = CLMODP_FPX_HOST};

    if (a->count == 0 && b->count == 0)
        goto done;
    if (a->count > 0 && b->count > 0)
        TRY(clm_fpx_choose(call, &way, CLM_FPX_XGCD, a, b));
    if (way.algorithm == CLMODP_FPX_FAST) {
        TRY(on_device(call, g, u, v, a, b, &way));
        goto done;
    }
    TRY(on_host(call, g, u, a, b));
    if (v != NULL && b->count > 0)
        TRY(other_cofactor(call, v, g, u, a, b));
done:
    return st;
}

clmodp_status clmodp_fpx_xgcd(clmodp_fpx *g, clmodp_fpx *u, clmodp_fpx *v, const clmodp_fpx *a,
                              const clmodp_fpx *b, const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    clm_value values[3] = {{0}, {0}, {0}};
    clmodp_fpx *const out[3] = {g, u, v};

    if (g == NULL)
        return CLMODP_INVALID;
    st = clm_fpx_begin(&call, g, options);
    if (st != CLMODP_OK)
        return st;
    TRY(clm_fpx_check(&call.context.error, g, a));
    TRY(clm_fpx_check(&call.context.error, g, b));
    for (int k = 1; k < 3; k++) {
        if (out[k] == NULL)
            continue;
        TRY(clm_fpx_check(&call.context.error, g, out[k]));
        REQUIRE(&call.context.error, out[k] != g);
    }
    REQUIRE(&call.context.error, u == NULL || u != v);
    TRY(extended(&call, &values[0], &values[1], v == NULL ? NULL : &values[2],
                 a->value, b->value));
    for (int k = 0; k < 3; k++)
        if (out[k] != NULL)
            clm_fpx_swap(out[k], &values[k]);
done:
    for (int k = 0; k < 3; k++)
        clm_value_destroy(&call.context, &values[k]);
    return clm_fpx_end(&call, st);
}

/* a is reduced modulo m first, so that the cofactor is the inverse. */
static clmodp_status invert(clm_fpx_call *call, clm_value *inverse, clm_value *a, clm_value *m)
{
    clmodp_status st = CLMODP_OK;
    clm_value quotient = {0}, rest = {0}, g = {0};

    if (m->count == 0)
        FAIL(&call->context.error, CLMODP_DOMAIN, "no inverse modulo the zero polynomial");
    TRY(clm_value_divide(call, &quotient, &rest, a, m));
    if (m->count > 1)
        TRY(extended(call, &g, inverse, NULL, &rest, m));
    if (m->count > 1 && g.count != 1)
        FAIL(&call->context.error, CLMODP_DOMAIN,
             "no inverse: the polynomials have a common factor of degree %zu", g.count - 1);
done:
    clm_value_destroy(&call->context, &g);
    clm_value_destroy(&call->context, &rest);
    clm_value_destroy(&call->context, &quotient);
    return st;
}

clmodp_status clmodp_fpx_invmod(clmodp_fpx *inverse, const clmodp_fpx *a, const clmodp_fpx *m,
                                const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    clm_value out = {0};

    if (inverse == NULL)
        return CLMODP_INVALID;
    st = clm_fpx_begin(&call, inverse, options);
    if (st != CLMODP_OK)
        return st;
    TRY(clm_fpx_check(&call.context.error, inverse, a));
    TRY(clm_fpx_check(&call.context.error, inverse, m));
    TRY(invert(&call, &out, a->value, m->value));
    clm_fpx_swap(inverse, &out);
done:
    clm_value_destroy(&call.context, &out);
    return clm_fpx_end(&call, st);
}
