/* Sizes of merge sort in keys, all powers of two; kernels and host. */
#ifndef CLM_MERGE_SORT_SHAPE_H
#define CLM_MERGE_SORT_SHAPE_H

#define MERGE_SHORT 16     /* a run sorted without merges */
#define MERGE_TILE 4096    /* a tile: a short run doubled an even number of times */
#define MERGE_TILE_PART 64 /* a part of a merge within a tile */
#define MERGE_PART 1024    /* a part of other merges */

#endif
