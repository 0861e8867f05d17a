/* Operations on polynomials modulo primes from 2^31 on, computed on the host: the functions of
 * wide.h in the frame of public calls; and the public functions for many points of 64 bits. */
#include <clmodp/fpx.h>

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/api/call.h"

/* Arguments and results of work on the host. */
typedef struct work {
    clm_wide_poly a, b;
    const clm_mont64 *field;
    size_t threads; /* at most */
    size_t low, count, twice;
    clm_wide_result first, second; /* product; quotient, remainder; divisor, cofactor */
    const uint64_t *points, *given;
    uint64_t *made, value;
} work;

static work work_of(const clm_fpx_call *call, const clm_value *a, const clm_value *b)
{
    return (work){.a = clm_value_wide(a), .b = clm_value_wide(b), .field = &call->field,
                  .threads = call->context->threads};
}

static clmodp_status run_product(void *user, clm_error *error, const clm_poller *watch)
{
    const work *w = user;

    return clm_wide_product(error, w->first.c, w->a, w->b, w->low, w->count, w->field,
                            w->threads, watch);
}

static clmodp_status run_division(void *user, clm_error *error, const clm_poller *watch)
{
    const work *w = user;

    return clm_wide_divide(error, w->first.c, w->second.c, w->a, w->b, NULL, w->field,
                           w->threads, watch);
}

static clmodp_status run_gcd(void *user, clm_error *error, const clm_poller *watch)
{
    work *w = user;

    return clm_wide_gcd(error, &w->first, w->second.c == NULL ? NULL : &w->second, w->a, w->b,
                        w->field, w->threads, watch);
}

static clmodp_status run_resultant(void *user, clm_error *error, const clm_poller *watch)
{
    work *w = user;

    return clm_wide_resultant(error, &w->value, w->a, w->b, w->field, w->threads, watch);
}

static clmodp_status run_values(void *user, clm_error *error, const clm_poller *watch)
{
    const work *w = user;

    return clm_wide_values(error, w->made, w->a, w->points, w->count, w->field, w->threads,
                           watch);
}

static clmodp_status run_interpolation(void *user, clm_error *error, const clm_poller *watch)
{
    work *w = user;

    return clm_wide_interpolate(error, w->made, &w->twice, w->points, w->given, w->count,
                                w->field, w->threads, watch);
}

static clmodp_status run_shift(void *user, clm_error *error, const clm_poller *watch)
{
    const work *w = user;

    return clm_wide_shift(error, w->made, w->count, w->value, w->field, w->threads, watch);
}

/* Runs work that takes as long as n min(m, most) products. */
static clmodp_status run(clm_fpx_call *call, clm_fpx_work of, work *w, size_t n, size_t m,
                         size_t most)
{
    clmodp_status st = CLMODP_OK;

    m = clm_size_min(m, most);
    TRY(clm_progress(call->context, call->context->call->fraction));
    TRY(clm_fpx_on_host(call, CLM_WIDE_PRODUCT_NS * (double)n * (double)m, of, w));
done:
    return st;
}

clmodp_status clm_value_multiply_wide(clm_fpx_call *call, clm_value *product, const clm_value *a,
                                      const clm_value *b, size_t low, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const size_t shorter = clm_size_min(a->count, b->count);
    work w = work_of(call, a, b);

    TRY(clm_value_in_wide(call->context, product, count));
    w.first.c = product->wide;
    w.low = low;
    w.count = count;
    TRY(run(call, run_product, &w, clm_size_max(a->count, b->count), shorter, 32));
    TRY(clm_value_trim(call->context, product));
done:
    return st;
}

clmodp_status clm_value_divide_wide(clm_fpx_call *call, clm_value *quotient, clm_value *remainder,
                                    const clm_value *a, const clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = a->count - b->count + 1;
    work w = work_of(call, a, b);

    TRY(clm_value_in_wide(call->context, quotient, length));
    TRY(clm_value_in_wide(call->context, remainder, b->count - 1));
    w.first.c = quotient->wide;
    w.second.c = remainder->wide;
    TRY(run(call, run_division, &w, clm_size_max(length, b->count),
            clm_size_min(length, b->count), 64));
    TRY(clm_value_trim(call->context, remainder));
done:
    return st;
}

clmodp_status clm_value_gcd_wide(clm_fpx_call *call, clm_value *g, clm_value *u,
                                 const clm_value *a, const clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    work w = work_of(call, a, b);

    TRY(clm_value_in_wide(call->context, g, clm_size_max(a->count, b->count)));
    if (u != NULL)
        TRY(clm_value_in_wide(call->context, u, clm_size_max(b->count, 1)));
    w.first.c = g->wide;
    w.second.c = u == NULL ? NULL : u->wide;
    TRY(run(call, run_gcd, &w, a->count, b->count, 1024));
    g->count = w.first.count;
    TRY(clm_value_trim(call->context, g));
    if (u != NULL) {
        u->count = w.second.count;
        TRY(clm_value_trim(call->context, u));
    }
done:
    return st;
}

/* The quotient depends on the coefficients of the dividend from x^(deg b) on only; the others are
 * taken for 0. Of g only one with the degree of b has such a coefficient. */
clmodp_status clm_value_cofactor_wide(clm_fpx_call *call, clm_value *v, const clm_value *g,
                                      const clm_value *u, const clm_value *a, const clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    const size_t full = u->count > 0 && a->count > 0 ? u->count + a->count - 1 : 0;
    const size_t low = b->count - 1, all = clm_size_max(full, b->count);
    const size_t count = all - low, shorter = clm_size_min(count, b->count);
    work w = work_of(call, a, u);
    uint64_t *sum = NULL;

    NEW(&call->context->error, sum, all);
    w.first.c = sum + low;
    w.low = low;
    w.count = count;
    TRY(run(call, run_product, &w, count, clm_size_min(a->count, u->count), 32));
    for (size_t i = low; i < all; i++)
        sum[i] = clm_mont64_sub(i < g->count ? g->wide[i] : 0, sum[i], w.field);
    TRY(clm_value_in_wide(call->context, v, count));
    w.first.c = v->wide;
    w.second.c = NULL;
    w.a = (clm_wide_poly){sum, all};
    w.b = clm_value_wide(b);
    TRY(run(call, run_division, &w, clm_size_max(count, b->count), shorter, 64));
    TRY(clm_value_trim(call->context, v));
done:
    free(sum);
    return st;
}

clmodp_status clm_value_resultant_wide(clm_fpx_call *call, uint64_t *r, const clm_value *a,
                                       const clm_value *b)
{
    clmodp_status st = CLMODP_OK;
    work w = work_of(call, a, b);

    TRY(run(call, run_resultant, &w, a->count, b->count, 1024));
    *r = w.value;
done:
    return st;
}

clmodp_status clm_value_shift_wide(clm_fpx_call *call, clm_value *f, const clm_value *a,
                                   uint64_t c)
{
    clmodp_status st = CLMODP_OK;
    work w = work_of(call, a, a);

    if (a->count == 0)
        goto done;
    TRY(clm_value_in_wide(call->context, f, a->count));
    memcpy(f->wide, a->wide, a->count * sizeof *a->wide);
    w.made = f->wide;
    w.count = a->count;
    w.value = c;
    TRY(run(call, run_shift, &w, a->count, a->count, 32));
done:
    return st;
}

/* ---- values at points and interpolation ---- */

static clmodp_status check_words(const clm_fpx_call *call, const uint64_t *words, size_t count,
                                 const char *what)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &call->context->error;

    if (call->field.p == 0)
        FAIL(error, CLMODP_INVALID, "residues modulo %lu need words of 32 bits",
             (unsigned long)call->modulus.p);
    if (count > CLMODP_FPX_MOST_COEFFICIENTS)
        FAIL(error, CLMODP_LIMIT, "%zu points: at most %zu are possible", count,
             CLMODP_FPX_MOST_COEFFICIENTS);
    REQUIRE(error, words != NULL || count == 0);
    for (size_t k = 0; k < count; k++)
        if (words[k] >= call->field.p)
            FAIL(error, CLMODP_INVALID, "%s %zu is %llu, not below the prime %llu", what, k,
                 (unsigned long long)words[k], (unsigned long long)call->field.p);
done:
    return st;
}

clmodp_status clmodp_fpx_evaluate_points_u64(uint64_t *values, clmodp_fpx_report *report,
                                             const clmodp_fpx *a, const uint64_t *points,
                                             size_t count, const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    uint64_t *made = NULL;
    work w;

    TRY(clm_fpx_begin(&call, a, a, a, options, report));
    TRY(check_words(&call, points, count, "point"));
    REQUIRE(&call.context->error, values != NULL || count == 0);
    if (count == 0)
        goto done;
    NEW(&call.context->error, made, count);
    w = work_of(&call, a->value, a->value);
    w.points = points;
    w.made = made;
    w.count = count;
    TRY(run(&call, run_values, &w, clm_size_max(a->value->count, count),
            clm_size_min(a->value->count, count), 512));
    memcpy(values, made, count * sizeof *values);
done:
    free(made);
    return clm_fpx_end(&call, st);
}

clmodp_status clmodp_fpx_interpolate_u64(clmodp_fpx *f, clmodp_fpx_report *report,
                                         const uint64_t *points, const uint64_t *values,
                                         size_t count, const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    clm_value *const made = &call.made[0];
    work w;

    TRY(clm_fpx_begin(&call, f, f, f, options, report));
    TRY(check_words(&call, points, count, "point"));
    TRY(check_words(&call, values, count, "value"));
    TRY(clm_value_in_wide(call.context, made, count));
    w = work_of(&call, made, made);
    w.points = points;
    w.given = values;
    w.made = made->wide;
    w.count = count;
    if (count > 0)
        TRY(run(&call, run_interpolation, &w, 2 * count, count, 512));
    if (count > 0 && w.twice < count)
        FAIL(&call.context->error, CLMODP_DOMAIN, "point %zu (%llu) is repeated", w.twice,
             (unsigned long long)points[w.twice]);
    TRY(clm_value_trim(call.context, made));
    clm_fpx_swap(f, made);
done:
    return clm_fpx_end(&call, st);
}
