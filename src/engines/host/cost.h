/* What the engine on the host costs, to choose between methods. */
#ifndef CLM_ENGINES_HOST_COST_H
#define CLM_ENGINES_HOST_COST_H

#include "cost/rates.h"
#include "multimodular/rows.h"

/* A point: values of the rows, by a Horner step a coefficient or, in a coset of so many points,
 * by transforms if they take less, and the remainder sequence. */
clm_amounts clm_host_point_cost(const clm_row_layout *layout, double coset,
                                const clm_rates *rates);

/* The coefficients of an output from its values at so many points. */
clm_amounts clm_host_interpolation_cost(double points, bool coset);

/* Everything at so many points of a prime, for so many outputs. */
clm_amounts clm_host_points_cost(const clm_row_layout *layout, double points, bool coset,
                                 double outputs, const clm_rates *rates);

/* Whether values at the points of a coset are had by transforms. */
bool clm_host_transforms_pay(const clm_row_layout *layout, double coset, const clm_rates *rates);

/* See clm_engine_cost. */
clm_amounts clm_host_cost(const clm_row_layout *layout, double width, double primes,
                          double batches, const clmodp_context *ctx);

/* Residues of coefficients with so many limbs in all. */
clm_amounts clm_host_reduction_cost(double limbs, double primes);

/* So many coefficients of an output from their residues. */
clm_amounts clm_host_lift_cost(double width, double primes);

#endif
