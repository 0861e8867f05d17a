/* Contents out, bounds, an engine, and its images; contents back. */
#include "resultant/compute.h"

#include <math.h>

#include "device/memory.h"
#include "resultant/certified.h"
#include "resultant/check.h"
#include "resultant/choice.h"
#include "resultant/poly_size.h"
#include "resultant/probable.h"
#include "resultant/simplify.h"
#include "zxy/modulo.h"
#include "zxy/zx.h"

/* No seed of 64 bits makes an event less likely than this, if it can happen at all. */
#define LEAST_ERROR 0x1p-64

/* One way to the results: modulo the task's prime, or over Z, for a task of either kind. */
typedef struct way {
    clm_simplified simple;
    uint32_t modulus; /* 0: over Z */
    const clm_engine *engine;
} way;

/* Limbs of all coefficients. */
static double count_limbs(const clmodp_zxy *f)
{
    double limbs = 0.0;

    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;

        limbs += (double)mpz_size(clmodp_zxy_term(f, k, &i, &j));
    }
    return limbs;
}

/* What the choice of an engine goes by. A prime needs neither reduction nor lifting. */
static clm_choice_case describe(const way *w)
{
    const clm_simplified *s = &w->simple;
    const clm_bounds *b = &s->bounds;

    return (clm_choice_case){
        .p = (size_t)clmodp_zxy_degree_y(s->f),
        .q = (size_t)clmodp_zxy_degree_y(s->g),
        .terms = clmodp_zxy_terms(s->f) + clmodp_zxy_terms(s->g),
        .limbs = w->modulus != 0 ? 0.0 : count_limbs(s->f) + count_limbs(s->g),
        .width = (double)(b->degree - b->valuation) + 1.0,
        .height_bits = b->height_bits,
    };
}

/* Bounds, and the engine: if it is open, from bounds that cost next to nothing. */
static clmodp_status choose(clmodp_context *ctx, way *w)
{
    clmodp_status st = CLMODP_OK;
    const clm_compute_options *options = w->simple.task->options;
    const clm_engine *presumed = clm_choice_presumed(options);
    clm_choice_case what;

    TRY(clm_simplified_bound(&ctx->error, &w->simple, w->modulus != 0 ? NULL : presumed,
                             &ctx->rates));
    if (w->simple.bounds.zero)
        goto done;
    what = describe(w);
    TRY(clm_choice_make(ctx, &w->engine, options, &what));
    w->simple.task->record->engine = w->engine;
    TRY(clm_engine_check_rows(ctx, w->engine, (uint64_t)what.p + (uint64_t)what.q + 2));
    if (w->modulus == 0 && w->engine != presumed)
        TRY(clm_simplified_bound(&ctx->error, &w->simple, w->engine, &ctx->rates));
done:
    return st;
}

static void report_bounds(const way *w)
{
    clmodp_resultant_report *report = &w->simple.task->record->report;
    const clm_bounds whole = clm_simplified_whole(&w->simple, 0);

    report->degree_bound = whole.degree;
    report->valuation_bound = whole.valuation;
    report->width_bound = w->simple.bounds.degree - w->simple.bounds.valuation + 1;
    report->height_bits = whole.height_bits;
    report->height_bound_name = w->simple.bounds.height_name;
    if (w->simple.task->modulus != 0) {
        report->height_bound_name = "";
        report->height_bits = 32 - (uint64_t)__builtin_clz(w->simple.task->modulus - 1);
    }
}

/* How many evaluations results with these coefficients ask for. */
static uint64_t necessary_evaluations(const way *w)
{
    const clm_task *task = w->simple.task;
    const double most = (double)clm_engine_prime_max(w->engine, &task->options->of_engine);
    const clm_poly_size seen = clm_poly_size_of(w->simple.results, task->count);

    return w->modulus != 0 ? seen.width : clm_poly_size_evaluations(&seen, log2(most));
}

/* The results without contents. *done: false if F_p has too few points, and nothing is done. */
static clmodp_status run(clmodp_context *ctx, const way *w, bool *done)
{
    clmodp_status st = CLMODP_OK;
    const clm_simplified *s = &w->simple;
    clm_row_layout layout = {0};
    clm_job job = {.task = *s->task, .engine = w->engine, .bounds = &s->bounds,
                   .each = w->modulus != 0 ? NULL : s->each, .layout = &layout};

    job.task.f = s->f;
    job.task.g = s->g;
    job.task.modulus = w->modulus;
    job.task.results = s->results;
    TRY(clm_row_layout_create(&ctx->error, &layout, s->f, s->g));
    *done = true;
    if (s->task->modulus == 0 && s->task->options->mode == CLMODP_MODE_PROBABLE &&
        w->engine->probes)
        TRY(clm_probable(ctx, &job));
    else
        TRY(clm_certified(ctx, &job, done));
    if (*done)
        s->task->record->report.necessary_evaluations = necessary_evaluations(w);
done:
    clm_row_layout_destroy(&layout);
    return st;
}

/* The same from its plan on. */
static clmodp_status take(clmodp_context *ctx, way *w, bool *done)
{
    clmodp_status st = CLMODP_OK;
    double *seconds = w->simple.task->record->times.host;
    double began = clm_clock_seconds();

    *done = true;
    TRY(choose(ctx, w));
    if (w->simple.bounds.zero)
        goto done;
    if (w->modulus == 0)
        TRY(clm_simplified_foresee(&ctx->error, &w->simple));
    report_bounds(w);
    clm_stage_end(seconds, CLM_STAGE_PLAN, &began);
    TRY(run(ctx, w, done));
done:
    return st;
}

/* Images modulo the task's prime of results over Z. */
static clmodp_status reduce(clm_error *error, const way *w)
{
    clmodp_status st = CLMODP_OK;
    const clm_task *task = w->simple.task;

    if (task->modulus == w->modulus)
        return st;
    for (size_t n = 0; n < task->count; n++)
        TRY(clm_zx_modulo(error, w->simple.results[n], w->simple.results[n], task->modulus));
done:
    return st;
}

/* The chance that a candidate, which has passed one check by chance, passes that of the whole
 * results as well. It exceeds the bound on the height by less than one prime and a sign. */
static double check_error(const clm_simplified *s)
{
    const clm_bounds whole = clm_simplified_whole(s, 64);

    return clm_check_error(whole.degree, whole.height_bits);
}

/* Results of the task from those without contents. */
static clmodp_status restore(clmodp_context *ctx, way *w)
{
    clmodp_status st = CLMODP_OK;
    clm_record *record = w->simple.task->record;
    double *probability = &record->report.error_probability;
    double began = clm_clock_seconds();

    TRY(reduce(&ctx->error, w));
    TRY(clm_simplified_review(&ctx->error, &w->simple));
    TRY(clm_simplified_restore(&ctx->error, &w->simple));
    clm_stage_end(record->times.host, CLM_STAGE_LIFT, &began);
    if (*probability > 0.0)
        *probability = fmax(*probability * check_error(&w->simple), LEAST_ERROR);
done:
    return st;
}

clmodp_status clm_compute(clmodp_context *ctx, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_progress_at start = {ctx, 0.0};
    clm_watch watch = {.ask = clm_progress_ask, .user = &start};
    way w = {.modulus = task->options->lift ? 0 : task->modulus};
    bool done;

    TRY(clm_simplify(&ctx->error, &w.simple, task, &watch));
    clm_stage_end(task->record->times.host, CLM_STAGE_PLAN, &began);
    TRY(take(ctx, &w, &done));
    if (!done) {
        w.modulus = 0;
        TRY(take(ctx, &w, &done));
    }
    if (!w.simple.bounds.zero)
        TRY(restore(ctx, &w));
    for (size_t n = 0; n < task->count; n++)
        clm_zx_swap(task->results[n], w.simple.results[n]);
done:
    clm_simplified_destroy(&w.simple);
    return st;
}
