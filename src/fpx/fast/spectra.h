/* Spectra of polynomials modulo x^N - 1 on the device, and products computed from them. */
#ifndef CLM_FPX_FAST_SPECTRA_H
#define CLM_FPX_FAST_SPECTRA_H

#include "fpx/fast/ring.h"
#include "fpx/batch/move.h"

/* Spectra of several polynomials; {0} is safe to destroy. */
typedef struct clm_spectra {
    clm_buffer words; /* rows times N words for each prime */
    size_t rows;
} clm_spectra;

/* Polynomials in one buffer: the first constant coefficient is word `from`, and each next one is
 * `apart` words further, modulo 2^32. */
typedef struct clm_poly_rows {
    const clm_buffer *words;
    size_t from, apart;
    size_t count, others; /* coefficients of the first polynomial, and of each other one */
} clm_poly_rows;

/* Allocates undefined spectra. Errors: those of clm_buffer_create */
clmodp_status clm_spectra_create(clmodp_context *ctx, const clm_ring *ring, clm_spectra *out,
                                 size_t rows);

void clm_spectra_destroy(clmodp_context *ctx, clm_spectra *spectra);

/* Computes in `to` the spectra of to->rows polynomials, reduced modulo x^N - 1. A launch, and one
 * for each pass. Errors, here and below: INVALID (a buffer too short), BUILD, DEVICE, LIMIT */
clmodp_status clm_spectra_forward(clmodp_context *ctx, const clm_ring *ring,
                                  const clm_spectra *to, clm_poly_rows from);

/* clm_spectra_forward, where the last `others` spectra are those of other polynomials. */
clmodp_status clm_spectra_forward_two(clmodp_context *ctx, const clm_ring *ring,
                                      const clm_spectra *to, clm_poly_rows from,
                                      clm_poly_rows other, size_t others);

/* out := a b for single spectra. out may be a. One launch. */
clmodp_status clm_spectra_multiply(clmodp_context *ctx, const clm_ring *ring,
                                   const clm_spectra *out, const clm_spectra *a,
                                   const clm_spectra *b);

/* Independent products of matrices of spectra, stored row by row: product v takes its factors from
 * row v a_apart of a and from row b_first + v b_apart of b on; results follow one after the
 * other. */
typedef struct clm_spectra_products {
    size_t count;
    size_t rows, inner, columns; /* of each: matrices of rows by inner and inner by columns */
    size_t a_apart, b_first;
    long b_apart;
} clm_spectra_products;

/* Computes all these products by one launch. out is neither a nor b. */
clmodp_status clm_spectra_multiply_each(clmodp_context *ctx, const clm_ring *ring,
                                        const clm_spectra *out, const clm_spectra *a,
                                        const clm_spectra *b, clm_spectra_products of);

/* Computes in `to` the coefficients of x^low, x^(low + 1), ... of the products made by
 * clm_spectra_multiply, whose spectra become undefined. A launch for each pass, and one.
 * Pre:    low + count <= N */
clmodp_status clm_spectra_backward(clmodp_context *ctx, const clm_ring *ring, clm_poly_rows to,
                                   size_t low, const clm_spectra *products);

/* Computes in `to` the coefficients of x^low, x^(low + 1), ... of the product of a and of the
 * polynomial with the spectrum `factor`. The spectrum of a, then that of the product, is stored in
 * `work`; for a square this is also the factor. Pre: low + count <= N */
clmodp_status clm_spectra_product(clmodp_context *ctx, const clm_ring *ring, clm_poly_rows to,
                                  size_t low, const clm_spectra *work, clm_poly_rows a,
                                  const clm_spectra *factor);

/* product = a * b: a.count + b.count - 1 coefficients, none if a or b has none. Squares (a and b
 * are one) take a transform less.
 *
 * Out:    product  may be a's or b's memory
 * In:     p        any prime below 2^31
 * Cost:   clm_fast_multiply_cost; 4 to 12 words of memory for each of the product's
 * Errors: INVALID (product too short), LIMIT (more than 2^30 coefficients), DEVICE_MEMORY,
 *         HOST_MEMORY, and those of building and launching
 * Source: [Pollard 1971]; for p without the roots of unity, modulo up to three other primes
 *
 * Asynchronous, except for the writing of tables. */
clmodp_status clm_fast_multiply(clmodp_context *ctx, const clm_buffer *product, clm_poly a,
                                clm_poly b, u32 p);

/* Computes only coefficients low to low + count - 1 of a b, within the product's, count > 0. The
 * transforms have low + count words, or as many as there are coefficients from `low` on if more; a
 * middle product takes as long as a product of half its length. */
clmodp_status clm_fast_multiply_part(clmodp_context *ctx, const clm_buffer *product, clm_poly a,
                                     clm_poly b, size_t low, size_t count, u32 p);

/* The ring for a product of n and m coefficients; of length 0 if too long. */
clm_ring_plan clm_fast_multiply_plan(const clmodp_context *ctx, size_t n, size_t m, u32 p);

/* The cost for n and m coefficients, 1 or more; square: of one polynomial by itself. */
clm_amounts clm_fast_multiply_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p,
                                   bool square);

#endif
