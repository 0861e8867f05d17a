/* Arrays of signed fixed-point numbers, split over planes of words so that sums of neighbours need
 * no carries: number i is the sum of plane[k][i] 2^(48 k). After clm_planes' carry() words below
 * the highest plane are in [0, 2^48). */
#ifndef CLM_ROOTS_PLANES_H
#define CLM_ROOTS_PLANES_H

#include <stddef.h>
#include <stdint.h>

#include "arith/vector_level.h"

#define CLM_PLANE_BITS 48
/* Levels of sums that words of 48 bits allow before carries. */
#define CLM_PLANE_LEVELS ((size_t)14)

typedef struct clm_plane_functions {
    /* Replaces w[j] by w[j] + w[j + 1], j < count - t, for t = 1, 2, ... levels, and sets
     * first[t - 1] to w[0] after level t. Pre: levels < count */
    void (*sum)(int64_t *plane, size_t count, size_t levels, int64_t *first);

    /* Propagates carries of `count` numbers and divides them by 2^shift, rounding down; planes are
     * `stride` words apart. Pre: shift <= CLM_PLANE_LEVELS */
    void (*carry)(int64_t *words, size_t stride, size_t planes, size_t count, unsigned shift);
} clm_plane_functions;

/* Returns the functions of an available level. */
const clm_plane_functions *clm_planes(clm_vector_level level);

#endif
