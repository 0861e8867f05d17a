/* Polynomials of a batch in an application's memory; kernels only.
 *
 *     rows     a0[0] a0[1] a0[2] ... | a1[0] a1[1] a1[2] ... |
 *     tiles    a0[0] a1[0] ... | a0[1] a1[1] ... |             T polynomials side by side */
#ifndef CLM_RESIDENT_H
#define CLM_RESIDENT_H

#include "resident_shape.h"

/* Returns the index of the constant term of pair k of the part. */
static inline u32 resident_at(resident_polys polys, u32 k, u32 first, u32 step)
{
    const u32 pair = first + k;

    return polys.at + (step == 1 ? pair * polys.count : pair / T * T * polys.count + pair % T);
}

/* Returns the number of coefficients of a polynomial without leading zeros. */
static inline u32 resident_count(global const u32 *c, u32 count, u32 step)
{
    while (count > 0 && c[(size_t)(count - 1) * step] == 0)
        count--;
    return count;
}

#endif
