/* The shape of a subproduct tree; shared by kernels and host. */
#ifndef CLM_TREE_SHAPE_H
#define CLM_TREE_SHAPE_H

#include "../../arith/fp.h"

/* A level: nodes with as many points each, the polynomials of all one behind the other. */
typedef struct tree_shape {
    fp_field field;
    u32 nodes, points; /* points: of a leaf a multiple of W */
    u32 wraps;         /* whether x^points was reduced to 1 */
    u32 known;         /* words that are left for a leaf; others are 0 */
} tree_shape;

/* Words of a node's polynomial, whose leading coefficient is 1. */
#define TREE_NODE(points) ((points) + 1)

/* Words of local memory for a polynomial of a leaf, with zeros before and behind it. */
#define TREE_LEAF(points, w) ((points) + 2 * (w))

#endif
