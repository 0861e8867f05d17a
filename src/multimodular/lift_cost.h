/* What the ways of lifting cost, to choose between them. */
#ifndef CLM_MULTIMODULAR_LIFT_COST_H
#define CLM_MULTIMODULAR_LIFT_COST_H

#include "multimodular/lift.h"
#include "multimodular/product_tree.h"

/* GMP's product of two numbers of so many limbs on a thread, estimated: schoolbook, then Toom. */
double clm_lift_multiply_ns(double limbs);

/* Estimated nanoseconds, preparation included.
 * In: way    not AUTO
 *     depth  of the blocks; for TREE ignored */
double clm_lift_cost(const clmodp_context *ctx, const clm_product_tree *tree, clm_lift_way way,
                     size_t depth, size_t values);

#endif
