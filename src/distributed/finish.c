/* Computes the results of a plan from the images of all its units. */
#include "distributed/plan.h"

#include "core/error.h"
#include "core/memory.h"
#include "opencl/context.h"
#include "polynomials/zx.h"
#include "resultant/prepare.h"

/* Sets results known from degrees or bounds alone. */
static clmodp_status known_results(const clmodp_plan *plan, clmodp_zx *const *results)
{
    bool one;

    (void)clm_task_is_trivial(&one, plan->task.f, plan->task.g);
    return clm_zx_set_constant(results[0], one); /* the others are zero */
}

typedef struct finish_arguments {
    const clmodp_plan *plan;
    const clm_finishing *how;
} finish_arguments;

/* Steps 6 and 7: reconstructs the results from images, and multiplies by the extracted factors. */
static clmodp_status reconstruct_and_restore(clmodp_context *ctx, const clm_task *task,
                                             const finish_arguments *f)
{
    clmodp_status st = CLMODP_OK;
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, 0.5);
    clm_prepared p = f->plan->prepared; /* extracted factors and bounds stay the plan's */
    clm_reconstruction reconstruction = {.results = task->results, .each = p.each, .method = "",
                           .primes = f->plan->primes};

    p.task = task;
    for (size_t n = 0; n < task->count; n++)
        p.content[n].watch = &watch;
    TRY(f->how->reconstruct(ctx, f->how->user, &reconstruction));
    task->record->report.crt_name = reconstruction.method;
    clm_record_counts(task->record, &reconstruction.counts);
    TRY(clm_execute_restore(ctx, &p));
done:
    return st;
}

/* Steps 6 to 8, for clm_task_run. */
static clmodp_status finish_task(clmodp_context *ctx, const clm_task *task, void *user)
{
    clmodp_status st = CLMODP_OK;
    const finish_arguments *f = user;

    if (f->plan->primes == 0)
        return known_results(f->plan, task->results);
    clm_record_counts(task->record, &f->how->counts);
    TRY(reconstruct_and_restore(ctx, task, f));
    TRY(clm_execute_check(ctx, task, f->plan->options.seed));
done:
    return st;
}

clmodp_status clm_plan_complete(clmodp_context *ctx, const clmodp_plan *plan,
                                const clm_finishing *finish, const clmodp_problem *problem)
{
    clm_random random = {plan->options.seed};
    clm_record record = plan->record;
    clm_task task = plan->task;
    finish_arguments f = {plan, finish};

    record.began = finish->began;
    task.random = &random;
    task.record = &record;
    return clm_task_run(ctx, &task, problem, finish_task, &f);
}

/* Sorts the images by unit; repeated images must be equal. */
static clmodp_status sort_units(clm_error *error, const clmodp_images **by_unit,
                                const clmodp_plan *plan, const clmodp_images *const *images,
                                size_t count)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < count; k++) {
        const clmodp_images *one = images[k];

        if (one == NULL || memcmp(one->plan, plan->digest, sizeof one->plan) != 0)
            FAIL(error, CLMODP_INVALID, "images[%zu] belongs to another plan", k);
        if (by_unit[one->unit] == NULL)
            by_unit[one->unit] = one;
        else if (memcmp(by_unit[one->unit]->words, one->words, one->count * one->word_bytes) != 0)
            FAIL(error, CLMODP_CORRUPT, "unit %llu was computed twice with different images, so "
                 "a device or its memory is faulty", (unsigned long long)one->unit);
    }
    for (uint64_t unit = 0; unit < plan->units; unit++)
        if (by_unit[unit] == NULL)
            FAIL(error, CLMODP_INVALID, "the images of unit %llu are missing",
                 (unsigned long long)unit);
done:
    return st;
}

/* Copies all images into one array, and adds the counters of their runs. */
static void gather_images(clm_images *all, clm_counts *counts, const clmodp_plan *plan,
                 const clmodp_images *const *by_unit)
{
    for (uint64_t unit = 0; unit < plan->units; unit++) {
        const clmodp_images *one = by_unit[unit];
        const size_t bytes = one->primes.count * all->width * all->word_bytes;

        for (size_t n = 0; n < all->outputs; n++)
            memcpy(clm_image(all, n, one->primes.first), clm_unit_image(one, plan, n, 0), bytes);
        clm_counts_add(counts, &one->counts);
    }
}

typedef struct image_source {
    const clm_plan *plan;
    const clm_images *images;
} image_source;

static clmodp_status reconstruct(clmodp_context *ctx, void *user,
                                 clm_reconstruction *reconstruction)
{
    const image_source *from = user;

    return clm_plan_reconstruct(ctx, from->plan, from->images, reconstruction);
}

static clmodp_status finish(clmodp_context *ctx, const clmodp_problem *results,
                            const clmodp_plan *plan, const clmodp_images *const *images,
                            size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_images **by_unit = NULL;
    clm_plan *engine_plan = NULL;
    clm_images all = {0};
    image_source from = {.images = &all};
    clm_finishing how = {.began = clm_clock_seconds(), .reconstruct = reconstruct, .user = &from};

    NEW(&ctx->error, by_unit, (size_t)plan->units);
    TRY(sort_units(&ctx->error, by_unit, plan, images, count));
    if (plan->units > 0) {
        TRY(clm_plan_open(ctx, &engine_plan, plan));
        from.plan = engine_plan;
        TRY(clm_plan_images(ctx, &all, engine_plan));
        gather_images(&all, &how.counts, plan, by_unit);
    }
    TRY(clm_plan_complete(ctx, plan, &how, results));
done:
    clm_images_destroy(ctx, &all);
    clm_plan_destroy(engine_plan);
    free(by_unit);
    return st;
}

/* Returns whether the results are those of the plan's operation. */
static bool are_results(const clmodp_plan *plan, const clmodp_problem *results)
{
    const bool principal = plan->task.minors.principal != 0;

    switch (plan->problem.operation) {
    case CLMODP_OPERATION_SUBRESULTANT: return results->s != NULL;
    case CLMODP_OPERATION_SUBRESULTANTS:
        if (results->count != plan->problem.count || principal != (results->chain == NULL) ||
            (principal && results->principal == NULL))
            return false;
        for (size_t k = 0; k < results->count; k++)
            if (principal ? results->principal[k] == NULL : results->chain[k] == NULL)
                return false;
        return true;
    default: return results->r != NULL && results->s == NULL;
    }
}

clmodp_status clmodp_plan_finish_problem(clmodp_context *context, const clmodp_problem *results,
                                         const clmodp_plan *plan,
                                         const clmodp_images *const *images, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error;
    clmodp_problem given, of_plan;
    clm_call call;

    START(context, &context->error);
    error = &context->error;
    REQUIRE(error, plan != NULL && results != NULL);
    REQUIRE(error, images != NULL || count == 0);
    TRY(clm_problem_read(error, &given, results));
    REQUIRE(error, are_results(plan, &given));
    TRY(clm_report_check(error, given.report));
    of_plan = plan->problem;
    of_plan.r = given.r;
    of_plan.s = given.s;
    of_plan.chain = given.chain;
    of_plan.principal = given.principal;
    of_plan.report = given.report;
    clm_call_begin(&call, context, plan->options.max_memory, true);
    call.timed = given.report != NULL;
    st = clm_call_end(context, &call, finish(context, &of_plan, plan, images, count));
done:
    return clm_error_complete(error, st);
}

clmodp_status clmodp_plan_finish(clmodp_context *context, clmodp_zx *r, clmodp_zxy *s,
                                 clmodp_resultant_report *report, const clmodp_plan *plan,
                                 const clmodp_images *const *images, size_t count)
{
    const clmodp_problem results = {.size = sizeof results, .r = r, .s = s, .report = report};

    return clmodp_plan_finish_problem(context, &results, plan, images, count);
}
