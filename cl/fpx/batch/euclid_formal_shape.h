/* What the host tells Euclid with formal degrees; shared by kernels and host. */
#ifndef CLM_EUCLID_FORMAL_SHAPE_H
#define CLM_EUCLID_FORMAL_SHAPE_H

#include "../../arith/fp.h"

/* Before euclid_formal.cl: not all p + q + 2 rows are there; a table tells which ones. */
#define EUCLID_FORMAL_GAPLESS "#define EUCLID_FORMAL_HAS_PLACES\n"

/* One launch. */
typedef struct euclid_formal_batch {
    u32 p, q;     /* formal degrees of f and g */
    u32 lanes;    /* of a prime */
    u32 primes;   /* of the chunk */
    u32 residues; /* words a prime */
    u32 first;    /* of the words of unlucky[] */
    u32 items;
    u32 plane;    /* as in euclid_shape.h */
    u32 rows;     /* that there are */
} euclid_formal_batch;

#endif
