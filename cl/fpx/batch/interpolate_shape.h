/* The shape of a batch of interpolations; shared by kernels and host. */
#ifndef CLM_INTERPOLATE_SHAPE_H
#define CLM_INTERPOLATE_SHAPE_H

#include "../../arith/fp.h"

/* Blocks of W points that one work-item of interpolate_begin and interpolate_end handles: a
 * run costs two or three powers with exponents of its own. */
#define INTERPOLATE_RUN(width) ((width) > 1 ? 8 : 32)

/* Words of scratch memory of a tile of `width` primes, in vectors of a word a prime: the
 * primes and their inverses, the roots, and two places for the words under way. */
#define INTERPOLATE_TILE_WORDS(points, width) ((3 * (size_t)(points) + 2) * (width))

typedef struct interpolate_shape {
    u32 primes; /* of the whole chunk */
    u32 first;  /* prime of the batch */
    u32 tiles;  /* in the batch, of W primes each; the last may have fewer */
    u32 points; /* the length of the transform */
    u32 lanes;  /* words from one prime's values to the next */
    u32 stride; /* product of the radices of the passes before */
    u32 from;   /* which place the words are in, 0 or 1; a pass takes them to the other */
} interpolate_shape;

#endif
