/* Polynomials from their remainders modulo x^m - t_j for c numbers t_j; each launch adds one t_j.
 *
 * A remainder has r_j[i] = sum over k of a[i + k m] t_j^k. For each i these are the values at the
 * t_j of a polynomial of degree below c, so that a[i + k m] is the sum over j of r_j[i] times
 * coefficient k of the Lagrange polynomial of t_j, a weight for all i.
 *
 * Only a window of a is nonzero. If it begins at index `begin`, the coefficients of r_j below that
 * index have wrapped around once more, and so have a further factor t_j:
 *
 *     r_j       | 0 .. begin - 1 | begin .. m - 1 |
 *                   / t_j     \        /
 *                              \      /              * weight 0 ... c - 1
 *     joined    | begin .. m - 1 | 0 .. begin - 1 |  m .. 2 m - 1  | ... | .. c m - 1 |
 *
 * A work-item handles W neighbours of one part; the last may have fewer. */
#include "cosets_shape.h"
#include "../../arith/lanes.h"
#include "../../arith/prime_info.h"

#define COSETS_VECTORS(words) (((words) + W - 1) / W)

/* Adds the terms of one t_j to `joined`. Remainders and results are integers; weights and 1 / t_j
 * are in Montgomery form, so that products are integers, too. */
LANES_KERNEL cosets_add(global u32 *joined, global const u32 *remainders,
                        global const prime_info *info, global const u32 *weights, cosets_shape s)
{
    const u32 head = s.points - s.begin, heads = COSETS_VECTORS(head);
    const u32 id = get_global_id(0), items = heads + COSETS_VECTORS(s.begin);
    const u32 row = id / items, item = id % items;

    if (row >= s.rows)
        return;

    const bool wrapped = item >= heads;
    const u32 first = (wrapped ? item - heads : item) * W;
    const u32 count = (wrapped ? s.begin : head) - first;
    const fp_field f = info[row].field;
    const size_t prime = row % s.images / s.pairs;
    LANES r = lanes_load_some(
        remainders + (size_t)row * s.points + (wrapped ? 0 : s.begin) + first, count);

    weights += (prime * s.cosets + s.coset) * COSETS_WEIGHTS(s.cosets);
    joined += (size_t)row * s.cosets * s.points + (wrapped ? head : 0) + first;
    if (wrapped)
        r = lanes_mul(r, lanes_splat(weights[s.cosets]), f);
    for (u32 k = 0; k < s.cosets; k++, joined += s.points) {
        LANES v = lanes_mul(r, lanes_splat(weights[k]), f);

        if (s.coset > 0)
            v = lanes_add(v, lanes_load_some(joined, count), f);
        lanes_store_some(v, joined, count);
    }
}
