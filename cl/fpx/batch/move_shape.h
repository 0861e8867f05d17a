/* A piece of a polynomial to be copied; kernels and host. */
#ifndef CLM_MOVE_SHAPE_H
#define CLM_MOVE_SHAPE_H

#include "../../arith/fp.h"

/* Words to, to + 1, ... of one buffer := words from, from + 1, ... of another. */
typedef struct move_piece {
    u32 to, from, count;
    u32 reversed; /* copies words from, from - 1, ... */
    u32 negated;  /* negates residues modulo p */
    u32 reduced;  /* reduces any words modulo p */
    u32 p;
} move_piece;

#endif
