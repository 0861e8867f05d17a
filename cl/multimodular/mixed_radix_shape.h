/* Parameters of mixed_radix.cl; kernels and host. */
#ifndef CLM_MIXED_RADIX_SHAPE_H
#define CLM_MIXED_RADIX_SHAPE_H

#include "../arith/fp.h"

/* Digits computed by a work-item at a time. Even. */
#define MIXED_RADIX_CHUNK 8

typedef struct mixed_radix_prime {
    fp_field field;
    u32 inverse; /* 1 / (the product of preceding primes), in Montgomery form */
} mixed_radix_prime;

#endif
