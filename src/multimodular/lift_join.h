/* Values from the values of blocks of primes, joined over the product tree on host threads. */
#ifndef CLM_MULTIMODULAR_LIFT_JOIN_H
#define CLM_MULTIMODULAR_LIFT_JOIN_H

#include <stdbool.h>

#include "multimodular/product_tree.h"

enum { CLM_JOIN_COLUMNS = 16 }; /* values a work item: a cache line of each row of words */

/* Where the values of blocks come from. Blocks are the nodes at a depth of the tree, and the
 * leaves above it. */
typedef struct clm_blocks {
    size_t depth; /* 0: the root is the only one */
    bool mixed;   /* mixed radix, see clm_lift_join */

    /* Called before the values first ... first + count - 1 are asked for, count <=
     * CLM_JOIN_COLUMNS, with room for `scratch` limbs; NULL: not wanted. */
    void (*prepare)(const void *source, mp_limb_t *scratch, size_t first, size_t count);
    size_t scratch;
    /* out = the value of a block, limbs + 1 limbs of the node's; there is room for one more.
     * `column` counts from `first`. */
    void (*value)(const void *source, const mp_limb_t *scratch, size_t node, size_t first,
                  size_t column, mp_limb_t *out);
    const void *source;
} clm_blocks;

/* values[k], k < count, from the values of the blocks, where P is the product of all primes.
 *
 * By the Chinese remainder theorem: a block with product P_b has the value
 * v_b = sum y_i P_b / p_i over its primes, where y_i = x_i (P / p_i)^-1 mod p_i; the result
 * is the integer in (-P/2, P/2] with residues x_i.
 * Mixed radix: a block has the value v_b = a_0 + a_1 p_0 + a_2 p_0 p_1 + ... of its own
 * digits; the result is the number with all digits, less floor(P / 2).
 *
 * Out:    values  initialised by the caller, no one of them twice
 * Cost:   two products of a value and a fixed number for each node above the blocks and one
 *         division by P; with mixed radix one product and no division
 *         In pieces of limbs.h, where a watch asks; NULL: nobody
 * Errors: LIMIT (sizes overflow), HOST_MEMORY; what the watch was told
 * Source: the Chinese remainder algorithm with a subproduct tree [Gathen, Gerhard 2013,
 *         algorithms 10.20 and 10.22] */
clmodp_status clm_lift_join(clm_error *error, const clm_product_tree *tree,
                            const clm_blocks *blocks, mpz_ptr const *values, size_t count,
                            size_t threads, clm_watch *watch);

/* Threads that so many values are worth. */
double clm_lift_join_threads(const clm_product_tree *tree, size_t count);

#endif
