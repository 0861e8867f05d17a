/* A level of a subproduct tree while something goes up or down on it. */
#ifndef CLM_FPX_FAST_TREE_LEVEL_H
#define CLM_FPX_FAST_TREE_LEVEL_H

#include "cl/fpx/fast/tree_shape.h"
#include "device/kernel.h"
#include "fpx/fast/spectra.h"
#include "fpx/fast/tree.h"

/* Level 0 is that of leaves. */
tree_shape clm_tree_shape(const clm_tree *tree, size_t level);

/* The ring of products of two nodes of a level: x^N - 1 for N as many as the points of both, or
 * more. */
clm_ring_plan clm_tree_ring(const clmodp_context *ctx, const clm_tree_plan *plan, size_t level,
                            u32 p);

/* A kernel of cl/fpx/fast/tree.cl, and work-items that share a leaf. */
clmodp_status clm_tree_kernel(const clm_tree *tree, const clm_kernel **kernel, const char *name);
size_t clm_tree_group(const clmodp_context *ctx);

/* What a level is computed with: spectra of its nodes' polynomials, of what else there is for
 * nodes or for their parents, and of products. */
typedef struct clm_tree_work {
    clm_ring ring;
    clm_spectra nodes, own, products;
} clm_tree_work;

/* Those of the nodes are made, so many others have room. Errors: CANCELLED, those of spectra */
clmodp_status clm_tree_work_begin(const clm_tree *tree, clm_tree_work *w, size_t level, size_t own,
                                  size_t products);
void clm_tree_work_end(const clm_tree *tree, clm_tree_work *w);

/* Memory that two levels take turns in: a word for each point. */
typedef struct clm_tree_turns {
    clm_buffer words[2];
    unsigned now;
    size_t known; /* of each node's words; others are 0 */
} clm_tree_turns;

clmodp_status clm_tree_turns_create(const clm_tree *tree, clm_tree_turns *t);
void clm_tree_turns_destroy(const clm_tree *tree, clm_tree_turns *t);

#endif
