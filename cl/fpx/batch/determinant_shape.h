/* Parameters of determinants of many matrices; kernels and host. */
#ifndef CLM_DETERMINANT_SHAPE_H
#define CLM_DETERMINANT_SHAPE_H

#include "../../arith/fp.h"

#define DETERMINANT_BLOCK 4 /* order of a block of the matrix */

/* The table of an envelope of N rows and columns of blocks. First 4 N words: the first block of
 * each row of L, that of each column of U, and their numbers in memory; the other blocks of the
 * row, up to the diagonal, or of the column follow. Then for each row of the layout the place of
 * its entry among the words of all blocks, or DETERMINANT_NONE outside the envelope. Then for each
 * row of the layout the number i n + j of its entry (i, j). */
#define DETERMINANT_NONE 0xffffffffu

typedef struct determinant_batch {
    u32 n;          /* order, at least 1 */
    u32 entries;    /* rows of the layout */
    u32 space;      /* words of all blocks */
    u32 zeros;      /* of these, words without a row of the layout */
    u32 primes;     /* in the chunk */
    u32 points;     /* lanes of a prime with points */
    u32 lanes;      /* all lanes of a prime */
    u32 shared;     /* nonzero: primes share tiles */
    u32 first_tile; /* index in the chunk */
    u32 tiles;
    u32 items;      /* work-items, a multiple of those of a tile */
    u32 greatest;   /* no prime is greater */
    u32 whole;      /* most products of a sum without intermediate reductions */
    u32 run, shift; /* of longer sums, products between reductions modulo p * 2^shift */
} determinant_batch;

/* Parameters of the fallback for the lanes unlucky[first ...], `items` of them. */
typedef struct determinant_pivots {
    u32 n;
    u32 entries, list; /* rows of the layout; word of the table at which their numbers begin */
    u32 lanes, primes; /* lanes per prime, primes in the chunk */
    u32 residues;      /* words per prime of the entries' coefficients */
    u32 first, items;
} determinant_pivots;

#endif
