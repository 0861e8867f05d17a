/* What the ways of lifting cost, to choose between them. */
#ifndef CLM_MULTIMODULAR_LIFT_COST_H
#define CLM_MULTIMODULAR_LIFT_COST_H

#include "multimodular/lift.h"
#include "multimodular/product_tree.h"

/* Nanoseconds on a device of this kind. */
typedef struct clm_lift_rates {
    double stripe; /* a pass over the device: launches, transfers and threads begun */
    double word;   /* of residues or sums, carried between host and device */
    double sum;    /* a product of a digit and a limb of a weight, times compute units */
    double digit;  /* a product of two residues for mixed radix digits, times compute units */
} clm_lift_rates;

clm_lift_rates clm_lift_device_rates(const clmodp_context *ctx);

/* GMP's product of two numbers of n limbs on one thread, estimated: schoolbook, then Toom. */
double clm_lift_multiply_ns(double n);

/* Estimated nanoseconds, preparation included.
 * In: way    not AUTO
 *     depth  of the blocks; for TREE ignored */
double clm_lift_cost(const clmodp_context *ctx, const clm_product_tree *tree, clm_lift_way way,
                     size_t depth, size_t values);

#endif
