/* Small resultants and discriminants without an engine: determinants of integers of 128 bits, and
 * images modulo few primes. */
#ifndef CLM_RESULTANT_SMALL_H
#define CLM_RESULTANT_SMALL_H

#include <clmodp/resultant.h>

#include "arith/mont64.h"
#include "opencl/context.h"

/* State kept by a thread from one problem to the next. */
typedef struct clm_small {
    const clmodp_resultant_options *options; /* as set by clm_task_read_options */
    uint64_t modulus; /* of the last problem modulo a prime; 0: none yet */
    bool alone;     /* not for a batch, which may share launches: also images modulo few primes */
    clm_mont64 prime; /* for the final check */
    clmodp_zx *r;   /* owned; NULL, or the polynomial that results are computed in */
} clm_small;

/* Computes a small resultant or discriminant over Z and checks it with numbers from `seed`, or a
 * small resultant modulo a prime of polynomials free of x; fills its report. Returns false, and
 * changes nothing, if the problem is left to the engines, whose messages also explain invalid
 * problems. */
bool clm_small_compute(clm_small *scratch, const clmodp_problem *problem, uint64_t seed);

#endif
