/* Rates of a core with AVX-512, and sums of them. */
#include "resultant/cost.h"

#include <math.h>

/* A prime to be found, with its constants (bench/resultant). */
#define PRIME_COST 2e3

/* A residue to be lifted, whatever the number of primes (bench/lift; prime_plan.c has it depend on
 * them), and one to be added to the witness; a digit of the witness met by a prime: two divisions
 * of a double word. */
#define LIFT_FLAT_COST 10.0
#define WITNESS_COST 1.0
#define WITNESS_PAIR_COST 7.0

/* A product of the estimate's; a pair of coefficients in the check, a division of 128 bits. */
#define ESTIMATE_COST 1.0
#define CHECK_COST 20.0

/* So many batches of the primes, with the window's points for each. */
static double run_cost(const clm_cost_window *w, double batches)
{
    return clm_engine_cost(w->engine, w->layout, w->width, w->primes, batches);
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
