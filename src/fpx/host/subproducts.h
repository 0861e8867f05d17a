/* Subproduct trees on the host, for values at many points and interpolation with residues of 32 or
 * 64 bits. Nodes are products of x - points[i] over blocks of points [Gathen, Gerhard 2013, 10.1].
 */
#ifndef CLM_FPX_HOST_SUBPRODUCTS_H
#define CLM_FPX_HOST_SUBPRODUCTS_H

#include "fpx/host/product.h"
#include "fpx/host/wide.h"

/* Most points of a leaf. */
#define CLM_TREE_LEAF ((size_t)64)
/* Fewest points for which several threads are used. */
#define CLM_TREE_THREADS ((size_t)1 << 14)
/* Points of one tree, unless the polynomial has more coefficients. More points are divided into
 * blocks of so many. */
#define CLM_TREE_BLOCK ((size_t)1 << 16)

/* Arithmetic of leaves. A leaf is a product of `count` factors, count + 1 coefficients. */
typedef struct clm_leaf_functions {
    void (*multiply_points)(void *leaf, const void *points, size_t count, const void *field);

    /* In: series  floor(x^count a / leaf) modulo x^count, for the polynomial a to be evaluated */
    void (*values)(void *values, const void *series, const void *leaf, const void *points,
                   size_t count, const void *field);

    /* to[0 .. count - 1] := the sum of all weights[k] leaf / (x - points[k]). */
    void (*numerator)(void *to, const void *leaf, const void *points, const void *weights,
                      size_t count, const void *field);
} clm_leaf_functions;

/* A message, and memory for products, of a thread. */
typedef struct clm_tree_thread {
    clm_error error;
    clm_product_memory memory;
} clm_tree_thread;

/* Trees. Level 0 has leaves, and each higher level blocks of twice as many points, the last ones
 * shorter. A block without a sibling is its own parent. The highest level has the roots. */
typedef struct clm_subproducts {
    const void *points;
    size_t count;
    const clm_leaf_functions *leaves;
    const clm_modulus *narrow; /* the field, if residues have 32 bits, or else NULL */
    const clm_mont64 *wide;    /* the field, if they have 64 bits */
    clm_error *error;
    size_t threads;
    const clm_poller *watch;
    size_t word, levels; /* set, as all that follows, by clm_subproducts_create */
    char *memory;    /* all: first 3 words for each point, for values and numerators */
    char *level[32]; /* the products of each level, one after the other; below 2^31 points */
    clm_product_memory products; /* shared by the threads */
    clm_tree_thread *own;        /* of each thread */
} clm_subproducts;

/* Computes the products. The roots have at least `least` points, or all.
 * Errors: HOST_MEMORY, CANCELLED, here and below */
clmodp_status clm_subproducts_create(clm_subproducts *t, size_t least);

void clm_subproducts_destroy(clm_subproducts *t);

/* values[i] := a(points[i]), for a of n > 0 coefficients.
 * Source: [Bostan, Lecerf, Schost 2003; Bernstein 2008, 18] */
clmodp_status clm_subproducts_values(const clm_subproducts *t, void *values, const void *a,
                                     size_t n);

/* to := the sum of all weights[k] root / (x - points[k]). Pre: there is one root
 * Source: [Gathen, Gerhard 2013, 10.2] */
clmodp_status clm_subproducts_numerator(const clm_subproducts *t, void *to, const void *weights);

#endif
