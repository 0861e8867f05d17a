/* Evaluates polynomials in tiles shared by primes: each lane has a separate prime and point.
 *
 * With few points rows are short, and evaluation costs little beside remainder sequences: Horner's
 * rule is enough, with a load a lane. */
#include "evaluate_shared_shape.h"
#include "../../arith/fields.h"
#include "../../arith/prime_info.h"
#include "../../arith/tile.h"

/* Returns in lane i the word residues[from[i]]. */
static inline LANES evaluate_shared_gather(global const u32 *residues, private const size_t *from)
{
    u32 words[W];

#pragma unroll
    for (u32 i = 0; i < W; i++)
        words[i] = residues[from[i]];
    return lanes_load(words);
}

/* Returns the value at x of a row (offset, length), with coefficients from from[i] + offset on. */
static inline LANES evaluate_shared_row(global const u32 *residues, private const size_t *from,
                                        uint2 row, LANES x, fields f)
{
    LANES value = lanes_splat(0);

    residues += row.x;
    if (row.y > 0)
        value = evaluate_shared_gather(residues + row.y - 1, from);
    for (u32 i = row.y; i-- > 1;)
        value = fields_add(fields_mul(value, x, f),
                           evaluate_shared_gather(residues + i - 1, from), f);
    return value;
}

/* values: tiles of T sequences, `rows` words each; table: offset and length of each row. Lanes
 * behind the last sequence repeat it. */
LANES_KERNEL evaluate_shared(global u32 *values, global const u32 *residues,
                             global const uint2 *table, global const prime_info *info,
                             const evaluate_shared_shape s)
{
    const u32 id = get_global_id(0), vector = id % s.vectors, part = id / s.vectors;
    u32 p[W], pinv[W], x[W];
    size_t from[W];

    if (part >= s.parts)
        return;
#pragma unroll
    for (u32 i = 0; i < W; i++) {
        const u32 sequence = min(s.first + vector * W + i, s.sequences - 1);
        const prime_info own = info[sequence / s.points];

        p[i] = own.field.p;
        pinv[i] = own.field.pinv;
        x[i] = fp_mul(own.shift, fp_pow(own.root, sequence % s.points, own.field), own.field);
        from[i] = (size_t)(sequence / s.points) * s.residues;
    }

    const fields f = fields_of(lanes_load(p), lanes_load(pinv));
    const LANES point = lanes_load(x);
    global u32 *out = values + TILE_INDEX((size_t)vector * W, s.rows, 0, T);

    for (u32 row = part; row < s.rows; row += s.parts)
        lanes_store(evaluate_shared_row(residues, from, table[row], point, f),
                    out + (size_t)row * T);
}
