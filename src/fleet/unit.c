/* The images of one unit. */
#include "fleet/images.h"

#include "device/context.h"

/* Some primes of an engine's plan, by a worker for them alone. */
static clmodp_status run_primes(clmodp_context *ctx, const clm_plan *plan, clm_unit_primes primes,
                                uint64_t seed, clm_images *made, clm_counts *counts)
{
    clmodp_status st = CLMODP_OK;
    clm_worker *worker = NULL;
    const clm_images shape = {.outputs = plan->outputs, .primes = primes.count,
                              .pairs = plan->pairs, .width = plan->width,
                              .first = primes.first, .word_bytes = plan->word_bytes,
                              .first_exponent = plan->bounds.valuation};

    *counts = (clm_counts){0};
    TRY(clm_images_create(ctx, made, &shape));
    TRY(clm_worker_create(ctx, &worker, plan, primes.count, seed));
    TRY(clm_worker_run(worker, made, counts, primes.first, primes.count));
done:
    clm_worker_destroy(worker);
    return st;
}

static clmodp_status run_unit(clmodp_context *ctx, clmodp_images **out, const clmodp_plan *plan,
                              uint64_t unit)
{
    clmodp_status st = CLMODP_OK;
    const clm_prepared *p = plan->prepared;
    clmodp_images *images = NULL;
    clm_plan *of_engine = NULL;
    clm_images made = {0};
    clm_counts counts;

    TRY(clm_images_new(&ctx->error, &images, plan, unit));
    TRY(clm_prepared_plan(ctx, &of_engine, p));
    TRY(run_primes(ctx, of_engine, images->primes, p->options.seed, &made, &counts));
    memcpy(images->words, made.words.data, images->count * images->word_bytes);
    images->counts = counts;
    images->counts.times = (clm_times){0};
    *out = images;
    images = NULL;
done:
    clm_images_destroy(ctx, &made);
    clm_plan_destroy(of_engine);
    clmodp_images_destroy(images);
    return st;
}

clmodp_status clmodp_plan_run(clmodp_context *context, clmodp_images **images,
                              const clmodp_plan *plan, uint64_t unit)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context call;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, images != NULL);
    *images = NULL;
    REQUIRE(&context->error, plan != NULL);
    if (unit >= plan->units)
        FAIL(&context->error, CLMODP_INVALID, "there is no unit %llu: the plan has %llu",
             (unsigned long long)unit, (unsigned long long)plan->units);
    clm_context_begin(&call, context, plan->prepared->options.max_memory, true);
    st = clm_context_end(context, &call, run_unit(&call, images, plan, unit));
done:
    return clm_error_complete(&context->error, st);
}
