/* What work of the default engine costs, in nanoseconds of a core, to choose between ways to the
 * same result. */
#ifndef CLM_ENGINES_EUCLID_COST_H
#define CLM_ENGINES_EUCLID_COST_H

#include "multimodular/rows.h"

/* A (prime, point): the remainder sequence and what else it takes, but for values of the rows. */
double clm_cost_pair(const clm_row_layout *layout);

/* The same with the values, at a point of a coset. */
double clm_cost_coset(const clm_row_layout *layout);

/* The values of the rows at a point by sums of products. */
double clm_cost_sums(const clm_row_layout *layout);

/* See clm_engine_cost; primes are found beforehand. A layout without coefficients is taken for one
 * of short ones. */
double clm_euclid_cost(const clm_row_layout *layout, double width, double primes, double batches);

#endif
