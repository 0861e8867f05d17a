/* From residues to integers. */
#include "resultant/recover.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/size.h"
#include "multimodular/lift.h"

/* R = sum r_i x^i with i = k*m + j comes back as r_i * shift^(k*m) at index j. In a window
 * narrower than m only two values of k occur. */
static void unwrap_shift(const clm_plan *plan, uint32_t *residues)
{
    size_t m = plan->points;
    size_t first = (size_t)(plan->bounds.valuation % m);
    uint64_t turns = plan->bounds.valuation / m;
    bool wraps = first + plan->width > m;

    if (turns == 0 && !wraps)
        return;
    for (size_t n = 0; n < plan->primes; n++) {
        fp_field field = plan->info[n].field;
        uint32_t *row = residues + n * m;
        u32 turn = fp_pow(plan->info[n].shift_inverse, (u32)m, field);
        u32 before = fp_pow(turn, (u32)turns, field);
        u32 after = fp_mul(before, turn, field);

        for (size_t k = 0; k < plan->width; k++) {
            size_t i = first + k;

            if (i < m)
                row[i] = fp_mul(row[i], before, field);
            else
                row[i - m] = fp_mul(row[i - m], after, field);
        }
    }
}

clmodp_status clm_recover(clm_error *error, clmodp_zx *r, const clm_plan *plan,
                          uint32_t *residues, size_t threads)
{
    clmodp_status st = CLMODP_OK;
    size_t first = (size_t)(plan->bounds.valuation % plan->points);
    size_t before = clm_size_min(plan->width, plan->points - first);
    clm_lift *lift = NULL;
    mpz_t *storage = NULL;
    mpz_ptr *values = NULL;

    unwrap_shift(plan, residues);
    NEW(error, values, plan->width);
    NEW(error, storage, plan->width);
    for (size_t k = 0; k < plan->width; k++) {
        mpz_init(storage[k]);
        values[k] = storage[k];
    }
    TRY(clm_lift_create(error, &lift, plan->prime, plan->primes, threads));
    TRY(clm_lift_run(error, lift, values, before, residues + first, plan->points, threads));
    if (before < plan->width)
        TRY(clm_lift_run(error, lift, values + before, plan->width - before, residues,
                         plan->points, threads));
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
    clm_lift_destroy(lift);
    return st;
}
