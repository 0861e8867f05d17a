/* Polynomials from their remainders modulo x^m - t for several t, on the device. The zeros of each
 * modulus are a coset of the m-th roots of unity. */
#ifndef CLM_FPX_BATCH_COSETS_H
#define CLM_FPX_BATCH_COSETS_H

#include "cl/arith/fp.h"
#include "cl/fpx/batch/cosets_shape.h"
#include "cost/cost.h"
#include "fpx/batch/batch.h"

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
