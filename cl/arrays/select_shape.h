/* Which elements are chosen, and where they go; shared by kernels and host. */
#ifndef CLM_SELECT_SHAPE_H
#define CLM_SELECT_SHAPE_H

#include "../arith/fp.h"

typedef struct select_shape {
    u64 count;     /* of elements, below 2^32 - 1 */
    u64 from, to;  /* the first one read, and the first one written */
    u64 mark_from; /* the first flag */
    u64 total_to;  /* where it is written how many are chosen */
    u32 run;       /* elements of a work-item, one after the other */
    u32 bit;       /* of select_zeros */
    u32 both;      /* 1: the others go behind those that are chosen */
    u32 unused;    /* no padding */
} select_shape;

#endif
