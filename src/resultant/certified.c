/* All primes and points of a plan, then lift. */
#include "resultant/certified.h"

#include "engines/engine.h"
#include "resultant/record.h"

clmodp_status clm_job_plan(clmodp_context *ctx, clm_plan **plan, const clm_job *job,
                           const clm_bounds *bounds, clm_plan_aim aim)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    const clm_task *task = &job->task;
    const clm_request request = {.layout = job->layout, .bounds = bounds, .outputs = task->count,
                                 .aim = aim, .modulus = task->modulus,
                                 .options = &task->options->of_engine, .random = task->random};

    TRY(clm_plan_create(ctx, plan, job->engine, &request));
    clm_stage_end(task->record->times.host, CLM_STAGE_PLAN, &began);
    if (*plan != NULL)
        TRY(clm_trust_ensure(ctx, (*plan)->needs, (*plan)->need_count));
done:
    if (st != CLMODP_OK) {
        clm_plan_destroy(*plan);
        *plan = NULL;
    }
    return st;
}

clmodp_status clm_certified(clmodp_context *ctx, const clm_job *job, bool *planned)
{
    clmodp_status st = CLMODP_OK;
    const clm_task *task = &job->task;
    clm_lifting lifting = {.results = task->results, .each = job->each, .method = ""};
    clm_plan *plan = NULL;
    clm_counts counts;

    TRY(clm_job_plan(ctx, &plan, job, job->bounds, CLM_PLAN_PROOF));
    *planned = plan != NULL;
    if (plan == NULL)
        goto done;
    task->record->report.primes = plan->primes;
    task->record->report.points = plan->points;
    TRY(clm_plan_execute(ctx, plan, clm_random_next(task->random), &lifting, &counts));
    task->record->report.lift_name = lifting.method;
    clm_record_counts(task->record, &counts);
    clm_record_counts(task->record, &lifting.counts);
done:
    clm_plan_destroy(plan);
    return st;
}
