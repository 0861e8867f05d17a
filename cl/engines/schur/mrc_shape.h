/* Arguments of mrc.cl; kernels and host. */
#ifndef CLM_MRC_SHAPE_H
#define CLM_MRC_SHAPE_H

#include "../../arith/fp.h"

typedef struct mrc_shape {
    u32 primes;
    u32 columns; /* values, and words from the residues of one prime to those of the next */
} mrc_shape;

#endif
