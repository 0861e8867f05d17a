/* Chains: what a work-item of a case study follows side by side, CHAINS at a time, so that all
 * wait for memory together. What a chain has read says where it goes on; since steps in a row
 * would not wait for that, the next one is made to: that `zero` is 0 no compiler knows. */
#ifndef CLM_STUDIES_CHAINS_H
#define CLM_STUDIES_CHAINS_H

#include "../arith/fp.h"

#ifndef CHAINS
#define CHAINS 1
#endif

/* Steps of each chain, if a work-item has `share` of them. */
#define CHAINS_PART(share) (((share) + CHAINS - 1) / CHAINS)

/* Each chain at the first of its `part` steps; together they have those from `begin` to
 * `end` - 1. */
FP_FN void chains_begin(u32 at[CHAINS], const u32 begin, const u32 end, const u32 part)
{
    for (u32 c = 0; c < CHAINS; c++)
        at[c] = min(begin + c * part, end - 1);
}

/* The step behind `at`, or the last one again; not before `seen` is there. */
FP_FN u32 chains_next(const u32 at, const u32 seen, const u32 zero, const u32 end)
{
    return min(at + 1 + (seen & zero), end - 1);
}

#endif
