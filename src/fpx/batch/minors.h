/* The outputs of a computation: coefficients of subresultants, which are minors of the Sylvester
 * matrix, or the determinant of another matrix. The coefficients are ordered by the index k of S_k
 * and, in each S_k, by powers of y, both rising. */
#ifndef CLM_FPX_BATCH_MINORS_H
#define CLM_FPX_BATCH_MINORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* S_k for k = first, first + step, ..., `count` of them. S_0 is the resultant. */
typedef struct clm_minors {
    uint32_t first, step, count;
    uint32_t principal; /* 1: of each S_k only the coefficient of y^k; 32 bits, so that structures
                           have no padding and may be compared as bytes */
    uint32_t order;     /* n > 0: not S_0, but the determinant of the n x n matrix whose entry in
                           row i and column j is the coefficient of y^(i n + j) of f; g is 0 */
} clm_minors;

/* The resultant alone. */
#define CLM_MINORS_RESULTANT ((clm_minors){.step = 1, .count = 1})

static inline bool clm_minors_are_resultant(clm_minors minors)
{
    return minors.first == 0 && minors.count == 1;
}

/* Returns the index k of the n-th of these S_k. */
static inline size_t clm_minors_index(clm_minors minors, size_t n)
{
    return minors.first + n * minors.step;
}

/* Returns the number of coefficients of the n-th S_k. */
static inline size_t clm_minors_length(clm_minors minors, size_t n)
{
    return minors.principal ? 1 : clm_minors_index(minors, n) + 1;
}

/* Returns the power of y of the first coefficient of the n-th S_k. */
static inline size_t clm_minors_lowest(clm_minors minors, size_t n)
{
    return minors.principal ? clm_minors_index(minors, n) : 0;
}

/* Returns the number of coefficients of the first n of these S_k. */
static inline size_t clm_minors_before(clm_minors minors, size_t n)
{
    return minors.principal || n == 0
               ? n
               : n * (minors.first + (size_t)1) + n * (n - 1) / 2 * minors.step;
}

/* Returns the number of all coefficients. */
static inline size_t clm_minors_outputs(clm_minors minors)
{
    return clm_minors_before(minors, minors.count);
}

#endif
