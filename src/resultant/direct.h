/* Resultants so small that integers of 128 bits have them: no primes, no points. */
#ifndef CLM_RESULTANT_DIRECT_H
#define CLM_RESULTANT_DIRECT_H

#include <clmodp/resultant.h>

#include "device/context.h"

/* What a thread keeps from one problem to the next. */
typedef struct clm_direct {
    const clmodp_resultant_options *options; /* of clm_call_read */
    uint64_t prime; /* of the final check */
    clmodp_zx *r;   /* owned; where results are made: NULL, or what a problem had before */
} clm_direct;

/* Whether small problems are solved this way: nothing in the options asks for another. */
bool clm_direct_serves(const clmodp_context *context, const clmodp_resultant_options *options);

/* Solve a resultant or a discriminant over Z that is small, check it with numbers from `seed`, and
 * fill its report. False: nothing has changed, and the problem is for others, who also tell what
 * is wrong with it. */
bool clm_direct_solve(clm_direct *direct, const clmodp_problem *problem, uint64_t seed);

#endif
