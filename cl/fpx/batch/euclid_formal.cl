/* Resultants of the few lanes unlucky in lockstep Euclid, by Euclid's algorithm with formal
 * degrees (cl/fpx/batch/formal.h), one work-item per lane.
 *
 * Its rules hold for the first subresultant, too, with m - 1 for m in the sign, until one of the
 * degrees is 1. Then S_1 is b_1^(d-2) * b, with deg b = 1 and d the other degree. */
#include "euclid_formal_shape.h"
#include "formal.h"
#include "horner.h"
#include "../../arith/prime_info.h"

#ifdef EUCLID_FORMAL_HAS_PLACES
#define EUCLID_FORMAL_PLACE(r) place[r]
#else
#define EUCLID_FORMAL_PLACE(r) (r)
#endif

/* Computes s_10 and s_11 if one degree is 1 and the other is larger. odd: decrements of deg f. */
static void euclid_formal_s1(global u32 *s, u32 plane, const formal_pair *c, u32 odd)
{
    const fp_field field = c->field;
    global const u32 *b = c->m == 1 ? c->g : c->f;
    const u32 upper = b[c->stride], power = (c->m == 1 ? c->n : c->m) - 2;
    const u32 factor = fp_mul(odd % 2 != 0 ? fp_neg(c->factor, field) : c->factor,
                              fp_pow(upper, power, field), field);

    s[0] = fp_mul(factor, b[0], field);
    s[plane] = fp_mul(factor, upper, field);
}

/* Computes lanes unlucky[first ... first + items - 1], one per work-item. rows: (offset, length)
 * of the polynomials in x. place: index of each row among p + q + 2; others are 0. scratch: p + q
 * + 2 words per item, interleaved. */
kernel void euclid_formal_lanes(global u32 *numerator, global u32 *denominator,
                                global u32 *scratch, global const u32 *unlucky,
                                global const u32 *residues, global const uint2 *rows,
                                global const prime_info *info,
#ifdef EUCLID_FORMAL_HAS_PLACES
                                global const u32 *place,
#endif
                                const euclid_formal_batch batch)
{
    const u32 item = (u32)get_global_id(0);

    if (item >= batch.items)
        return;

    const u32 lane = unlucky[batch.first + item], prime = lane / batch.lanes;

    if (prime >= batch.primes) /* a misread count leads to words that are not lanes */
        return;

    const fp_field field = info[prime].field;
    const u32 x = fp_mul(info[prime].shift, fp_pow(info[prime].root, lane % batch.lanes, field),
                         field);
    global const u32 *f = residues + (size_t)prime * batch.residues;
    formal_pair c = {scratch + item, scratch + (size_t)(batch.p + 1) * batch.items + item,
                            batch.p, batch.q, field.one, 0, 0, batch.items, field};
    bool going = true;

#ifdef EUCLID_FORMAL_HAS_PLACES
    for (u32 r = 0; r < batch.p + batch.q + 2; r++)
        scratch[(size_t)r * batch.items + item] = 0;
#endif
    for (u32 r = 0; r < batch.rows; r++)
        scratch[(size_t)EUCLID_FORMAL_PLACE(r) * batch.items + item] =
            horner_row(f, rows, r, x, field);
    if (batch.plane != 0) {
        global u32 *s = numerator + lane + batch.plane;

        s[0] = s[batch.plane] = 0;
        going = formal_reduce(&c, 1);
        if (going)
            euclid_formal_s1(s, batch.plane, &c, batch.p - c.n);
    }
    going = going && formal_reduce(&c, 0);
    numerator[lane] = going ? formal_resultant(&c) : 0;
    denominator[lane] = field.one;
}
