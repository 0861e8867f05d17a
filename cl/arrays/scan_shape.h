/* Parameters of scan.cl, scan_lookback.cl and reduction.cl; kernels and host. */
#ifndef CLM_SCAN_SHAPE_H
#define CLM_SCAN_SHAPE_H

#include "../arith/fp.h"

typedef struct scan_shape {
    u64 count;     /* number of elements */
    u64 from, to;  /* index of the first element read, and of the first written */
    u32 run;       /* consecutive elements per work-item */
    u32 exclusive; /* 0: a prefix includes its own element */
    u32 carried;   /* nonzero: sums before each tile are given; 0: there is a single tile */
    u32 polls;     /* scan_lookback: most looks at a total */
} scan_shape;

#endif
