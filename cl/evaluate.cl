/* Values of many short polynomials at the same points: a Vandermonde matrix product.
 *
 * Every lane first gets a table of the powers of its point x; a value is then a plain sum
 * of products, two of which are added before the double word is folded below p * 2^32: one
 * multiplication a coefficient, where Horner's rule would multiply three times to reduce.
 * A work-item takes the rows in blocks that share each load of a power.
 *
 *           x^0 x^1 ... of W points        The transform way splits a row by exponent mod r:
 *         [ ::::::::::::::::::::: ]        sum c has the coefficients a_c, a_(c+r), ...; here
 *   row 0 [ a0 a1 a2 ...          ]        that is only another order of the same products.
 *    ...    EVALUATE_BLOCK rows            The plain way has r = 1.
 *   row 5 [ f0 f1 f2 ...          ]
 *
 * Rows longer than `window` steps are cut into windows with a Horner step x^(window * r)
 * between them, so that the table stays small. */
#include "evaluate_shape.h"
#include "lanes.h"
#include "prime_info.h"
#include "tile.h"

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
        global u32 *out = scratch + s.powers + TILE_INDEX((size_t)v * W, words, 0, T);

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
                    lanes_store(y[d], out + (size_t)(i + d) * T);
                y[d] = lanes_mul(y[d], x4, f);
            }
        }
    }
}

/* packed[prime][c][block][step][row of the block]: coefficient c + split * step, 0 beyond
 * the row's end, as double words: those broadcast into a multiplication without further ado. */
kernel void evaluate_pack(global ulong *packed, global const u32 *residues,
                          global const u32 *table, evaluate_shape s, u32 primes)
{
    u32 blocks = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    u32 rows = blocks * EVALUATE_BLOCK, length = s.steps * s.split;
    u32 runs = (length + EVALUATE_PACK_RUN - 1) / EVALUATE_PACK_RUN;
    u32 id = get_global_id(0), run = id % runs, row = id / runs % rows;
    u32 prime = id / runs / rows;

    if (prime >= primes)
        return;
    bool real = row < s.rows;
    u32 begin = run * EVALUATE_PACK_RUN, end = min(begin + EVALUATE_PACK_RUN, length);
    u32 own = real ? table[2 * (s.first_row + row) + 1] : 0;
    global const u32 *in = residues + (size_t)(s.first_prime + prime) * s.residues;

    packed += s.packed / 2;
    if (real)
        in += table[2 * (s.first_row + row)];
    for (u32 i = begin; i < end; i++) {
        u32 c = i % s.split, step = i / s.split;
        size_t strip = ((size_t)prime * s.split + c) * blocks + row / EVALUATE_BLOCK;

        packed[(strip * s.steps + step) * EVALUATE_BLOCK + row % EVALUATE_BLOCK] =
            i < own ? in[i] : 0;
    }
}

/* scratch[strips + c * blocks + block]: steps of sum c of the longest row of the block. */
kernel void evaluate_strips(global u32 *scratch, global const u32 *table, evaluate_shape s)
{
    u32 blocks = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    u32 strip = get_global_id(0), c = strip / blocks, row = strip % blocks * EVALUATE_BLOCK;
    u32 longest = 0;

    if (c >= s.split)
        return;
    for (u32 r = row; r < min(row + EVALUATE_BLOCK, s.rows); r++)
        longest = max(longest, table[2 * (s.first_row + r) + 1]);
    scratch[s.strips + strip] = longest > c ? (longest - c - 1) / s.split + 1 : 0;
}

/* sum[r] += coefficient r of each step * power of that step, `steps` of them. */
static inline void evaluate_sums(LANES2 *sum, global const u32 *power, u32 stride,
                                 global const ulong *packed, u32 steps, fp_field f)
{
    u32 step = 0;

    for (; step + 2 <= steps; step += 2) {
        LANES2 x = lanes_widen(lanes_load(power));
        LANES2 y = lanes_widen(lanes_load(power + stride));

#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            sum[r] = lanes_fold(sum[r] + x * packed[r] + y * packed[r + EVALUATE_BLOCK], f);
        power += 2 * stride;
        packed += 2 * EVALUATE_BLOCK;
    }
    if (step < steps) {
        LANES2 x = lanes_widen(lanes_load(power));

#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            sum[r] = lanes_fold(sum[r] + x * packed[r], f);
    }
}

/* values: tiles of T lanes, rows * split words a lane: word row * split + c is sum c of the
 * row. */
kernel void evaluate_rows(global u32 *values, global const u32 *scratch,
                          global const ulong *packed, global const prime_info *info,
                          evaluate_shape s)
{
    u32 vectors = s.count / W, lane = get_global_id(0) % vectors * W;
    u32 blocks = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    u32 prime = (s.first + lane) / s.lanes, words = s.words;

    if (get_global_id(0) / vectors >= s.parts)
        return;
    fp_field f = info[prime].field;
    global const u32 *powers = scratch + s.powers + TILE_INDEX((size_t)lane, words, 0, T);
    global u32 *out = values + TILE_INDEX((size_t)s.target + lane, s.rows * s.split, 0, T);

    packed += s.packed / 2 + (size_t)(prime - s.first_prime) * s.split * blocks * s.steps *
                                 EVALUATE_BLOCK;
    for (u32 strip = get_global_id(0) / vectors; strip < s.split * blocks; strip += s.parts) {
        u32 c = strip / blocks, row = strip % blocks * EVALUATE_BLOCK;
        u32 rows = min((u32)EVALUATE_BLOCK, s.rows - row);
        u32 steps = scratch[s.strips + strip];
        u32 from = steps > s.window ? (steps - 1) / s.window * s.window : 0;
        global const ulong *in = packed + (size_t)strip * s.steps * EVALUATE_BLOCK;
        LANES2 sum[EVALUATE_BLOCK];

#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            sum[r] = 0;
        for (;; from -= s.window) {
            evaluate_sums(sum, powers + (size_t)c * T, s.split * T,
                          in + (size_t)from * EVALUATE_BLOCK, min(steps - from, s.window), f);
            if (from == 0)
                break;
            LANES x = lanes_load(powers + (size_t)(words - 1) * T);
#pragma unroll
            for (u32 r = 0; r < EVALUATE_BLOCK; r++)
                sum[r] = lanes_product(lanes_redc(sum[r], f), x);
        }
#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            if (r < rows)
                lanes_store(lanes_redc(sum[r], f),
                            out + ((size_t)(row + r) * s.split + c) * T);
    }
}
