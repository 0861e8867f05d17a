/* Takes the steps of a task, also modulo a prime for polynomials that lose degree in y. */
#include "core/size.h"
#include "polynomials/modulo.h"
#include "polynomials/zx.h"
#include "resultant/check.h"
#include "resultant/prepare.h"
#include "resultant/probable.h"
#include "resultant/resultant.h"

/* ---- polynomials that keep their degrees ---- */

/* Runs steps 4 to 6. Sets *done to false, and does nothing, if F_p has too few points. */
static clmodp_status compute_images(clmodp_context *ctx, clm_prepared *p, bool *done)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_prepare_rows(ctx, p));
    if (p->task->modulus == 0 && p->task->options->mode == CLMODP_MODE_PROBABLE &&
        p->engine->probes && p->task->minors.order == 0)
        TRY(clm_probable(ctx, p));
    else
        TRY(clm_execute_proof(ctx, p, done));
done:
    clm_row_layout_destroy(&p->layout); /* frees memory before powers or a second attempt */
    return st;
}

/* Runs steps 2 to 6. */
static clmodp_status compute_simplified(clmodp_context *ctx, clm_prepared *p, bool *done)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();

    *done = true;
    TRY(clm_prepare_engine(ctx, p, true, NULL));
    clm_stage_end(p->task->record->times.host, CLM_STAGE_PLAN, &began);
    if (!p->bounds.zero)
        TRY(compute_images(ctx, p, done));
done:
    return st;
}

clmodp_status clm_compute_results(clmodp_context *ctx, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, 0.0);
    clm_prepared p;
    bool done;

    TRY(clm_prepare_simplify(&ctx->error, &p, task, &watch));
    clm_stage_end(task->record->times.host, CLM_STAGE_PLAN, &began);
    TRY(compute_simplified(ctx, &p, &done));
    if (!done) {
        p.modulus = 0;
        TRY(compute_simplified(ctx, &p, &done));
    }
    if (!p.bounds.zero)
        TRY(clm_execute_restore(ctx, &p));
done:
    clm_prepared_destroy(&p);
    return st;
}

/* ---- polynomials over F_p that may have lost degree in y ----
 *
 * Let f and g have degrees m and n in y over Z. The subresultant S_k of these formal degrees is,
 * for images f~ and g~, with k <= m - l or n - l:
 *
 *     both lose degree:               0
 *     f~ has degree m - l:            (-1)^{l (n - k)} lc(g~)^l S_k(f~, g~)
 *     g~ has degree n - l:            lc(f~)^l S_k(f~, g~)
 *
 * Once a degree is k, S_k is a product of coefficients in y. cl/fpx/batch/euclid_formal.cl applies
 * the same rules to values instead of polynomials. */

/* Degrees in y of f and g, or those lost by their images. */
typedef struct formal_degrees {
    size_t f, g;
} formal_degrees;

/* The factor lead^power of the results. */
typedef struct factor {
    clmodp_zx *lead;
    size_t power;
} factor;

/* Sets r := by a_j^n mod p, with a_j the coefficient of y^j in a. */
static clmodp_status row_power(clmodp_context *ctx, clmodp_zx *r, const clmodp_zxy *a, size_t j,
                               size_t n, const factor *by, uint64_t p)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *row = NULL;

    TRY(clmodp_zx_create(&row));
    TRY(clm_zxy_row(&ctx->error, row, a, j));
    TRY(clm_zx_multiply_powers_modulo(&ctx->error, r, by->lead, by->power, row, n, p));
done:
    clmodp_zx_destroy(row);
    return st;
}

/* Adds the factor's degree and valuation to the reported bounds. */
static void report_factor(clmodp_resultant_report *report, factor *by)
{
    const uint64_t degree = (uint64_t)clmodp_zx_degree(by->lead);
    const uint64_t valuation = degree + 1 - clm_result_size_of(&by->lead, 1).width;

    report->degree_bound = clm_size_plus(report->degree_bound, by->power * degree);
    report->valuation_bound = clm_size_plus(report->valuation_bound, by->power * valuation);
}

/* Computes the results of images, at most one of lower degree, times the factor. */
static clmodp_status compute_with_factor(clmodp_context *ctx, const clm_task *task, factor *by)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_compute_results(ctx, task));
    if (by->power == 0)
        goto done;
    report_factor(&task->record->report, by);
    for (size_t n = 0; n < task->count; n++)
        TRY(clm_zx_multiply_powers_modulo(&ctx->error, task->results[n], by->lead, by->power,
                                          task->results[n], 1, task->modulus));
done:
    return st;
}

/* Sets *by to the leading coefficient of the image that kept its degree, and the lost degree. */
static clmodp_status find_factor(clm_error *error, factor *by, const clm_task *task,
                                 formal_degrees formal, formal_degrees lost)
{
    clmodp_status st = CLMODP_OK;

    by->power = lost.f + lost.g;
    TRY(clmodp_zx_create(&by->lead));
    if (by->power > 0)
        TRY(clm_zxy_row(error, by->lead, lost.f > 0 ? task->g : task->f,
                        lost.f > 0 ? formal.g : formal.f));
done:
    return st;
}

/* Sets the task's n-th S_k, k the degree of b, to by b_k^(d-k-1) b modulo p. */
static clmodp_status last_subresultant(clmodp_context *ctx, const clm_task *task, size_t n,
                                       const clmodp_zxy *b, size_t d, const factor *by)
{
    clmodp_status st = CLMODP_OK;
    const size_t k = clm_minors_index(task->minors, n);
    const size_t lowest = clm_minors_lowest(task->minors, n);
    clmodp_zx *const *s = task->results + clm_minors_before(task->minors, n);
    factor whole = {.power = 1};

    TRY(clmodp_zx_create(&whole.lead));
    TRY(row_power(ctx, whole.lead, b, k, d - k - 1, by, task->modulus));
    for (size_t j = 0; j < clm_minors_length(task->minors, n); j++)
        TRY(row_power(ctx, s[j], b, lowest + j, 1, &whole, task->modulus));
done:
    clmodp_zx_destroy(whole.lead);
    return st;
}

/* Returns the degrees lost by the images, but not below k; none by one without rows. */
static formal_degrees degrees_lost(const clm_task *task, formal_degrees formal, size_t k)
{
    const long f = clmodp_zxy_degree_y(task->f), g = clmodp_zxy_degree_y(task->g);
    const long least = (long)k;

    return (formal_degrees){formal.g == k ? 0 : formal.f - (size_t)(f > least ? f : least),
                            formal.f == k ? 0 : formal.g - (size_t)(g > least ? g : least)};
}

/* Computes the n-th S_k, if one of the degrees is k. */
static clmodp_status formal_last(clmodp_context *ctx, const clm_task *task, size_t n,
                                 formal_degrees formal)
{
    clmodp_status st = CLMODP_OK;
    const size_t k = clm_minors_index(task->minors, n);
    const formal_degrees lost = degrees_lost(task, formal, k);
    factor by = {0};

    if (lost.f > 0 && lost.g > 0) /* it is 0 already */
        goto done;
    TRY(find_factor(&ctx->error, &by, task, formal, lost));
    if (formal.f > k && formal.g - lost.g == k)
        TRY(last_subresultant(ctx, task, n, task->g, formal.f, &by));
    else
        TRY(last_subresultant(ctx, task, n, task->f, formal.g, &by));
done:
    clmodp_zx_destroy(by.lead);
    return st;
}

/* Computes the first `count` S_k, for k below the degrees of both images. */
static clmodp_status formal_first(clmodp_context *ctx, const clm_task *task, size_t count,
                                  formal_degrees formal)
{
    clmodp_status st = CLMODP_OK;
    const formal_degrees lost = degrees_lost(task, formal, 0);
    clm_task first = *task;
    factor by = {0};

    first.minors.count = (uint32_t)count;
    first.count = clm_minors_outputs(first.minors);
    if (count == 0 || (lost.f > 0 && lost.g > 0)) /* they are 0 already */
        goto done;
    TRY(find_factor(&ctx->error, &by, task, formal, lost));
    TRY(compute_with_factor(ctx, &first, &by));
done:
    clmodp_zx_destroy(by.lead);
    return st;
}

static clmodp_status formal_subresultants(clmodp_context *ctx, const clm_task *task,
                                          formal_degrees formal)
{
    clmodp_status st = CLMODP_OK;
    const long f = clmodp_zxy_degree_y(task->f), g = clmodp_zxy_degree_y(task->g);
    size_t count = 0;

    while (count < task->minors.count && (long)clm_minors_index(task->minors, count) < f &&
           (long)clm_minors_index(task->minors, count) < g)
        count++;
    TRY(formal_first(ctx, task, count, formal));
    for (size_t n = count; n < task->minors.count; n++)
        TRY(formal_last(ctx, task, n, formal));
    for (size_t n = 0, output = 0; n < task->minors.count; n++) {
        const size_t k = clm_minors_index(task->minors, n);
        const bool negate =
            degrees_lost(task, formal, k).f % 2 != 0 && (formal.g - k) % 2 != 0;

        for (size_t j = 0; j < clm_minors_length(task->minors, n); j++, output++)
            if (negate)
                TRY(clm_zx_negate_modulo(&ctx->error, task->results[output], task->modulus));
    }
done:
    return st;
}

clmodp_status clm_compute_modulo(clmodp_context *ctx, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    const formal_degrees formal = {(size_t)clmodp_zxy_degree_y(task->f),
                                   (size_t)clmodp_zxy_degree_y(task->g)};
    clmodp_zxy *f = NULL, *g = NULL;
    clm_task images = *task;

    TRY(clmodp_zxy_create(&f));
    TRY(clmodp_zxy_create(&g));
    TRY(clm_zxy_modulo(&ctx->error, f, task->f, task->modulus));
    TRY(clm_zxy_modulo(&ctx->error, g, task->g, task->modulus));
    clm_stage_end(task->record->times.host, CLM_STAGE_REDUCE, &began);
    images.f = f;
    images.g = g;
    TRY(formal_subresultants(ctx, &images, formal));
done:
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    return st;
}
