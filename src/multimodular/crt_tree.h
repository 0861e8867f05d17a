/* CRT reconstruction on the host, by a product tree. */
#ifndef CLM_MULTIMODULAR_CRT_TREE_H
#define CLM_MULTIMODULAR_CRT_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "multimodular/product_tree.h"

/* Source of the values of the blocks at a depth of the tree (clm_tree_blocks). One function is
 * NULL. */
typedef struct clm_crt_blocks {
    size_t depth; /* 0: the root is the only block; SIZE_MAX: each leaf is one */
    bool mixed;   /* mixed radix, see clm_crt_combine */
    bool shifted; /* the result plus floor(P / 2) has these blocks */

    /* Sets digits[k * tree->digits + j] to digit j of value first + k, k < count. The value of a
     * leaf is the sum of its digits times its cofactors; the depth is ignored. */
    void (*prepare)(const void *source, mp_limb_t *digits, size_t first, size_t count);
    /* Sets out to a column's value of a block, limbs + 1 limbs of the node's, with space for one
     * more. */
    void (*value)(const void *source, size_t node, size_t column, mp_limb_t *out);
    const void *source;
} clm_crt_blocks;

/* Combines blocks to values[k], k < count; P is the product of all primes.
 *
 * Chinese remainder theorem: a block has the value of a node, with y_i = x_i (P / p_i)^-1 mod p_i;
 * the result is the integer in (-P/2, P/2] with residues x_i. Mixed radix: a block has the value
 * of its digits; the result is the number with all digits, modulo P or less floor(P / 2).
 *
 * Out:    values  initialised by the caller, all distinct
 * Cost:   two products of a value and a fixed number for each node above the blocks and one
 *         division by P; with mixed radix one product, no division. A watch (may be NULL) can stop
 *         it between pieces
 * Errors: HOST_MEMORY; the watch's status
 * Source: the Chinese remainder algorithm with a subproduct tree [Gathen, Gerhard 2013,
 *         algorithms 10.20 and 10.22] */
clmodp_status clm_crt_combine(clm_error *error, const clm_product_tree *tree,
                              const clm_crt_blocks *blocks, mpz_ptr const *values, size_t count,
                              size_t threads, clm_poller *watch);

/* Returns the threads that pay for combining the blocks of `count` values. */
double clm_crt_combine_threads(const clm_product_tree *tree, size_t count);

/* Computes as clm_crt_run (multimodular/crt.h), on threads of the host alone.
 *
 * Cost:   for N primes and L = N/2 limbs per value: N * 8 limb products at the leaves and
 *         2 M(s/2) for each node of s limbs above them, M being GMP's multiplication; in
 *         all about L^2 products, log2(N / 32) * M(L) for large L
 * Errors: INVALID, LIMIT, HOST_MEMORY; the watch's status */
clmodp_status clm_crt_tree(clm_error *error, const clm_product_tree *tree, mpz_ptr const *values,
                           size_t count, const uint32_t *residues, size_t stride, size_t threads,
                           clm_poller *watch);

/* Checks that the rows of residues do not overlap, and that memory can hold them.
 * Errors: INVALID, LIMIT */
clmodp_status clm_crt_check_residues(clm_error *error, size_t primes, size_t count, size_t stride);

#endif
