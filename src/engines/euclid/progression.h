/* From values at a geometric progression to coefficients. */
#ifndef CLM_ENGINES_EUCLID_PROGRESSION_H
#define CLM_ENGINES_EUCLID_PROGRESSION_H

#include "fpx/lanes.h"
#include "engines/euclid/plan.h"

/* coefficients := those of R / x^lowered, integers in [0, p), for the only prime of a plan with
 * points in progression.
 *
 * InOut:  values   those of R, lanes->lanes words, Montgomery, and of further results, each behind
 *                  the one before; those of R are overwritten
 * In:     result   0 for R, or which of the others is to take its place
 * Out:    points   at least plan->base.points words: the points
 *         scratch  at least clm_vandermonde_scratch() words for one prime
 *         words    plan->base.points words of the host's, for transfers
 * Cost:   that of clm_vandermonde
 * Errors: those of clm_vandermonde, DEVICE */
clmodp_status clm_progression_interpolate(clmodp_context *ctx, const clm_buffer *coefficients,
                                          const clm_buffer *values, size_t result,
                                          const clm_buffer *points, const clm_buffer *scratch,
                                          uint32_t *words, const clm_euclid_plan *plan,
                                          const clm_lanes *lanes, double progress);

#endif
