/* What the engine on the host costs, in nanoseconds of a core, to choose between ways. */
#ifndef CLM_ENGINES_HOST_COST_H
#define CLM_ENGINES_HOST_COST_H

#include "multimodular/rows.h"

/* A point: values of the rows, by a Horner step a coefficient or, in a coset of so many points,
 * by transforms, and the remainder sequence. */
double clm_host_point_cost(const clm_row_layout *layout, double coset);

/* The coefficients of an output from its values at so many points. */
double clm_host_interpolation_cost(double points, bool coset);

/* See clm_engine_cost. */
double clm_host_cost(const clm_row_layout *layout, double width, double primes, double batches);

#endif
