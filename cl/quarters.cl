/* Values at four points at once: x, z*x, -x and -z*x with z of order 4.
 *
 * The points are w^(k1 * m/4 + k2), k1 < 4, k2 < m/4, so that four sums by exponent mod 4
 * at w^k2 give four values by one butterfly of a single multiplication:
 *
 *     S0 = a0 + a4 x^4 + ...      X0 = (S0 + S2) +     (S1 + S3)    lane            k2
 *     S1 = a1 x + a5 x^5 + ...    X1 = (S0 - S2) + z * (S1 - S3)    lane     m/4  + k2
 *     S2, S3                      X2 = (S0 + S2) -     (S1 + S3)    lane 2 * m/4  + k2
 *                                 X3 = (S0 - S2) - z * (S1 - S3)    lane 3 * m/4  + k2
 *
 * A quarter of the products of plain sums, in registers from coefficients to tiles. Powers
 * and packed coefficients are those of evaluate.cl with split = 4. */
#include "evaluate_shape.h"
#include "lanes.h"
#include "prime_info.h"
#include "quarters_shape.h"
#include "tile.h"

/* From lane 0 of a prime to another lane, in words. */
#define QUARTERS_WORD(lane, q) TILE_INDEX((size_t)(lane), (q).out_rows, 0, T)

/* sum[c][r] += coefficient r of each step of sum c * its power. packed: of sum 0; those of
 * the next sum lie `strip` double words on. */
static inline void quarters_sums(LANES2 *sum, global const u32 *power,
                                 global const ulong *packed, size_t strip, u32 steps,
                                 fp_field f)
{
    u32 step = 0;

    for (; step + 2 <= steps; step += 2) {
#pragma unroll
        for (u32 c = 0; c < 4; c++) {
            LANES2 x = lanes_widen(lanes_load(power + c * T));
            LANES2 y = lanes_widen(lanes_load(power + (c + 4) * T));
            global const ulong *in = packed + c * strip;

#pragma unroll
            for (u32 r = 0; r < QUARTERS_ROWS; r++)
                sum[c * QUARTERS_ROWS + r] = lanes_fold(
                    sum[c * QUARTERS_ROWS + r] + x * in[r] + y * in[r + EVALUATE_BLOCK], f);
        }
        power += 8 * T;
        packed += 2 * EVALUATE_BLOCK;
    }
    if (step < steps) {
#pragma unroll
        for (u32 c = 0; c < 4; c++) {
            LANES2 x = lanes_widen(lanes_load(power + c * T));
            global const ulong *in = packed + c * strip;

#pragma unroll
            for (u32 r = 0; r < QUARTERS_ROWS; r++)
                sum[c * QUARTERS_ROWS + r] =
                    lanes_fold(sum[c * QUARTERS_ROWS + r] + x * in[r], f);
        }
    }
}

/* The four sums of a group of rows at W points. */
static inline void quarters_group(LANES2 *sum, global const u32 *powers,
                                  global const ulong *in, size_t strip, u32 steps, fp_field f,
                                  evaluate_shape s)
{
    u32 from = steps > s.window ? (steps - 1) / s.window * s.window : 0;

#pragma unroll
    for (u32 r = 0; r < 4 * QUARTERS_ROWS; r++)
        sum[r] = 0;
    for (;; from -= s.window) {
        quarters_sums(sum, powers, in + (size_t)from * EVALUATE_BLOCK, strip,
                      min(steps - from, s.window), f);
        if (from == 0)
            break;
        LANES x = lanes_load(powers + (size_t)(s.words - 1) * T);
#pragma unroll
        for (u32 r = 0; r < 4 * QUARTERS_ROWS; r++)
            sum[r] = lanes_product(lanes_redc(sum[r], f), x);
    }
}

/* Values of row r of a group from its sums, one quarter every QUARTERS_LINE(W) words of line. */
static inline void quarters_butterfly(private u32 *line, const LANES2 *sum, u32 r, LANES z,
                                      fp_field f)
{
    LANES s0 = lanes_redc(sum[r], f), s1 = lanes_redc(sum[QUARTERS_ROWS + r], f);
    LANES s2 = lanes_redc(sum[2 * QUARTERS_ROWS + r], f);
    LANES s3 = lanes_redc(sum[3 * QUARTERS_ROWS + r], f);
    LANES a = lanes_add(s0, s2, f), b = lanes_add(s1, s3, f);
    LANES c = lanes_sub(s0, s2, f), d = lanes_mul(lanes_sub(s1, s3, f), z, f);

    lanes_store(lanes_add(a, b, f), line);
    lanes_store(lanes_add(c, d, f), line + QUARTERS_LINE(W));
    lanes_store(lanes_sub(a, b, f), line + 2 * QUARTERS_LINE(W));
    lanes_store(lanes_sub(c, d, f), line + 3 * QUARTERS_LINE(W));
}

/* Move `count` words of a line to the lanes from `lane` on, and to the padding lanes that
 * repeat these points. out: the row's word in lane 0 of the prime. */
static inline void quarters_put(private const u32 *line, global u32 *out, u32 lane, u32 count,
                                quarters_shape q)
{
    for (; lane < q.out_lanes; lane += q.points) {
        u32 end = min(count, q.out_lanes - lane), j = 0;
        u32 head = min((W - lane % W) % W, end);

        for (; j < head; j++)
            out[QUARTERS_WORD(lane + j, q)] = line[j];
        for (; j + W <= end; j += W)
            lanes_store(lanes_load(line + j), out + QUARTERS_WORD(lane + j, q));
        for (; j < end; j++)
            out[QUARTERS_WORD(lane + j, q)] = line[j];
    }
}

/* values: tiles of T lanes with out_rows words a lane, for whole primes. A work-item owns
 * QUARTERS_LINE(W) consecutive k2 of a prime and every parts-th group of QUARTERS_ROWS rows.
 * A quarter need not begin at a vector, let alone a tile, so values go through lines. */
kernel void quarters_rows(global u32 *values, global const u32 *scratch,
                          global const ulong *packed, global const prime_info *info,
                          evaluate_shape s, quarters_shape q)
{
    u32 quarter = q.points / 4, prime_runs = (quarter + QUARTERS_LINE(W) - 1) / QUARTERS_LINE(W);
    u32 runs = s.count / s.lanes * prime_runs, run = get_global_id(0) % runs;
    u32 prime = run / prime_runs, k = run % prime_runs * QUARTERS_LINE(W);
    u32 blocks = (s.rows + EVALUATE_BLOCK - 1) / EVALUATE_BLOCK;
    u32 count = min((u32)QUARTERS_LINE(W), quarter - k), part = get_global_id(0) / runs;
    size_t strip = (size_t)blocks * s.steps * EVALUATE_BLOCK;
    u32 line[QUARTERS_ROWS * 4 * QUARTERS_LINE(W)];

    if (part >= s.parts)
        return;
    fp_field f = info[s.first_prime + prime].field;
    LANES z = lanes_splat(fp_pow(info[s.first_prime + prime].root, quarter, f));

    packed += s.packed / 2 + prime * 4 * strip;
    values += (size_t)(q.target + prime * q.out_lanes) * q.out_rows;
    for (u32 row = part * QUARTERS_ROWS; row < s.rows; row += s.parts * QUARTERS_ROWS) {
        u32 block = row / EVALUATE_BLOCK, rows = min((u32)QUARTERS_ROWS, s.rows - row);
        global const ulong *in =
            packed + (size_t)block * s.steps * EVALUATE_BLOCK + row % EVALUATE_BLOCK;

        for (u32 j = 0; j < count; j += W) {
            size_t lane = (size_t)prime * s.lanes + k + j;
            global const u32 *powers = scratch + s.powers + TILE_INDEX(lane, s.words, 0, T);
            LANES2 sum[4 * QUARTERS_ROWS];

            /* Sum 0 of a block has the most steps. */
            quarters_group(sum, powers, in, strip, scratch[s.strips + block], f, s);
#pragma unroll
            for (u32 r = 0; r < QUARTERS_ROWS; r++)
                quarters_butterfly(line + r * 4 * QUARTERS_LINE(W) + j, sum, r, z, f);
        }
        for (u32 r = 0; r < 4 * rows; r++)
            quarters_put(line + r * QUARTERS_LINE(W), values + (size_t)(row + r / 4) * T,
                         r % 4 * quarter + k, count, q);
    }
}
