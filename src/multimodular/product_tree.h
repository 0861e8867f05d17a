/* The product tree of a set of primes to lift from.
 *
 * A digit of the tree covers two primes, whose product is one limb; so a leaf of at most 16
 * digits has at most 32 primes. */
#ifndef CLM_MULTIMODULAR_PRODUCT_TREE_H
#define CLM_MULTIMODULAR_PRODUCT_TREE_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/parallel.h"

/* One prime. */
typedef struct clm_tree_modulus {
    uint32_t prime;
    uint32_t inverse;  /* (P / prime)^-1 mod prime */
    uint32_t quotient; /* floor(inverse * 2^32 / prime) */
    uint32_t mate;     /* the other prime of the digit, 1 if there is none */
} clm_tree_modulus;

/* The digits first ... first + digits - 1. */
typedef struct clm_tree_node {
    size_t first;
    size_t digits;
    size_t left, right;   /* indices; left = 0 for a leaf (the root is nobody's child) */
    size_t limbs;         /* of the product */
    size_t scratch;       /* limbs that combining below this node needs */
    mp_limb_t *product;   /* into clm_product_tree.store */
    mp_limb_t *cofactors; /* leaf: product / (primes of digit j), `limbs` limbs each */
} clm_tree_node;

/* Read-only once made, so that several threads may lift with it. */
typedef struct clm_product_tree {
    size_t count;  /* primes */
    size_t digits; /* ceil(count / 2) */
    clm_tree_modulus *moduli;
    clm_tree_node *nodes; /* the root first, every node before its children */
    size_t node_count;
    mp_limb_t *store; /* products and cofactors */
    mp_limb_t *half;  /* floor(P / 2), as long as P */
} clm_product_tree;

/* Make the tree; release with clm_product_tree_destroy, which takes NULL.
 *
 * In:     primes   distinct primes below 2^31 in any order; more exactly, numbers in
 *                  [2, 2^31) without a common factor
 *         count    how many, 1 <= count <= 2^27
 *         threads  at most so many are used, one or more
 *         watch    asked where there are many primes; NULL: nobody
 * Cost:   about 1 ms for 1000 primes; O(M(N) log N) for N, and 8 N (log2(N / 32) + 8)
 *         bytes are kept
 * Errors: INVALID (no primes, a prime out of range, a common factor), LIMIT (too many),
 *         HOST_MEMORY; what the watch was told */
clmodp_status clm_product_tree_create(clm_error *error, clm_product_tree **out,
                                      const uint32_t *primes, size_t count, size_t threads,
                                      clm_watch *watch);
void clm_product_tree_destroy(clm_product_tree *tree);

/* The primes of a node: from the returned one up to *end. */
static inline size_t clm_tree_primes(const clm_product_tree *tree, size_t node, size_t *end)
{
    const clm_tree_node *self = &tree->nodes[node];
    size_t last = 2 * (self->first + self->digits);

    *end = last < tree->count ? last : tree->count;
    return 2 * self->first;
}

/* The blocks at a depth of the tree: its nodes there and the leaves above them, in the order of
 * their primes.
 * Out: nodes  may be NULL; room for as many as are returned, at most node_count */
size_t clm_tree_blocks(const clm_product_tree *tree, size_t depth, size_t *nodes);

#endif
