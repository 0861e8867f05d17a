/* Euclid's algorithm with formal degrees, for one pair of polynomials of any residue type; kernels
 * only.
 *
 * For formal degrees deg f = n and deg g = m, which count leading coefficients even if they
 * vanish, R(f, g) is the determinant of the Sylvester matrix. Then
 *
 *     f_n = g_m = 0:  R = 0
 *     f_n = 0:        R_{n,m}(f, g) = (-1)^m * g_m * R_{n-1,m}(f, g)
 *     g_m = 0:        R_{n,m}(f, g) = f_n * R_{n,m-1}(f, g)
 *     n >= m:         R_{n,m}(f, g) = R_{n,m}(f - f_n / g_m * y^(n-m) * g, g)
 *     n < m:          R_{n,m}(f, g) = R_{n,m}(f, g - g_m / f_n * y^(m-n) * f)
 *
 * and so on until one of the degrees is 0. */
#ifndef CLM_FORMAL_H
#define CLM_FORMAL_H

#include "../../arith/residue.h"

/* The current pair of polynomials, with coefficients `stride` words apart, which are destroyed. */
typedef struct formal_pair {
    global residue *f, *g;
    u32 n, m;                    /* formal degrees */
    residue factor;              /* R of the initial pair is factor * R(f, g) */
    residue inverse_of, inverse; /* the last divisor's leading coefficient */
    size_t stride;
    residue_field field;
} formal_pair;

/* f <- f - f_n / g_m * y^(n-m) * g; inverse = 1 / g_m. */
static inline void formal_cancel(global residue *f, u32 n, global const residue *g, u32 m,
                                 const formal_pair *c)
{
    const residue quotient = residue_mul(f[n * c->stride], c->inverse, c->field);

    f += (n - m) * c->stride;
    for (u32 i = 0; i <= m; i++)
        f[i * c->stride] =
            residue_sub(f[i * c->stride], residue_mul(quotient, g[i * c->stride], c->field),
                        c->field);
}

/* Reduces until one of the degrees is `least`. Returns false if R = 0, since both leading
 * coefficients vanish. */
static inline bool formal_reduce(formal_pair *c, u32 least)
{
    while (c->n > least && c->m > least) {
        const residue fn = c->f[c->n * c->stride], gm = c->g[c->m * c->stride];
        const residue divisor = c->n >= c->m ? gm : fn;

        if (fn == 0 && gm == 0)
            return false;
        if (fn == 0) {
            c->factor =
                residue_mul(c->factor, c->m % 2 != 0 ? residue_neg(gm, c->field) : gm, c->field);
            c->n--;
        } else if (gm == 0) {
            c->factor = residue_mul(c->factor, fn, c->field);
            c->m--;
        } else {
            if (c->inverse_of != divisor)
                c->inverse = residue_inv(divisor, c->field);
            c->inverse_of = divisor;
            if (c->n >= c->m)
                formal_cancel(c->f, c->n, c->g, c->m, c);
            else
                formal_cancel(c->g, c->m, c->f, c->n, c);
        }
    }
    return true;
}

/* Returns R if one of the degrees is 0. */
static inline residue formal_resultant(const formal_pair *c)
{
    const residue power = c->m == 0 ? residue_pow(c->g[0], c->n, c->field)
                                    : residue_pow(c->f[0], c->m, c->field);

    return residue_mul(c->factor, power, c->field);
}

#endif
