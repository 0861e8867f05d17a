/* Contents out, then images at points modulo p, or over Z; contents back. */
#include "resultant/modular_results.h"

#include "device/memory.h"
#include "resultant/certified.h"
#include "resultant/choice.h"
#include "resultant/compute.h"
#include "resultant/content.h"
#include "resultant/extent.h"
#include "zxy/modulo.h"
#include "zxy/zx.h"

/* The results over Z, modulo p. */
static clmodp_status over_integers(const clm_modular_call *call, const clm_job *job)
{
    clmodp_status st = CLMODP_OK;
    clm_compute_options options = *call->options;

    options.mode = CLMODP_MODE_CERTIFIED;
    options.max_answer = 0; /* it is not these that are asked for */
    options.subresultant = job->count > 1;
    TRY(clm_resultant_compute(call->ctx, job->results, call->report, job->f, job->g, call->random,
                              &options));
    for (size_t n = 0; n < job->count; n++)
        TRY(clm_zx_modulo(&call->ctx->error, job->results[n], job->results[n], call->p));
done:
    return st;
}

/* The results modulo p at points modulo p, or over Z if there are none. */
static clmodp_status at_points(const clm_modular_call *call, clm_job *job)
{
    clmodp_status st = CLMODP_OK;
    clm_row_layout layout = {0};
    const clm_choice_case what = {.p = (size_t)clmodp_zxy_degree_y(job->f),
                                  .q = (size_t)clmodp_zxy_degree_y(job->g),
                                  .terms = clmodp_zxy_terms(job->f) + clmodp_zxy_terms(job->g),
                                  .width = (double)(job->bounds->degree -
                                                    job->bounds->valuation) + 1.0};
    bool enough = false;

    TRY(clm_choice_make(call->ctx, &job->engine, job->options, &what));
    call->report->engine = clm_engine_number(job->engine);
    TRY(clm_engine_check_rows(call->ctx, job->engine, (uint64_t)what.p + (uint64_t)what.q + 2));
    job->layout = &layout;
    TRY(clm_row_layout_create(&call->ctx->error, &layout, job->f, job->g));
    if (!call->options->lift)
        TRY(clm_certified(call->ctx, job, call->p, &enough));
    if (enough)
        call->report->necessary_pairs = clm_extent_of(job->results, job->count).width;
    else
        TRY(over_integers(call, job));
done:
    clm_row_layout_destroy(&layout);
    return st;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    uint64_t sum;

    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* What images have, without contents. */
typedef struct images {
    clm_content content[CLM_MOST_OUTPUTS];
    clmodp_zx *results[CLM_MOST_OUTPUTS];
    size_t count;
    clm_bounds bounds; /* of all of them */
    clmodp_zxy *f, *g;
} images;

static void images_destroy(images *i)
{
    for (size_t n = 0; n < i->count; n++) {
        clm_content_clear(&i->content[n]);
        clmodp_zx_destroy(i->results[n]);
    }
    clmodp_zxy_destroy(i->g);
    clmodp_zxy_destroy(i->f);
}

/* Contents out of f and g over F_p, and bounds of what is left. Any integers with its images would
 * do: over Z those next to 0 have the lowest results. */
static clmodp_status simplify(const clm_modular_call *call, images *i, const clmodp_zxy *f,
                              const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &call->ctx->error;
    clm_bounds s1;

    for (size_t n = 0; n < i->count; n++) {
        clm_content_init(&i->content[n]);
        i->content[n].modulus = call->p;
    }
    TRY(clmodp_zxy_create(&i->f));
    TRY(clmodp_zxy_create(&i->g));
    for (size_t n = 0; n < i->count; n++)
        TRY(clmodp_zx_create(&i->results[n]));
    if (i->count == 1)
        TRY(clm_content_remove(error, i->content, i->f, i->g, f, g));
    else
        TRY(clm_content_remove_subresultant(error, i->content, i->f, i->g, f, g));
    clm_zxy_balance(i->f, call->p);
    clm_zxy_balance(i->g, call->p);
    TRY(clm_bounds_exponents(error, &i->bounds, i->f, i->g));
    if (i->count > 1) {
        TRY(clm_bounds_subresultant(error, &s1, i->f, i->g, false, NULL));
        clm_bounds_join(&i->bounds, &s1);
    }
done:
    return st;
}

/* Bounds of lead^e times the results that the contents restore. */
static void report_bounds(const clm_modular_call *call, const images *i, clmodp_zx *lead,
                          uint64_t e)
{
    clm_bounds whole = {.zero = true};
    uint64_t degree = (uint64_t)clmodp_zx_degree(lead);

    for (size_t n = 0; n < i->count; n++) {
        clm_bounds one = i->bounds;

        clm_content_restore_bounds(&one, &i->content[n]);
        clm_bounds_join(&whole, &one);
    }
    call->report->degree_bound = plus(whole.degree, e * degree);
    call->report->valuation_bound =
        plus(whole.valuation, e * (degree + 1 - clm_extent_of(&lead, 1).width));
    call->report->width_bound = i->bounds.degree - i->bounds.valuation + 1;
    call->report->height_bound_name = "";
    call->report->height_bits = 0;
    for (uint32_t most = call->p - 1; most != 0; most >>= 1)
        call->report->height_bits++;
}

clmodp_status clm_modular_results(const clm_modular_call *call, clmodp_zx *const *results,
                                  size_t count, const clmodp_zxy *f, const clmodp_zxy *g,
                                  clmodp_zx *lead, uint64_t e)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &call->ctx->error;
    double began = clm_clock_seconds();
    images i = {.count = count};
    clm_job job = {.results = i.results, .count = count, .report = call->report,
                   .bounds = &i.bounds, .random = call->random,
                   .options = call->options};

    TRY(simplify(call, &i, f, g));
    clm_stage_end(call->report->stage_seconds, CLM_STAGE_PLAN, &began);
    if (!i.bounds.zero) {
        job.f = i.f;
        job.g = i.g;
        TRY(at_points(call, &job));
        report_bounds(call, &i, lead, e);
        began = clm_clock_seconds();
        for (size_t n = 0; n < count; n++) {
            TRY(clm_content_restore(error, i.results[n], &i.content[n]));
            if (e > 0)
                TRY(clm_zx_multiply_powers_modulo(error, i.results[n], lead, e, i.results[n], 1,
                                                  call->p));
        }
        clm_stage_end(call->report->stage_seconds, CLM_STAGE_LIFT, &began);
    }
    for (size_t n = 0; n < count; n++)
        clm_zx_swap(results[n], i.results[n]);
done:
    images_destroy(&i);
    return st;
}
