/* Parameters of a level of a subproduct tree; kernels and host. */
#ifndef CLM_TREE_SHAPE_H
#define CLM_TREE_SHAPE_H

#include "../../arith/fp.h"

/* A level: nodes with equal numbers of points; their polynomials are consecutive. */
typedef struct tree_shape {
    fp_field field;
    u32 nodes, points; /* points: per node, for leaves a multiple of W */
    u32 wraps;         /* nonzero: x^points was reduced to 1 */
    u32 known;         /* words of `rest` for a leaf; all others are 0 */
} tree_shape;

/* Words of a node's polynomial, whose leading coefficient is 1. */
#define TREE_NODE(points) ((points) + 1)

/* Words of local memory for a leaf's polynomial, with zeros before and behind it. */
#define TREE_LEAF(points, w) ((points) + 2 * (w))

#endif
