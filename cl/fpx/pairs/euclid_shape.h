/* Arguments of euclid.cl; kernels and host. */
#ifndef CLM_PAIRS_EUCLID_SHAPE_H
#define CLM_PAIRS_EUCLID_SHAPE_H

#include "tiles_shape.h"

typedef struct euclid_wanted {
    u32 tiles;
    u32 resultants, divisors; /* 1: wanted */
} euclid_wanted;

#endif
