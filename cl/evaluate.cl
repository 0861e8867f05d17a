/* Values of many short polynomials at the same points: a Vandermonde matrix product.
 *
 * Every lane first gets a table of powers of its point x; a value is then a plain sum of
 * products: one multiplication a coefficient, where Horner's rule would multiply three times
 * to reduce. A work-item takes the rows in blocks that share each load of a power.
 *
 *           x^0 x^1 ... of W points        Other ways split a row by exponent mod r: sum c has
 *         [ ::::::::::::::::::::: ]        the coefficients a_c, a_(c+r), ...; here that is
 *   row 0 [ a0 a1 a2 ...          ]        only another order of the same products. The plain
 *    ...    EVALUATE_BLOCK rows            way has r = 1.
 *   row 5 [ f0 f1 f2 ...          ]
 *
 * Powers and coefficients are balanced, |v| < p/2, for the sums of cl/sums.h. */
#include "evaluate_shape.h"
#include "lanes.h"
#include "prime_info.h"
#include "sums.h"
#include "tile.h"

/* [0, p) to |v| < p/2. */
static inline LAZY evaluate_balance(LANES v, fp_field f)
{
    LAZY word = lazy_as_words(v), p = (LAZY)((int)f.p);

    return word - lazy_where(word > p >> 1, p);
}

/* scratch[powers ...]: tiles of T lanes with `words` words: the powers of the lane's point.
 * A work-item fills `run` consecutive vectors, so that only the first costs a power with an
 * exponent of its own. */
kernel void evaluate_powers(global u32 *scratch, global const prime_info *info,
                            evaluate_shape s)
{
    u32 words = s.words, vectors = s.count / W;
    u32 begin = get_global_id(0) * s.run, end = min(begin + s.run, vectors);
    u32 start[W];
    LANES x = lanes_splat(0), jump = x; /* root^W: from a vector to the next */

    for (u32 v = begin; v < end; v++) {
        u32 lane = s.first + v * W, k = lane % s.lanes;
        prime_info prime = info[lane / s.lanes];
        fp_field f = prime.field;
        global LAZY *out =
            (global LAZY *)(scratch + s.powers + TILE_INDEX((size_t)v * W, words, 0, T));

        if (v == begin || k == 0) {
            start[0] = fp_mul(prime.shift, fp_pow(prime.root, k, f), f);
            for (u32 j = 1; j < W; j++)
                start[j] = fp_mul(start[j - 1], prime.root, f);
            x = lanes_load(start);
            jump = lanes_splat(fp_pow(prime.root, W, f));
        } else {
            x = lanes_mul(x, jump, f);
        }
        /* Four chains, since one would wait for each product. */
        LANES y[4], x4;
        y[0] = lanes_splat(f.one);
        y[1] = x;
        y[2] = lanes_mul(x, x, f);
        y[3] = lanes_mul(y[2], x, f);
        x4 = lanes_mul(y[2], y[2], f);
        for (u32 i = 0; i < words; i += 4) {
#pragma unroll
            for (u32 d = 0; d < 4; d++) {
                if (i + d < words)
                    out[(size_t)(i + d) * SUMS_STRIDE] = evaluate_balance(y[d], f);
                y[d] = lanes_mul(y[d], x4, f);
            }
        }
    }
}

/* packed[prime][c][block][step][row of the block]: coefficient c + split * step, balanced, 0
 * beyond the row's end. */
kernel void evaluate_pack(global u32 *scratch, global const u32 *residues,
                          global const uint2 *table, global const prime_info *info,
                          evaluate_shape s, u32 primes)
{
    u32 blocks = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    u32 rows = blocks * EVALUATE_BLOCK, length = s.steps * s.split;
    u32 runs = (length + EVALUATE_PACK_RUN - 1) / EVALUATE_PACK_RUN;
    u32 id = get_global_id(0), run = id % runs, row = id / runs % rows;
    u32 prime = id / runs / rows;

    if (prime >= primes)
        return;
    u32 begin = run * EVALUATE_PACK_RUN, end = min(begin + EVALUATE_PACK_RUN, length);
    uint2 own = row < s.rows ? table[s.first_row + row] : (uint2)(0, 0);
    global const u32 *in = residues + (size_t)(s.first_prime + prime) * s.residues + own.x;
    u32 p = info[s.first_prime + prime].field.p;

    u32 sum_words = blocks * s.steps * EVALUATE_BLOCK; /* from sum c to sum c + 1 */
    u32 c = begin % s.split, step = begin / s.split;
    global u32 *out = scratch + s.packed + (size_t)prime * s.split * sum_words +
                      row / EVALUATE_BLOCK * s.steps * EVALUATE_BLOCK + row % EVALUATE_BLOCK;

    for (u32 i = begin; i < end; i++) {
        u32 v = i < own.y ? in[i] : 0;

        out[(size_t)c * sum_words + step * EVALUATE_BLOCK] = v > p >> 1 ? v - p : v;
        if (++c == s.split) {
            c = 0;
            step++;
        }
    }
}

/* scratch[strips + c * blocks + block]: steps of sum c of the longest row of the block. */
kernel void evaluate_strips(global u32 *scratch, global const uint2 *table, evaluate_shape s)
{
    u32 blocks = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    u32 strip = get_global_id(0), c = strip / blocks, row = strip % blocks * EVALUATE_BLOCK;
    u32 longest = 0;

    if (c >= s.split)
        return;
    for (u32 r = row; r < min(row + EVALUATE_BLOCK, s.rows); r++)
        longest = max(longest, table[s.first_row + r].y);
    scratch[s.strips + strip] = longest > c ? (longest - c - 1) / s.split + 1 : 0;
}

/* values: tiles of T lanes, rows * split words a lane: word row * split + c is sum c of the
 * row. */
LANES_KERNEL evaluate_rows(global u32 *values, global const u32 *scratch,
                           global const prime_info *info, evaluate_shape s)
{
    u32 vectors = s.count / W, lane = get_global_id(0) % vectors * W;
    u32 blocks = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    u32 prime = (s.first + lane) / s.lanes;
    size_t strips = (size_t)(prime - s.first_prime) * s.split * blocks;

    if (get_global_id(0) / vectors >= s.parts)
        return;
    fp_field f = info[prime].field;
    global const int *all = (global const int *)scratch + s.packed;
    global const LAZY *powers =
        (global const LAZY *)(scratch + s.powers + TILE_INDEX((size_t)lane, s.words, 0, T));
    global u32 *out = values + TILE_INDEX((size_t)s.target + lane, s.rows * s.split, 0, T);

    for (u32 strip = get_global_id(0) / vectors; strip < s.split * blocks; strip += s.parts) {
        u32 c = strip / blocks, row = strip % blocks * EVALUATE_BLOCK;
        u32 rows = min((u32)EVALUATE_BLOCK, s.rows - row);
        LANES value[EVALUATE_BLOCK];

        sums_block(value, powers, c, all + (strips + strip) * s.steps * EVALUATE_BLOCK,
                   scratch[s.strips + strip], f, s);
#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            if (r < rows)
                lanes_store(value[r], out + ((size_t)(row + r) * s.split + c) * T);
    }
}
