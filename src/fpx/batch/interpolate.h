/* From values at the points of each prime to coefficients, on the device: quotients at the points,
 * and polynomials from values on a coset, or from remainders modulo several cosets. */
#ifndef CLM_FPX_BATCH_INTERPOLATE_H
#define CLM_FPX_BATCH_INTERPOLATE_H

#include "cl/arith/fp.h"
#include "cl/fpx/batch/cosets_shape.h"
#include "cost/cost.h"
#include "fpx/batch/batch.h"
#include "fpx/batch/ntt.h"

/* Divides numerator[first + k][t] by denominator[plane][t] for every lane t of the chunk, k <
 * numerators; Montgomery. A denominator of 0 gives 0.
 *
 * Cost:   3 products per lane and one per numerator; an inversion of some 60 products per run of
 *         16 lanes
 * Source: Montgomery's trick
 *
 * Asynchronous. */
clmodp_status clm_divide(clmodp_context *ctx, clm_buffer *numerator, size_t first,
                         size_t numerators, const clm_buffer *denominator, size_t plane,
                         const clm_point_batch *batch);

/* The cost of denominators and numerators, lane by lane, in full runs. */
clm_amounts clm_divide_cost(double denominators, double numerators);

/* coefficients[prime][i], i < points: the polynomial of degree < points with the given values at
 * shift * root^k, by an inverse transform.
 *
 * Out:    coefficients  points words per prime, integers in [0, p) (NOT Montgomery)
 *         scratch       at least clm_interpolate_scratch() words; no more than a stripe is used
 * In:     values        lanes words per prime, Montgomery
 * Errors: LIMIT (sizes that do not fit 32 bits), INVALID (points with a prime factor above
 *         7, a buffer too small)
 * Asynchronous. */
clmodp_status clm_interpolate(clmodp_context *ctx, const clm_buffer *coefficients,
                              const clm_buffer *scratch, const clm_buffer *values,
                              const clm_point_batch *batch);

/* The least words of scratch memory: for as many primes as a vector has lanes. */
size_t clm_interpolate_scratch(const clmodp_context *ctx, size_t points);

/* The cost of `primes` primes with `points` points each; a vector's lanes hold as many primes.
 * Pre: no prime factor of the points is above 7 */
clm_amounts clm_interpolate_cost(double primes, size_t points);

/* Launches with `scratch` words of scratch memory. */
double clm_interpolate_launches(const clmodp_context *ctx, double primes, size_t points,
                                size_t scratch);

/* Self-tests by interpolation of known polynomials, one for each radix from 2 on. */
extern const clm_self_test clm_interpolate_self_tests[CLM_NTT_MOST_RADIX + 1];

enum { CLM_MOST_COSETS = 256 };

/* The factors for remainders modulo one prime, Montgomery, for clm_cosets_add.
 *
 * Out:    weights  COSETS_WEIGHTS(cosets) words for each coset
 * In:     t        of each coset, Montgomery: the remainders are modulo x^m - t[j]
 *         turns    floor(v / m); coefficients below x^v are 0
 * Pre:    the t[j] are different and not 0, CLM_MOST_COSETS of them at most
 * Cost:   3 products a weight, and some inverses a coset */
void clm_cosets_weigh(u32 *weights, const u32 *t, size_t cosets, uint64_t turns, fp_field field);

typedef struct clm_cosets_call {
    const clm_buffer *joined;     /* InOut: cosets * points words per row, integers in [0, p):
                                     coefficients of x^v, x^(v+1), ... when all cosets have been
                                     added; not read for the first one */
    const clm_buffer *remainders; /* In: points words per row, integers in [0, p) */
    const clm_buffer *weights;    /* In: of each prime, by clm_cosets_weigh */
    const clm_point_batch *batch; /* its "primes" are all rows, its points those of a coset */
    size_t outputs;               /* repetitions of the primes: rows[output][prime][pair] */
    size_t pairs;                 /* rows of one prime, of each output */
    size_t cosets, coset;         /* all, and the one added by this call */
    size_t begin;                 /* v mod points */
} clm_cosets_call;

/* Adds the contribution of the remainders modulo x^points - t[coset] to polynomials with at most
 * cosets * points coefficients, from x^v on. Call it for coset 0, 1, ..., cosets - 1.
 *
 * Cost:   a product, and two words moved, for each word of `joined`
 * Errors: INVALID (a buffer too small, sizes that contradict each other), and the errors of
 *         building and launching
 * Asynchronous. */
clmodp_status clm_cosets_add(clmodp_context *ctx, const clm_cosets_call *call);

/* The cost at one point of one of `cosets` cosets. */
clm_amounts clm_cosets_cost(size_t cosets);

#endif
