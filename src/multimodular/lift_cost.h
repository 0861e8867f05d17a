/* What the methods of lifting cost, to choose between them. */
#ifndef CLM_MULTIMODULAR_LIFT_COST_H
#define CLM_MULTIMODULAR_LIFT_COST_H

#include "multimodular/lift.h"
#include "multimodular/product_tree.h"

/* Preparation included.
 * In: method not AUTO
 *     depth  of the blocks; for TREE ignored */
clm_amounts clm_lift_cost(const clmodp_context *ctx, const clm_product_tree *tree,
                          clm_lift_method method, size_t depth, size_t values);

/* Nanoseconds until that is done, with the context's device, rates and threads. */
double clm_lift_ns(const clmodp_context *ctx, const clm_product_tree *tree, clm_lift_method method,
                   size_t depth, size_t values);

#endif
