/* Arguments of euclid_points.cl; kernels and host. */
#ifndef CLM_EUCLID_POINTS_SHAPE_H
#define CLM_EUCLID_POINTS_SHAPE_H

#include "../../arith/fp.h"

typedef struct euclid_points_batch {
    u32 p, q;        /* formal degrees of f and g */
    u32 points;      /* points of a prime, from start + first_point on */
    u32 first_point;
    u32 primes;
    u32 residues;    /* residues per prime: coefficients of f and g */
    u32 first;       /* first index in listed[] */
    u32 items;       /* points of this launch */
} euclid_points_batch;

#endif
