/* The shape of a batch of evaluations in tiles that primes share; shared by kernels and host. */
#ifndef CLM_EVALUATE_SHARED_SHAPE_H
#define CLM_EVALUATE_SHARED_SHAPE_H

#include "../../arith/fp.h"

typedef struct evaluate_shared_shape {
    u32 sequences; /* of the chunk: primes * points */
    u32 points;    /* a prime */
    u32 first;     /* sequence of this launch, a multiple of T */
    u32 vectors;   /* of this launch */
    u32 rows;
    u32 residues;  /* words a prime of the residues */
    u32 parts;     /* work-items that share the rows of one vector */
} evaluate_shared_shape;

#endif
