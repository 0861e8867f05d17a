/* Parameters of euclid_formal.cl; kernels and host. */
#ifndef CLM_EUCLID_FORMAL_SHAPE_H
#define CLM_EUCLID_FORMAL_SHAPE_H

#include "euclid_shape.h"

/* Put before euclid_formal.cl if only some of the p + q + 2 rows exist, listed in a table. */
#define EUCLID_FORMAL_COMPACT "#define EUCLID_FORMAL_HAS_PLACES\n"

typedef struct euclid_formal_batch {
    u32 p, q;     /* formal degrees of f and g */
    u32 lanes;    /* per prime */
    u32 primes;   /* in the chunk */
    u32 residues; /* words per prime */
    u32 first;    /* first entry of unlucky[] */
    u32 items;
    u32 rows;     /* existing rows */
    euclid_minors minors;
} euclid_formal_batch;

#endif
