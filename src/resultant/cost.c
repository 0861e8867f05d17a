/* Amounts of the ways of probable mode. */
#include "resultant/cost.h"

#include <math.h>

/* So many batches of the primes, with the window's points for each. */
static clm_amounts run_cost(const clm_cost_window *w, double batches)
{
    return clm_engine_cost(w->engine, w->layout, w->width, w->primes, batches, w->ctx);
}

clm_amounts clm_cost_proof(const clm_cost_window *bounds)
{
    clm_amounts all = run_cost(bounds, 1.0);

    all.of[CLM_OP_PRIME_FOUND] += bounds->primes;
    all.of[CLM_OP_LIFTED_RESIDUE] += bounds->primes * bounds->width * bounds->results;
    return all;
}

clm_amounts clm_cost_probe(const clm_cost_window *bounds)
{
    clm_cost_window one = *bounds;
    clm_amounts all;

    one.primes = 1.0;
    all = run_cost(&one, 1.0);
    all.of[CLM_OP_PRIME_FOUND] += 1.0;
    return all;
}

clm_amounts clm_cost_search(const clm_cost_window *window, double most, bool estimated)
{
    const double n = window->primes, residues = n * window->width * window->results;
    /* Each batch a seventh of those before, but for the first ones. */
    const double batches = estimated ? 2.0 : fmin(n, 8.0) + 5.0 * log2(fmax(n / 8.0, 1.0));
    clm_amounts all = run_cost(window, batches);

    all.of[CLM_OP_PRIME_FOUND] += most;
    all.of[CLM_OP_LIFTED_RESIDUE] += residues;
    all.of[CLM_OP_WITNESS_RESIDUE] += residues;
    all.of[CLM_OP_WITNESS_PAIR] += n * n / 2.0;
    all.of[CLM_OP_CHECK_PAIR] += (double)window->layout->p * (double)window->layout->q;
    return all;
}

clm_amounts clm_cost_estimate(const clm_row_layout *layout)
{
    const double n = (double)layout->p + (double)layout->q;

    /* at two points: POINTS of estimate.c */
    return (clm_amounts){.of = {[CLM_OP_ESTIMATE_PRODUCT] = 2.0 * n * n * n / 3.0}};
}
