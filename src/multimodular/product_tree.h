/* The product tree of a set of moduli for CRT reconstruction.
 *
 * A digit of the tree is a modulus of one limb. It covers two primes below 2^31, so that a leaf of
 * at most 16 digits has at most 32 primes; or it is a modulus of the caller's. */
#ifndef CLM_MULTIMODULAR_PRODUCT_TREE_H
#define CLM_MULTIMODULAR_PRODUCT_TREE_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "core/parallel.h"

typedef struct clm_tree_prime {
    uint32_t prime;
    uint32_t inverse;  /* (P / prime)^-1 mod prime */
    uint32_t quotient; /* floor(inverse * 2^32 / prime) */
    uint32_t mate;     /* the other prime of the digit, 1 if there is none */
} clm_tree_prime;

/* The product of digits first ... first + digits - 1. */
typedef struct clm_tree_node {
    size_t first;
    size_t digits;
    size_t left, right;   /* indices; left = 0 for a leaf (the root is never a child) */
    size_t limbs;         /* of the product */
    size_t scratch;       /* limbs needed for the combination below this node */
    mp_limb_t *product;   /* in clm_product_tree.store */
    mp_limb_t *cofactors; /* leaf: product / (primes of digit j), `limbs` limbs each */
} clm_tree_node;

/* Constant once created, so that several threads may use it. */
typedef struct clm_product_tree {
    size_t count;      /* primes; 0: moduli of the caller's */
    size_t digits;     /* ceil(count / 2), or the number of moduli */
    mp_limb_t *digit;  /* moduli: products of two primes, or the caller's */
    clm_tree_prime *moduli; /* of each prime */
    clm_tree_node *nodes; /* the root first, every node before its children */
    size_t node_count;
    mp_limb_t *store; /* products and cofactors */
    mp_limb_t *half;  /* floor(P / 2), as long as P */
} clm_product_tree;

/* Creates the tree; release with clm_product_tree_destroy, which takes NULL.
 *
 * In:     primes   distinct primes below 2^31, or coprime numbers in [2, 2^31), in any order
 *         count    1 <= count <= 2^27
 *         threads  greatest number of threads, at least one
 *         watch    called if primes are many; NULL: none
 * Cost:   about 1 ms for 1000 primes; O(M(N) log N) for N, and 8 N (log2(N / 32) + 8)
 *         bytes of memory
 * Errors: INVALID (no primes, a prime out of range, a common factor), LIMIT (too many),
 *         HOST_MEMORY; the watch's status */
clmodp_status clm_product_tree_create(clm_error *error, clm_product_tree **out,
                                      const uint32_t *primes, size_t count, size_t threads,
                                      clm_poller *watch);

/* Creates the tree of moduli of up to 64 bits, at least 2.
 *
 * Out:    inverse  NULL, or (P / m)^-1 modulo m for each modulus m
 * Pre:    moduli are coprime and below 2^63, for inverses
 * Errors: INVALID (no moduli), HOST_MEMORY; the watch's status */
clmodp_status clm_product_tree_create_words(clm_error *error, clm_product_tree **out,
                                            uint64_t *inverse, const uint64_t *moduli,
                                            size_t count, size_t threads, clm_poller *watch);
void clm_product_tree_destroy(clm_product_tree *tree);

/* Returns the index of the first prime of a node; *end: the index after its last. */
static inline size_t clm_tree_primes(const clm_product_tree *tree, size_t node, size_t *end)
{
    const clm_tree_node *self = &tree->nodes[node];
    size_t last = 2 * (self->first + self->digits);

    *end = last < tree->count ? last : tree->count;
    return 2 * self->first;
}

/* Returns the block of a prime at a depth of the tree: the node there, or a leaf above. */
size_t clm_tree_block(const clm_product_tree *tree, size_t depth, size_t prime);

/* Lists the blocks at a depth in the order of their primes; returns their number.
 * Out: nodes  may be NULL; space for the returned number, at most node_count */
size_t clm_tree_blocks(const clm_product_tree *tree, size_t depth, size_t *nodes);

#endif
