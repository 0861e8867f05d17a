/* From residues to integers. */
#include "resultant/recover.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/size.h"

clmodp_status clm_recover(clmodp_context *ctx, clmodp_zx *r, const char **way,
                          const clm_plan *plan, const uint32_t *residues, size_t primes,
                          const clm_lift_options *options)
{
    clmodp_status st = CLMODP_OK;
    size_t first = (size_t)(plan->bounds.valuation % plan->points);
    size_t before = clm_size_min(plan->width, plan->points - first);
    clm_lift_options known = *options;
    clm_lift *lift = NULL;
    mpz_t *storage = NULL;
    mpz_ptr *values = NULL;

    known.progress = (double)primes / (double)plan->primes; /* the pipeline's last words */
    NEW(&ctx->error, values, plan->width);
    NEW(&ctx->error, storage, plan->width);
    for (size_t k = 0; k < plan->width; k++) {
        mpz_init(storage[k]);
        values[k] = storage[k];
    }
    TRY(clm_lift_create(ctx, &lift, plan->prime, primes, plan->width, &known));
    *way = clm_lift_name(clm_lift_chosen(lift));
    TRY(clm_lift_run(ctx, lift, values, before, residues + first, plan->points));
    if (before < plan->width)
        TRY(clm_lift_run(ctx, lift, values + before, plan->width - before, residues,
                         plan->points));
    /* Highest first, so that r is sized once. */
    for (size_t k = plan->width; k-- > 0;)
        if (mpz_sgn(values[k]) != 0)
            TRY(clmodp_zx_set_coeff(r, values[k], (size_t)plan->bounds.valuation + k));
done:
    if (storage != NULL)
        for (size_t k = 0; k < plan->width; k++)
            mpz_clear(storage[k]);
    free(storage);
    free(values);
    clm_lift_destroy(ctx, lift);
    return st;
}
