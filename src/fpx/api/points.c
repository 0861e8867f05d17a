/* Values at points and interpolation: clmodp_fpx_evaluate_points, clmodp_fpx_interpolate. */
#include <string.h>

#include "core/memory.h"
#include "fpx/api/choice.h"
#include "fpx/fast/tree.h"
#include "fpx/host/arithmetic.h"

/* Arguments and results of work on the host. */
typedef struct work {
    clm_host_poly a;
    const uint32_t *points, *given; /* given: values */
    uint32_t *made;                 /* values, or coefficients */
    size_t count, twice;
    const clm_modulus *modulus;
} work;

static clmodp_status run_host_values(void *user, clm_error *error, const clm_poller *watch)
{
    work *w = user;

    (void)error;
    return clm_host_values(w->made, w->a, w->points, w->count, w->modulus, watch);
}

static clmodp_status run_host_interpolate(void *user, clm_error *error, const clm_poller *watch)
{
    work *w = user;

    return clm_host_interpolate(error, w->made, &w->twice, w->points, w->given, w->count,
                                w->modulus, watch);
}

/* Checks an array of residues, at most CLM_POLY_MOST. */
static clmodp_status check_residues(clm_error *error, const uint32_t *words, size_t count,
                                    uint32_t p, const char *what)
{
    clmodp_status st = CLMODP_OK;

    if (count > CLM_POLY_MOST)
        FAIL(error, CLMODP_LIMIT, "%zu points: at most %zu are possible", count, CLM_POLY_MOST);
    REQUIRE(error, words != NULL || count == 0);
    for (size_t k = 0; k < count; k++)
        if (words[k] >= p)
            FAIL(error, CLMODP_INVALID, "%s %zu is %lu, not below the prime %lu", what, k,
                 (unsigned long)words[k], (unsigned long)p);
done:
    return st;
}

/* Computes into a separate array, so that cancellation leaves the caller's unchanged. */
static clmodp_status values_on_host(clm_fpx_call *call, uint32_t *values, clm_value *a,
                                    const uint32_t *points, size_t count, double nanoseconds)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *made = NULL;
    work w;

    if (count == 0)
        goto done;
    NEW(&call->context->error, made, count);
    TRY(clm_value_to_host(call->context, a));
    w = (work){.a = clm_value_host(a), .points = points, .made = made, .count = count,
               .modulus = &call->modulus};
    TRY(clm_fpx_on_host(call, nanoseconds, run_host_values, &w));
    memcpy(values, made, count * sizeof *values);
done:
    free(made);
    return st;
}

static clmodp_status values_by_tree(clm_fpx_call *call, uint32_t *values, clm_value *a,
                                    const uint32_t *points, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    clm_tree tree = {.ctx = NULL};
    clm_buffer out = {0};

    TRY(clm_value_to_device(ctx, a));
    TRY(clm_tree_create(ctx, &tree, points, count, call->modulus.p));
    TRY(clm_buffer_create(ctx, &out, tree.plan.points, sizeof *values));
    TRY(clm_tree_evaluate(&tree, &out, clm_value_device(a)));
    TRY(clm_buffer_read(ctx, &out, 0, values, count * sizeof *values));
done:
    clm_buffer_destroy(ctx, &out);
    clm_tree_destroy(&tree);
    return st;
}

clmodp_status clmodp_fpx_evaluate_points(uint32_t *values, clmodp_fpx_report *report,
                                         const clmodp_fpx *a, const uint32_t *points, size_t count,
                                         const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_method method = {.algorithm = CLMODP_FPX_HOST};
    clm_fpx_call call;

    TRY(clm_fpx_begin(&call, a, a, a, options, report));
    TRY(clm_fpx_check_words(&call.context->error, &call.field));
    TRY(check_residues(&call.context->error, points, count, call.modulus.p, "point"));
    REQUIRE(&call.context->error, values != NULL || count == 0);
    if (count > 0 && a->value->count > 0)
        TRY(clm_fpx_choose_sizes(&call, &method, CLM_FPX_EVALUATE, a->value->count, count,
                                 2 * count + (a->value->buffer.mem == NULL ? a->value->count
                                                                           : 0)));
    if (method.algorithm == CLMODP_FPX_HOST)
        TRY(values_on_host(&call, values, a->value, points, count, method.host_ns));
    else
        TRY(values_by_tree(&call, values, a->value, points, count));
done:
    return clm_fpx_end(&call, st);
}

/* *f, all zero before, and *twice: results of clm_host_interpolate. */
static clmodp_status interpolate_values(clm_fpx_call *call, clm_value *f, size_t *twice,
                                        const uint32_t *points, const uint32_t *values,
                                        size_t count)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    clm_fpx_method method = {.algorithm = CLMODP_FPX_HOST};
    work w;

    TRY(clm_fpx_choose_sizes(call, &method, CLM_FPX_INTERPOLATE, count, count, 4 * count));
    if (method.algorithm == CLMODP_FPX_HOST) {
        TRY(clm_value_on_host(ctx, f, count));
        w = (work){.points = points, .given = values, .made = f->words, .count = count,
                   .twice = count, .modulus = &call->modulus};
        TRY(clm_fpx_on_host(call, method.host_ns, run_host_interpolate, &w));
        *twice = w.twice;
    } else {
        TRY(clm_fast_interpolate(ctx, &f->buffer, twice, points, values, count, &call->modulus));
        f->count = *twice == count ? count : 0;
    }
    if (*twice == count)
        TRY(clm_value_trim(ctx, f));
done:
    return st;
}

clmodp_status clmodp_fpx_interpolate(clmodp_fpx *f, clmodp_fpx_report *report,
                                     const uint32_t *points, const uint32_t *values, size_t count,
                                     const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    size_t twice = count;

    TRY(clm_fpx_begin(&call, f, f, f, options, report));
    TRY(clm_fpx_check_words(&call.context->error, &call.field));
    TRY(check_residues(&call.context->error, points, count, call.modulus.p, "point"));
    TRY(check_residues(&call.context->error, values, count, call.modulus.p, "value"));
    if (count > 0)
        TRY(interpolate_values(&call, &call.made[0], &twice, points, values, count));
    if (twice < count)
        FAIL(&call.context->error, CLMODP_DOMAIN, "point %zu (%lu) is repeated", twice,
             (unsigned long)points[twice]);
    clm_fpx_swap(f, &call.made[0]);
done:
    return clm_fpx_end(&call, st);
}
