/* What the image of R modulo one prime holds, and where.
 *
 * The image is R modulo x^m - s^m, m points and s the shift of the prime: coefficient i of
 * R stands at index i mod m, with the factor s^(m floor(i / m)). Of R only the window
 * valuation ... valuation + width - 1, width <= m, can be non-zero, so nothing overlaps. */
#ifndef CLM_RESULTANT_WINDOW_H
#define CLM_RESULTANT_WINDOW_H

#include "resultant/plan.h"

/* Divide the powers of the shifts out of the images modulo primes first ... first + count - 1
 * of the plan. residues: plan->points words a prime, beginning with prime 0. */
void clm_window_unwrap(const clm_plan *plan, uint32_t *residues, size_t first, size_t count);

/* Whether all coefficients outside the window vanish modulo these primes: a single wrong value
 * at one point changes every one of them. *prime and *index: one that does not vanish. */
bool clm_window_is_clean(const clm_plan *plan, const uint32_t *residues, size_t first,
                         size_t count, size_t *prime, size_t *index);

/* The exponents of x of the least and of the greatest term of an image; false if it has
 * none. */
bool clm_window_ends(const clm_plan *plan, const uint32_t *image, uint64_t *valuation,
                     uint64_t *degree);

#endif
