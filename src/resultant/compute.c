/* The modular scheme from polynomials to polynomial. */
#include "resultant/compute.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/size.h"
#include "resultant/check.h"
#include "resultant/content.h"
#include "resultant/recover.h"

/* Book the time since *began on a stage of the host. */
static void end_stage(clmodp_resultant_report *report, clmodp_stage stage, double *began)
{
    double now = clm_clock_seconds();

    report->stage_seconds[stage] += now - *began;
    *began = now;
}

static void report_plan(clmodp_resultant_report *report, const clm_plan *plan,
                        const clm_content *content)
{
    report->primes = plan->primes;
    report->points = plan->points;
    report->degree_bound = plan->bounds.degree * content->stretch + content->shift;
    report->valuation_bound = plan->bounds.valuation * content->stretch + content->shift;
    report->height_bits = plan->bounds.height_bits + mpz_sizeinbase(content->integer, 2);
    report->height_bound_name = plan->bounds.height_name;
}

/* r := res_y(f, g) for f and g without contents, as planned. */
static clmodp_status compute_primitive(clmodp_context *ctx, clmodp_zx *r,
                                       clmodp_resultant_report *report, const clm_plan *plan,
                                       const clm_row_layout *layout, clm_random *random,
                                       const clm_pipeline_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    uint32_t *residues = NULL;
    double began;
    size_t words;

    if (!clm_size_mul(&words, plan->primes, plan->points))
        FAIL(error, CLMODP_LIMIT, "%zu primes with %zu points are too many for this host",
             plan->primes, plan->points);
    NEW(error, residues, words);
    TRY(clm_pipeline_run(ctx, residues, report, plan, layout, random, options));

    began = clm_clock_seconds();
    TRY(clm_check_redundant(error, plan, residues));
    end_stage(report, CLMODP_STAGE_CHECK, &began);
    TRY(clm_recover(error, r, plan, residues, ctx->threads));
    end_stage(report, CLMODP_STAGE_LIFT, &began);
    TRY(clm_check_fresh_prime(error, r, layout, random));
    end_stage(report, CLMODP_STAGE_CHECK, &began);
done:
    free(residues);
    return st;
}

/* The number of coefficients in y of both. */
static uint64_t row_count(const clmodp_zxy *f, const clmodp_zxy *g)
{
    return (uint64_t)clmodp_zxy_degree_y(f) + (uint64_t)clmodp_zxy_degree_y(g) + 2;
}

clmodp_status clm_resultant_compute(clmodp_context *ctx, clmodp_zx *r,
                                    clmodp_resultant_report *report, const clmodp_zxy *f,
                                    const clmodp_zxy *g, clm_random *random,
                                    const clm_pipeline_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    double began = clm_clock_seconds();
    clm_row_layout layout = {0};
    clm_bounds bounds = {0};
    clm_plan plan = {0};
    clm_content content;
    clmodp_zxy *f1 = NULL, *g1 = NULL;
    clmodp_zx *result = NULL;

    clm_content_init(&content);
    TRY(clmodp_zxy_create(&f1));
    TRY(clmodp_zxy_create(&g1));
    TRY(clmodp_zx_create(&result));
    TRY(clm_content_remove(error, &content, f1, g1, f, g));
    TRY(clm_bounds_compute(error, &bounds, f1, g1));
    if (!bounds.zero) {
        TRY(clm_chunks_check_rows(ctx, row_count(f1, g1), options->max_memory));
        TRY(clm_row_layout_create(error, &layout, f1, g1));
        TRY(clm_plan_create(error, &plan, &bounds, random));
        report_plan(report, &plan, &content);
        end_stage(report, CLMODP_STAGE_PLAN, &began);
        TRY(compute_primitive(ctx, result, report, &plan, &layout, random, options));
        TRY(clm_content_restore(error, result, &content));
    }
    TRY(clmodp_zx_set(r, result));
done:
    clm_plan_destroy(&plan);
    clm_row_layout_destroy(&layout);
    clm_content_clear(&content);
    clmodp_zx_destroy(result);
    clmodp_zxy_destroy(g1);
    clmodp_zxy_destroy(f1);
    return st;
}
