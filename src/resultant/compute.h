/* The modular scheme from polynomials to polynomials, over Z and F_p. */
#ifndef CLM_RESULTANT_COMPUTE_H
#define CLM_RESULTANT_COMPUTE_H

#include "resultant/task.h"

/* The task's results := those of f and g as they are. Contents come out first, what is left is
 * bounded, an engine makes its images and lifts them, and contents come back. Modulo a prime p,
 * which is then the only one, there are as many points as the bounds on exponents ask for; where
 * F_p has not so many, or where that should take less time, it is computed over Z. Nothing is
 * checked but the size of the answer.
 *
 * Out:    task->record  filled also on failure
 * Pre:    f and g are not zero, and not both free of y; modulo p their coefficients are in [0, p)
 *         and their degrees in y at least 1; for 3 results degrees in y are at least 1, and not
 *         both 1
 * Errors: those of clmodp_resultant; results are unspecified then */
clmodp_status clm_compute(clmodp_context *ctx, const clm_task *task);

#endif
