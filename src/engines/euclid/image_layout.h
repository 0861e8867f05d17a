/* What interpolation leaves of an output modulo one prime, and where its image is in that.
 *
 * Of several cosets it is joined from all (fpx/cosets.h), and begins with the image.
 *
 * Of one coset it is the output modulo x^m - s^m, m points and s the shift of the prime:
 * coefficient i stands at index i mod m, with the factor s^(m floor(i / m)). Only the window
 * valuation ... valuation + width - 1, width <= m, can be non-zero, so nothing overlaps. */
#ifndef CLM_ENGINES_EUCLID_IMAGE_LAYOUT_H
#define CLM_ENGINES_EUCLID_IMAGE_LAYOUT_H

#include "engines/euclid/plan.h"

/* image := the window, without the powers of the shift. Returns whether all coefficients outside
 * vanish: a single wrong value at one point changes every one of them; of several cosets, those m
 * with the highest powers of x at least.
 *
 * Out:    image         plan->base.width words
 *         index         of one that does not vanish
 * In:     coefficients  plan->base.points words */
bool clm_image_layout_read(const clm_euclid_plan *plan, uint32_t *image,
                           const uint32_t *coefficients, size_t prime, size_t *index);

#endif
