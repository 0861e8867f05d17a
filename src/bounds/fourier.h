/* Fourier transforms of complex doubles, some at once. */
#ifndef CLM_BOUNDS_FOURIER_H
#define CLM_BOUNDS_FOURIER_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { CLM_FOURIER_LANES = 4 }; /* at most */

/* Transforms of K = 2^t points at a time; number k of transform l is [k * lanes + l]. */
typedef struct clm_fourier {
    size_t points; /* K */
    unsigned t;
    size_t lanes;    /* transforms: 2 or CLM_FOURIER_LANES */
    double *root;    /* cos, sin of 2 pi k / K for k < K / 2 */
    uint32_t *place; /* of output k: its t bits reversed */
    double *re, *im; /* the inputs, then the outputs */
} clm_fourier;

/* Pre:    points is a power of 2, at least 2, at most 2^31; transforms > 0: how many there will be
 * Cost:   K / 2 sines and cosines; K (12 + 16 lanes) bytes
 * Errors: HOST_MEMORY. Release with clm_fourier_destroy ({0} is safe). */
clmodp_status clm_fourier_create(clm_error *error, clm_fourier *out, size_t points,
                                 size_t transforms);
void clm_fourier_destroy(clm_fourier *fft);

/* All inputs := 0. */
void clm_fourier_clear(clm_fourier *fft);

/* z_k := sum_{i < length} z_i e^{2 pi i k / K} for all lanes, at place[k].
 *
 * An output is the sum of the inputs times at most t roots of unity each: a step multiplies by
 * a root (table error below 2^-47, product 2^-51) and adds (2^-53), so that it is off by less
 * than t 2^-46 times the inputs' 1-norm. The same on all machines: one order of operations.
 *
 * Pre:    inputs from `length` on are 0
 * Cost:   K log2(min(4 length, K)) / 2 butterflies or less for each lane
 * Source: products of complex doubles: [Brent, Percival, Zimmermann 2007] */
void clm_fourier_run(clm_fourier *fft, size_t length);

#endif
