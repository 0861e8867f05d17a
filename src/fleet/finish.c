/* Results from the images of all units. */
#include "fleet/images.h"

#include "base/memory.h"
#include "base/options.h"
#include "device/context.h"

/* The images of each unit, by number; those that come twice are the same. */
static clmodp_status sort_units(clm_error *error, const clmodp_images **by_unit,
                                const clmodp_plan *plan, const clmodp_images *const *images,
                                size_t count)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < count; k++) {
        const clmodp_images *one = images[k];

        if (one == NULL || memcmp(one->plan, plan->digest, sizeof one->plan) != 0)
            FAIL(error, CLMODP_INVALID, "images number %zu are of another plan", k);
        if (by_unit[one->unit] == NULL)
            by_unit[one->unit] = one;
        else if (memcmp(by_unit[one->unit]->words, one->words, one->count * one->word_bytes) != 0)
            FAIL(error, CLMODP_CORRUPT, "unit %llu was computed twice with different images, so "
                 "that a device or its memory is faulty", (unsigned long long)one->unit);
    }
    for (uint64_t unit = 0; unit < plan->units; unit++)
        if (by_unit[unit] == NULL)
            FAIL(error, CLMODP_INVALID, "the images of unit %llu are missing",
                 (unsigned long long)unit);
done:
    return st;
}

/* All images in one place, and what their runs counted. */
static void fill(clm_images *all, clm_counts *counts, const clmodp_plan *plan,
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

/* What a context lifts from. */
typedef struct lifted {
    const clm_plan *plan;
    const clm_images *images;
} lifted;

static clmodp_status lift(clmodp_context *ctx, void *user, clm_lifting *lifting)
{
    const lifted *l = user;

    return clm_plan_lift(ctx, l->plan, l->images, lifting);
}

static clmodp_status finish(clmodp_context *ctx, const clmodp_problem *results,
                            const clmodp_plan *plan, const clmodp_images *const *images,
                            size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_prepared *p = plan->prepared;
    const clmodp_images **by_unit = NULL;
    clm_plan *of_engine = NULL;
    clm_images all = {0};
    lifted from = {.images = &all};
    clm_finishing how = {.began = clm_clock_seconds(), .lift = lift, .user = &from};

    NEW(&ctx->error, by_unit, (size_t)plan->units);
    TRY(sort_units(&ctx->error, by_unit, plan, images, count));
    if (plan->units > 0) {
        TRY(clm_prepared_plan(ctx, &of_engine, p));
        from.plan = of_engine;
        TRY(clm_plan_images(ctx, &all, of_engine));
        fill(&all, &how.counts, plan, by_unit);
    }
    TRY(clm_prepared_finish(ctx, p, &how, results));
done:
    clm_images_destroy(ctx, &all);
    clm_plan_destroy(of_engine);
    free(by_unit);
    return st;
}

clmodp_status clmodp_plan_finish(clmodp_context *context, clmodp_zx *r, clmodp_zxy *s,
                                 clmodp_resultant_report *report, const clmodp_plan *plan,
                                 const clmodp_images *const *images, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error;
    clmodp_problem results;
    clmodp_context call;
    bool subresultant;

    if (context == NULL)
        return CLMODP_INVALID;
    error = &context->error;
    clm_error_clear(error);
    REQUIRE(error, plan != NULL);
    REQUIRE(error, images != NULL || count == 0);
    subresultant = plan->prepared->problem.operation == CLMODP_OPERATION_SUBRESULTANT;
    REQUIRE(error, subresultant || r != NULL);
    REQUIRE(error, subresultant == (s != NULL));
    TRY(clm_report_check(error, report));
    results = plan->prepared->problem;
    results.r = r;
    results.s = s;
    results.report = report;
    clm_context_begin(&call, context, plan->prepared->options.max_memory, true);
    call.timed = report != NULL;
    st = clm_context_end(context, &call, finish(&call, &results, plan, images, count));
done:
    return clm_error_complete(error, st);
}
