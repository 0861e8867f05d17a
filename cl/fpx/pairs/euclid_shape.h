/* Arguments and constants that the host and cl/fpx/pairs/euclid.cl share. */
#ifndef CLM_MANY_EUCLID_SHAPE_H
#define CLM_MANY_EUCLID_SHAPE_H

#include "tiles_shape.h"

/* In the place of a degree: a remainder's degree fell by more than one, and it was not 0. */
#define EUCLID_STRAY 0xffffffffu

typedef struct euclid_wanted {
    u32 tiles;
    u32 resultants, divisors; /* 1: wanted */
} euclid_wanted;

#endif
