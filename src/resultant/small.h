/* Resultants and discriminants that fit integers of 128 bits, without primes and points. */
#ifndef CLM_RESULTANT_SMALL_H
#define CLM_RESULTANT_SMALL_H

#include <clmodp/resultant.h>

#include "opencl/context.h"

/* State kept by a thread from one problem to the next. */
typedef struct clm_small {
    const clmodp_resultant_options *options; /* as set by clm_task_read_options */
    uint64_t prime; /* for the final check */
    clmodp_zx *r;   /* owned; NULL, or the polynomial that results are computed in */
} clm_small;

/* Tells whether small problems may be computed here: the options require no engine or method. */
bool clm_small_applies(const clmodp_context *context, const clmodp_resultant_options *options);

/* Computes a small resultant or discriminant over Z, checks it with numbers from `seed`, and fills
 * its report. Returns false if nothing has changed: the problem is left to the engines, whose
 * messages also explain invalid problems. */
bool clm_small_compute(clm_small *scratch, const clmodp_problem *problem, uint64_t seed);

#endif
