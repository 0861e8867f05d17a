/* All primes and points of the plan, then lift. */
#include "resultant/certified.h"

#include "device/memory.h"
#include "resultant/recover.h"
#include "resultant/stage_clock.h"
#include "resultant/window.h"
#include "zxy/numbers.h"

/* CORRUPT unless the redundant coefficients vanish. */
static clmodp_status check_redundant(clm_error *error, const clm_plan *plan,
                                     const uint32_t *residues)
{
    size_t prime, index;

    if (clm_window_is_clean(plan, residues, 0, plan->primes, &prime, &index))
        return CLMODP_OK;
    return clm_fail(error, CLMODP_CORRUPT,
                    "coefficient %zu modulo %u must vanish and does not: " CLM_WRONG_VALUE,
                    index, plan->prime[prime]);
}

/* The images modulo all primes. */
static clmodp_status run_pipeline(clmodp_context *ctx, const clm_job *job,
                                  const clm_plan *plan, uint32_t *residues)
{
    clmodp_status st = CLMODP_OK;
    clm_pipeline *pipeline = NULL;
    clm_counts counts;

    TRY(clm_pipeline_create(ctx, &pipeline, plan, plan->primes, job->layout,
                            clm_random_next(job->random), &job->options->pipeline));
    TRY(clm_pipeline_run(pipeline, residues, &counts, 0, plan->primes));
    clm_counts_report(job->report, &counts);
done:
    clm_pipeline_destroy(pipeline);
    return st;
}

/* The window of each image, checked. */
static clmodp_status find_images(clmodp_context *ctx, const clm_job *job, const clm_plan *plan,
                                 clm_staging *residues)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();

    job->report->primes = plan->primes;
    job->report->points = plan->points;
    TRY(clm_pipeline_residues(ctx, residues, plan));
    clm_stage_end(job->report->stage_seconds, CLMODP_STAGE_PLAN, &began);
    TRY(run_pipeline(ctx, job, plan, residues->data));

    began = clm_clock_seconds();
    TRY(check_redundant(&ctx->error, plan, residues->data));
    clm_window_unwrap(plan, residues->data, 0, plan->primes);
    clm_stage_end(job->report->stage_seconds, CLMODP_STAGE_CHECK, &began);
done:
    return st;
}

clmodp_status clm_certified(clmodp_context *ctx, const clm_job *job)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_staging residues = {0};
    clm_plan plan = {0};

    TRY(clm_plan_create(ctx, &plan, job->bounds, job->count, CLM_PLAN_PROOF, job->random));
    clm_stage_end(job->report->stage_seconds, CLMODP_STAGE_PLAN, &began);
    TRY(find_images(ctx, job, &plan, &residues));
    began = clm_clock_seconds();
    TRY(clm_recover(ctx, job->results, &job->report->lift_name, &plan, job->each,
                    residues.data, plan.primes, &job->options->lift));
    clm_stage_end(job->report->stage_seconds, CLMODP_STAGE_LIFT, &began);
done:
    clm_plan_destroy(&plan);
    clm_staging_destroy(ctx, &residues);
    return st;
}

clmodp_status clm_certified_modulo(clmodp_context *ctx, const clm_job *job,
                                   const clm_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t valuation = plan->bounds.valuation;
    clm_staging residues = {0};

    TRY(find_images(ctx, job, plan, &residues));
    for (size_t n = 0; n < plan->results; n++)
        TRY(clm_numbers_from_words(
            job->results[n], (const uint32_t *)residues.data + clm_window_image(plan, n, 0),
            sizeof(uint32_t), plan->points, (size_t)(valuation % plan->points), plan->width,
            plan->lowered + valuation));
done:
    clm_staging_destroy(ctx, &residues);
    return st;
}
