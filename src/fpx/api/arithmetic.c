/* Arithmetic calls: clmodp_fpx_mul, _mul_part, _divrem, _gcd, _xgcd, _ratrecon, _invmod and
 * _resultant. */
#include "fpx/api/host.h"

#include "arith/prime.h"
#include "core/size.h"
#include "fpx/api/choice.h"
#include "fpx/api/short.h"
#include "fpx/fast/divide.h"
#include "fpx/fast/gcd.h"
#include "fpx/fast/spectra.h"

/* A range of `count` coefficients of a product, from `low` on. */
typedef struct product_part {
    clm_value *a, *b;
    size_t low, count;
} product_part;

/* Computes the whole product, and copies the part. */
static clmodp_status multiply_by_schoolbook(clm_fpx_call *call, const clm_buffer *product,
                                            const product_part *t, clm_schoolbook_shape shape)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    const bool swap = t->a->count < t->b->count; /* rows are the second factor's */
    const clm_poly a = clm_value_device(swap ? t->b : t->a);
    const clm_poly b = clm_value_device(swap ? t->a : t->b);
    const size_t all = a.count + b.count - 1;
    clm_buffer whole = {0};

    if (t->count == all) {
        TRY(clm_schoolbook_multiply(ctx, product, a, b, clm_field(call->modulus.p), shape));
        goto done;
    }
    TRY(clm_buffer_create(ctx, &whole, all, sizeof(u32)));
    TRY(clm_schoolbook_multiply(ctx, &whole, a, b, clm_field(call->modulus.p), shape));
    TRY(clm_move(ctx, product, &whole, (move_piece){.from = (u32)t->low, .count = (u32)t->count}));
done:
    clm_buffer_destroy(ctx, &whole); /* pending launches retain it */
    return st;
}

static clmodp_status multiply_on_device(clm_fpx_call *call, clm_value *product,
                                        const product_part *t, const clm_fpx_method *method)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;

    TRY(clm_value_to_device(ctx, t->a));
    TRY(clm_value_to_device(ctx, t->b));
    TRY(clm_value_on_device(ctx, product, t->count));
    if (method->algorithm == CLMODP_FPX_FAST)
        TRY(clm_fast_multiply_part(ctx, &product->buffer, clm_value_device(t->a),
                                   clm_value_device(t->b), t->low, t->count, call->modulus.p));
    else
        TRY(multiply_by_schoolbook(call, &product->buffer, t, method->shape));
done:
    return st;
}

/* *product, all zero before := at most `count` coefficients of a b, from x^low on. */
static clmodp_status multiply_values(clm_fpx_call *call, clm_value *product, clm_value *a,
                                     clm_value *b, size_t low, size_t count)
{
    clmodp_status st = CLMODP_OK;
    product_part t = {a, b, low, 0};
    clm_fpx_method method;
    size_t all;

    if (a->count == 0 || b->count == 0)
        goto done;
    if (a->count - 1 > CLMODP_FPX_MOST_COEFFICIENTS - b->count)
        FAIL(&call->context->error, CLMODP_LIMIT,
             "the product of polynomials with %zu and %zu coefficients is too long", a->count,
             b->count);
    all = a->count + b->count - 1;
    t.count = low < all ? clm_size_min(count, all - low) : 0;
    if (t.count == 0)
        goto done;
    TRY(clm_fpx_choose(call, &method, CLM_FPX_MULTIPLY, a, b));
    TRY(method.algorithm == CLMODP_FPX_HOST
            ? clm_value_multiply_on_host(call, product, a, b, low, t.count, method.host_ns)
            : multiply_on_device(call, product, &t, &method));
    if (low + t.count < all)
        TRY(clm_value_trim(call->context, product));
done:
    return st;
}

clmodp_status clm_value_multiply(clm_fpx_call *call, clm_value *product, clm_value *a,
                                 clm_value *b)
{
    return multiply_values(call, product, a, b, 0, SIZE_MAX);
}

clmodp_status clmodp_fpx_mul(clmodp_fpx *product, clmodp_fpx_report *report, const clmodp_fpx *a,
                             const clmodp_fpx *b, const clmodp_fpx_options *options)
{
    if (clm_short_mul(product, report, a, b, options))
        return CLMODP_OK;
    return clmodp_fpx_mul_part(product, report, a, b, 0, SIZE_MAX, options);
}

clmodp_status clmodp_fpx_mul_part(clmodp_fpx *f, clmodp_fpx_report *report, const clmodp_fpx *a,
                                  const clmodp_fpx *b, size_t low, size_t count,
                                  const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;

    TRY(clm_fpx_begin(&call, f, a, b, options, report));
    TRY(multiply_values(&call, &call.made[0], a->value, b->value, low, count));
    clm_fpx_swap(f, &call.made[0]);
done:
    return clm_fpx_end(&call, st);
}

/* Divides a copy, since the remainder replaces the dividend. */
static clmodp_status divide_by_schoolbook(clm_fpx_call *call, clm_value *quotient,
                                          clm_value *remainder, const clm_value *a,
                                          const clm_value *b, clm_schoolbook_shape shape)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    const clm_poly dividend = clm_value_device(a);
    clm_buffer copy = {0};

    TRY(clm_buffer_create(ctx, &copy, dividend.count, sizeof(u32)));
    TRY(clm_move_poly(ctx, &copy, 0, dividend));
    TRY(clm_schoolbook_divide(ctx, &quotient->buffer, (clm_poly){&copy, dividend.count},
                              clm_value_device(b), clm_field(call->modulus.p), shape));
    if (b->count > 1)
        TRY(clm_move_poly(ctx, &remainder->buffer, 0, (clm_poly){&copy, b->count - 1}));
done:
    clm_buffer_destroy(ctx, &copy); /* pending launches retain it */
    return st;
}

static clmodp_status divide_on_device(clm_fpx_call *call, clm_value *quotient,
                                      clm_value *remainder, clm_value *a, clm_value *b,
                                      const clm_fpx_method *method)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    const size_t n = a->count, m = b->count;

    TRY(clm_value_to_device(ctx, a));
    TRY(clm_value_to_device(ctx, b));
    TRY(clm_value_on_device(ctx, quotient, n - m + 1));
    TRY(clm_value_on_device(ctx, remainder, m - 1));
    if (method->algorithm == CLMODP_FPX_FAST)
        TRY(clm_fast_divide(ctx, &quotient->buffer, m > 1 ? &remainder->buffer : NULL,
                            clm_value_device(a), clm_value_device(b), call->modulus.p));
    else
        TRY(divide_by_schoolbook(call, quotient, remainder, a, b, method->shape));
done:
    return st;
}

clmodp_status clm_value_divide(clm_fpx_call *call, clm_value *quotient, clm_value *remainder,
                               clm_value *a, clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_method method;

    if (b->count == 0)
        FAIL(&call->context->error, CLMODP_DOMAIN, "division by the zero polynomial");
    if (a->count < b->count) {
        if (remainder != NULL)
            TRY(clm_value_copy(call->context, remainder, a, a->count));
        goto done;
    }
    TRY(clm_fpx_choose(call, &method, CLM_FPX_DIVIDE, a, b));
    if (method.algorithm != CLMODP_FPX_HOST && remainder == NULL)
        remainder = &call->made[2];
    TRY(method.algorithm == CLMODP_FPX_HOST
            ? clm_value_divide_on_host(call, quotient, remainder, a, b, method.host_ns)
            : divide_on_device(call, quotient, remainder, a, b, &method));
    if (remainder != NULL)
        TRY(clm_value_trim(call->context, remainder));
done:
    return st;
}

clmodp_status clmodp_fpx_divrem(clmodp_fpx *quotient, clmodp_fpx *remainder,
                                clmodp_fpx_report *report, const clmodp_fpx *a,
                                const clmodp_fpx *b, const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_fpx *const out[2] = {quotient, remainder};
    clm_fpx_call call;

    if (clm_short_divrem(quotient, remainder, report, a, b, options))
        return CLMODP_OK;
    TRY(clm_fpx_begin(&call, a, b, b, options, report));
    for (int k = 0; k < 2; k++)
        if (out[k] != NULL)
            TRY(clm_fpx_check(&call.context->error, a, out[k]));
    REQUIRE(&call.context->error, quotient == NULL || quotient != remainder);
    TRY(clm_value_divide(&call, &call.made[0], remainder == NULL ? NULL : &call.made[1], a->value,
                         b->value));
    for (int k = 0; k < 2; k++)
        if (out[k] != NULL)
            clm_fpx_swap(out[k], &call.made[k]);
done:
    return clm_fpx_end(&call, st);
}

static clmodp_status gcd_by_schoolbook(clm_fpx_call *call, clm_value *g, const clm_value *a,
                                       const clm_value *b, clm_schoolbook_shape shape)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;

    TRY(clm_value_on_device(ctx, g, clm_size_min(a->count, b->count)));
    TRY(clm_schoolbook_gcd(ctx, &g->buffer, &g->count, clm_value_device(a), clm_value_device(b),
                           clm_field(call->modulus.p), shape, NULL));
done:
    return st;
}

/* Pre: a is not shorter than b. */
static clmodp_status gcd_by_half_gcds(clm_fpx_call *call, clm_value *g, clm_value *u, clm_value *v,
                                      const clm_value *a, const clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
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

static clmodp_status gcd_on_device(clm_fpx_call *call, clm_value *g, clm_value *u, clm_value *v,
                                   clm_value *a, clm_value *b, const clm_fpx_method *method)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    const bool swap = a->count < b->count;

    TRY(clm_value_to_device(ctx, a));
    TRY(clm_value_to_device(ctx, b));
    if (method->algorithm == CLMODP_FPX_SCHOOLBOOK)
        TRY(gcd_by_schoolbook(call, g, a, b, method->shape));
    else
        TRY(gcd_by_half_gcds(call, g, swap ? v : u, swap ? u : v, swap ? b : a, swap ? a : b));
done:
    return st;
}

/* Makes a public call of a binary operation; its result replaces f. */
static clmodp_status call_binary(clmodp_fpx *f, clmodp_fpx_report *report, const clmodp_fpx *a,
                                 const clmodp_fpx *b, const clmodp_fpx_options *options,
                                 clmodp_status (*operation)(clm_fpx_call *call, clm_value *out,
                                                            clm_value *a, clm_value *b))
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;

    TRY(clm_fpx_begin(&call, f, a, b, options, report));
    TRY(operation(&call, &call.made[0], a->value, b->value));
    clm_fpx_swap(f, &call.made[0]);
done:
    return clm_fpx_end(&call, st);
}

/* *sum, all zero before := g - x^low product, with coefficients below x^low replaced by 0.
 * Pre: coefficients are on the host, and g has at most low + 1 */
static clmodp_status subtract_upper(clm_fpx_call *call, clm_value *sum, const clm_value *g,
                                    const clm_value *product, size_t low)
{
    clmodp_status st = CLMODP_OK;
    const bool wide = call->field.p != 0;

    TRY(clm_value_on_host(call->context, sum, low + clm_size_max(product->count, 1), wide));
    for (size_t k = 0; k < sum->count; k++) {
        const bool in_product = k >= low && k - low < product->count;
        const uint64_t x = k == low && low < g->count ? clm_value_word(g, low) : 0;
        const uint64_t y = in_product ? clm_value_word(product, k - low) : 0;

        if (wide)
            sum->wide[k] = clm_mont64_sub(x, y, &call->field);
        else
            sum->words[k] = clm_modulus_sub((uint32_t)x, (uint32_t)y, &call->modulus);
    }
    TRY(clm_value_trim(call->context, sum));
done:
    return st;
}

/* *v := (g - u a) / b, an exact quotient, for g of at most the degree of b. It depends on the
 * dividend's coefficients from x^(deg b) on only. Pre: b is not 0 */
static clmodp_status other_cofactor(clm_fpx_call *call, clm_value *v, clm_value *g, clm_value *u,
                                    clm_value *a, clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    const clmodp_fpx_algorithm wanted = call->options.algorithm;
    const size_t low = b->count - 1;
    clm_value product = {0}, sum = {0};
    clm_fpx_method method;

    call->options.algorithm = CLMODP_FPX_HOST;
    TRY(multiply_values(call, &product, u, a, low, SIZE_MAX));
    TRY(subtract_upper(call, &sum, g, &product, low));
    if (sum.count == 0)
        goto done;
    TRY(clm_fpx_choose(call, &method, CLM_FPX_DIVIDE, &sum, b));
    TRY(clm_value_divide_on_host(call, v, NULL, &sum, b, method.host_ns));
done:
    call->options.algorithm = wanted;
    clm_value_destroy(ctx, &sum);
    clm_value_destroy(ctx, &product);
    return st;
}

/* *g := gcd(a, b), monic, and u a + v b = g; v, or both cofactors, may be NULL. */
static clmodp_status extended_gcd(clm_fpx_call *call, clm_value *g, clm_value *u, clm_value *v,
                                  clm_value *a, clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_method method = {.algorithm = CLMODP_FPX_HOST};

    if (a->count == 0 && b->count == 0)
        goto done;
    if (a->count > 0 && b->count > 0)
        TRY(clm_fpx_choose(call, &method, u == NULL ? CLM_FPX_GCD : CLM_FPX_XGCD, a, b));
    if (method.algorithm == CLMODP_FPX_FAST ||
        (u == NULL && method.algorithm != CLMODP_FPX_HOST)) {
        TRY(gcd_on_device(call, g, u, v, a, b, &method));
        goto done;
    }
    TRY(clm_value_gcd_on_host(call, g, u, a, b, SIZE_MAX, method.host_ns));
    if (v != NULL && b->count > 0)
        TRY(other_cofactor(call, v, g, u, a, b));
done:
    return st;
}

static clmodp_status gcd_of_values(clm_fpx_call *call, clm_value *g, clm_value *a, clm_value *b)
{
    return extended_gcd(call, g, NULL, NULL, a, b);
}

clmodp_status clmodp_fpx_gcd(clmodp_fpx *g, clmodp_fpx_report *report, const clmodp_fpx *a,
                             const clmodp_fpx *b, const clmodp_fpx_options *options)
{
    if (clm_short_gcd(g, report, a, b, options))
        return CLMODP_OK;
    return call_binary(g, report, a, b, options, gcd_of_values);
}

/* Checks results, of which the first one is needed: polynomials of the call that differ. */
static clmodp_status check_results(clm_fpx_call *call, clmodp_fpx *const out[3])
{
    clmodp_status st = CLMODP_OK;

    for (int k = 1; k < 3; k++) {
        if (out[k] == NULL)
            continue;
        TRY(clm_fpx_check(&call->context->error, out[0], out[k]));
        if (out[k] == out[0] || (k == 2 && out[k] == out[1]))
            FAIL(&call->context->error, CLMODP_INVALID, "two results are the same polynomial");
    }
done:
    return st;
}

clmodp_status clmodp_fpx_xgcd(clmodp_fpx *g, clmodp_fpx *u, clmodp_fpx *v,
                              clmodp_fpx_report *report, const clmodp_fpx *a, const clmodp_fpx *b,
                              const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_fpx *const out[3] = {g, u, v};
    clm_fpx_call call;

    TRY(clm_fpx_begin(&call, g, a, b, options, report));
    TRY(check_results(&call, out));
    TRY(extended_gcd(&call, &call.made[0], &call.made[1], v == NULL ? NULL : &call.made[2],
                     a->value, b->value));
    for (int k = 0; k < 3; k++)
        if (out[k] != NULL)
            clm_fpx_swap(out[k], &call.made[k]);
done:
    return clm_fpx_end(&call, st);
}

static clmodp_status ratrecon_on_device(clm_fpx_call *call, clm_value *r, clm_value *t,
                                        clm_value *m, clm_value *f, size_t k)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    size_t counts[2];

    TRY(clm_value_to_device(ctx, m));
    TRY(clm_value_to_device(ctx, f));
    TRY(clm_value_on_device(ctx, r, clm_size_max(k, 1)));
    TRY(clm_value_on_device(ctx, t, m->count - k));
    TRY(clm_fast_ratrecon(ctx, &r->buffer, &t->buffer, counts, clm_value_device(m),
                          clm_value_device(f), k, call->modulus.p));
    t->count = counts[1];
    if ((r->count = counts[0]) == 0)
        clm_value_destroy(ctx, r);
done:
    return st;
}

/* *r, *t, all zero before := the first remainder of degree below k, and its cofactor of f, monic:
 * f and 1 if f is short. Pre: deg f < deg m */
static clmodp_status stop_at_degree(clm_fpx_call *call, clm_value *r, clm_value *t, clm_value *f,
                                    clm_value *m, size_t k)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_method method;
    size_t degree; /* at most, of t: 2 `degree` + 1 leading coefficients determine it */

    if (f->count <= k) {
        TRY(clm_value_copy(call->context, r, f, f->count));
        TRY(clm_value_on_host(call->context, t, 1, call->field.p != 0));
        if (t->wide != NULL)
            t->wide[0] = 1;
        else
            t->words[0] = 1;
        goto done;
    }
    degree = m->count - 1 - k;
    TRY(clm_fpx_choose_sizes(call, &method, CLM_FPX_RATRECON,
                             clm_size_max(m->count, 2 * degree + 1), 2 * degree, 4 * m->count));
    TRY(method.algorithm == CLMODP_FPX_HOST
            ? clm_value_gcd_on_host(call, r, t, f, m, k, method.host_ns)
            : ratrecon_on_device(call, r, t, m, f, k));
done:
    return st;
}

clmodp_status clmodp_fpx_ratrecon(clmodp_fpx *r, clmodp_fpx *t, clmodp_fpx *g,
                                  clmodp_fpx_report *report, const clmodp_fpx *f,
                                  const clmodp_fpx *m, size_t k, const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_fpx *const out[3] = {r, t, g};
    clm_value quotient = {0}, rest = {0};
    clm_fpx_call call;

    TRY(clm_fpx_begin(&call, r, f, m, options, report));
    TRY(check_results(&call, out));
    if (m->value->count == 0)
        FAIL(&call.context->error, CLMODP_DOMAIN,
             "no rational reconstruction: m is the zero polynomial");
    TRY(clm_value_divide(&call, &quotient, &rest, f->value, m->value));
    TRY(stop_at_degree(&call, &call.made[0], &call.made[1], &rest, m->value, k));
    if (g != NULL)
        TRY(extended_gcd(&call, &call.made[2], NULL, NULL, &call.made[0], &call.made[1]));
    for (int i = 0; i < 3; i++)
        if (out[i] != NULL)
            clm_fpx_swap(out[i], &call.made[i]);
done:
    if (call.context != NULL) {
        clm_value_destroy(call.context, &rest);
        clm_value_destroy(call.context, &quotient);
    }
    return clm_fpx_end(&call, st);
}

/* Reduces a modulo m first, so that the cofactor is the inverse. */
static clmodp_status invert_value(clm_fpx_call *call, clm_value *inverse, clm_value *a,
                                  clm_value *m)
{
    clmodp_status st = CLMODP_OK;
    clm_value quotient = {0}, rest = {0}, g = {0};

    if (m->count == 0)
        FAIL(&call->context->error, CLMODP_DOMAIN, "no inverse modulo the zero polynomial");
    TRY(clm_value_divide(call, &quotient, &rest, a, m));
    if (m->count > 1)
        TRY(extended_gcd(call, &g, inverse, NULL, &rest, m));
    if (m->count > 1 && g.count != 1)
        FAIL(&call->context->error, CLMODP_DOMAIN,
             "no inverse: the polynomials have a common factor of degree %zu", g.count - 1);
done:
    clm_value_destroy(call->context, &g);
    clm_value_destroy(call->context, &rest);
    clm_value_destroy(call->context, &quotient);
    return st;
}

clmodp_status clmodp_fpx_invmod(clmodp_fpx *inverse, clmodp_fpx_report *report,
                                const clmodp_fpx *a, const clmodp_fpx *m,
                                const clmodp_fpx_options *options)
{
    return call_binary(inverse, report, a, m, options, invert_value);
}

static clmodp_status resultant_by_schoolbook(clm_fpx_call *call, uint32_t *r, const clm_value *a,
                                             const clm_value *b, const clm_buffer *gcd,
                                             clm_schoolbook_shape shape)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    const fp_field field = clm_field(call->modulus.p);
    const size_t degree = a->count - 1;
    clm_gcd_trace trace = {0};
    size_t count;

    TRY(clm_gcd_trace_create(ctx, &trace, degree));
    TRY(clm_schoolbook_gcd(ctx, gcd, &count, clm_value_device(a), clm_value_device(b), field,
                           shape, &trace));
    TRY(clm_gcd_trace_resultant(ctx, &trace, r, degree, b->count - 1, field));
done:
    clm_gcd_trace_destroy(ctx, &trace);
    return st;
}

/* Pre: a is not shorter than b. */
static clmodp_status resultant_on_device(clm_fpx_call *call, uint32_t *r, clm_value *a,
                                         clm_value *b, const clm_fpx_method *method)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    clm_buffer gcd = {0};
    clm_fast_gcd_result out = {.g = &gcd, .resultant = r};

    TRY(clm_value_to_device(ctx, a));
    TRY(clm_value_to_device(ctx, b));
    TRY(clm_buffer_create(ctx, &gcd, b->count, sizeof(u32)));
    if (method->algorithm == CLMODP_FPX_SCHOOLBOOK)
        TRY(resultant_by_schoolbook(call, r, a, b, &gcd, method->shape));
    else
        TRY(clm_fast_gcd(ctx, &out, clm_value_device(a), clm_value_device(b), call->modulus.p, 0));
done:
    clm_buffer_destroy(ctx, &gcd);
    return st;
}

static clmodp_status resultant_of_values(clm_fpx_call *call, uint64_t *r, clm_value *a,
                                         clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_method method = {.algorithm = CLMODP_FPX_HOST};
    const bool swap = a->count < b->count;
    const bool odd = a->count % 2 == 0 && b->count % 2 == 0; /* both degrees */
    uint32_t found = 0;

    if (a->count > 0 && b->count > 0)
        TRY(clm_fpx_choose(call, &method, CLM_FPX_RESULTANT, a, b));
    if (method.algorithm == CLMODP_FPX_HOST) {
        TRY(clm_value_resultant_on_host(call, r, a, b, method.host_ns));
    } else {
        TRY(resultant_on_device(call, &found, swap ? b : a, swap ? a : b, &method));
        *r = swap && odd && found != 0 ? call->modulus.p - found : found;
    }
done:
    return st;
}

clmodp_status clmodp_fpx_resultant(uint64_t *r, clmodp_fpx_report *report, const clmodp_fpx *a,
                                   const clmodp_fpx *b, const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    uint64_t found = 0;

    if (clm_short_resultant(r, report, a, b, options))
        return CLMODP_OK;
    TRY(clm_fpx_begin(&call, a, b, b, options, report));
    REQUIRE(&call.context->error, r != NULL);
    TRY(resultant_of_values(&call, &found, a->value, b->value));
    *r = found;
done:
    return clm_fpx_end(&call, st);
}
