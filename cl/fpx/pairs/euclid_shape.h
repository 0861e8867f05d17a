/* Arguments and constants shared by the host and cl/fpx/pairs/euclid.cl. */
#ifndef CLM_PAIRS_EUCLID_SHAPE_H
#define CLM_PAIRS_EUCLID_SHAPE_H

#include "tiles_shape.h"

/* Instead of a degree: the degree of a nonzero remainder fell by more than one. */
#define EUCLID_ABNORMAL 0xffffffffu

typedef struct euclid_wanted {
    u32 tiles;
    u32 resultants, divisors; /* 1: wanted */
} euclid_wanted;

#endif
