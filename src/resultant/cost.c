/* Rates of a core with AVX-512, and sums of them. */
#include "resultant/cost.h"

#include <math.h>

/* A pair of coefficients in y at a point (bench/euclid); a coefficient at a point by sums, or all
 * of a row by transforms (bench/evaluate); what else a point takes. */
#define PAIR_COST 0.11
#define COEFFICIENT_COST 0.06
#define ROW_COST 2.0
#define POINT_COST 9.0

/* A batch of primes, however few: launches, waits and transfers; a pipeline: inputs sent, buffers,
 * a sample (both together bench/modes prints); a prime to be found, with its constants; a limb or
 * a coefficient to be reduced (bench/resultant). */
#define BATCH_COST 2.5e5
#define PIPELINE_COST 1.5e5
#define PRIME_COST 2e3
#define LIMB_COST 0.5
#define RESIDUE_COST 1.0

/* A residue to be lifted, whatever the number of primes (bench/lift; prime_plan.c has it depend on
 * them), and one to be added to the witness; a digit of the witness met by a prime: two divisions
 * of a double word. */
#define LIFT_FLAT_COST 10.0
#define WITNESS_COST 1.0
#define WITNESS_PAIR_COST 7.0

/* A product of the estimate's; a pair of coefficients in the check, a division of 128 bits. */
#define ESTIMATE_COST 1.0
#define CHECK_COST 20.0

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

    for (size_t k = 0; k < layout->residues; k++)
        if (layout->coefficients[k] != NULL)
            limbs += (double)mpz_size(layout->coefficients[k]);
    return RESIDUE_COST * (double)layout->residues + LIMB_COST * limbs;
}

/* So many batches of the primes, with the window's points for each. */
static double run_cost(const clm_cost_window *w, double batches)
{
    return PIPELINE_COST + BATCH_COST * batches +
           w->primes * (prime_cost(w->layout) + w->width * clm_cost_coset(w->layout));
}

double clm_cost_proof(const clm_cost_window *bounds)
{
    return run_cost(bounds, 1.0) +
           bounds->primes * (PRIME_COST + LIFT_FLAT_COST * bounds->width * bounds->results);
}

double clm_cost_probe(const clm_cost_window *bounds)
{
    clm_cost_window one = *bounds;

    one.primes = 1.0;
    return run_cost(&one, 1.0) + PRIME_COST;
}

double clm_cost_search(const clm_cost_window *window, double most, bool known)
{
    const double n = window->primes;
    /* Each batch a seventh of those before, but for the first ones. */
    const double batches = known ? 2.0 : fmin(n, 8.0) + 5.0 * log2(fmax(n / 8.0, 1.0));

    return run_cost(window, batches) + PRIME_COST * most +
           n * (LIFT_FLAT_COST + WITNESS_COST) * window->width * window->results +
           WITNESS_PAIR_COST * n * n / 2.0 +
           CHECK_COST * (double)window->layout->p * (double)window->layout->q;
}

double clm_cost_estimate(const clm_row_layout *layout)
{
    const double n = (double)layout->p + (double)layout->q;

    return 2.0 * ESTIMATE_COST * n * n * n / 3.0; /* at two points: POINTS of estimate.c */
}
