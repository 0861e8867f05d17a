/* What work costs, in nanoseconds of a core, to choose between ways to the same result. */
#ifndef CLM_RESULTANT_COST_H
#define CLM_RESULTANT_COST_H

#include "engines/engine.h"

/* Results in a window: so many coefficients each, modulo so many primes. */
typedef struct clm_cost_window {
    const clm_engine *engine;
    const clm_row_layout *layout;
    double results, width, primes;
} clm_cost_window;

/* Everything modulo all primes of the window at once, lifted. */
double clm_cost_proof(const clm_cost_window *bounds);

/* One prime at all points of the window. */
double clm_cost_probe(const clm_cost_window *bounds);

/* What comes after the probe: a candidate in the window, with what finds its primes among the
 * `most` that the bounds ask for. In: known  the size of the results is estimated */
double clm_cost_search(const clm_cost_window *window, double most, bool known);

/* clm_estimate_size for these degrees. */
double clm_cost_estimate(const clm_row_layout *layout);

#endif
