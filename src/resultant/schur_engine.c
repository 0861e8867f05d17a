/* The Schur engine from plan to polynomial. */
#include "resultant/schur_engine.h"

#include "device/memory.h"
#include "resultant/schur_digits.h"
#include "resultant/schur_images.h"
#include "resultant/schur_order.h"
#include "resultant/stage_clock.h"

clmodp_status clm_schur_engine(clmodp_context *ctx, const clm_job *job)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_schur_plan plan = {0};
    clm_staging images = {0};
    schur_pair pair;
    bool regular;

    TRY(clm_schur_plan_create(&ctx->error, &plan, job->options->residues, job->bounds,
                              job->random));
    TRY(clm_schur_order(&ctx->error, &pair, &regular, job->layout, job->random));
    regular = regular && !job->options->pipeline.redo_all;
    TRY(clm_schur_images_create(ctx, &images, &plan));
    job->report->primes = plan.primes;
    job->report->points = plan.points;
    clm_stage_end(job->report, CLMODP_STAGE_PLAN, &began);
    TRY(clm_schur_images(ctx, &images, job->report, &plan, job->layout, &pair, regular));
    TRY(clm_schur_digits(ctx, job->results[0], job->report, &plan, &images));
done:
    clm_staging_destroy(ctx, &images);
    clm_schur_plan_destroy(&plan);
    return st;
}
