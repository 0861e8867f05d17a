/* What comes before the images of a problem, and what comes after them. */
#include "resultant/prepare.h"

#include "base/memory.h"
#include "device/memory.h"
#include "resultant/call.h"
#include "resultant/driver.h"
#include "resultant/problem.h"
#include "zxy/zx.h"
#include "zxy/zxy.h"

/* Copies of the arguments: a resultant is that of f and g, a discriminant comes from that of f and
 * its derivative. */
static clmodp_status copy_arguments(clm_prepared *p, const clmodp_problem *problem)
{
    clmodp_status st = CLMODP_OK;
    const bool discriminant = problem->operation == CLMODP_OPERATION_DISCRIMINANT;

    TRY(clmodp_zxy_create(&p->f));
    TRY(clmodp_zxy_create(&p->g));
    TRY(clmodp_zxy_set(p->f, problem->f));
    TRY(clmodp_zxy_set(p->g, discriminant ? problem->f : problem->g));
    if (discriminant)
        clmodp_zxy_derivative_y(p->g);
    p->problem = (clmodp_problem){.size = sizeof p->problem, .operation = problem->operation,
                                  .k = problem->k, .f = p->f,
                                  .g = discriminant ? NULL : p->g};
done:
    return st;
}

/* Takes the engine and the bounds that were decided for the same problem. */
static clmodp_status take_decisions(clmodp_context *ctx, clm_way *w, const clm_decided *decided,
                                    size_t outputs)
{
    clm_simplified *s = &w->simple;

    w->engine = s->task->record->engine = decided->engine;
    s->bounds = decided->each[0];
    for (size_t n = 0; n < outputs; n++) {
        s->each[n] = decided->each[n];
        clm_bounds_join(&s->bounds, &s->each[n]);
    }
    return s->bounds.zero ? CLMODP_OK : clm_way_check(ctx, w);
}

/* A plan of the engine, on whichever device, or none. */
static clmodp_status make_plan(clmodp_context *ctx, clm_plan **plan, const clm_prepared *p,
                               size_t points, size_t cosets)
{
    clm_random random = {p->options.seed};
    const clm_request request = {.layout = &p->layout, .bounds = &p->way.simple.bounds,
                                 .outputs = p->task.count, .aim = CLM_PLAN_PROOF,
                                 .options = &p->how.of_engine, .random = &random,
                                 .points = points, .cosets = cosets};

    return clm_plan_create(ctx, plan, p->way.engine, &request);
}

static clmodp_status choose_primes(clmodp_context *ctx, clm_prepared *p,
                                   const clm_decided *decided)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_report *report = &p->record.report;
    clm_plan *plan = NULL;

    TRY(make_plan(ctx, &plan, p, decided != NULL ? decided->points : 0,
                  decided != NULL ? decided->cosets : 0));
    NEW(&ctx->error, p->prime, plan->primes);
    for (size_t n = 0; n < plan->primes; n++)
        p->prime[n] = clm_prime_word(plan->prime, n);
    report->primes = p->primes = plan->primes;
    report->points = p->points = plan->points;
    p->cosets = plan->cosets;
    p->width = plan->width;
    p->word_bytes = plan->word_bytes;
done:
    clm_plan_destroy(plan);
    return st;
}

/* What is left, as rows, unless that is hopeless: exponents may come from somewhere else. */
static clmodp_status lay_out(clmodp_context *ctx, clm_prepared *p, uint64_t rows)
{
    clmodp_status st = CLMODP_OK;
    const clm_simplified *s = &p->way.simple;
    const uint64_t bytes = clm_row_layout_bytes(s->f, s->g, rows), left = clm_memory_left(ctx);

    if (bytes > left)
        FAIL(&ctx->error, CLMODP_DEVICE_MEMORY,
             "the coefficients, written densely in x, take %llu bytes, and the cap leaves %llu: "
             "raise the cap or lower the degrees", (unsigned long long)bytes,
             (unsigned long long)left);
    TRY(clm_engine_lay_out(&ctx->error, &p->layout, p->way.engine, s->f, s->g));
done:
    return st;
}

static clmodp_status prepare(clmodp_context *ctx, clm_prepared *p, const clm_decided *decided)
{
    clmodp_status st = CLMODP_OK;
    clm_way *w = &p->way;
    clm_progress_at start = {ctx, 0.0};
    clm_watch watch = {.ask = clm_progress_ask, .user = &start};
    clm_choice_case what;
    bool one;

    if (clm_drive_knows(&one, p->f, p->g))
        goto done;
    TRY(clm_simplify(&ctx->error, &w->simple, &p->task, &watch));
    for (size_t n = 0; n < p->task.count; n++)
        w->simple.content[n].watch = NULL; /* it ends here */
    if (decided == NULL)
        TRY(clm_way_choose(ctx, w, false));
    else
        TRY(take_decisions(ctx, w, decided, p->task.count));
    if (w->simple.bounds.zero)
        goto done;
    TRY(clm_simplified_foresee(&ctx->error, &w->simple));
    clm_way_report(w);
    what = clm_way_describe(w);
    TRY(lay_out(ctx, p, clm_engine_rows(w->engine, &what.division, what.p, what.q)));
    TRY(choose_primes(ctx, p, decided));
    if (w->engine->cost != NULL)
        p->nanoseconds = clm_choice_predict(ctx, w->engine, &what);
done:
    return st;
}

clmodp_status clm_prepare(clmodp_context *ctx, clm_prepared **out, const clmodp_problem *problem,
                          const clmodp_resultant_options *options, const clm_decided *decided)
{
    clmodp_status st = CLMODP_OK;
    clm_prepared *p = NULL;

    *out = NULL;
    NEW(&ctx->error, p, 1);
    clm_record_begin(&p->record);
    p->options = *options;
    p->how = clm_call_options(ctx, options);
    TRY(copy_arguments(p, problem));
    p->task = (clm_task){.f = p->f, .g = p->g, .count = clm_problem_outputs(problem),
                         .record = &p->record, .options = &p->how};
    TRY(prepare(ctx, p, decided));
    *out = p;
    p = NULL;
done:
    clm_prepared_destroy(p);
    return st;
}

void clm_prepared_destroy(clm_prepared *p)
{
    if (p == NULL)
        return;
    free(p->prime);
    clm_row_layout_destroy(&p->layout);
    clm_simplified_destroy(&p->way.simple);
    clmodp_zxy_destroy(p->g);
    clmodp_zxy_destroy(p->f);
    free(p);
}

clm_decided clm_prepared_decided(const clm_prepared *p)
{
    clm_decided decided = {.engine = p->way.engine, .points = p->points,
                           .cosets = p->cosets};

    for (size_t n = 0; n < p->task.count; n++)
        decided.each[n] = p->way.simple.each[n];
    return decided;
}

/* Whether the plan has the primes that images are for. */
static bool has_primes(const clm_plan *plan, const clm_prepared *p)
{
    bool same = plan->primes == p->primes && plan->points == p->points &&
                plan->cosets == p->cosets && plan->width == p->width &&
                plan->word_bytes == p->word_bytes;

    for (size_t n = 0; same && n < p->primes; n++)
        same = clm_prime_word(plan->prime, n) == p->prime[n];
    return same;
}

clmodp_status clm_prepared_plan(clmodp_context *ctx, clm_plan **plan, const clm_prepared *p)
{
    clmodp_status st = CLMODP_OK;

    *plan = NULL;
    TRY(clm_engine_require(ctx, p->way.engine, &p->how.of_engine));
    TRY(clm_engine_check_rows(ctx, p->way.engine, p->layout.count));
    TRY(make_plan(ctx, plan, p, p->points, p->cosets));
    if (!has_primes(*plan, p))
        FAIL(&ctx->error, CLMODP_CORRUPT, "the engine chose other primes than the plan has");
    TRY(clm_trust_ensure(ctx, (*plan)->needs, (*plan)->need_count));
done:
    if (st != CLMODP_OK) {
        clm_plan_destroy(*plan);
        *plan = NULL;
    }
    return st;
}

/* The results that degrees alone, or bounds, tell. */
static clmodp_status known_results(const clm_prepared *p, clmodp_zx *const *results)
{
    bool one;

    (void)clm_drive_knows(&one, p->f, p->g);
    return clm_zx_set_constant(results[0], one); /* the others are zero */
}

/* The task's results from images, with contents again. */
static clmodp_status lift(clmodp_context *ctx, const clm_prepared *p, const clm_finishing *finish,
                          clm_way *w)
{
    clmodp_status st = CLMODP_OK;
    const clm_task *task = w->simple.task;
    clm_progress_at start = {ctx, 0.5};
    clm_watch watch = {.ask = clm_progress_ask, .user = &start};
    clm_lifting lifting = {.results = task->results, .each = w->simple.each, .method = "",
                           .primes = p->primes};

    for (size_t n = 0; n < task->count; n++)
        w->simple.content[n].watch = &watch;
    TRY(finish->lift(ctx, finish->user, &lifting));
    task->record->report.lift_name = lifting.method;
    clm_record_counts(task->record, &lifting.counts);
    task->record->report.necessary_evaluations = clm_way_necessary(w);
    TRY(clm_way_restore(ctx, w));
done:
    return st;
}

clmodp_status clm_prepared_finish(clmodp_context *ctx, const clm_prepared *p,
                                  const clm_finishing *finish, const clmodp_problem *problem)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *outputs[CLM_MOST_OUTPUTS] = {NULL};
    clm_random random = {p->options.seed};
    clm_record record = p->record;
    clm_task task = p->task;
    clm_way way = p->way; /* contents and bounds stay the prepared problem's */

    record.began = finish->began;
    task.random = &random;
    task.record = &record;
    task.results = outputs;
    way.simple.task = &task;
    for (size_t n = 0; n < task.count; n++)
        TRY(clmodp_zx_create(&outputs[n]));
    if (p->primes == 0) {
        TRY(known_results(p, outputs));
    } else {
        clm_record_counts(&record, &finish->counts);
        TRY(lift(ctx, p, finish, &way));
        TRY(clm_drive_check(ctx, &task, p->options.seed));
    }
    TRY(clm_problem_accept(&ctx->error, problem, outputs));
    record.report.memory_bytes = ctx->memory_peak;
    clm_record_end(&record, problem->report);
done:
    for (size_t n = 0; n < task.count; n++)
        clmodp_zx_destroy(outputs[n]);
    return st;
}
