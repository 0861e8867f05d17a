/* What the ways of probable mode cost, to choose between them. */
#ifndef CLM_RESULTANT_COST_H
#define CLM_RESULTANT_COST_H

#include "engines/engine.h"

/* Results in a window: so many coefficients each, modulo so many primes. */
typedef struct clm_cost_window {
    const clm_engine *engine;
    const clm_row_layout *layout;
    double results, width, primes;
    const clmodp_context *ctx; /* on whose device the engine takes the cheapest of its ways */
} clm_cost_window;

/* Everything modulo all primes of the window at once, lifted. */
clm_amounts clm_cost_proof(const clm_cost_window *bounds);

/* One prime at all points of the window. */
clm_amounts clm_cost_probe(const clm_cost_window *bounds);

/* What comes after the probe: a candidate in the window, with what finds its primes among the
 * `most` that the bounds ask for. In: estimated  the size of the results is estimated */
clm_amounts clm_cost_search(const clm_cost_window *window, double most, bool estimated);

/* clm_estimate_size for these degrees. */
clm_amounts clm_cost_estimate(const clm_row_layout *layout);

#endif
