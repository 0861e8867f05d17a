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

/* Fills table[e] with root^(s.exponent * e), e < split. */
static inline void evaluate_roots(global u32 *table, u32 root, fp_field f, evaluate_shape s)
{
    u32 z = fp_pow(root, s.exponent, f), power = f.one;

    for (u32 e = 0; e < s.split; e++) {
        table[e] = power;
        power = fp_mul(power, z, f);
    }
}

/* Computes the powers of each lane's point: scratch[powers ...] has tiles of T lanes with `words`
 * words. A work-item fills `run` consecutive vectors, only the first of which needs a power with
 * an arbitrary exponent. With s.exponent > 0 also fills the tables of roots. */
static inline void evaluate_powers(global u32 *scratch, global const prime_info *info,
                                   evaluate_shape s, u32 item)
{
    u32 words = s.words, vectors = s.count / W;
    u32 begin = item * s.run, end = min(begin + s.run, vectors);
    u32 start[W];
    LANES x = lanes_splat(0), jump = x; /* root^W: ratio of consecutive vectors */

    for (u32 v = begin; v < end; v++) {
        u32 lane = s.first + v * W, k = lane % s.lanes, place = lane / s.lanes - s.first_prime;
        prime_info prime = info[s.first_prime + place];
        fp_field f = prime.field;
        global LAZY *out =
            (global LAZY *)(scratch + s.powers + TILE_INDEX((size_t)v * W, words, 0, T));

        if (k == 0 && s.exponent > 0)
            evaluate_roots(scratch + s.roots + (size_t)place * s.split, prime.root, f, s);
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

/* strips[c * blocks + block]: the steps before sum c of the block in a prime's packed
 * coefficients, and the steps of this sum in the block's longest row. Fills those of c = `first`,
 * first + by, ... */
static inline void evaluate_strips(global uint2 *strips, u32 block, u32 before, u32 length,
                                   u32 first, u32 by, evaluate_shape s)
{
    u32 count = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    u32 steps = (length + s.split - 1) / s.split;

    for (u32 c = first; c < s.split; c += by)
        strips[c * count + block] =
            (uint2)(before + c * steps, length > c ? (length - c - 1) / s.split + 1 : 0);
}

/* packed[prime][block][c][step][row of the block]: coefficient c + split * step, balanced, or 0
 * beyond the end of the row. Copies a run of the block's rows row, row + 1, ... of one prime; a
 * prime has at most `runs` runs. The first runs of blocks also list strips. */
static inline void evaluate_pack(global u32 *scratch, global const u32 *residues,
                                 global const uint2 *table, global const u32 *blocks,
                                 global const prime_info *info, evaluate_shape s, u32 primes,
                                 u32 runs, u32 item)
{
    u32 parts = EVALUATE_BLOCK / EVALUATE_PACK_ROWS(W), part = item % parts;
    u32 run = item / parts % runs, prime = item / parts / runs;
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
    u32 end = min(begin + EVALUATE_PACK_RUN, length), p = info[s.first_prime + prime].field.p;
    u32 before = evaluate_first_unit(blocks, block, s.split) * s.split;
    u32 row = part * EVALUATE_PACK_ROWS(W), c = begin % s.split;
    global const u32 *in = residues + (size_t)(s.first_prime + prime) * s.residues;
    global u32 *packed =
        scratch + s.packed + ((size_t)prime * s.steps * s.split + before) * EVALUATE_BLOCK;
    uint2 own[EVALUATE_PACK_ROWS(W)];

    if (begin == 0)
        evaluate_strips((global uint2 *)(scratch + s.strips), block, before, length,
                        prime * parts + part, primes * parts, s);
    for (u32 r = 0; r < EVALUATE_PACK_ROWS(W); r++) {
        u32 own_row = block * EVALUATE_BLOCK + row + r;

        own[r] = own_row < s.rows ? table[s.first_row + own_row] : (uint2)(0, 0);
    }
    packed += ((size_t)c * steps + begin / s.split) * EVALUATE_BLOCK + row;
    for (u32 i = begin; i < end; i++) {
#pragma unroll
        for (u32 r = 0; r < EVALUATE_PACK_ROWS(W); r++) {
            u32 v = i < own[r].y ? in[own[r].x + i] : 0;

            packed[r] = v > p >> 1 ? v - p : v;
        }
        packed += steps * EVALUATE_BLOCK;
        if (++c == s.split) {
            c = 0;
            packed -= ((size_t)s.split * steps - 1) * EVALUATE_BLOCK;
        }
    }
}

/* Computes powers by the first `power_items` work-items; packs coefficients and lists strips by
 * the others. */
kernel void evaluate_prepare(global u32 *scratch, global const u32 *residues,
                             global const uint2 *table, global const u32 *blocks,
                             global const prime_info *info, evaluate_shape s, u32 power_items,
                             u32 primes, u32 runs)
{
    u32 id = get_global_id(0);

    if (id < power_items)
        evaluate_powers(scratch, info, s, id);
    else
        evaluate_pack(scratch, residues, table, blocks, info, s, primes, runs, id - power_items);
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
        LANES value[EVALUATE_BLOCK], greatest = lanes_splat(0);

        sums_block(value, 1, &greatest, powers, c,
                   packed + (size_t)strips[strip].x * EVALUATE_BLOCK, strips[strip].y, f, s);
        if (sums_exceed(greatest, f))
            sums_settle(value, 1, f);
#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            if (r < rows)
                lanes_store(value[r], out + ((size_t)(row + r) * s.split + c) * T);
    }
}
