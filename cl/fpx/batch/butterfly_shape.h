/* Sizes of butterfly.cl; kernels and host. */
#ifndef CLM_BUTTERFLY_SHAPE_H
#define CLM_BUTTERFLY_SHAPE_H

/* The maximum points of a butterfly: 4, 8 or 16. */
#define BUTTERFLY_MOST 16

/* Vectors of a run: as many as an array for BUTTERFLY_MOST sums holds. If tiles begin within
 * vectors, only a run's ends are stored in pieces. */
#define BUTTERFLY_RUN(width, split) ((width) > 1 ? BUTTERFLY_MOST / (split) : 1)

/* Work-items of a part for `items` runs: whole tiles of a GPU, so that no group has two parts. */
#define BUTTERFLY_ITEMS(items, width, tile) \
    ((width) > 1 ? (items) : ((items) + (tile) - 1) / (tile) * (tile))

#endif
