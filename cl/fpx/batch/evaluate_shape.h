/* Parameters of a batch of evaluations; kernels and host. */
#ifndef CLM_EVALUATE_SHAPE_H
#define CLM_EVALUATE_SHAPE_H

#include "../../arith/fp.h"

/* Rows that share loads of powers: registers hold twelve vectors of double words, a power and a
 * coefficient. */
#define EVALUATE_BLOCK 6

/* Products of balanced residues summed without a correction, at most, and products between two
 * Horner steps of longer sums (cl/fpx/batch/sums.h). */
#define SUMS_MOST 7
#define SUMS_WINDOW 5

/* These limits for primes above EUCLID_PRIME_MAX. */
#define SUMS_MOST_LARGE 4
#define SUMS_WINDOW_LARGE 2

/* Coefficients of a row that one work-item packs, and rows: all of a block on CPUs. */
#define EVALUATE_PACK_RUN 64
#define EVALUATE_PACK_ROWS(width) ((width) == 1 ? 1 : EVALUATE_BLOCK)

typedef struct evaluate_shape {
    u32 lanes;       /* lanes per prime, a multiple of T */
    u32 first;       /* first lane of this launch, a multiple of T, counted from prime 0 */
    u32 count;       /* lanes of this launch, a multiple of T */
    u32 first_prime; /* the prime of lane `first`, and of the first packed coefficients */
    u32 target;      /* lane of `values` for the results of lane `first` */
    u32 first_row;   /* rows of this launch: first_row ... first_row + rows - 1 */
    u32 rows;
    u32 split;       /* sums that each row is split into, by exponent mod split */
    u32 steps;       /* coefficients of a sum over all blocks of rows, at most */
    u32 window;      /* steps between two Horner steps */
    u32 words;       /* powers per lane: window * split, and one more for Horner steps */
    u32 residues;    /* words per prime in the buffer of residues */
    u32 packed;      /* offset of the packed coefficients in the scratch buffer, in words */
    u32 strips;      /* offset of the table of strips in it, an even number */
    u32 powers;      /* offset of the powers in it */
    u32 roots;       /* offset of the tables of powers of roots of order `split`, one a prime */
    u32 exponent;    /* the power of the prime's root that has this order; 0: no tables */
    u32 run;         /* vectors whose powers a work-item computes */
    u32 parts;       /* work-items that share the rows of one vector */
} evaluate_shape;

#endif
