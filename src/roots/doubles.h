/* Vectors of LANES doubles, a number that the including source defines: as many at each level of
 * vector instructions, so that sums do not depend on the level. */
#ifndef CLM_ROOTS_DOUBLES_H
#define CLM_ROOTS_DOUBLES_H

#include <stddef.h>
#include <stdint.h>

typedef double numbers __attribute__((vector_size(8 * LANES)));
typedef double numbers_unaligned __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef int64_t words __attribute__((vector_size(8 * LANES)));

static inline void load(numbers *to, const double *from)
{
    *to = *(const numbers_unaligned *)from;
}

static inline double total(const numbers *of)
{
    double sum = 0;

    for (size_t i = 0; i < LANES; i++)
        sum += (*of)[i];
    return sum;
}

#endif
