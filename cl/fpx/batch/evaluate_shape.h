/* The shape of a batch of evaluations; shared by kernels and host. */
#ifndef CLM_EVALUATE_SHAPE_H
#define CLM_EVALUATE_SHAPE_H

#include "../../arith/fp.h"

/* Rows that share their loads of powers: registers for twelve vectors of double words, a power
 * and a coefficient. */
#define EVALUATE_BLOCK 6

/* The most products of balanced residues that are summed without a correction, and how many
 * are between two Horner steps of longer sums (cl/fpx/batch/sums.h). */
#define SUMS_MOST 7
#define SUMS_WINDOW 5

/* The same for primes above EUCLID_PRIME_MAX. */
#define SUMS_MOST_LARGE 4
#define SUMS_WINDOW_LARGE 2

/* Coefficients that one work-item of evaluate_pack copies. */
#define EVALUATE_PACK_RUN 64

typedef struct evaluate_shape {
    u32 lanes;       /* lanes a prime, a multiple of T */
    u32 first;       /* first lane of this launch, a multiple of T, counted from prime 0 */
    u32 count;       /* lanes of this launch, a multiple of T */
    u32 first_prime; /* the prime of lane `first`; packed coefficients begin with it */
    u32 target;      /* the lane of `values` that takes lane `first` */
    u32 first_row;   /* rows of this launch: first_row ... first_row + rows - 1 */
    u32 rows;
    u32 split;       /* each row is split into so many sums, by exponent mod split */
    u32 steps;       /* coefficients of a sum, of all blocks of rows together, at most */
    u32 window;      /* steps between two Horner steps */
    u32 words;       /* powers kept a lane: window * split, and one more for Horner steps */
    u32 residues;    /* words a prime of the residues */
    u32 packed;      /* word of the scratch buffer where the packed coefficients begin */
    u32 strips;      /* word of it where the table of strips begins, an even number */
    u32 powers;      /* word of it where the powers begin */
    u32 run;         /* vectors a work-item of evaluate_powers works through */
    u32 parts;       /* work-items that share the rows of one vector */
} evaluate_shape;

#endif
