/* Batches of pairs in an application's memory; kernels and host. */
#ifndef CLM_RESIDENT_SHAPE_H
#define CLM_RESIDENT_SHAPE_H

#include "tiles_shape.h"

#define RESIDENT_MULTIPLY 0u
#define RESIDENT_DIVIDE 1u
#define RESIDENT_EUCLID 2u /* also cofactors */

/* Every word of a result of a division by zero. */
#define RESIDENT_UNDEFINED 0xffffffffu

/* The polynomials of a batch: first word in its memory, and coefficients of each. */
typedef struct resident_polys {
    u32 at, count;
} resident_polys;

/* A part of a batch: whole tiles, except that the last one may have fewer pairs. */
typedef struct resident_part {
    u32 first;     /* the first pair, a multiple of T */
    u32 pairs, tiles;
    u32 step;      /* words from a coefficient to the next one: 1 in rows, T in tiles */
    u32 operation;
    u32 tile_rows; /* rows of T words of each tile */
    resident_polys a, b;
    resident_polys results[3]; /* products; quotients, remainders; divisors, cofactors */
    u32 words;     /* the first one of resultants, or of the divisors' numbers of coefficients */
} resident_part;

#endif
