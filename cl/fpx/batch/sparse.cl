/* Evaluates rows with few coefficients, at 4, 8 or 16 points at once.
 *
 * The kernel works as butterfly.cl, except that sums have a product for each column, a power of x
 * with a coefficient in some row of the block, however far apart these are: several variables
 * packed into x give 153 powers below x^4113. A work-item computes the powers of its lanes first,
 * each as a product of two others, and keeps them while it evaluates all rows. */
#include "sparse_shape.h"
#include "butterfly.h"
#include "evaluate_shape.h"
#include "values.h"
#include "../../arith/lazy.h"
#include "../../arith/prime_info.h"
#include "../../arith/tile.h"

#define SPARSE_STRIDE (T / W) /* distance between consecutive powers, in vectors */
#define SPARSE_BLOCKS(rows) (((rows) + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK)

/* Sorts the columns of each block of rows by exponent mod split. */
kernel void sparse_list(global u32 *scratch, global const u32 *table, sparse_shape s)
{
    u32 blocks = SPARSE_BLOCKS(s.rows), strip = get_global_id(0);
    u32 c = strip / blocks, block = strip % blocks, count = 0;
    global const u32 *first = table + s.powers + block;
    global const uint2 *column =
        (global const uint2 *)(table + SPARSE_COLUMNS(s.powers, blocks));
    global uint2 *out = (global uint2 *)(scratch + s.steps);

    if (c >= s.split)
        return;

    u32 begin = first[0], end = first[1], to = begin;

    for (u32 k = begin; k < end; k++)
        to += column[k].y % s.split < c;
    for (u32 k = begin; k < end; k++)
        if (column[k].y % s.split == c)
            out[to + count++] = column[k];
    ((global uint2 *)(scratch + s.strips))[strip] = (uint2)(to, count);
}

/* packed[prime][step][row of the block]: the coefficients of the columns, balanced, or 0 beyond
 * the end of a row. A work-item handles a row of a strip. */
kernel void sparse_pack(global u32 *scratch, global const u32 *residues,
                        global const uint2 *rows, global const prime_info *info, sparse_shape s)
{
    u32 blocks = SPARSE_BLOCKS(s.rows), id = get_global_id(0), r = id % EVALUATE_BLOCK;
    u32 strip = id / EVALUATE_BLOCK % (blocks * s.split);
    u32 prime = id / EVALUATE_BLOCK / (blocks * s.split);
    u32 row = strip % blocks * EVALUATE_BLOCK + r;

    if (prime >= s.primes)
        return;

    uint2 steps = ((global const uint2 *)(scratch + s.strips))[strip];
    uint2 own = row < s.rows ? rows[row] : (uint2)(0, 0);
    u32 p = info[s.first_prime + prime].field.p;
    global const uint2 *column = (global const uint2 *)(scratch + s.steps);
    global u32 *out = scratch + s.packed + (size_t)prime * s.columns * EVALUATE_BLOCK + r;

    residues += (size_t)(s.first_prime + prime) * s.residues + own.x;
    for (u32 k = steps.x; k < steps.x + steps.y; k++) {
        u32 v = column[k].y < own.y ? residues[column[k].y] : 0;

        out[(size_t)k * EVALUATE_BLOCK] = v > p >> 1 ? v - p : v;
    }
}

/* Returns t - by, or t + by if t is negative. */
LANES_FN lazy_pair sparse_fold(lazy_pair t, LAZY_HALF by)
{
    LAZY_BOTH(t.even += (t.even >> 63 & (by + by)) - by, t.odd += (t.odd >> 63 & (by + by)) - by);
    return t;
}

/* Sets value[r], for each row r of a block, to its sum over a strip, in [0, p). powers: of the
 * lanes; column, packed: from the strip's first step on. */
LANES_FN void sparse_block(private LANES *value, global const LAZY *powers,
                           global const uint2 *column, global const int *packed, u32 steps,
                           fp_field f, sparse_shape s)
{
    lazy_prime prime = lazy_prime_of(f);
    LAZY_HALF by = (LAZY_HALF)((long)f.p * (long)s.fold);
    u32 step = 0, end = s.first;
    const lazy_pair zero = lazy_widen((LAZY)(0));
    lazy_pair sum[EVALUATE_BLOCK];

#pragma unroll
    for (u32 r = 0; r < EVALUATE_BLOCK; r++)
        sum[r] = zero;
    for (;; end += s.window) {
        for (end = min(end, steps); step < end; step++) {
            lazy_pair x = lazy_widen(powers[(size_t)column[step].x * SPARSE_STRIDE]);

#pragma unroll
            for (u32 r = 0; r < EVALUATE_BLOCK; r++)
                sum[r] = lazy_add_product(
                    sum[r], x, lazy_widen((LAZY)(packed[(size_t)step * EVALUATE_BLOCK + r])));
        }
        if (end <= s.unfolded)
            break;
#pragma unroll
        for (u32 r = 0; r < EVALUATE_BLOCK; r++)
            sum[r] = sparse_fold(sum[r], by);
        if (end == steps)
            break;
    }
#pragma unroll
    for (u32 r = 0; r < EVALUATE_BLOCK; r++) {
        LAZY v = lazy_balance(lazy_redc(sum[r], prime), prime);

        value[r] = min(lazy_as_lanes(v), lazy_as_lanes(v) + lanes_splat(f.p));
    }
}

/* Computes the powers of the lanes' points x. */
LANES_FN void sparse_powers(global LAZY *powers, LANES x, global const u32 *table, u32 count,
                            fp_field f)
{
    lazy_prime prime = lazy_prime_of(f);

    powers[0] = lazy_balance(lazy_as_words(lanes_splat(f.one)), prime);
    powers[SPARSE_STRIDE] = lazy_balance(lazy_as_words(x), prime);
    for (u32 n = 2; n < count; n++) {
        lazy_pair a = lazy_widen(powers[(size_t)(table[n] & 0xffff) * SPARSE_STRIDE]);
        lazy_pair b = lazy_widen(powers[(size_t)(table[n] >> 16) * SPARSE_STRIDE]);

        powers[(size_t)n * SPARSE_STRIDE] =
            lazy_balance(lazy_redc(lazy_product(a, b), prime), prime);
    }
}

/* values: tiles of T lanes with to.rows words per lane, for whole primes. A work-item handles a
 * run of vectors of a prime. */
LANES_KERNEL sparse_rows(global u32 *values, global u32 *scratch, global const u32 *table,
                         global const prime_info *info, sparse_shape s)
{
    u32 runs = (s.vectors + s.run - 1) / s.run, item = get_global_id(0), prime = item / runs;
    u32 begin = item % runs * s.run, end = min(begin + s.run, s.vectors);
    u32 blocks = SPARSE_BLOCKS(s.rows), sum_points = s.to.points / s.split, start[W];
    LANES x, jump, value[BUTTERFLY_MOST * EVALUATE_BLOCK];

    if (prime >= s.primes)
        return;

    prime_info own = info[s.first_prime + prime];
    fp_field f = own.field;
    global LAZY *powers =
        (global LAZY *)(scratch + s.table + TILE_INDEX((size_t)item * W, s.powers, 0, T));
    global const int *packed =
        (global const int *)scratch + s.packed + (size_t)prime * s.columns * EVALUATE_BLOCK;
    global const uint2 *strips = (global const uint2 *)(scratch + s.strips);
    global const uint2 *column = (global const uint2 *)(scratch + s.steps);
    global const u32 *roots = scratch + s.roots + (size_t)prime * s.split;

    values += (size_t)(s.to.target + prime * s.to.lanes) * s.to.rows;
    start[0] = fp_mul(own.shift, fp_pow(own.root, begin * W, f), f);
    for (u32 j = 1; j < W; j++)
        start[j] = fp_mul(start[j - 1], own.root, f);
    x = lanes_load(start);
    jump = lanes_splat(fp_pow(own.root, W, f));
    for (u32 k = begin * W; k < end * W; k += W, x = lanes_mul(x, jump, f)) {
        u32 count = min((u32)W, sum_points - k);

        sparse_powers(powers, x, table, s.powers, f);
        for (u32 block = 0; block < blocks; block++) {
            u32 row = block * EVALUATE_BLOCK, rows = min((u32)EVALUATE_BLOCK, s.rows - row);

#pragma unroll VALUES_UNROLL(BUTTERFLY_MOST)
            for (u32 c = 0; c < BUTTERFLY_MOST; c++)
                if (c < s.split) {
                    uint2 strip = strips[c * blocks + block];

                    sparse_block(value + c * EVALUATE_BLOCK, powers, column + strip.x,
                                 packed + (size_t)strip.x * EVALUATE_BLOCK, strip.y, f, s);
                }
            butterfly_block(value, 1, rows, s.split, roots, f);
#pragma unroll VALUES_UNROLL(BUTTERFLY_MOST)
            for (u32 c = 0; c < BUTTERFLY_MOST; c++)
                if (c < s.split)
                    values_put(value + c * EVALUATE_BLOCK, 1, rows, values + (size_t)row * T,
                               butterfly_index(c, s.split) * sum_points + k, count, s.to);
        }
    }
}
