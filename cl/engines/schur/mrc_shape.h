/* How mixed radix digits are computed in chunks; shared by kernels and host. */
#ifndef CLM_MRC_SHAPE_H
#define CLM_MRC_SHAPE_H

#include "../../arith/fp.h"

typedef struct mrc_shape {
    u32 primes;
    u32 columns; /* values, and words from one prime's residues to the next */
} mrc_shape;

#endif
