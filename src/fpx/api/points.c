/* Values at points and interpolation: clmodp_fpx_evaluate_points, clmodp_fpx_interpolate, and
 * their variants with words of 64 bits, for primes from 2^31 on. */
#include <string.h>

#include "fpx/api/choice.h"
#include "fpx/api/short.h"
#include "fpx/fast/tree.h"
#include "fpx/host/arithmetic.h"

/* Arguments and results of work on the host; arrays of words of the prime's size. */
typedef struct work {
    const clm_fpx_call *call;
    const clm_value *a;
    const void *points, *given; /* given: values */
    void *made;                 /* values, or coefficients */
    size_t count, twice; /* twice: see clm_host_interpolate */
} work;

static clmodp_status run_values(void *user, clm_error *error, const clm_poller *watch)
{
    const work *w = user;

    if (w->call->field.p != 0)
        return clm_wide_values(error, w->made, clm_value_wide(w->a), w->points, w->count,
                               &w->call->field, w->call->context->threads, watch);
    return clm_host_values(error, w->made, clm_value_host(w->a), w->points, w->count,
                           &w->call->modulus, w->call->context->threads, watch);
}

static clmodp_status run_interpolation(void *user, clm_error *error, const clm_poller *watch)
{
    work *w = user;

    if (w->call->field.p != 0)
        return clm_wide_interpolate(error, w->made, &w->twice, w->points, w->given, w->count,
                                    &w->call->field, w->call->context->threads, watch);
    return clm_host_interpolate(error, w->made, &w->twice, w->points, w->given, w->count,
                                &w->call->modulus, w->call->context->threads, watch);
}

/* Returns word k of an array of words of the prime's size. */
static uint64_t word_at(const clm_fpx_call *call, const void *words, size_t k)
{
    return call->field.p != 0 ? ((const uint64_t *)words)[k] : ((const uint32_t *)words)[k];
}

/* Checks that words of `bits` bits suit the prime. */
static clmodp_status check_bits(const clm_fpx_call *call, int bits)
{
    if (bits == 64 && call->field.p == 0)
        return clm_fail(&call->context->error, CLMODP_INVALID,
                        "residues modulo %lu need words of 32 bits",
                        (unsigned long)call->modulus.p);
    return bits == 32 ? clm_fpx_check_words(&call->context->error, &call->field) : CLMODP_OK;
}

/* Checks an array of residues. */
static clmodp_status check_residues(const clm_fpx_call *call, const void *words, size_t count,
                                    const char *what)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &call->context->error;
    const uint64_t p = call->field.p != 0 ? call->field.p : call->modulus.p;

    if (count > CLMODP_FPX_MOST_COEFFICIENTS)
        FAIL(error, CLMODP_LIMIT, "%zu points: at most %zu are possible", count,
             CLMODP_FPX_MOST_COEFFICIENTS);
    REQUIRE(error, words != NULL || count == 0);
    for (size_t k = 0; k < count; k++)
        if (word_at(call, words, k) >= p)
            FAIL(error, CLMODP_INVALID, "%s %zu is %llu, not below the prime %llu", what, k,
                 (unsigned long long)word_at(call, words, k), (unsigned long long)p);
done:
    return st;
}

/* Computes into a separate array, so that cancellation leaves the caller's unchanged. */
static clmodp_status values_on_host(clm_fpx_call *call, void *values, clm_value *a,
                                    const void *points, size_t count, double nanoseconds)
{
    clmodp_status st = CLMODP_OK;
    clm_value made = {0};
    work w = {.call = call, .a = a, .points = points, .count = count};

    if (count == 0)
        goto done;
    TRY(clm_value_on_host(call->context, &made, count, call->field.p != 0));
    w.made = clm_value_words(&made);
    TRY(clm_value_to_host(call->context, a));
    TRY(clm_fpx_on_host(call, nanoseconds, run_values, &w));
    memcpy(values, w.made, count * clm_value_word_bytes(&made));
done:
    clm_value_destroy(call->context, &made);
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

/* Computes values at points of `bits` bits. */
static clmodp_status evaluate(void *values, clmodp_fpx_report *report, const clmodp_fpx *a,
                              const void *points, size_t count, int bits,
                              const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_method method = {.algorithm = CLMODP_FPX_HOST};
    clm_fpx_call call;

    TRY(clm_fpx_begin(&call, a, a, a, options, report));
    TRY(check_bits(&call, bits));
    TRY(check_residues(&call, points, count, "point"));
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

clmodp_status clmodp_fpx_evaluate_points(uint32_t *values, clmodp_fpx_report *report,
                                         const clmodp_fpx *a, const uint32_t *points, size_t count,
                                         const clmodp_fpx_options *options)
{
    if (clm_short_values(values, report, a, points, count, options))
        return CLMODP_OK;
    return evaluate(values, report, a, points, count, 32, options);
}

clmodp_status clmodp_fpx_evaluate_points_u64(uint64_t *values, clmodp_fpx_report *report,
                                             const clmodp_fpx *a, const uint64_t *points,
                                             size_t count, const clmodp_fpx_options *options)
{
    return evaluate(values, report, a, points, count, 64, options);
}

/* *f, all zero before, and *twice: results of clm_host_interpolate. */
static clmodp_status interpolate_values(clm_fpx_call *call, clm_value *f, size_t *twice,
                                        const void *points, const void *values, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = call->context;
    clm_fpx_method method = {.algorithm = CLMODP_FPX_HOST};
    work w = {.call = call, .points = points, .given = values, .count = count, .twice = count};

    TRY(clm_fpx_choose_sizes(call, &method, CLM_FPX_INTERPOLATE, count, count, 4 * count));
    if (method.algorithm == CLMODP_FPX_HOST) {
        TRY(clm_value_on_host(call->context, f, count, call->field.p != 0));
        w.made = clm_value_words(f);
        TRY(clm_fpx_on_host(call, method.host_ns, run_interpolation, &w));
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

/* Interpolates words of `bits` bits. */
static clmodp_status interpolate(clmodp_fpx *f, clmodp_fpx_report *report, const void *points,
                                 const void *values, size_t count, int bits,
                                 const clmodp_fpx_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_fpx_call call;
    size_t twice = count;

    TRY(clm_fpx_begin(&call, f, f, f, options, report));
    TRY(check_bits(&call, bits));
    TRY(check_residues(&call, points, count, "point"));
    TRY(check_residues(&call, values, count, "value"));
    if (count > 0)
        TRY(interpolate_values(&call, &call.made[0], &twice, points, values, count));
    if (twice < count)
        FAIL(&call.context->error, CLMODP_DOMAIN, "point %zu (%llu) is repeated", twice,
             (unsigned long long)word_at(&call, points, twice));
    clm_fpx_swap(f, &call.made[0]);
done:
    return clm_fpx_end(&call, st);
}

clmodp_status clmodp_fpx_interpolate(clmodp_fpx *f, clmodp_fpx_report *report,
                                     const uint32_t *points, const uint32_t *values, size_t count,
                                     const clmodp_fpx_options *options)
{
    return interpolate(f, report, points, values, count, 32, options);
}

clmodp_status clmodp_fpx_interpolate_u64(clmodp_fpx *f, clmodp_fpx_report *report,
                                         const uint64_t *points, const uint64_t *values,
                                         size_t count, const clmodp_fpx_options *options)
{
    return interpolate(f, report, points, values, count, 64, options);
}
