/* Evaluates many short polynomials at the same points: a product with a Vandermonde matrix. A
 * strip is one sum of a block: the coefficients a_c, a_(c+r), ... of its rows. A table holds the
 * start and length of each strip in the packed coefficients.
 *
 * Every lane first gets a table of powers of its point x. A value is then a sum of products, one
 * multiplication per coefficient; Horner's rule would take three, with reductions. A work-item
 * takes rows in blocks that share each load of a power.
 *
 *           x^0 x^1 ... of W points        Other methods split a row by exponent mod r: sum c has
 *         [ ::::::::::::::::::::: ]        the coefficients a_c, a_(c+r), ... For this kernel the
 *   row 0 [ a0 a1 a2 ...          ]        split only changes the order of the products. The
 *    ...    EVALUATE_BLOCK rows            simplest method has r = 1.
 *   row 5 [ f0 f1 f2 ...          ]
 *
 * Powers and coefficients are balanced, |v| < p/2, for the sums of cl/fpx/batch/sums.h.
 *
 * A block is packed with its longest row's length. Rows of zeros between distant powers of y thus
 * need memory for their values only. blocks[n] is the sum of the lengths before block n; the last
 * entry is the end. */
#include "evaluate_shape.h"
#include "../../arith/lanes.h"
#include "../../arith/prime_info.h"
#include "sums.h"
#include "../../arith/tile.h"

/* Converts a residue from [0, p) to |v| < p/2. */
static inline LAZY evaluate_balance(LANES v, fp_field f)
{
    LAZY word = lazy_as_words(v), p = (LAZY)((int)f.p);

    return word - lazy_where(word > p >> 1, p);
}

/* Computes the powers of each lane's point: scratch[powers ...] has tiles of T lanes with `words`
 * words. A work-item fills `run` consecutive vectors, only the first of which needs a power with
 * an arbitrary exponent. */
kernel void evaluate_powers(global u32 *scratch, global const prime_info *info,
                            evaluate_shape s)
{
    u32 words = s.words, vectors = s.count / W;
    u32 begin = get_global_id(0) * s.run, end = min(begin + s.run, vectors);
    u32 start[W];
    LANES x = lanes_splat(0), jump = x; /* root^W: ratio of consecutive vectors */

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
        /* Four independent chains; a single chain would wait for each product. */
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

/* Returns the first unit of `unit` coefficients in block n; every block begins a new unit. At most
 * one unit per block is unused. blocks: entries of the launch. */
static inline u32 evaluate_first_unit(global const u32 *blocks, u32 n, u32 unit)
{
    return blocks[n] / unit - blocks[0] / unit + n;
}

/* packed[prime][block][c][step][row of the block]: coefficient c + split * step, balanced, or 0
 * beyond the end of the row. One work-item per run of a row; a prime has at most `runs` runs. */
kernel void evaluate_pack(global u32 *scratch, global const u32 *residues,
                          global const uint2 *table, global const u32 *blocks,
                          global const prime_info *info, evaluate_shape s, u32 primes, u32 runs)
{
    u32 id = get_global_id(0), row = id % EVALUATE_BLOCK, run = id / EVALUATE_BLOCK % runs;
    u32 prime = id / EVALUATE_BLOCK / runs;
    u32 block = 0, above = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;

    if (prime >= primes)
        return;
    blocks += s.first_row / EVALUATE_BLOCK;
    while (above - block > 1) { /* the last block that begins with this run or before it */
        u32 middle = (block + above) / 2;

        if (evaluate_first_unit(blocks, middle, EVALUATE_PACK_RUN) <= run)
            block = middle;
        else
            above = middle;
    }
    u32 length = blocks[block + 1] - blocks[block], steps = (length + s.split - 1) / s.split;
    u32 begin = (run - evaluate_first_unit(blocks, block, EVALUATE_PACK_RUN)) * EVALUATE_PACK_RUN;
    u32 end = min(begin + EVALUATE_PACK_RUN, length), own_row = block * EVALUATE_BLOCK + row;
    uint2 own = own_row < s.rows ? table[s.first_row + own_row] : (uint2)(0, 0);
    global const u32 *in = residues + (size_t)(s.first_prime + prime) * s.residues + own.x;
    u32 p = info[s.first_prime + prime].field.p;

    u32 c = begin % s.split, step = begin / s.split;
    size_t strips = (size_t)prime * s.steps + evaluate_first_unit(blocks, block, s.split);
    global u32 *out = scratch + s.packed + strips * s.split * EVALUATE_BLOCK + row;

    for (u32 i = begin; i < end; i++) {
        u32 v = i < own.y ? in[i] : 0;

        out[((size_t)c * steps + step) * EVALUATE_BLOCK] = v > p >> 1 ? v - p : v;
        if (++c == s.split) {
            c = 0;
            step++;
        }
    }
}

/* strips[c * blocks + block]: the steps before sum c of the block in a prime's packed
 * coefficients, and the steps of this sum in the block's longest row. */
kernel void evaluate_list_strips(global u32 *scratch, global const u32 *blocks, evaluate_shape s)
{
    u32 count = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    u32 strip = get_global_id(0), c = strip / count, block = strip % count;
    global uint2 *strips = (global uint2 *)(scratch + s.strips);

    if (c >= s.split)
        return;
    blocks += s.first_row / EVALUATE_BLOCK;

    u32 length = blocks[block + 1] - blocks[block], steps = (length + s.split - 1) / s.split;
    u32 begin = evaluate_first_unit(blocks, block, s.split) * s.split + c * steps;

    strips[strip] = (uint2)(begin, length > c ? (length - c - 1) / s.split + 1 : 0);
}

/* values: tiles of T lanes, rows * split words per lane; word row * split + c is sum c of a
 * row. */
LANES_KERNEL evaluate_rows(global u32 *values, global const u32 *scratch,
                           global const prime_info *info, evaluate_shape s)
{
    lanes_place at = lanes_find(s.count / W);
    u32 blocks = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    u32 prime = (s.first + at.lane) / s.lanes;
    size_t own = (size_t)(prime - s.first_prime) * s.split * s.steps * EVALUATE_BLOCK;

    if (at.part >= s.parts)
        return;
    fp_field f = info[prime].field;
    global const int *packed = (global const int *)scratch + s.packed + own;
    global const uint2 *strips = (global const uint2 *)(scratch + s.strips);
    global const LAZY *powers =
        (global const LAZY *)(scratch + s.powers + TILE_INDEX((size_t)at.lane, s.words, 0, T));
    global u32 *out = values + TILE_INDEX((size_t)s.target + at.lane, s.rows * s.split, 0, T);

    for (u32 strip = at.part; strip < s.split * blocks; strip += s.parts) {
        u32 c = strip / blocks, row = strip % blocks * EVALUATE_BLOCK;
        u32 rows = min((u32)EVALUATE_BLOCK, s.rows - row);
        LANES value[EVALUATE_BLOCK];

        sums_block(value, 1, powers, c, packed + (size_t)strips[strip].x * EVALUATE_BLOCK,
                   strips[strip].y, f, s);
#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            if (r < rows)
                lanes_store(value[r], out + ((size_t)(row + r) * s.split + c) * T);
    }
}
