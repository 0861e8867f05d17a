/* Contents out, bounds, an engine, and its images; contents back. */
#include "resultant/compute.h"

#include "resultant/certified.h"
#include "resultant/probable.h"
#include "resultant/way.h"

/* The results without contents. *done: false if F_p has too few points, and nothing is done. */
static clmodp_status run(clmodp_context *ctx, const clm_way *w, bool *done)
{
    clmodp_status st = CLMODP_OK;
    const clm_simplified *s = &w->simple;
    clm_row_layout layout = {0};
    clm_job job = {.task = *s->task, .engine = w->engine, .bounds = &s->bounds,
                   .each = w->modulus != 0 ? NULL : s->each, .layout = &layout};

    job.task.f = s->f;
    job.task.g = s->g;
    job.task.modulus = w->modulus;
    TRY(clm_engine_lay_out(&ctx->error, &layout, w->engine, s->f, s->g));
    *done = true;
    if (s->task->modulus == 0 && s->task->options->mode == CLMODP_MODE_PROBABLE &&
        w->engine->probes)
        TRY(clm_probable(ctx, &job));
    else
        TRY(clm_certified(ctx, &job, done));
    if (*done)
        s->task->record->report.necessary_evaluations = clm_way_necessary(w);
done:
    clm_row_layout_destroy(&layout);
    return st;
}

/* The same from its plan on. */
static clmodp_status take(clmodp_context *ctx, clm_way *w, bool *done)
{
    clmodp_status st = CLMODP_OK;
    double *seconds = w->simple.task->record->times.host;
    double began = clm_clock_seconds();

    *done = true;
    TRY(clm_way_choose(ctx, w, true));
    if (w->simple.bounds.zero)
        goto done;
    if (w->modulus == 0)
        TRY(clm_simplified_foresee(&ctx->error, &w->simple));
    clm_way_report(w);
    clm_stage_end(seconds, CLM_STAGE_PLAN, &began);
    TRY(run(ctx, w, done));
done:
    return st;
}

clmodp_status clm_compute(clmodp_context *ctx, const clm_task *task)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_progress_at start = {ctx, 0.0};
    clm_watch watch = {.ask = clm_progress_ask, .user = &start};
    clm_way w = {.modulus = task->options->lift ? 0 : task->modulus};
    bool done;

    TRY(clm_simplify(&ctx->error, &w.simple, task, &watch));
    clm_stage_end(task->record->times.host, CLM_STAGE_PLAN, &began);
    TRY(take(ctx, &w, &done));
    if (!done) {
        w.modulus = 0;
        TRY(take(ctx, &w, &done));
    }
    if (!w.simple.bounds.zero)
        TRY(clm_way_restore(ctx, &w));
done:
    clm_simplified_destroy(&w.simple);
    return st;
}
