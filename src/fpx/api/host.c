/* Arithmetic on polynomials by the host: the functions of fpx/host/arithmetic.h and
 * fpx/host/wide.h in the frame of public calls. */
#include "fpx/api/host.h"

#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/product.h"

/* Arguments and results of work on the host. */
typedef struct work {
    const clm_fpx_call *call;
    clm_value *a, *b;
    clm_value *first, *second; /* product; quotient, remainder; divisor, cofactor; the second one
                                  is computed if it has memory */
    size_t low;                /* the first coefficient of a product; the bound of a remainder */
    uint64_t resultant;
} work;

static clmodp_status run_product(void *user, clm_error *error, const clm_poller *watch)
{
    const work *w = user;
    const clm_fpx_call *call = w->call;
    const size_t count = w->first->count, threads = call->context->threads;

    if (call->field.p != 0)
        return clm_wide_product(error, w->first->wide, clm_value_wide(w->a), clm_value_wide(w->b),
                                w->low, count, &call->field, threads, watch);
    return clm_host_product(error, w->first->words, clm_value_host(w->a), clm_value_host(w->b),
                            w->low, count, &call->modulus, threads, watch);
}

static clmodp_status run_division(void *user, clm_error *error, const clm_poller *watch)
{
    const work *w = user;
    const clm_fpx_call *call = w->call;
    const size_t threads = call->context->threads;

    if (call->field.p != 0)
        return clm_wide_divide(error, w->first->wide, w->second->wide, clm_value_wide(w->a),
                               clm_value_wide(w->b), NULL, &call->field, threads, watch);
    return clm_host_divide(error, w->first->words, w->second->words, clm_value_host(w->a),
                           clm_value_host(w->b), &call->modulus, threads, watch);
}

static clmodp_status run_gcd(void *user, clm_error *error, const clm_poller *watch)
{
    const work *w = user;
    const clm_fpx_call *call = w->call;
    const size_t threads = call->context->threads;
    clmodp_status st;

    if (call->field.p != 0) {
        clm_wide_result g = {w->first->wide, 0}, u = {w->second->wide, 0};

        st = clm_wide_euclid(error, &g, u.c == NULL ? NULL : &u, clm_value_wide(w->a),
                             clm_value_wide(w->b), w->low, &call->field, threads, watch);
        w->first->count = g.count;
        w->second->count = u.count;
    } else {
        clm_host_result g = {w->first->words, 0}, u = {w->second->words, 0};

        st = clm_host_euclid(error, &g, u.c == NULL ? NULL : &u, clm_value_host(w->a),
                             clm_value_host(w->b), w->low, &call->modulus, threads, watch);
        w->first->count = g.count;
        w->second->count = u.count;
    }
    return st;
}

static clmodp_status run_resultant(void *user, clm_error *error, const clm_poller *watch)
{
    work *w = user;
    const clm_fpx_call *call = w->call;
    const size_t threads = call->context->threads;
    uint32_t word = 0;
    clmodp_status st;

    if (call->field.p != 0)
        return clm_wide_resultant(error, &w->resultant, clm_value_wide(w->a),
                                  clm_value_wide(w->b), &call->field, threads, watch);
    st = clm_host_resultant(error, &word, clm_value_host(w->a), clm_value_host(w->b),
                            &call->modulus, threads, watch);
    w->resultant = word;
    return st;
}

/* Copies a and b to the host, and runs the work on them. */
static clmodp_status run(clm_fpx_call *call, clm_fpx_work of, work *w, double ns)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_value_to_host(call->context, w->a));
    TRY(clm_value_to_host(call->context, w->b));
    w->call = call;
    TRY(clm_fpx_on_host(call, ns, of, w));
done:
    return st;
}

clmodp_status clm_value_multiply_on_host(clm_fpx_call *call, clm_value *product, clm_value *a,
                                         clm_value *b, size_t low, size_t count, double ns)
{
    clmodp_status st = CLMODP_OK;
    const bool wide = call->field.p != 0;
    work w = {.a = a, .b = b, .first = product, .low = low};

    TRY(clm_value_on_host(call->context, product, count, wide));
    TRY(run(call, run_product, &w, ns));
done:
    return st;
}

clmodp_status clm_value_divide_on_host(clm_fpx_call *call, clm_value *quotient,
                                       clm_value *remainder, clm_value *a, clm_value *b, double ns)
{
    clmodp_status st = CLMODP_OK;
    clm_value none = {0};
    const bool wide = call->field.p != 0;
    work w = {.a = a, .b = b, .first = quotient, .second = remainder == NULL ? &none : remainder};

    TRY(clm_value_on_host(call->context, quotient, a->count - b->count + 1, wide));
    if (remainder != NULL)
        TRY(clm_value_on_host(call->context, remainder, b->count - 1, wide));
    TRY(run(call, run_division, &w, ns));
done:
    return st;
}

clmodp_status clm_value_gcd_on_host(clm_fpx_call *call, clm_value *g, clm_value *u, clm_value *a,
                                    clm_value *b, size_t k, double ns)
{
    clmodp_status st = CLMODP_OK;
    clm_value none = {0};
    const bool wide = call->field.p != 0;
    work w = {.a = a, .b = b, .first = g, .second = u == NULL ? &none : u, .low = k};

    TRY(clm_value_on_host(call->context, g, clm_size_max(a->count, b->count), wide));
    if (u != NULL)
        TRY(clm_value_on_host(call->context, u, clm_size_max(b->count, 1), wide));
    TRY(run(call, run_gcd, &w, ns));
    TRY(clm_value_trim(call->context, g));
    if (u != NULL)
        TRY(clm_value_trim(call->context, u));
done:
    return st;
}

clmodp_status clm_value_resultant_on_host(clm_fpx_call *call, uint64_t *r, clm_value *a,
                                          clm_value *b, double ns)
{
    clmodp_status st = CLMODP_OK;
    work w = {.a = a, .b = b};

    TRY(run(call, run_resultant, &w, ns));
    *r = w.resultant;
done:
    return st;
}
