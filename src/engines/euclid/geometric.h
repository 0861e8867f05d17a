/* Constants for points in geometric progression. */
#ifndef CLM_ENGINES_EUCLID_GEOMETRIC_H
#define CLM_ENGINES_EUCLID_GEOMETRIC_H

#include "engines/euclid/plan.h"

/* The points of the only prime of a plan with points in geometric progression: words[k],
 * k < count, Montgomery. Pre: count is at most the plan's points */
void clm_geometric_points(uint32_t *words, size_t count, const clm_euclid_plan *plan);

/* Whether values have to be divided before they are interpolated: by x^lowered at each point. */
bool clm_geometric_divides(const clm_euclid_plan *plan);

/* words[k] := x^lowered at these points. */
void clm_geometric_divisors(uint32_t *words, size_t count, const clm_euclid_plan *plan);

#endif
