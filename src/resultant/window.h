/* What the image of R, or another result, modulo one prime holds, and where.
 *
 * The image is R modulo x^m - s^m, m points and s the shift of the prime: coefficient i of
 * R stands at index i mod m, with the factor s^(m floor(i / m)). Of R only the window
 * valuation ... valuation + width - 1, width <= m, can be non-zero, so nothing overlaps.
 * All functions go through the images of all results of the plan, which lie as clm_pipeline_run
 * leaves them. */
#ifndef CLM_RESULTANT_WINDOW_H
#define CLM_RESULTANT_WINDOW_H

#include "resultant/plan.h"

/* The image of a result, n < plan->results, modulo a prime of the plan. */
static inline size_t clm_window_image(const clm_plan *plan, size_t n, size_t prime)
{
    return (n * plan->primes + prime) * plan->points;
}

/* Divide the powers of the shifts out of the images modulo primes first ... first + count - 1
 * of the plan. */
void clm_window_unwrap(const clm_plan *plan, uint32_t *residues, size_t first, size_t count);

/* Whether all coefficients outside the window vanish modulo these primes: a single wrong value
 * at one point changes every one of them. *prime and *index: one that does not vanish. */
bool clm_window_is_clean(const clm_plan *plan, const uint32_t *residues, size_t first,
                         size_t count, size_t *prime, size_t *index);

/* The exponents of x of the least and of the greatest term of all images modulo the first prime;
 * false if they have none. */
bool clm_window_ends(const clm_plan *plan, const uint32_t *residues, uint64_t *valuation,
                     uint64_t *degree);

#endif
