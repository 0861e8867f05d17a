/* Pieces of polynomials; shared by kernels and host. */
#ifndef CLM_FAST_NEWTON_SHAPE_H
#define CLM_FAST_NEWTON_SHAPE_H

#include "../../arith/fp.h"

/* Words to, to + 1, ... := words from, from + 1, ... or from, from - 1, ... */
typedef struct newton_piece {
    u32 to, from, count;
    u32 reversed, negated;
    u32 p;
} newton_piece;

#endif
