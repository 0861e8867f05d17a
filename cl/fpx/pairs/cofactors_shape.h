/* Arguments and constants that the host and cl/fpx/pairs/cofactors.cl share. */
#ifndef CLM_COFACTORS_SHAPE_H
#define CLM_COFACTORS_SHAPE_H

#include "tiles_shape.h"

/* In the place of a degree: a remainder's degree fell by more than one, and it was not 0. */
#define COFACTORS_STRAY 0xffffffffu

/* Rows of a tile: a and b, of both and of what is saved u and v, and what is saved of b. */
#define COFACTORS_ROWS(n, m) (4 * ((n) + 1) + 5 * ((m) + 1))

typedef struct cofactors_wanted {
    u32 tiles;
    u32 apart; /* words from divisors to cofactors, and from those of a to those of b */
} cofactors_wanted;

#endif
