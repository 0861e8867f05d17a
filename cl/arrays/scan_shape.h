/* Which elements a launch of a scan is about; shared by kernels and host. */
#ifndef CLM_SCAN_SHAPE_H
#define CLM_SCAN_SHAPE_H

#include "../arith/fp.h"

typedef struct scan_shape {
    u64 count;     /* of elements */
    u64 from, to;  /* the first one read, and the first one written */
    u32 run;       /* elements of a work-item, one after the other */
    u32 exclusive; /* 0: a prefix has its own element as well */
    u32 carried;   /* 0: there is but one tile, and nothing before it */
    u32 unused;    /* no padding */
} scan_shape;

#endif
