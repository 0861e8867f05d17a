/* From images to integers. */
#include "engines/lift_images.h"

#include "base/size.h"
#include "multimodular/lift_trust.h"
#include "zxy/numbers.h"

/* One output of all pairs, in its own window of the plan's. */
static clmodp_status lift_one(clmodp_context *ctx, const clm_lifting *l, const clm_lift *lift,
                              clm_numbers *n, const clm_bounds *own, const clm_images *images,
                              size_t output)
{
    clmodp_status st = CLMODP_OK;
    const size_t width = (size_t)(own->degree - own->valuation) + 1;
    const size_t first = (size_t)(own->valuation - images->first_exponent);
    const size_t stride = images->pairs * images->width; /* one pair, or its whole window */
    const uint32_t *residues = clm_image(images, output, 0);

    TRY(clm_lift_run(ctx, lift, n->pointer, images->pairs * width, residues + first, stride));
    for (size_t k = 0; k < images->pairs; k++)
        TRY(clm_numbers_move(l->results[k * images->outputs + output], n, k * width, width,
                             own->valuation));
done:
    return st;
}

/* Whether to lift from `made` primes what needs `needed` of them: an eighth more takes less time
 * than tables for another number of primes. */
static bool is_worth_sharing(size_t needed, size_t made)
{
    return needed <= made && made - needed <= needed / 8;
}

/* The primes that an output needs, at most those at hand. */
static size_t primes_of(const clm_plan *plan, const clm_lifting *l, size_t output)
{
    return l->each != NULL ? clm_plan_primes(plan, l->each[output].height_bits) : l->primes;
}

/* The primes to lift an output from: those that it needs or, when one of the later outputs needs a
 * few more, these, so that both share what is made for them. */
static size_t shared_primes(const clm_plan *plan, const clm_lifting *l, size_t output)
{
    const size_t own = primes_of(plan, l, output);
    size_t most = own;

    for (size_t k = output + 1; k < plan->outputs && l->each != NULL; k++) {
        const size_t needed = l->each[k].zero ? 0 : primes_of(plan, l, k);

        if (is_worth_sharing(own, needed))
            most = clm_size_max(most, needed);
    }
    return most;
}

/* Prepare to lift from the first primes of the plan, by a method that the device is known to
 * compute rightly. Which one that is shows here, so that it is tested here; where there is no
 * memory for the test the host lifts. */
static clmodp_status prepare(clmodp_context *ctx, clm_lift **lift, const clm_plan *plan,
                             size_t primes, const clm_lift_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_lift_options host = *options;
    const size_t values = plan->pairs * plan->width; /* which the images are large enough for */
    const clm_trust *needed;

    TRY(clm_lift_create(ctx, lift, plan->prime.words, primes, values, options));
    needed = &clm_lift_trust[clm_lift_chosen(*lift)];
    if (needed->check == NULL)
        goto done;
    st = clm_trust_ensure(ctx, &needed, 1);
    if (st != CLMODP_DEVICE_MEMORY)
        goto done;
    clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                 "the host lifts, since there is no memory to test how the device does");
    clm_error_clear(&ctx->error);
    clm_lift_destroy(ctx, *lift);
    *lift = NULL;
    host.method = CLM_LIFT_TREE;
    TRY(clm_lift_create(ctx, lift, plan->prime.words, primes, values, &host));
done:
    return st;
}

clmodp_status clm_lift_images(clmodp_context *ctx, const clm_plan *plan, const clm_images *images,
                              clm_lifting *l)
{
    clmodp_status st = CLMODP_OK;
    clm_lift_options options = plan->options.lift;
    clm_lift *lift = NULL;
    const size_t values = plan->pairs * plan->width; /* which the images are large enough for */
    size_t lifted = 0; /* primes that the lift is for */
    clm_numbers scratch = {0};
    clm_stage_clock clock;

    l->counts = (clm_counts){0};
    clm_stage_start(ctx, &clock, CLM_STAGE_LIFT);
    options.progress = (double)l->primes / (double)plan->primes; /* as the worker left it */
    TRY(clm_numbers_create(&ctx->error, &scratch, values));
    for (size_t n = 0; n < plan->outputs; n++) {
        const clm_bounds *own = l->each != NULL ? &l->each[n] : &plan->bounds;

        if (own->zero)
            continue;
        if (!is_worth_sharing(primes_of(plan, l, n), lifted)) {
            clm_lift_destroy(ctx, lift);
            lift = NULL;
            lifted = shared_primes(plan, l, n);
            TRY(prepare(ctx, &lift, plan, lifted, &options));
        }
        l->method = clm_lift_name(clm_lift_chosen(lift));
        TRY(lift_one(ctx, l, lift, &scratch, own, images, n));
    }
    clm_stage_stop(ctx, &clock, &l->counts.times);
done:
    clm_numbers_destroy(&scratch);
    clm_lift_destroy(ctx, lift);
    return st;
}
