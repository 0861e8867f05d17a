/* Resultants and discriminants so small that integers of 128 bits hold them: no primes, no points.
 */
#ifndef CLM_RESULTANT_SMALL_H
#define CLM_RESULTANT_SMALL_H

#include <clmodp/resultant.h>

#include "opencl/context.h"

/* The state that a thread keeps from one problem to the next. */
typedef struct clm_small {
    const clmodp_resultant_options *options; /* of clm_task_read_options */
    uint64_t prime; /* of the final check */
    clmodp_zx *r;   /* owned; NULL, or a polynomial that results are made in */
} clm_small;

/* Whether small problems are computed this way: nothing in the options asks for another. */
bool clm_small_serves(const clmodp_context *context, const clmodp_resultant_options *options);

/* Computes a resultant or a discriminant over Z that is small, checks it with numbers from `seed`,
 * and fills its report. False: nothing has changed, and the problem is left to the engines, whose
 * messages also explain what is wrong with it. */
bool clm_small_compute(clm_small *scratch, const clmodp_problem *problem, uint64_t seed);

#endif
