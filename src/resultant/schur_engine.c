/* The Schur engine from plan to polynomial. */
#include "resultant/schur_engine.h"

#include "device/memory.h"
#include "resultant/schur_digits.h"
#include "resultant/schur_images.h"
#include "resultant/schur_order.h"
#include "resultant/stage_clock.h"
#include "zxy/numbers.h"

/* The images modulo all primes of the plan; release with clm_staging_destroy. */
static clmodp_status find_images(clmodp_context *ctx, const clm_job *job,
                                 const clm_schur_plan *plan, clm_staging *images)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    schur_matrix matrix;
    clm_counts counts;
    bool regular;

    TRY(clm_schur_order(&ctx->error, &matrix, &regular, job->layout, job->random));
    TRY(clm_schur_images_create(ctx, images, plan));
    job->report->primes = plan->primes;
    job->report->points = plan->points;
    clm_stage_end(job->report->stage_seconds, CLMODP_STAGE_PLAN, &began);
    TRY(clm_schur_images(ctx, images, &counts, plan, job->layout, &matrix,
                         regular && !job->options->pipeline.redo_all));
    clm_counts_report(job->report, &counts);
done:
    return st;
}

clmodp_status clm_schur_engine(clmodp_context *ctx, const clm_job *job)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_schur_plan plan = {0};
    clm_staging images = {0};

    TRY(clm_schur_plan_create(&ctx->error, &plan, job->options->residues, job->bounds,
                              job->random));
    clm_stage_end(job->report->stage_seconds, CLMODP_STAGE_PLAN, &began);
    TRY(find_images(ctx, job, &plan, &images));
    TRY(clm_schur_digits(ctx, job->results[0], job->report, &plan, &images));
done:
    clm_staging_destroy(ctx, &images);
    clm_schur_plan_destroy(&plan);
    return st;
}

clmodp_status clm_schur_engine_modulo(clmodp_context *ctx, const clm_job *job, uint32_t p,
                                      bool *enough)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_schur_plan plan = {0};
    clm_staging images = {0};

    TRY(clm_schur_plan_modulo(&ctx->error, &plan, job->options->residues, job->bounds, p,
                              job->random));
    clm_stage_end(job->report->stage_seconds, CLMODP_STAGE_PLAN, &began);
    *enough = plan.points > 0;
    if (*enough) {
        TRY(find_images(ctx, job, &plan, &images));
        TRY(clm_numbers_from_words(job->results[0], images.data,
                                   clm_residue_type_of(plan.kind)->word_bytes, plan.width, 0,
                                   plan.width, plan.bounds.valuation));
    }
done:
    clm_staging_destroy(ctx, &images);
    clm_schur_plan_destroy(&plan);
    return st;
}
