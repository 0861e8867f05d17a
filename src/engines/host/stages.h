/* Stages on the host, modulo one prime: remainder sequences, one at a time and without divisions;
 * interpolation, and evaluation in a coset. A watch may be NULL; if it stops, results are
 * unspecified, and there is no other sign of it unless a function returns a status. */
#ifndef CLM_ENGINES_HOST_STAGES_H
#define CLM_ENGINES_HOST_STAGES_H

#include <stddef.h>

#include "arith/mont64.h"
#include "core/parallel.h"
#include "fpx/batch/minors.h"
#include "multimodular/rows.h"

/* Places of results, which are fractions: a numerator for each output (fpx/batch/minors.h), and a
 * denominator for each S_k, never 0. */
typedef struct clm_host_ratios {
    uint64_t *numerators, *denominators;
    size_t numerators_apart, denominators_apart; /* words from one to the next */
} clm_host_ratios;

/* Computes subresultants of two polynomials of formal degrees p and q: minors of the Sylvester
 * matrix, even if leading coefficients vanish. All in Montgomery form.
 *
 * In:     f, g  p + 1 and q + 1 coefficients, constant first; destroyed
 * Pre:    p and q are at least the greatest k, not both k
 * Cost:   about 3/2 min(p, q)^2 + 2 |p - q| min(p, q) products, reduced half as often; a product
 *         for each output, and few for each S_k
 * Source: Euclid with formal degrees, as described for kernels in docs/resultant.md */
void clm_host_sequence(const clm_host_ratios *out, uint64_t *f, size_t p, uint64_t *g, size_t q,
                       const clm_mont64 *field, clm_minors minors);

/* Computes the outputs at a point from the values of all rows, which are destroyed: applies
 * clm_host_sequence, or eliminates in a matrix.
 * In: work  clm_host_point_words */
void clm_host_point(const clm_host_ratios *out, const clm_row_layout *layout, uint64_t *values,
                    uint64_t *work, const clm_mont64 *field, clm_minors minors);

/* Returns the words of work memory of clm_host_point. */
size_t clm_host_point_words(const clm_row_layout *layout);

/* Sets inverse[k] = 1 / k!, k < n. Pre: n <= p, n >= 1. Montgomery form, like all words below. */
void clm_host_factorials(uint64_t *inverse, size_t n, const clm_mont64 *field,
                         const clm_poller *watch);

/* Interpolates: replaces values y[k] at start + k, k < n, by coefficients.
 * Cost:   n^2 / 2 differences and as many products
 * Errors: CANCELLED (the watch has stopped)
 * Source: Newton's forward differences */
clmodp_status clm_host_newton(uint64_t *y, size_t n, uint64_t start, const uint64_t *factorials,
                              const clm_mont64 *field, const clm_poller *watch);

/* Sets out[k] = 1 / in[k], k < n. Pre: none is 0. Cost: 3 n products and one inversion */
void clm_host_invert(uint64_t *out, const uint64_t *in, size_t n, const clm_mont64 *field,
                     const clm_poller *watch);

/* Sets roots[k] = w^k, followed by w^-k, k < n / 2, w of order n. In Montgomery form.
 * In: root  an element of order exactly n; n a power of 2 */
void clm_host_roots(uint64_t *roots, size_t n, uint64_t root, const clm_mont64 *field,
                    const clm_poller *watch);

/* Replaces coefficients x[k], k < n, by values at w^rev(k), rev(k) the reversed bits of k. */
void clm_host_forward(uint64_t *x, size_t n, const uint64_t *roots, const clm_mont64 *field,
                      const clm_poller *watch);

/* Replaces values by n times the coefficients. */
void clm_host_inverse(uint64_t *x, size_t n, const uint64_t *roots, const clm_mont64 *field,
                      const clm_poller *watch);

#endif
