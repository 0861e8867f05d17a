/* From split sums of a row to its values, by a number-theoretic transform of length r.
 *
 * With m = r * m2 points s * w^(k1 * m2 + k2) a value is
 *
 *     X[k1][k2] = sum over c < r of S[c][k2] * z^(c * k1),   z = w^m2, of order r,
 *
 * where S[c], the sum of the terms with exponent = c mod r, depends on k2 alone. So m2
 * transforms of length r run side by side, one a lane, and their roots are the same for
 * all lanes of a prime and all rows: plain words in a table, never vectors.
 *
 *          k2 ->                   Stockham passes of small radices rho: output
 *     c  [ S0 S0 S0 S0 ... ]       q + s * (rho * p + j)  is the sum over i < rho of input
 *     |  [ S1 S1 S1 S1 ... ]       q + s * (p + i * n / rho)  times  z^(s*j*(p + i*n/rho)),
 *     v  [ S2 S2 ...       ]       n = r / s; s grows by the factor rho from pass to pass.
 *
 * [Stockham 1966; Cooley, Tukey 1965]. The last pass leaves rows in natural order, k2
 * fastest, from where transform_store makes tiles: m2 need be no multiple of W or T. */
#include "../arith/lanes.h"
#include "../arith/prime_info.h"
#include "../arith/tile.h"
#include "transform_shape.h"

/* table[begin + prime * order + e] = root^(exponent * e), e < order. */
kernel void transform_roots(global u32 *table, u32 begin, global const prime_info *info,
                            u32 first_prime, u32 primes, u32 order, u32 exponent)
{
    u32 runs = (order + TRANSFORM_ROOTS_RUN - 1) / TRANSFORM_ROOTS_RUN;
    u32 prime = get_global_id(0) / runs, e = get_global_id(0) % runs * TRANSFORM_ROOTS_RUN;
    u32 end = min(e + TRANSFORM_ROOTS_RUN, order);

    if (prime >= primes)
        return;
    fp_field f = info[first_prime + prime].field;
    u32 z = fp_pow(info[first_prime + prime].root, exponent, f);
    u32 power = fp_pow(z, e, f);

    table += begin + (size_t)prime * order;
    for (; e < end; e++) {
        table[e] = power;
        power = fp_mul(power, z, f);
    }
}

/* a + b mod n, for a, b < n. */
static inline u32 transform_wrap(u32 a, u32 b, u32 n)
{
    u32 sum = a + b;

    return min(sum, sum - n); /* a smaller sum wraps to something greater */
}

/* sum[row][output] of outputs j ... j + TRANSFORM_OUTPUTS - 1 of one butterfly. in: its
 * first input, in rows that lie `row_stride` words apart. Outputs >= radix are repeated. */
static inline void transform_sums(LANES2 *sum, global const u32 *in, size_t row_stride, u32 p,
                                  u32 j, global const u32 *roots, fp_field f,
                                  transform_shape s)
{
    u32 step = s.split / s.radix, e[TRANSFORM_OUTPUTS], add[TRANSFORM_OUTPUTS];

#pragma unroll
    for (u32 d = 0; d < TRANSFORM_OUTPUTS; d++) {
        u32 output = min(j + d, s.radix - 1);

        e[d] = s.stride * p * output; /* < split, since stride * p < split / radix */
        add[d] = output * step;
    }
#pragma unroll
    for (u32 d = 0; d < TRANSFORM_ROWS * TRANSFORM_OUTPUTS; d++)
        sum[d] = 0;
    for (u32 i = 0; i < s.radix; i++) {
        LANES2 x[TRANSFORM_ROWS];

#pragma unroll
        for (u32 r = 0; r < TRANSFORM_ROWS; r++)
            x[r] = lanes_widen(lanes_load(in + r * row_stride));
#pragma unroll
        for (u32 d = 0; d < TRANSFORM_OUTPUTS; d++) {
            u64 root = roots[e[d]];

#pragma unroll
            for (u32 r = 0; r < TRANSFORM_ROWS; r++)
                sum[r * TRANSFORM_OUTPUTS + d] += x[r] * root;
            e[d] = transform_wrap(e[d], add[d], s.split);
        }
        if (i & 1) {
#pragma unroll
            for (u32 d = 0; d < TRANSFORM_ROWS * TRANSFORM_OUTPUTS; d++)
                sum[d] = lanes_fold(sum[d], f);
        }
        in += (size_t)step * T;
    }
}

/* Store the lanes k ... k + W - 1 that are below `points`. */
static inline void transform_put(LANES x, global u32 *out, u32 k, u32 points)
{
    u32 part[W];

    if (k + W <= points) {
        lanes_store(x, out + k);
        return;
    }
    lanes_store(x, part);
    for (u32 j = 0; k + j < points; j++)
        out[k + j] = part[j];
}

/* One pass over all rows of a batch: tiles of T lanes with rows * split words a lane, to
 * such tiles or, in the last pass, to rows of row_words words. */
LANES_KERNEL transform_pass(global u32 *scratch, global const prime_info *info,
                            transform_shape s)
{
    u32 vectors = s.count / W, lane = get_global_id(0) % vectors * W;
    u32 prime = lane / s.lanes, k = lane % s.lanes;
    u32 butterflies = s.split / s.radix;
    u32 units = (s.rows + TRANSFORM_ROWS - 1) / TRANSFORM_ROWS * butterflies;
    bool last = s.stride * s.radix == s.split;

    if (get_global_id(0) / vectors >= s.parts || k >= s.sum_points)
        return;
    fp_field f = info[s.first_prime + prime].field;
    global const u32 *roots = scratch + s.roots + (size_t)prime * s.split;
    size_t tile = TILE_INDEX((size_t)lane, s.rows * s.split, 0, T);
    size_t row_stride = last ? s.row_words : (size_t)s.split * T;
    global u32 *out = scratch + s.to + (last ? (size_t)prime * s.rows * s.row_words : tile);

    for (u32 unit = get_global_id(0) / vectors; unit < units; unit += s.parts) {
        u32 row = unit / butterflies * TRANSFORM_ROWS, p = unit % butterflies / s.stride;
        u32 q = unit % s.stride, first = q + s.stride * s.radix * p;
        u32 rows = min((u32)TRANSFORM_ROWS, s.rows - row);
        global const u32 *in = scratch + s.from + tile +
                               ((size_t)row * s.split + q + s.stride * p) * T;

        for (u32 j = 0; j < s.radix; j += TRANSFORM_OUTPUTS) {
            LANES2 sum[TRANSFORM_ROWS * TRANSFORM_OUTPUTS];

            transform_sums(sum, in, (size_t)(rows - 1) * s.split * T, p, j, roots, f, s);
#pragma unroll
            for (u32 d = 0; d < TRANSFORM_ROWS * TRANSFORM_OUTPUTS; d++) {
                u32 r = d / TRANSFORM_OUTPUTS, output = j + d % TRANSFORM_OUTPUTS;
                u32 index = first + s.stride * output;
                LANES x = lanes_redc(lanes_fold(sum[d], f), f);

                if (r >= rows || output >= s.radix)
                    continue;
                if (last)
                    transform_put(x, out + (row + r) * row_stride + (size_t)index * s.sum_points,
                                  k, s.sum_points);
                else
                    lanes_store(x, out + (row + r) * row_stride + (size_t)index * T);
            }
        }
    }
}

/* values: the rows of the batch from natural order to tiles; padding lanes repeat points. */
kernel void transform_store(global u32 *values, global const u32 *scratch, transform_shape s)
{
    u32 prime_vectors = s.out_lanes / W, vectors = s.count / s.lanes * prime_vectors;
    u32 vector = get_global_id(0) % vectors, part = get_global_id(0) / vectors;
    u32 prime = vector / prime_vectors, k = vector % prime_vectors * W;
    u32 lane = s.target + prime * s.out_lanes + k;
    global const u32 *in = scratch + s.from + (size_t)prime * s.rows * s.row_words;
    global u32 *out = values + TILE_INDEX((size_t)lane, s.out_rows, s.first_row, T);

    if (part >= s.parts)
        return;
    for (u32 row = part; row < s.rows; row += s.parts) {
        global const u32 *from = in + (size_t)row * s.row_words;

        if (k + W <= s.points) {
            lanes_store(lanes_load(from + k), out + (size_t)row * T);
        } else {
            for (u32 j = 0; j < W; j++)
                out[(size_t)row * T + j] = from[(k + j) % s.points];
        }
    }
}
