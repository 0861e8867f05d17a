/* The shape of a batch of interpolations; shared by kernels and host. */
#ifndef CLM_INTERPOLATE_SHAPE_H
#define CLM_INTERPOLATE_SHAPE_H

#include "fp.h"

/* Outputs that one work-item of interpolate_pass sums at a time. */
#define INTERPOLATE_OUTPUTS 4

/* Coefficients that one work-item of interpolate_scale finishes. */
#define INTERPOLATE_RUN 32

typedef struct interpolate_shape {
    u32 primes;
    u32 points;    /* the length of the transform */
    u32 radix;     /* of this pass */
    u32 stride;    /* product of the radices of the passes before */
    u32 in_words;  /* words from one prime's input to the next */
    u32 out_words; /* and output */
} interpolate_shape;

#endif
