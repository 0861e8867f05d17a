/* The rows of a polynomial at equispaced points of the unit circle. */
#ifndef CLM_BOUNDS_CIRCLE_SAMPLES_H
#define CLM_BOUNDS_CIRCLE_SAMPLES_H

#include "bounds/norms.h"

/* With x_k = e^{2 pi i k / K} for k <= K / 2 (the others are conjugate) and the rows r_0, r_1,
 * ... over 2^scale, weighted: |r_n(x_k)|^2 added up. */
typedef struct clm_samples {
    const clm_norms *norms;
    size_t count;  /* K / 2 + 1 */
    double *sum;   /* sum[n * count + k] = |r_0(x_k)|^2 + ... + |r_{n-1}(x_k)|^2, n <= rows */
    double error;  /* the 2-norm of any of the rows at x_k is off by less */
    int64_t scale; /* the greatest row has a 1-norm of 2^(scale - 1) to 2^scale */
    size_t degree; /* the largest top - low of the rows */
} clm_samples;

/* Pre:    samples = K is a power of 2, at least 2, at most 2^31
 * Cost:   a transform of K doubles for each row; 4 K (rows + 21) bytes
 * Errors: HOST_MEMORY. Release with clm_samples_destroy ({0} is safe). */
clmodp_status clm_samples_create(clm_error *error, clm_samples *out, const clmodp_zxy *f,
                                 const clm_norms *norms, int64_t weight, size_t samples);
void clm_samples_destroy(clm_samples *samples);

/* The largest top - low of all rows. */
size_t clm_samples_degree(const clm_norms *f);

#endif
