/* Rates of a core with AVX-512, and sums of them. */
#include "engines/euclid/cost.h"

#include <math.h>

/* A pair of coefficients in y at a point (bench/euclid); a coefficient at a point by sums, or all
 * of a row by transforms (bench/evaluate); what else a point takes. */
#define PAIR_COST 0.11
#define COEFFICIENT_COST 0.06
#define ROW_COST 2.0
#define POINT_COST 9.0

/* A batch of primes, however few: launches, waits and transfers; a worker: inputs sent, buffers, a
 * sample (both together bench/modes prints); a limb or a coefficient to be reduced
 * (bench/resultant). */
#define BATCH_COST 2.5e5
#define WORKER_COST 1.5e5
#define LIMB_COST 0.5
#define RESIDUE_COST 1.0

double clm_cost_pair(const clm_row_layout *layout)
{
    return PAIR_COST * (double)layout->p * (double)layout->q + POINT_COST;
}

double clm_cost_sums(const clm_row_layout *layout)
{
    return COEFFICIENT_COST * (double)layout->residues;
}

double clm_cost_coset(const clm_row_layout *layout)
{
    return clm_cost_pair(layout) + fmin(clm_cost_sums(layout), ROW_COST * (double)layout->count);
}

/* What a prime takes beside its points. */
static double prime_cost(const clm_row_layout *layout)
{
    double limbs = 0.0;

    if (layout->coefficients == NULL) /* a shape alone */
        return (RESIDUE_COST + LIMB_COST) * (double)layout->residues;
    for (size_t k = 0; k < layout->residues; k++)
        if (layout->coefficients[k] != NULL)
            limbs += (double)mpz_size(layout->coefficients[k]);
    return RESIDUE_COST * (double)layout->residues + LIMB_COST * limbs;
}

double clm_euclid_cost(const clm_row_layout *layout, double width, double primes, double batches)
{
    return WORKER_COST + BATCH_COST * batches +
           primes * (prime_cost(layout) + width * clm_cost_coset(layout));
}
