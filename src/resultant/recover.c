/* From residues to integers. */
#include "resultant/recover.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/size.h"
#include "resultant/window.h"
#include "zxy/zx.h"

/* Numbers for the results to take their coefficients from. */
typedef struct numbers {
    mpz_t *storage;
    mpz_ptr *pointers;
    size_t count;
} numbers;

static void numbers_destroy(numbers *n)
{
    if (n->storage != NULL)
        for (size_t k = 0; k < n->count; k++)
            mpz_clear(n->storage[k]);
    free(n->storage);
    free(n->pointers);
}

static clmodp_status numbers_create(clm_error *error, numbers *out, size_t count)
{
    clmodp_status st = CLMODP_OK;

    *out = (numbers){.count = count};
    NEW(error, out->pointers, count);
    NEW(error, out->storage, count);
    for (size_t k = 0; k < count; k++) {
        mpz_init(out->storage[k]);
        out->pointers[k] = out->storage[k];
    }
done:
    return st;
}

/* One result, in its own window of the plan's. */
static clmodp_status recover_one(clmodp_context *ctx, clmodp_zx *r, const clm_lift *lift,
                                 const numbers *n, const clm_bounds *window, size_t points,
                                 const uint32_t *residues)
{
    clmodp_status st = CLMODP_OK;
    size_t width = (size_t)(window->degree - window->valuation) + 1;
    size_t first = (size_t)(window->valuation % points);
    size_t before = clm_size_min(width, points - first);

    TRY(clm_lift_run(ctx, lift, n->pointers, before, residues + first, points));
    if (before < width)
        TRY(clm_lift_run(ctx, lift, n->pointers + before, width - before, residues, points));
    /* Highest first, so that r is sized once. */
    for (size_t k = width; k-- > 0;)
        if (mpz_sgn(n->storage[k]) != 0)
            TRY(clm_zx_move_coeff(r, n->storage[k], (size_t)window->valuation + k));
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
    numbers scratch;

    known.progress = (double)primes / (double)plan->primes; /* the pipeline's last words */
    TRY(numbers_create(&ctx->error, &scratch, plan->width));
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
    numbers_destroy(&scratch);
    clm_lift_destroy(ctx, lift);
    return st;
}
