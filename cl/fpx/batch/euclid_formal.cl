/* Computes subresultants of the few lanes unlucky in lockstep Euclid, by Euclid's algorithm with
 * formal degrees (cl/fpx/batch/formal.h), one work-item per lane.
 *
 * Its rules hold for S_k, too, with m - k for m in the sign, until one of the degrees is k. Then
 * S_k is b_k^(d-k-1) * b, with deg b = k and d the other degree. */
#include "euclid_formal_shape.h"
#include "formal.h"
#include "horner.h"
#include "../../arith/prime_info.h"

#ifdef EUCLID_FORMAL_HAS_PLACES
#define EUCLID_FORMAL_PLACE(r) place[r]
#else
#define EUCLID_FORMAL_PLACE(r) (r)
#endif

/* Stores the n-th S_k of a lane, if one degree is k and the other is larger; 0 if it vanishes.
 * odd: decrements of deg f. */
static inline void euclid_formal_minor(global u32 *numerator, u32 n, const formal_pair *c,
                                       u32 odd, bool vanishes, euclid_minors minors)
{
    const fp_field field = c->field;
    const u32 k = euclid_index(minors, n), length = euclid_length(minors, n);
    global const u32 *b = (c->m == k ? c->g : c->f) + (k + 1 - length) * c->stride;
    u32 factor = 0;

    numerator += (u64)euclid_before(minors, n) * minors.plane;
    if (!vanishes) {
        const u32 power = (c->m == k ? c->n : c->m) - k - 1;
        const u32 sign = (odd & k) % 2 != 0 ? fp_neg(c->factor, field) : c->factor;

        factor = fp_mul(sign, fp_pow(b[(length - 1) * c->stride], power, field), field);
    }
    for (u32 j = 0; j < length; j++)
        numerator[(u64)j * minors.plane] =
            vanishes ? 0 : fp_mul(factor, b[j * c->stride], field);
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
    for (u32 n = batch.minors.count; n-- > 0;) {
        going = going && formal_reduce(&c, euclid_index(batch.minors, n));
        euclid_formal_minor(numerator + lane, n, &c, batch.p - c.n, !going, batch.minors);
        denominator[(u64)n * batch.minors.plane + lane] = field.one;
    }
}
