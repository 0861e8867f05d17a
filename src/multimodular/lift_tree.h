/* Residues to integers on host threads: Chinese remaindering by a product tree. */
#ifndef CLM_MULTIMODULAR_LIFT_TREE_H
#define CLM_MULTIMODULAR_LIFT_TREE_H

#include "multimodular/product_tree.h"

/* values[k], k < count: the integer in (-P/2, P/2], P the product of the primes, with
 * residue residues[i * stride + k] modulo prime i. (P/2 itself occurs for even P only.)
 *
 * Out:    values    initialised by the caller, no one of them twice; partly written on
 *                   failure
 * In:     residues  plain residues, not in Montgomery form; any word stands for its class
 *         stride    >= count when there is more than one prime
 * Cost:   for N primes and L = N/2 limbs a value: N * 8 limb products at the leaves and
 *         2 M(s/2) for each node of s limbs above them, M being GMP's multiplication; in
 *         all about L^2 products, log2(N / 32) * M(L) for large L
 * Errors: INVALID, and those of clm_lift_join */
clmodp_status clm_lift_tree(clm_error *error, const clm_product_tree *tree,
                            mpz_ptr const *values, size_t count, const uint32_t *residues,
                            size_t stride, size_t threads, clm_watch *watch);

#endif
