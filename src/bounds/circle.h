/* The height bound from values on the unit circle; Fourier transforms, rows at equispaced points,
 * products of many factors. */
#ifndef CLM_BOUNDS_CIRCLE_H
#define CLM_BOUNDS_CIRCLE_H

#include <stddef.h>
#include <stdint.h>

#include "bounds/height.h"
#include "core/error.h"

/* Logarithms of products of many positive factors, with one log2 for each product. */

/* `count` products; product k is part[k] * 2^exponent[k]. */
typedef struct clm_products {
    size_t count;
    double *part;
    int64_t *exponent;
    unsigned pending; /* factors since the parts were in [1, 2) */
} clm_products;

/* Creates products equal to 1.
 * Cost:   16 bytes each. Errors: HOST_MEMORY. Release with clm_products_destroy ({0} is safe). */
clmodp_status clm_products_create(clm_error *error, clm_products *out, size_t count);
void clm_products_destroy(clm_products *products);

/* Multiplies product k by factor[k], with a relative error below 2^-53, the same on all machines.
 * Pre: factors are 2^-127 to 2^127 */
void clm_products_multiply(clm_products *products, const double *factor);

/* Sets log2s[k] to log2 of product k, with an absolute error below 2^-51 (1 + |log2s[k]|). */
void clm_products_log2(double *log2s, clm_products *products);

enum { CLM_FOURIER_LANES = 4 }; /* at most */

/* Several transforms of K = 2^t points at a time; point k of transform l is [k * lanes + l]. */
typedef struct clm_fourier {
    size_t points; /* K */
    unsigned t;
    size_t lanes;    /* transforms at a time: 2 or CLM_FOURIER_LANES */
    double *root;    /* cos, sin of 2 pi k / K for k < K / 2 */
    uint32_t *place; /* index of output k: its t bits reversed */
    double *re, *im; /* the inputs, then the outputs */
} clm_fourier;

/* Pre:    points is a power of 2, at least 2, at most 2^31; transforms > 0: the expected number
 * Cost:   K / 2 sines and cosines; K (12 + 16 lanes) bytes
 * Errors: HOST_MEMORY. Release with clm_fourier_destroy ({0} is safe). */
clmodp_status clm_fourier_create(clm_error *error, clm_fourier *out, size_t points,
                                 size_t transforms);
void clm_fourier_destroy(clm_fourier *fft);

void clm_fourier_clear(clm_fourier *fft);

/* Sets z_k := sum_{i < length} z_i e^{2 pi i k / K} for all lanes, at place[k].
 *
 * An output is the sum of the inputs times at most t roots of unity each: a step multiplies by
 * a root (table error below 2^-47, product 2^-51) and adds (2^-53), so that its error is below
 * t 2^-46 times the inputs' 1-norm. The fixed order of operations gives equal outputs everywhere.
 *
 * Pre:    inputs from `length` on are 0
 * Cost:   K log2(min(4 length, K)) / 2 butterflies or less for each lane
 * Source: products of complex doubles: [Brent, Percival, Zimmermann 2007] */
void clm_fourier_run(clm_fourier *fft, size_t length);

/* The rows of a polynomial at equispaced points of the unit circle: sums of |r_n(x_k)|^2 for
 * x_k = e^{2 pi i k / K}, k <= K / 2 (the others are conjugate), and the weighted rows r_0, r_1,
 * ... over 2^scale. */
typedef struct clm_samples {
    const clm_norms *norms;
    size_t count;  /* K / 2 + 1 */
    double *sum;   /* sum[n * count + k] = |r_0(x_k)|^2 + ... + |r_{n-1}(x_k)|^2, n <= rows */
    double error;  /* bounds the error of the 2-norm of any rows at x_k */
    int64_t scale; /* the greatest row has a 1-norm of 2^(scale - 1) to 2^scale */
    size_t degree; /* the largest top - low of the rows */
} clm_samples;

/* Pre:    samples = K is a power of 2, at least 2, at most 2^31
 * Cost:   a transform of K doubles for each row; 4 K (rows + 21) bytes
 * Errors: HOST_MEMORY. Release with clm_samples_destroy ({0} is safe). */
clmodp_status clm_samples_create(clm_error *error, clm_samples *out, const clmodp_zxy *f,
                                 const clm_norms *norms, int64_t weight, size_t samples);
void clm_samples_destroy(clm_samples *samples);

/* Returns the largest top - low of all rows. */
size_t clm_samples_widest(const clm_norms *f);

/* Sets *bits to log2 of the mean over |x| = 1 of F^(q-k) G^(p-k) or, for k = 0, of the bound by
 * columns wherever smaller, from `samples` equispaced x; see circle.c.
 *
 * Pre:    samples is a power of 2, at most 2^31 and above d, the largest top - low of all
 *         rows
 * Cost:   a transform of this length for every two rows, and up to 2 * 10^6 factors for columns;
 *         4 bytes a sample and row
 * Errors: INVALID, HOST_MEMORY */
clmodp_status clm_height_on_circle(clm_error *error, double *bits, const clmodp_zxy *f,
                                   const clm_norms *nf, const clmodp_zxy *g,
                                   const clm_norms *ng, int64_t weight, size_t k,
                                   size_t samples);

/* Returns the samples to take: 8 d to 16 d, up to four times as many if nearly free, down to 4 d
 * if expensive, and 0 if even these take over 0.1 s. From 8 d on, doubling gains less than (p + q)
 * / 40 bits. */
size_t clm_height_samples(const clm_norms *f, const clm_norms *g);

#endif
