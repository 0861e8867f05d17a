/* Determinants of pencils A + x B modulo an odd prime on the host. */
#ifndef CLM_ARITH_PENCIL_H
#define CLM_ARITH_PENCIL_H

#include "arith/mont64.h"
#include "core/error.h"

/* Returns the words of scratch memory for order n. */
static inline size_t clm_mont64_pencil_work(size_t n)
{
    return (n + 1) * (n + 2) / 2;
}

/* Sets out[0], ..., out[n] to the coefficients of det(A + x B), for any matrices, singular ones
 * too.
 *
 * In:     a, b  in Montgomery form, row by row; destroyed
 *         work  clm_mont64_pencil_work(n) words
 *         poll  called for each column; a status other than OK is returned at once
 * Cost:   about 5/2 n^3 products, n^2 / 2 inversions
 * Source: elimination brings A to Hessenberg's form and B to triangular form [Moler, Stewart
 *         1973], with a recurrence for leading minors as in [Cohen 1993, 2.2.4] */
clmodp_status clm_mont64_pencil(uint64_t *out, uint64_t *a, uint64_t *b, size_t n, uint64_t *work,
                                const clm_mont64 *field, clmodp_status (*poll)(void *user),
                                void *user);

#endif
