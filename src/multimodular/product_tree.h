/* The product tree of a set of primes for CRT reconstruction, and cancellable products and
 * remainders of limbs.
 *
 * A digit of the tree covers two primes, whose product fits one limb; so a leaf of at most 16
 * digits has at most 32 primes. */
#ifndef CLM_MULTIMODULAR_PRODUCT_TREE_H
#define CLM_MULTIMODULAR_PRODUCT_TREE_H

#include <stdbool.h>
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
    size_t count;  /* primes */
    size_t digits; /* ceil(count / 2) */
    clm_tree_prime *moduli;
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

/* Products and remainders of limbs, in pieces short enough for cancellation. */

/* Greatest number of limbs of a factor for one call of GMP: 0.2 s. */
#define CLM_LIMBS_PIECE ((size_t)1 << 18)

/* Sets out = a * b, an + bn limbs, passing the longer factor first as GMP requires. */
static inline void clm_limbs_multiply(mp_limb_t *out, const mp_limb_t *a, size_t an,
                                      const mp_limb_t *b, size_t bn)
{
    if (an >= bn)
        mpn_mul(out, a, (mp_size_t)an, b, (mp_size_t)bn);
    else
        mpn_mul(out, b, (mp_size_t)bn, a, (mp_size_t)an);
}

/* Returns the limbs of scratch for products and quotients with operands of up to n limbs. */
size_t clm_limbs_scratch(size_t n);

/* Sets out = a * b as above, in pieces of CLM_LIMBS_PIECE; false if stopped. k pieces of a and l
 * of b take k * l products.
 * In:   scratch  clm_limbs_scratch of the longer factor */
bool clm_limbs_multiply_watched(mp_limb_t *out, const mp_limb_t *a, size_t an,
                                const mp_limb_t *b, size_t bn, mp_limb_t *scratch,
                                const clm_poller *watch);

/* Sets a := a mod b, a >= 0; false if stopped, leaving a number in the class of a.
 * In:   b        n limbs, the last not 0
 *       scratch  clm_limbs_scratch of the difference of the lengths of a and b */
bool clm_limbs_reduce_watched(mpz_ptr a, const mp_limb_t *b, size_t n, mp_limb_t *scratch,
                              const clm_poller *watch);

/* Returns `width` <= 32 bits from `bit` on of n limbs with zeros above. */
static inline uint32_t clm_limbs_bits(const mp_limb_t *limbs, size_t n, size_t bit, size_t width)
{
    size_t k = bit / 64, shift = bit % 64;
    mp_limb_t v = k < n ? limbs[k] >> shift : 0;

    if (shift > 64 - width && k + 1 < n)
        v |= limbs[k + 1] << (64 - shift);
    return (uint32_t)(v & (((mp_limb_t)1 << width) - 1));
}

#endif
