/* From residues to integers. */
#include "resultant/recover.h"

#include "base/size.h"
#include "multimodular/lift_check.h"
#include "resultant/window.h"
#include "zxy/numbers.h"

/* One result, in its own window of the plan's. */
static clmodp_status recover_one(clmodp_context *ctx, clmodp_zx *r, const clm_lift *lift,
                                 clm_numbers *n, const clm_bounds *window, size_t points,
                                 const uint32_t *residues)
{
    clmodp_status st = CLMODP_OK;
    size_t width = (size_t)(window->degree - window->valuation) + 1;
    size_t first = (size_t)(window->valuation % points);
    size_t before = clm_size_min(width, points - first);

    TRY(clm_lift_run(ctx, lift, n->pointer, before, residues + first, points));
    if (before < width)
        TRY(clm_lift_run(ctx, lift, n->pointer + before, width - before, residues, points));
    TRY(clm_numbers_move(r, n, width, window->valuation));
done:
    return st;
}

/* Whether to lift from `made` primes what needs `needed` of them: an eighth more takes less time
 * than tables for another number of primes. */
static bool is_worth_sharing(size_t needed, size_t made)
{
    return needed <= made && made - needed <= needed / 8;
}

/* The primes that result n needs, at most `primes` where bounds are of all results together. */
static size_t primes_of(const clm_plan *plan, const clm_bounds *each, size_t n, size_t primes)
{
    return each != NULL ? clm_plan_primes(plan, each[n].height_bits) : primes;
}

/* The primes to lift result n from: those that it needs or, when one of the later results needs a
 * few more, these, so that both share what is made for them. */
static size_t shared_primes(const clm_plan *plan, const clm_bounds *each, size_t n, size_t primes)
{
    const size_t own = primes_of(plan, each, n, primes);
    size_t most = own;

    for (size_t k = n + 1; k < plan->results && each != NULL; k++) {
        const size_t needed = each[k].zero ? 0 : primes_of(plan, each, k, primes);

        if (is_worth_sharing(own, needed))
            most = clm_size_max(most, needed);
    }
    return most;
}

clmodp_status clm_recover(clmodp_context *ctx, clmodp_zx *const *results, const char **way,
                          const clm_plan *plan, const clm_bounds *each, const uint32_t *residues,
                          size_t primes, const clm_lift_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_lift_options known = *options;
    clm_lift *lift = NULL;
    size_t lifted = 0; /* primes that the lift is for */
    clm_numbers scratch = {0};

    known.progress = (double)primes / (double)plan->primes; /* the pipeline's last words */
    TRY(clm_numbers_create(&ctx->error, &scratch, plan->width));
    for (size_t n = 0; n < plan->results; n++) {
        const clm_bounds *own = each != NULL ? &each[n] : &plan->bounds;

        if (own->zero)
            continue;
        if (!is_worth_sharing(primes_of(plan, each, n, primes), lifted)) {
            clm_lift_destroy(ctx, lift);
            lift = NULL;
            lifted = shared_primes(plan, each, n, primes);
            TRY(clm_lift_create(ctx, &lift, plan->prime, lifted, plan->width, &known));
            TRY(clm_lift_ensure(ctx, lift, plan->prime, lifted));
        }
        *way = clm_lift_name(clm_lift_chosen(lift));
        TRY(recover_one(ctx, results[n], lift, &scratch, own, plan->points,
                        residues + clm_window_image(plan, n, 0)));
    }
done:
    clm_numbers_destroy(&scratch);
    clm_lift_destroy(ctx, lift);
    return st;
}
