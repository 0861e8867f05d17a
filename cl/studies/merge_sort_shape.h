/* Sizes of merge sort that kernels and the host share: keys, all powers of two. */
#ifndef CLM_MERGE_SORT_SHAPE_H
#define CLM_MERGE_SORT_SHAPE_H

#define MERGE_SHORT 16     /* of a run that is sorted without merges */
#define MERGE_TILE 4096    /* of a tile: an even number of times twice a short run */
#define MERGE_TILE_PART 64 /* of a part of a merge in a tile */
#define MERGE_PART 1024    /* of a part of other merges */

#endif
