/* Chains: sequences of memory accesses, each of which depends on the one before; kernels of case
 * studies only.
 *
 * A work-item follows CHAINS chains at a time, so that their waits overlap. Where steps would not
 * depend on the words read, they do by the kernel's argument `zero`, always 0 but unknown to
 * compilers. */
#ifndef CLM_STUDIES_CHAINS_H
#define CLM_STUDIES_CHAINS_H

#include "../arith/fp.h"

#ifndef CHAINS
#define CHAINS 1
#endif

/* Steps of each chain, for a work-item with `share` steps. */
#define CHAINS_PART(share) (((share) + CHAINS - 1) / CHAINS)

/* Places each chain at the first of its `part` steps; all take the steps `begin` to `end` - 1. */
FP_FN void chains_begin(u32 at[CHAINS], const u32 begin, const u32 end, const u32 part)
{
    for (u32 c = 0; c < CHAINS; c++)
        at[c] = min(begin + c * part, end - 1);
}

/* Returns the step after `at`, or the last step again; depends on the loaded word `seen`. */
FP_FN u32 chains_next(const u32 at, const u32 seen, const u32 zero, const u32 end)
{
    return min(at + 1 + (seen & zero), end - 1);
}

#endif
