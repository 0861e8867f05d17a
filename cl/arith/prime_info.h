/* Constants of one prime of a chunk; kernels and host. */
#ifndef CLM_PRIME_INFO_H
#define CLM_PRIME_INFO_H

#include "fp.h"

/* All residues are in Montgomery form. The points of this prime are shift * root^k. */
typedef struct prime_info {
    fp_field field;
    u32 root;           /* of order `points`, the same number for all primes of a chunk */
    u32 shift;          /* not 0 */
    u32 shift_inverse;  /* 1 / shift */
    u32 points_inverse; /* 1 / points */
} prime_info;

#endif
