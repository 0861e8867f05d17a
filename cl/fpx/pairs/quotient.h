/* Division by polynomials made monic, one pair per lane: sweeps of lockstep Euclid
 * (../batch/euclid_division.h) without scaling; kernels only.
 *
 * b is then in Montgomery form, and a is not, so that their products are ordinary residues. A
 * sweep eliminates two leading coefficients, and two coefficients of the quotient replace them. */
#ifndef CLM_QUOTIENT_H
#define CLM_QUOTIENT_H

#include "tiles.h"
#include "../batch/euclid_division.h"

/* a := the remainder modulo a monic b in its first m rows, and the quotient above. m >= 1 */
static inline void quotient_sweeps(global LAZY *a, int n, global const LAZY *b, int m,
                                 tiles_lanes own)
{
    const int s = TILES_STRIDE;
    int shift = n - m;

    for (; shift > 0; shift -= 2) {
        global LAZY *w = a + (shift - 1) * s;
        const LAZY x = lazy_balance(w[(m + 1) * s], own.prime);
        const LAZY y = lazy_balance(w[m * s], own.prime) -
                       lazy_balance(lazy_mul(x, b[(m - 1) * s], own.prime), own.prime);

        (void)euclid_sweep(w, b, m, own.one, own.prime);
        w[(m + 1) * s] = x;
        w[m * s] = lazy_balance(y, own.prime);
    }
    if (shift == 0)
        euclid_single(a, b, m, own.one, own.prime);
}

/* Divides a, of degree n, by b, of degree m >= 1, both with words in [0, p). b becomes b / lc(b)
 * in Montgomery form, and a the result of quotient_sweeps. Returns R^2 / lc(b), b's factor. */
static inline LAZY quotient_divide(global LAZY *a, int n, global LAZY *b, int m, tiles_lanes own)
{
    const LAZY inverse = lazy_inverse(lazy_balance(b[m * TILES_STRIDE], own.prime), own.one,
                                      own.prime);

    for (int i = 0; i <= n; i++)
        a[i * TILES_STRIDE] = lazy_settle(a[i * TILES_STRIDE], own.prime);
    for (int i = 0; i <= m; i++)
        b[i * TILES_STRIDE] = lazy_mul(lazy_balance(b[i * TILES_STRIDE], own.prime), inverse,
                                       own.prime);
    quotient_sweeps(a, n, b, m, own);
    return inverse;
}

#endif
