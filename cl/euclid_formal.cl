/* Resultants of the few lanes that lockstep Euclid could not do: plain Euclid with branches,
 * one work-item a lane, from the residues on.
 *
 * Formal degrees: with deg f = n and deg g = m as written, leading coefficients included that
 * vanish, R(f, g) is the determinant of the Sylvester matrix. Then
 *
 *     f_n = g_m = 0:  R = 0
 *     f_n = 0:        R_{n,m}(f, g) = (-1)^m * g_m * R_{n-1,m}(f, g)
 *     g_m = 0:        R_{n,m}(f, g) = f_n * R_{n,m-1}(f, g)
 *     n >= m:         R_{n,m}(f, g) = R_{n,m}(f - f_n / g_m * y^(n-m) * g, g)
 *     n < m:          R_{n,m}(f, g) = R_{n,m}(f, g - g_m / f_n * y^(m-n) * f)
 *
 * and so on until one of the degrees is 0. */
#include "euclid_formal_shape.h"
#include "fp.h"
#include "prime_info.h"

/* f, constant first, at a point x in Montgomery form. */
static inline u32 euclid_formal_value(global const u32 *f, u32 length, u32 x, fp_field field)
{
    u32 value = 0;

    while (length > 0)
        value = fp_add(fp_mul(value, x, field), f[--length], field);
    return value;
}

/* f <- f - f_n / g_m * y^(n-m) * g; inverse = 1 / g_m. */
static inline void euclid_formal_cancel(global u32 *f, u32 n, global const u32 *g, u32 m,
                                        u32 inverse, size_t stride, fp_field field)
{
    const u32 quotient = fp_mul(f[n * stride], inverse, field);

    f += (n - m) * stride;
    for (u32 i = 0; i <= m; i++)
        f[i * stride] = fp_sub(f[i * stride], fp_mul(quotient, g[i * stride], field), field);
}

/* R(f, g) with formal degrees n, m; coefficients are `stride` words apart and destroyed. */
static u32 euclid_formal_resultant(global u32 *f, u32 n, global u32 *g, u32 m, size_t stride,
                                   fp_field field)
{
    u32 result = field.one, inverse_of = 0, inverse = 0;

    while (n > 0 && m > 0) {
        const u32 fn = f[n * stride], gm = g[m * stride], divisor = n >= m ? gm : fn;

        if (fn == 0 && gm == 0)
            return 0;
        if (fn == 0) {
            result = fp_mul(result, m % 2 != 0 ? fp_neg(gm, field) : gm, field);
            n--;
        } else if (gm == 0) {
            result = fp_mul(result, fn, field);
            m--;
        } else {
            if (inverse_of != divisor)
                inverse = fp_inv(divisor, field);
            inverse_of = divisor;
            if (n >= m)
                euclid_formal_cancel(f, n, g, m, inverse, stride, field);
            else
                euclid_formal_cancel(g, m, f, n, inverse, stride, field);
        }
    }
    if (m == 0)
        return fp_mul(result, fp_pow(g[0], n, field), field);
    return fp_mul(result, fp_pow(f[0], m, field), field);
}

/* Lanes flagged[first ... first + items - 1], one a work-item; rows: (offset, length) of the
 * polynomials in x. scratch: p + q + 2 words an item, interleaved. */
kernel void euclid_formal_lanes(global u32 *numerator, global u32 *denominator,
                                global u32 *scratch, global const u32 *flagged,
                                global const u32 *residues, global const uint2 *rows,
                                global const prime_info *info, const euclid_formal_batch batch)
{
    const u32 item = (u32)get_global_id(0);

    if (item >= batch.items)
        return;

    const u32 lane = flagged[batch.first + item], prime = lane / batch.lanes;

    if (prime >= batch.primes) /* a count that was misread leads to words that are no lanes */
        return;

    const fp_field field = info[prime].field;
    const u32 x = fp_mul(info[prime].shift, fp_pow(info[prime].root, lane % batch.lanes, field),
                         field);
    global const u32 *f = residues + (size_t)prime * batch.residues;

    for (u32 r = 0; r < batch.p + batch.q + 2; r++)
        scratch[(size_t)r * batch.items + item] =
            euclid_formal_value(f + rows[r].x, rows[r].y, x, field);
    numerator[lane] = euclid_formal_resultant(
        scratch + item, batch.p, scratch + (size_t)(batch.p + 1) * batch.items + item, batch.q,
        batch.items, field);
    denominator[lane] = field.one;
}
