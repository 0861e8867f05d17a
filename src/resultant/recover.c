/* From residues to integers. */
#include "resultant/recover.h"

#include "base/size.h"
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
        size_t needed = each != NULL ? clm_plan_primes(plan, own->height_bits) : primes;

        if (own->zero)
            continue;
        if (lifted != needed) {
            clm_lift_destroy(ctx, lift);
            lift = NULL;
            TRY(clm_lift_create(ctx, &lift, plan->prime, needed, plan->width, &known));
            lifted = needed;
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
