/* Sums over the poles of a rational function, in double precision, for secular.c. */
#ifndef CLM_ROOTS_SECULAR_SUMS_H
#define CLM_ROOTS_SECULAR_SUMS_H

#include <stddef.h>

#include "arith/vector_level.h"

/* Poles in a block: as many for each level, so that sums are the same. */
#define CLM_SECULAR_LANES ((size_t)8)
/* Parts of absent poles, from which all points are far. */
#define CLM_SECULAR_FAR 0x1p480

/* Doubles whose sum is a coordinate of a pole, from the greatest to the least. */
#define CLM_SECULAR_SPLITS ((size_t)3)

/* The parts of a pole z, its residue a, and the move d from it to an approximation of a root:
 * pairs of real and imaginary parts. */
typedef enum clm_secular_part {
    CLM_SECULAR_Z, /* as many pairs as there are splits */
    CLM_SECULAR_A = CLM_SECULAR_Z + 2 * CLM_SECULAR_SPLITS,
    CLM_SECULAR_D = CLM_SECULAR_A + 2,
    CLM_SECULAR_PARTS = CLM_SECULAR_D + 2
} clm_secular_part;

typedef struct clm_secular_block {
    double part[CLM_SECULAR_PARTS][CLM_SECULAR_LANES];
} clm_secular_block;

/* At x = z_k + d_k, with sums over j != k. */
typedef struct clm_secular_sums {
    double value[2];     /* of a_j / (x - z_j) */
    double slope[2];     /* of -a_j / (x - z_j)^2 */
    double repulsion[2]; /* of 1 / (x - z_j - d_j) - 1 / (x - z_j) */
    double size;         /* of the absolute values of the parts of a_j / (x - z_j) */
} clm_secular_sums;

typedef struct clm_secular_functions {
    void (*sum)(clm_secular_sums *sums, const clm_secular_block *blocks, size_t count, size_t k);
} clm_secular_functions;

/* Returns the functions of an available level. */
const clm_secular_functions *clm_secular(clm_vector_level level);

#endif
