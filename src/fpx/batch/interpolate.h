/* From values to coefficients: quotients at the points, polynomials from the values of a coset,
 * and one polynomial from its remainders at several cosets. */
#ifndef CLM_FPX_INTERPOLATE_H
#define CLM_FPX_INTERPOLATE_H

#include "cl/fpx/batch/cosets_shape.h"
#include "cost/rates.h"
#include "fpx/batch/batch.h"

/* numerator[k][t] /= denominator[t] for every lane t of the chunk, k < numerators; Montgomery.
 * A denominator of 0 gives 0.
 *
 * Cost:   3 products a lane, one a numerator, and one inversion of some 60 a run of 16
 * Source: Montgomery's trick
 *
 * Asynchronous. */
clmodp_status clm_divide(clmodp_context *ctx, clm_buffer *numerator,
                         const clm_buffer *denominator, size_t numerators,
                         const clm_point_batch *batch);

/* So many denominators with so many numerators each, in lanes of so many inversions. */
clm_amounts clm_divide_cost(double lanes, double numerators, double inversions);

/* Lanes of inversions that clm_divide makes for so many primes, and lanes each. */
double clm_divide_inversions(const clmodp_context *ctx, double primes, size_t lanes);

/* coefficients[prime][i], i < points: the polynomial of degree < points with the given
 * values at shift * root^k, by an inverse transform.
 *
 * Out:    coefficients  points words a prime, integers in [0, p) (NOT Montgomery)
 *         scratch       at least clm_interpolate_scratch() words; what a stripe holds of them
 *                       is used
 * In:     values        lanes words a prime, Montgomery
 * Errors: LIMIT (sizes that do not fit 32 bits), INVALID (points with a prime factor above
 *         7, a buffer too small)
 * Asynchronous. */
clmodp_status clm_interpolate(clmodp_context *ctx, const clm_buffer *coefficients,
                              const clm_buffer *scratch, const clm_buffer *values,
                              const clm_point_batch *batch);

/* The least words of scratch memory for clm_interpolate: those for as many primes as there are
 * lanes in a vector. */
size_t clm_interpolate_scratch(const clmodp_context *ctx, size_t points);

/* So many primes with so many points each; a vector has lanes of as many primes. Pre: no prime
 * factor of the points is above 7 */
clm_amounts clm_interpolate_cost(double primes, size_t points);

/* Launches with so many words of scratch memory. */
double clm_interpolate_launches(const clmodp_context *ctx, double primes, size_t points,
                                size_t scratch);

enum { CLM_MOST_COSETS = 256 };

/* What remainders modulo one prime are multiplied by, Montgomery, for clm_cosets_add.
 *
 * Out:    weights  COSETS_WEIGHTS(cosets) words for each coset
 * In:     t        of each coset, Montgomery: the remainders are modulo x^m - t[j]
 *         turns    floor(v / m), where coefficients below x^v are 0
 * Pre:    the t[j] are different and not 0, CLM_MOST_COSETS of them at most
 * Cost:   3 products a weight, and some inverses a coset */
void clm_cosets_weigh(u32 *weights, const u32 *t, size_t cosets, uint64_t turns, fp_field field);

typedef struct clm_cosets_call {
    const clm_buffer *joined;     /* InOut: cosets * points words a row, integers in [0, p):
                                     coefficients of x^v, x^(v+1), ... when all cosets have been
                                     added; not read for the first one */
    const clm_buffer *remainders; /* In: points words a row, integers in [0, p) */
    const clm_buffer *weights;    /* In: of each prime, by clm_cosets_weigh */
    const clm_point_batch *batch; /* its "primes" are all rows, its points those of a coset */
    size_t outputs;               /* times that the primes come: rows[output][prime][pair] */
    size_t pairs;                 /* rows of one prime, of each output */
    size_t cosets, coset;         /* how many there are, and the one to be added */
    size_t begin;                 /* v mod points */
} clm_cosets_call;

/* Add what the remainders modulo x^points - t[coset] tell of polynomials with at most
 * cosets * points coefficients, from x^v on. To be called for coset 0, 1, ..., cosets - 1.
 *
 * Cost:   a product, and two words moved, for each word of `joined`
 * Errors: INVALID (a buffer too small, sizes that contradict each other), and those of building
 *         and launching
 * Asynchronous. */
clmodp_status clm_cosets_add(clmodp_context *ctx, const clm_cosets_call *call);

/* At one point of one of so many cosets. */
clm_amounts clm_cosets_cost(size_t cosets);

#endif
