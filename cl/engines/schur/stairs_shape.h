/* How mixed radix digits are computed in chunks; shared by kernels and host. */
#ifndef CLM_STAIRS_SHAPE_H
#define CLM_STAIRS_SHAPE_H

#include "../../arith/fp.h"

typedef struct stairs_shape {
    u32 primes;
    u32 columns; /* values, and words from one prime's residues to the next */
} stairs_shape;

#endif
