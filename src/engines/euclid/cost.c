/* Amounts of the default engine, closed forms of the inputs' layout. */
#include "engines/euclid/cost.h"

#include "fpx/euclid.h"

clm_amounts clm_euclid_pair_cost(const clm_row_layout *layout)
{
    clm_amounts all = clm_lockstep_cost((double)layout->p, (double)layout->q);

    all.of[CLM_OP_POINT] = 1.0;
    return all;
}

clm_amounts clm_euclid_sums_cost(const clm_row_layout *layout)
{
    return (clm_amounts){.of = {[CLM_OP_SUM_PRODUCT] = (double)layout->residues}};
}

clm_amounts clm_euclid_coset_cost(const clm_row_layout *layout, const clm_rates *rates)
{
    const clm_amounts sums = clm_euclid_sums_cost(layout);
    const double rows = (double)layout->count, residues = (double)layout->residues;
    const clm_amounts best = {.of = {[CLM_OP_ROW_VALUE] = rows * log2(1.0 + residues / rows)}};
    const clm_amounts values = clm_cheaper(&sums, &best, rates);
    clm_amounts all = clm_euclid_pair_cost(layout);

    clm_amounts_add(&all, &values, 1.0);
    return all;
}

/* Limbs of all coefficients. */
static double limbs_of(const clm_row_layout *layout)
{
    double limbs = 0.0;

    if (layout->coefficients == NULL) /* a shape alone */
        return (double)layout->residues;
    for (size_t k = 0; k < layout->residues; k++)
        if (layout->coefficients[k] != NULL)
            limbs += (double)mpz_size(layout->coefficients[k]);
    return limbs;
}

double clm_euclid_lane_seconds(const clm_row_layout *layout, const clm_rates *rates, size_t units)
{
    const clm_amounts lane = clm_euclid_coset_cost(layout, rates);

    return 1e-9 * clm_elapsed(&lane, rates, fmax((double)units, 1.0), 1.0);
}

clm_amounts clm_euclid_cost(const clm_row_layout *layout, double width, double primes,
                            double batches, const clm_rates *rates)
{
    const clm_amounts point = clm_euclid_coset_cost(layout, rates);
    clm_amounts all = {.of = {
        [CLM_OP_LAUNCH] = CLM_EUCLID_RUN_LAUNCHES * batches,
        [CLM_OP_WAIT] = CLM_EUCLID_RUN_WAITS * batches,
        [CLM_OP_RUN] = batches,
        [CLM_OP_REDUCE_INTEGER] = primes * (double)layout->residues,
        [CLM_OP_REDUCE_LIMB] = primes * limbs_of(layout),
    }};

    clm_amounts_add(&all, &point, primes * width);
    return all;
}
