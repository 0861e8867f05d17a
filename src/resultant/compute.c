/* The modular scheme from polynomials to polynomials. */
#include "resultant/compute.h"

#include <math.h>

#include "device/memory.h"
#include "resultant/answer.h"
#include "resultant/certified.h"
#include "resultant/check.h"
#include "resultant/choice.h"
#include "resultant/content.h"
#include "resultant/extent.h"
#include "resultant/probable.h"
#include "zxy/zx.h"

/* No seed of 64 bits makes an event less likely than this, if it can happen at all. */
#define LEAST_ERROR 0x1p-64

/* What is computed, and from what. */
typedef struct work {
    const clmodp_zxy *f, *g; /* as they were given */
    clmodp_zxy *f1, *g1;     /* without contents */
    clm_content content[CLM_MOST_OUTPUTS];
    clmodp_zx *results[CLM_MOST_OUTPUTS]; /* of f1 and g1, then of f and g */
    size_t count;
    uint64_t seed; /* of the call's random numbers */
    clm_bounds each[CLM_MOST_OUTPUTS], bounds; /* of those of f1 and g1; of all together */
    const clm_engine *engine;
} work;

/* The bounds of all results of f and g; or, with some bits more, of candidates that were looked
 * for within the bounds of all results of f1 and g1 together. */
static clm_bounds whole_bounds(const work *w, uint64_t more_bits)
{
    clm_bounds whole = {.zero = true};

    for (size_t n = 0; n < w->count; n++) {
        clm_bounds one = more_bits > 0 ? w->bounds : w->each[n];

        if (one.zero)
            continue;
        one.height_bits += more_bits;
        clm_content_restore_bounds(&one, &w->content[n]);
        clm_bounds_join(&whole, &one);
    }
    return whole;
}

/* LIMIT if the results may take too much with their contents, those of f1 and g1 having these
 * bounds; not to the power that the contents call for unless `powers`. A stretch leaves gaps,
 * which take nothing. */
static clmodp_status check_answer(clm_error *error, const work *w, const clm_bounds *each,
                                  bool powers, uint64_t most)
{
    clm_bounds restored[CLM_MOST_OUTPUTS];

    for (size_t n = 0; n < w->count; n++) {
        clm_content content = w->content[n];
        clm_bounds *one = &restored[n];

        *one = each[n];
        if (one->zero)
            continue;
        if (!powers)
            content.power = 1;
        clm_content_restore_bounds(one, &content);
        one->degree = one->valuation + (one->degree - one->valuation) / content.stretch;
    }
    return clm_answer_check_bounds(error, restored, w->count, most);
}

/* Before anything is computed. Powers of bounds that are loose tell nothing. In mode PROBABLE what
 * contents take counts, then what the results seem to have, or else their bounds (probable.c), and
 * in the end what they have. */
static clmodp_status foresee_answer(clm_error *error, const work *w,
                                    const clm_compute_options *options)
{
    clm_bounds each[CLM_MOST_OUTPUTS];

    for (size_t n = 0; n < w->count; n++)
        each[n] = options->mode == CLMODP_MODE_PROBABLE ? (clm_bounds){.zero = w->each[n].zero}
                                                        : w->each[n];
    return check_answer(error, w, each, false, options->max_answer);
}

/* Before contents and powers are multiplied back. */
static clmodp_status review_answer(clm_error *error, const work *w,
                                   const clm_compute_options *options)
{
    clm_bounds each[CLM_MOST_OUTPUTS];

    if (options->mode != CLMODP_MODE_PROBABLE && w->content[0].power == 1)
        return CLMODP_OK;
    for (size_t n = 0; n < w->count; n++) {
        const clm_extent seen = clm_extent_of(&w->results[n], 1);

        each[n] = (clm_bounds){.zero = seen.width == 0,
                               .degree = seen.width - (seen.width > 0),
                               .height_bits = (uint64_t)ceil(seen.bits)};
    }
    return check_answer(error, w, each, true, options->max_answer);
}

static void report_bounds(clmodp_resultant_report *report, const work *w)
{
    const clm_bounds whole = whole_bounds(w, 0);

    report->degree_bound = whole.degree;
    report->valuation_bound = whole.valuation;
    report->height_bits = whole.height_bits;
    report->height_bound_name = w->bounds.height_name;
    report->width_bound = w->bounds.degree - w->bounds.valuation + 1;
}

/* The chance that a candidate, which has passed one check by chance, passes that of the whole
 * results as well. It exceeds the bound on the height by less than one prime and a sign. */
static double check_error(const work *w)
{
    const clm_bounds whole = whole_bounds(w, 64);

    return clm_check_error(whole.degree, whole.height_bits);
}

/* How many pairs results with these coefficients ask for: a point for each from the first to
 * the last, and primes of the engine's whose product exceeds twice the greatest. */
static uint64_t necessary_pairs(const work *w, const clm_compute_options *options)
{
    const double most = (double)clm_engine_prime_max(w->engine, &options->of_engine);
    const clm_extent seen = clm_extent_of(w->results, w->count);

    return seen.width * ((uint64_t)((seen.bits + 1.0) / log2(most)) + 1);
}

uint64_t clm_compute_prime(clmodp_context *ctx, uint64_t seed)
{
    clm_kept *kept = ctx->kept;
    clm_random random = {~seed}; /* not the numbers that chose the points */

    if (kept->fresh_prime == 0 || kept->fresh_seed != seed) {
        kept->fresh_prime = clm_fresh_prime(&random);
        kept->fresh_seed = seed;
    }
    return kept->fresh_prime;
}

/* Results of f and g from those without contents; CORRUPT unless they agree with f and g. */
static clmodp_status restore(clmodp_context *ctx, work *w, clmodp_resultant_report *report,
                             clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    double began = clm_clock_seconds();
    bool agrees;

    for (size_t n = 0; n < w->count; n++)
        TRY(clm_content_restore(error, w->results[n], &w->content[n]));
    clm_stage_end(report->stage_seconds, CLM_STAGE_LIFT, &began);
    TRY(clm_check_fresh_prime(error, &agrees, w->results, w->count, w->f, w->g,
                              clm_compute_prime(ctx, w->seed), random));
    clm_stage_end(report->stage_seconds, CLM_STAGE_CHECK, &began);
    if (!agrees)
        FAIL(error, CLMODP_CORRUPT,
             "the result is wrong modulo a random prime at a random point: " CLM_WRONG_VALUE);
done:
    return st;
}

/* Take contents out. */
static clmodp_status simplify(clm_error *error, work *w, const clm_compute_options *options)
{
    clmodp_status st = CLMODP_OK;

    TRY(clmodp_zxy_create(&w->f1));
    TRY(clmodp_zxy_create(&w->g1));
    for (size_t n = 0; n < w->count; n++) {
        w->content[n].most_bytes = options->max_answer;
        TRY(clmodp_zx_create(&w->results[n]));
    }
    if (w->count == 1)
        TRY(clm_content_remove(error, w->content, w->f1, w->g1, w->f, w->g));
    else
        TRY(clm_content_remove_subresultant(error, w->content, w->f1, w->g1, w->f, w->g));
done:
    return st;
}

/* Bound what is left to compute, as tightly as it is worth to the engine. */
static clmodp_status bound(clm_error *error, work *w, const clm_engine *engine)
{
    clmodp_status st = CLMODP_OK;
    clm_bounds_worth saved;
    const clm_bounds_worth *worth = clm_engine_worth(&saved, engine, w->f1, w->g1);

    TRY(clm_bounds_compute(error, &w->each[0], w->f1, w->g1, worth));
    if (w->count > 1)
        TRY(clm_bounds_subresultant(error, &w->each[1], w->f1, w->g1, true, worth));
    w->each[2] = w->each[1];
    w->bounds = w->each[0];
    for (size_t n = 1; n < w->count; n++)
        clm_bounds_join(&w->bounds, &w->each[n]);
done:
    return st;
}

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

/* Bounds, and the engine: if it is open, from bounds that cost next to nothing. */
static clmodp_status choose(clmodp_context *ctx, work *w, const clm_compute_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_engine *presumed = clm_choice_presumed(options);
    clm_choice_case what;

    TRY(bound(&ctx->error, w, presumed));
    if (w->bounds.zero)
        goto done;
    what = (clm_choice_case){.p = (size_t)clmodp_zxy_degree_y(w->f1),
                             .q = (size_t)clmodp_zxy_degree_y(w->g1),
                             .terms = clmodp_zxy_terms(w->f1) + clmodp_zxy_terms(w->g1),
                             .limbs = count_limbs(w->f1) + count_limbs(w->g1),
                             .width = (double)(w->bounds.degree - w->bounds.valuation) + 1.0,
                             .height_bits = w->bounds.height_bits};
    TRY(clm_choice_make(ctx, &w->engine, options, &what));
    if (w->engine != presumed)
        TRY(bound(&ctx->error, w, w->engine));
done:
    return st;
}

/* The results of f1 and g1. */
static clmodp_status solve(clmodp_context *ctx, work *w, clmodp_resultant_report *report,
                           clm_random *random, const clm_compute_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_row_layout layout = {0};
    bool planned;
    clm_job job = {.engine = w->engine, .results = w->results, .count = w->count, .report = report,
                   .each = w->each, .bounds = &w->bounds, .f = w->f1, .g = w->g1,
                   .layout = &layout, .random = random, .options = options};

    TRY(clm_row_layout_create(&ctx->error, &layout, w->f1, w->g1));
    if (options->mode == CLMODP_MODE_PROBABLE && w->engine->probes)
        TRY(clm_probable(ctx, &job));
    else
        TRY(clm_certified(ctx, &job, 0, &planned));
    report->necessary_pairs = necessary_pairs(w, options);
done:
    clm_row_layout_destroy(&layout);
    return st;
}

static void work_destroy(work *w)
{
    for (size_t n = 0; n < CLM_MOST_OUTPUTS; n++) {
        clm_content_clear(&w->content[n]);
        clmodp_zx_destroy(w->results[n]);
    }
    clmodp_zxy_destroy(w->g1);
    clmodp_zxy_destroy(w->f1);
}

/* The number of coefficients in y of both. */
static uint64_t row_count(const clmodp_zxy *f, const clmodp_zxy *g)
{
    return (uint64_t)clmodp_zxy_degree_y(f) + (uint64_t)clmodp_zxy_degree_y(g) + 2;
}

clmodp_status clm_resultant_compute(clmodp_context *ctx, clmodp_zx *const *results,
                                    clmodp_resultant_report *report, const clmodp_zxy *f,
                                    const clmodp_zxy *g, clm_random *random,
                                    const clm_compute_options *options)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_progress_at start = {ctx, 0.0};
    clm_watch watch = {.ask = clm_progress_ask, .user = &start};
    work w = {.f = f, .g = g, .seed = random->state,
              .count = options->subresultant ? CLM_MOST_OUTPUTS : 1};

    for (size_t n = 0; n < CLM_MOST_OUTPUTS; n++) {
        clm_content_init(&w.content[n]);
        w.content[n].watch = &watch;
    }
    TRY(simplify(&ctx->error, &w, options));
    TRY(choose(ctx, &w, options));
    if (!w.bounds.zero) {
        report->engine = clm_engine_number(w.engine);
        TRY(clm_engine_check_rows(ctx, w.engine, row_count(w.f1, w.g1)));
        TRY(foresee_answer(&ctx->error, &w, options));
        report_bounds(report, &w);
        clm_stage_end(report->stage_seconds, CLM_STAGE_PLAN, &began);
        TRY(solve(ctx, &w, report, random, options));
        TRY(review_answer(&ctx->error, &w, options));
        TRY(restore(ctx, &w, report, random));
        if (report->error_probability > 0.0)
            report->error_probability =
                fmax(report->error_probability * check_error(&w), LEAST_ERROR);
    }
    for (size_t n = 0; n < w.count; n++)
        clm_zx_swap(results[n], w.results[n]);
done:
    report->memory_bytes = ctx->memory_peak;
    work_destroy(&w);
    return st;
}
