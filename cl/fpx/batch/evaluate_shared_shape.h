/* Parameters of evaluate_shared.cl; kernels and host. */
#ifndef CLM_EVALUATE_SHARED_SHAPE_H
#define CLM_EVALUATE_SHARED_SHAPE_H

#include "../../arith/fp.h"

typedef struct evaluate_shared_shape {
    u32 sequences; /* sequences in the chunk: primes * points */
    u32 points;    /* per prime */
    u32 first;     /* first sequence of this launch, a multiple of T */
    u32 vectors;   /* vectors in this launch */
    u32 rows;
    u32 residues;  /* words per prime in the buffer of residues */
    u32 parts;     /* work-items that share the rows of one vector */
} evaluate_shared_shape;

#endif
