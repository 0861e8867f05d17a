/* What problems must have in common to be computed at once. */
#ifndef CLM_RESULTANT_SHAPE_H
#define CLM_RESULTANT_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "multimodular/rows.h"

/* Of equal shapes rows have the same lengths, or nearly so, coefficients are about as long, and
 * remainder sequences have the same degrees. */
typedef struct clm_shape {
    uint64_t support;            /* a hash of the exponents; 0: they nearly fill their box */
    uint64_t outputs;            /* no padding: shapes are compared byte by byte */
    uint32_t p, q;               /* degrees in y */
    uint32_t length_f, length_g; /* degrees in x, and one */
    uint32_t bits_f, bits_g;     /* of the longest coefficients, rounded up */
} clm_shape;

/* *out := the shape of a pair that is worth computing with others: dense enough, of moderate
 * degrees, with a normal remainder sequence (each degree one less than the last) at a random
 * point, and without powers of variables that a resultant alone would take out first. False if it
 * is not such a pair.
 *
 * In:     outputs  that are asked for
 * Cost:   p * q products, and two for each term */
bool clm_shape_of(clm_shape *out, const clm_pair *pair, size_t outputs, uint64_t seed);

/* An order of shapes: negative, 0 if they are equal, or positive. */
int clm_shape_compare(const clm_shape *a, const clm_shape *b);

#endif
