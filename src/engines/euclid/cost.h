/* What work of the default engine costs, to choose between ways to the same result. */
#ifndef CLM_ENGINES_EUCLID_COST_H
#define CLM_ENGINES_EUCLID_COST_H

#include "model/rates.h"
#include "multimodular/rows.h"

/* A (prime, point): the remainder sequence and what else it takes, but for values of the rows. */
clm_amounts clm_euclid_pair_cost(const clm_row_layout *layout);

/* The values of the rows at a point by sums of products, but for their stores. */
clm_amounts clm_euclid_sums_cost(const clm_row_layout *layout);

/* Both, at a point of a coset, where long rows have cheaper ways. */
clm_amounts clm_euclid_coset_cost(const clm_row_layout *layout, const clm_rates *rates);

/* The seconds of it where so many compute units share the lanes. */
double clm_euclid_lane_seconds(const clm_row_layout *layout, const clm_rates *rates, size_t units);

/* What a run of one chunk launches, about, and what it waits for; the tests count them. */
enum {
    CLM_EUCLID_RUN_LAUNCHES = 13,
    CLM_EUCLID_RUN_WAITS = 2
};

/* See clm_engine_cost; primes are found beforehand. A layout without coefficients is taken for one
 * of short ones. */
clm_amounts clm_euclid_cost(const clm_row_layout *layout, double width, double primes,
                            double batches, const clm_rates *rates);

#endif
