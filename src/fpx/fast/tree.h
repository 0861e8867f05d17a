/* Subproduct trees on the device: values of polynomials at many points, and interpolation. */
#ifndef CLM_FPX_FAST_TREE_H
#define CLM_FPX_FAST_TREE_H

#include "fpx/batch/move.h"
#include "fpx/fast/ring.h"
#include "fpx/host/poly.h"

/* A bound on levels, each of which halves the number of leaves. */
enum { CLM_TREE_LEVELS = 32 };

/* The division of points among leaves: `leaf` points each, a power of two of leaves. */
typedef struct clm_tree_plan {
    size_t points; /* of all leaves: the given points, and zeros */
    size_t leaf, levels;
} clm_tree_plan;

/* A tree; {0} is none, and safe to destroy. */
typedef struct clm_tree {
    clmodp_context *ctx;
    clm_tree_plan plan;
    fp_field field;
    clm_buffer points;                   /* padded with zeros */
    clm_buffer nodes[CLM_TREE_LEVELS];   /* leaves first: TREE_NODE words per node */
} clm_tree;

/* Makes the tree of `count` points.
 *
 * In:     points  in [0, p), repeated ones too
 *         p       odd
 * Cost:   three transforms of as many words as there are points for each level
 * Errors: INVALID (no points), LIMIT (too many), CANCELLED, and those of rings and launches.
 *         Partial results are released with clm_tree_destroy
 * Source: [Gathen, Gerhard 2013, 10.1] */
clmodp_status clm_tree_create(clmodp_context *ctx, clm_tree *tree, const u32 *points, size_t count,
                              u32 p);
void clm_tree_destroy(clm_tree *tree);

/* values[i] := a(points[i]), also at the padding zeros: tree->plan.points words.
 *
 * Cost:   a power series inverse and a product of a.count coefficients, and five transforms of as
 *         many words as there are points for each level
 * Errors: CANCELLED, and those of divisions and spectra
 * Source: [Bostan, Lecerf, Schost 2003; Bernstein 2008, 18]; the tree is transposed, so that each
 *         level takes middle products */
clmodp_status clm_tree_evaluate(const clm_tree *tree, const clm_buffer *values, clm_poly a);

/* sum := the sum of all weights[i] M / (x - points[i]), with M the product of all x - points[i]:
 * tree->plan.points words of it and of weights.
 *
 * Cost:   five transforms of as many words as there are points for each level
 * Errors: as above
 * Source: [Gathen, Gerhard 2013, 10.2] */
clmodp_status clm_tree_combine(const clm_tree *tree, const clm_buffer *sum,
                               const clm_buffer *weights);

/* Lists the rings of a tree and of one evaluation of n coefficients at `count` points. Returns
 * their number, at most CLM_TREE_RINGS. */
enum { CLM_TREE_RINGS = CLM_TREE_LEVELS + 40 };
size_t clm_tree_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t n, size_t count,
                      u32 p);

/* The cost of a tree of `count` points, an evaluation of n coefficients and, if `combines`, a
 * sum. */
clm_amounts clm_tree_cost(const clmodp_context *ctx, size_t n, size_t count, u32 p, bool combines);

/* f := the polynomial of degree below `count` with the given values at the points.
 *
 * Out:    f      `count` words, allocated here
 *         twice  index of a repeated point, or `count`: f is made only then
 * In:     points, values  in [0, p); m: of p, odd
 * Cost:   clm_tree_cost of `count` coefficients with a sum
 * Errors: HOST_MEMORY, and those of trees
 * Source: [Gathen, Gerhard 2013, 10.2] */
clmodp_status clm_fast_interpolate(clmodp_context *ctx, clm_buffer *f, size_t *twice,
                                   const u32 *points, const u32 *values, size_t count,
                                   const clm_modulus *m);

#endif
