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
 * and so on until one of the degrees is 0. The same holds for the first subresultant with
 * m - 1 in the place of m in the sign, until one of the degrees is 1: then it is b_1^(d-2) * b,
 * b the polynomial of that degree and d the other's. */
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

/* Two polynomials on their way down; coefficients are `stride` words apart and destroyed. */
typedef struct euclid_formal_pair {
    global u32 *f, *g;
    u32 n, m;                /* formal degrees */
    u32 factor;              /* R of the pair at first is factor * R(f, g) */
    u32 inverse_of, inverse; /* the last divisor's leading coefficient */
    size_t stride;
    fp_field field;
} euclid_formal_pair;

/* On until one of the degrees is `least`; false if R = S_1 = 0 shows before. */
static bool euclid_formal_reduce(euclid_formal_pair *c, u32 least)
{
    const fp_field field = c->field;

    while (c->n > least && c->m > least) {
        const u32 fn = c->f[c->n * c->stride], gm = c->g[c->m * c->stride];
        const u32 divisor = c->n >= c->m ? gm : fn;

        if (fn == 0 && gm == 0)
            return false;
        if (fn == 0) {
            c->factor = fp_mul(c->factor, c->m % 2 != 0 ? fp_neg(gm, field) : gm, field);
            c->n--;
        } else if (gm == 0) {
            c->factor = fp_mul(c->factor, fn, field);
            c->m--;
        } else {
            if (c->inverse_of != divisor)
                c->inverse = fp_inv(divisor, field);
            c->inverse_of = divisor;
            if (c->n >= c->m)
                euclid_formal_cancel(c->f, c->n, c->g, c->m, c->inverse, c->stride, field);
            else
                euclid_formal_cancel(c->g, c->m, c->f, c->n, c->inverse, c->stride, field);
        }
    }
    return true;
}

/* R where one of the degrees is 0. */
static u32 euclid_formal_resultant(const euclid_formal_pair *c)
{
    const u32 base = c->m == 0 ? c->g[0] : c->f[0], power = c->m == 0 ? c->n : c->m;

    return fp_mul(c->factor, fp_pow(base, power, c->field), c->field);
}

/* s_10 and s_11 where one of the degrees is 1 and the other more; `odd`: how often f's degree
 * has fallen. */
static void euclid_formal_minors(global u32 *s, u32 plane, const euclid_formal_pair *c, u32 odd)
{
    const fp_field field = c->field;
    global const u32 *b = c->m == 1 ? c->g : c->f;
    const u32 upper = b[c->stride], power = (c->m == 1 ? c->n : c->m) - 2;
    const u32 factor = fp_mul(odd % 2 != 0 ? fp_neg(c->factor, field) : c->factor,
                              fp_pow(upper, power, field), field);

    s[0] = fp_mul(factor, b[0], field);
    s[plane] = fp_mul(factor, upper, field);
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
    euclid_formal_pair c = {scratch + item, scratch + (size_t)(batch.p + 1) * batch.items + item,
                            batch.p, batch.q, field.one, 0, 0, batch.items, field};
    bool going = true;

    for (u32 r = 0; r < batch.p + batch.q + 2; r++)
        scratch[(size_t)r * batch.items + item] =
            euclid_formal_value(f + rows[r].x, rows[r].y, x, field);
    if (batch.plane != 0) {
        global u32 *s = numerator + lane + batch.plane;

        s[0] = s[batch.plane] = 0;
        going = euclid_formal_reduce(&c, 1);
        if (going)
            euclid_formal_minors(s, batch.plane, &c, batch.p - c.n);
    }
    going = going && euclid_formal_reduce(&c, 0);
    numerator[lane] = going ? euclid_formal_resultant(&c) : 0;
    denominator[lane] = field.one;
}
