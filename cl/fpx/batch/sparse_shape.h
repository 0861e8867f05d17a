/* Parameters of sparse.cl, and its table of columns; kernels and host. */
#ifndef CLM_SPARSE_SHAPE_H
#define CLM_SPARSE_SHAPE_H

#include "values_shape.h"

/* The most powers of x, which work-items keep for the lanes of a vector. */
#define SPARSE_MOST 1024

/* Sums of products of balanced residues, each below p^2 / 4. After the first products, and then
 * after each window of them, a sum is folded by fold * p towards 0, so that its size is at most
 * this. With p <= 2/5 * 2^32 a product is at most 1/10 of p * 2^32: 12 are below 2^63, are folded
 * to 3/5 of p * 2^32, which can be reduced (cl/arith/lazy.h), and allow 6 more. With p < 2^31 a
 * product is below 1/8, 7 are below 2^63, and 9/20 of p * 2^32 can be reduced and allow 3 more. */
#define SPARSE_FIRST 12
#define SPARSE_WINDOW 6
#define SPARSE_UNFOLDED 7 /* products that can be reduced at once */
#define SPARSE_FOLD 2576980377 /* 3/5 * 2^32 */
#define SPARSE_FIRST_LARGE 7
#define SPARSE_WINDOW_LARGE 3
#define SPARSE_UNFOLDED_LARGE 3
#define SPARSE_FOLD_LARGE 1932735283 /* 9/20 * 2^32 */

/* A table of columns has a word for each power x^(e_n), e_0 = 0, e_1 = 1: i + 2^16 j with e_n =
 * e_i + e_j, for n > 1. Then follow the first column of each block of rows, the number of columns
 * and, from this word on, columns: power n and exponent e_n, where a row of the block has a
 * coefficient. */
#define SPARSE_COLUMNS(powers, blocks) (((powers) + (blocks) + 2) / 2 * 2)

typedef struct sparse_shape {
    values_shape to; /* to.points is a multiple of the split */
    u32 vectors;     /* vectors of points / split lanes of a prime */
    u32 run;         /* vectors that a work-item evaluates, one after the other */
    u32 first_prime, primes;
    u32 residues;    /* words per prime in the buffer of residues */
    u32 rows, split;
    u32 powers;      /* in the table of columns, and for each lane */
    u32 columns;     /* of all blocks */
    u32 first, window, unfolded, fold; /* SPARSE_FIRST, ... */
    /* Words of the scratch buffer before: for each sum of each block its first step and its steps;
     * columns in this order; coefficients by prime, step and row of the block; roots of order
     * `split`; powers. */
    u32 strips, steps, packed, roots, table;
} sparse_shape;

#endif
