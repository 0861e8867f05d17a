/* Parameters of determinants of many matrices; kernels and host. */
#ifndef CLM_DETERMINANT_SHAPE_H
#define CLM_DETERMINANT_SHAPE_H

#include "../../arith/fp.h"

#define DETERMINANT_BLOCK 4 /* order of a block of the matrix */

typedef struct determinant_batch {
    u32 n;          /* order, at least 1 */
    u32 primes;
    u32 points;     /* lanes of a prime with points */
    u32 lanes;      /* all lanes of a prime */
    u32 shared;     /* primes share tiles */
    u32 first_tile; /* index in the chunk */
    u32 tiles;
    u32 greatest;   /* no prime is greater */
    u32 whole;      /* most products of a sum without intermediate reductions */
    u32 run, shift; /* of longer sums, products between reductions modulo p * 2^shift */
} determinant_batch;

/* Parameters of the fallback for the lanes unlucky[first ...], `items` of them. */
typedef struct determinant_pivots {
    u32 n;
    u32 lanes, primes;
    u32 residues;     /* words a prime of the entries' coefficients */
    u32 first, items;
} determinant_pivots;

#endif
