/* Computes resultants at the few points where the Schur algorithm fails, in any residue type, by
 * Euclid's algorithm with formal degrees (../../fpx/batch/formal.h), one work-item per point. */
#include "euclid_points_shape.h"
#include "../../fpx/batch/formal.h"
#include "../../fpx/batch/horner.h"

/* Computes points listed[first ... first + items - 1], one per work-item, each numbered prime *
 * points + point. rows: (offset, length) of the coefficients of f and g as polynomials in x.
 * scratch: p + q + 2 residues per item, interleaved. */
kernel void euclid_points(global residue *numerator, global residue *denominator,
                          global residue *scratch, global const u32 *listed,
                          global const residue *residues, global const uint2 *rows,
                          global const residue_prime *info, const euclid_points_batch batch)
{
    const u32 item = (u32)get_global_id(0);

    if (item >= batch.items)
        return;

    const u32 number = listed[batch.first + item], prime = number / batch.points;

    if (prime >= batch.primes) /* a corrupted list may have invalid numbers */
        return;

    const residue_field field = info[prime].field;
    const residue x =
        residue_to(info[prime].start + batch.first_point + number % batch.points, field);
    formal_pair pair = {.f = scratch + item,
                        .g = scratch + (size_t)(batch.p + 1) * batch.items + item,
                        .n = batch.p, .m = batch.q, .factor = residue_one(field),
                        .stride = batch.items, .field = field};

    residues += (size_t)prime * batch.residues;
    for (u32 r = 0; r < batch.p + batch.q + 2; r++)
        scratch[(size_t)r * batch.items + item] = horner_row(residues, rows, r, x, field);
    numerator[number] = formal_reduce(&pair, 0) ? formal_resultant(&pair) : (residue)0;
    denominator[number] = residue_one(field);
}
