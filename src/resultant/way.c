/* Bounds and an engine for what is left of a task, and the way back from its results. */
#include "resultant/way.h"

#include <math.h>

#include "resultant/check.h"
#include "resultant/choice.h"
#include "resultant/poly_size.h"
#include "zxy/modulo.h"

/* No seed of 64 bits makes an event less likely than this, if it can happen at all. */
#define LEAST_ERROR 0x1p-64

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

clm_choice_case clm_way_describe(const clm_way *w)
{
    const clm_simplified *s = &w->simple;
    const clm_bounds *b = &s->bounds;

    return (clm_choice_case){
        .p = (size_t)clmodp_zxy_degree_y(s->f),
        .q = (size_t)clmodp_zxy_degree_y(s->g),
        .terms = clmodp_zxy_terms(s->f) + clmodp_zxy_terms(s->g),
        .division = clm_division_of(s->f, s->g),
        .limbs = w->modulus != 0 ? 0.0 : count_limbs(s->f) + count_limbs(s->g),
        .width = (double)(b->degree - b->valuation) + 1.0,
        .height_bits = b->height_bits,
    };
}

/* Bounds, as tightly as it is worth to the engine. */
static clmodp_status bound(clmodp_context *ctx, clm_way *w, const clm_engine *engine)
{
    return clm_simplified_bound(&ctx->error, &w->simple, w->modulus != 0 ? NULL : engine,
                                &ctx->rates);
}

clmodp_status clm_way_check(clmodp_context *ctx, const clm_way *w)
{
    clmodp_status st = CLMODP_OK;
    const clm_choice_case what = clm_way_describe(w);

    TRY(clm_engine_check_degrees(&ctx->error, w->engine, &what.division, what.p, what.q));
    TRY(clm_engine_check_rows(ctx, w->engine,
                              clm_engine_rows(w->engine, &what.division, what.p, what.q)));
done:
    return st;
}

clmodp_status clm_way_choose(clmodp_context *ctx, clm_way *w, bool opens)
{
    clmodp_status st = CLMODP_OK;
    const clm_compute_options *options = w->simple.task->options;
    const clm_engine *presumed = clm_choice_presumed(options);
    clm_choice_case what;

    TRY(bound(ctx, w, presumed));
    if (w->simple.bounds.zero)
        goto done;
    what = clm_way_describe(w);
    if (opens)
        TRY(clm_choice_make(ctx, &w->engine, options, &what));
    else
        w->engine = clm_choice_foresee(ctx, options, &what);
    w->simple.task->record->engine = w->engine;
    TRY(clm_way_check(ctx, w));
    if (w->modulus == 0 && w->engine != presumed)
        TRY(bound(ctx, w, w->engine));
done:
    return st;
}

void clm_way_report(const clm_way *w)
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

uint64_t clm_way_necessary(const clm_way *w)
{
    const clm_task *task = w->simple.task;
    const double most = (double)clm_engine_prime_max(w->engine, &task->options->of_engine);
    const clm_poly_size seen = clm_poly_size_of(task->results, task->count);

    return w->modulus != 0 ? seen.width : clm_poly_size_evaluations(&seen, log2(most));
}

/* Images modulo the task's prime of results over Z. */
static clmodp_status reduce(clm_error *error, const clm_way *w)
{
    clmodp_status st = CLMODP_OK;
    const clm_task *task = w->simple.task;

    if (task->modulus == w->modulus)
        return st;
    for (size_t n = 0; n < task->count; n++)
        TRY(clm_zx_modulo(error, task->results[n], task->results[n], task->modulus));
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

clmodp_status clm_way_restore(clmodp_context *ctx, clm_way *w)
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
