/* Random choices of subresultants. */
#ifndef TESTS_SUPPORT_MINORS_H
#define TESTS_SUPPORT_MINORS_H

#include "core/random.h"
#include "fpx/batch/minors.h"

/* Returns subresultants of polynomials of degrees p and q, not both 0: one, the resultant and one,
 * or some in a row, in part only their principal coefficients. */
static inline clm_minors random_minors(clm_random *random, size_t p, size_t q)
{
    const size_t end = (p < q ? p : q) + (p != q); /* behind the greatest index */
    const uint32_t k = (uint32_t)clm_random_below(random, end);
    const uint32_t principal = clm_random_below(random, 4) == 0;

    switch (clm_random_below(random, 4)) {
        case 0: return CLM_MINORS_RESULTANT;
        case 1: return (clm_minors){.first = k, .step = 1, .count = 1, .principal = principal};
        case 2:
            if (k > 0)
                return (clm_minors){.step = k, .count = 2, .principal = principal};
            break;
        default: break;
    }
    return (clm_minors){.step = 1, .count = k + 1, .principal = principal};
}

#endif
