/* Parameters of select.cl; kernels and host. */
#ifndef CLM_SELECT_SHAPE_H
#define CLM_SELECT_SHAPE_H

#include "../arith/fp.h"

typedef struct select_shape {
    u64 count;     /* number of elements, below 2^32 - 1 */
    u64 from, to;  /* index of the first element read, and of the first written */
    u64 mark_from; /* index of the first flag */
    u64 total_to;  /* index of the number of chosen elements in its buffer */
    u32 run;       /* consecutive elements per work-item */
    u32 bit;       /* bit tested by select_zero_bits */
    u32 both;      /* 1: the others are moved behind the chosen elements */
    u32 unused;    /* explicit padding */
} select_shape;

#endif
