/* Arguments of schur.cl; kernels and host. */
#ifndef CLM_SCHUR_SHAPE_H
#define CLM_SCHUR_SHAPE_H

#include "../../arith/fp.h"

/* The Sylvester matrix of f and g in y, with coefficients in successive rows. The result is
 * (-1)^negate * value(factor_row)^factor_power times its determinant. */
typedef struct schur_matrix {
    u32 p, q;         /* formal degrees in y of f and g */
    u32 f_row, g_row; /* rows of their coefficients of y^0 */
    u32 factor_row, factor_power;
    u32 negate;
} schur_matrix;

/* Arguments of one launch. Point tile k of a prime has its points k W ... k W + W - 1, and the
 * number prime * tiles + k. */
typedef struct schur_batch {
    schur_matrix matrix;
    u32 first_point;  /* x = start + first_point + point */
    u32 points;       /* per prime */
    u32 residues;     /* residues per prime: coefficients of f and g */
    u32 tiles;        /* per prime: points / W, rounded up */
    u32 first, count; /* tiles of this launch, numbered over all primes */
    u32 rows;         /* rows of the generators per work-item */
} schur_batch;

/* Vectors per tile: of scaled coefficients of f and g, and of exchanges between work-items, which
 * alternate between two halves. */
#define SCHUR_VALUES(p, q) ((p) + ((q) + 1) / 2 * 2 + 2)
#define SCHUR_HALF(nt) (2 * (nt) + 3)
#define SCHUR_EXCHANGE(nt) (2 * SCHUR_HALF(nt))

/* The maximum number of rows of a work-item in registers. */
#define SCHUR_ROWS_MAX 8

#endif
