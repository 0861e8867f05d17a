/* Arguments of cofactors.cl; kernels and host. */
#ifndef CLM_COFACTORS_SHAPE_H
#define CLM_COFACTORS_SHAPE_H

#include "tiles_shape.h"

/* Rows of a tile: a, b, three cofactors u and v each, and the saved divisor. */
#define COFACTORS_ROWS(n, m) (4 * ((n) + 1) + 5 * ((m) + 1))

typedef struct cofactors_wanted {
    u32 tiles;
    u32 divisors, u, v; /* first words of the results */
} cofactors_wanted;

#endif
