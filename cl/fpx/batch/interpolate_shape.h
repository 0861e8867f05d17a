/* Parameters of a batch of interpolations; kernels and host. */
#ifndef CLM_INTERPOLATE_SHAPE_H
#define CLM_INTERPOLATE_SHAPE_H

#include "../../arith/fp.h"

/* Blocks of W points per work-item of interpolate_begin and _end. A run costs two or three powers
 * with arbitrary exponents. */
#define INTERPOLATE_RUN(width) ((width) > 1 ? 8 : 32)

/* Words of scratch memory for a tile of `width` primes, in vectors of one word per prime: the
 * primes and their inverses, the roots, and two buffers for the transformed words. */
#define INTERPOLATE_TILE_WORDS(points, width) ((3 * (size_t)(points) + 2) * (width))

typedef struct interpolate_shape {
    u32 primes; /* primes in the whole chunk */
    u32 first;  /* first prime of the batch */
    u32 tiles;  /* tiles in the batch, of W primes each; the last one may have fewer */
    u32 points; /* length of the transform */
    u32 lanes;  /* words between the values of consecutive primes */
    u32 stride; /* product of the radices of previous passes */
    u32 from;   /* buffer of the current words, 0 or 1; a pass writes to the other one */
} interpolate_shape;

#endif
