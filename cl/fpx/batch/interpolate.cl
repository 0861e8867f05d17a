/* Coefficients from the values at s * w^k, k < m, by one transform of length m per prime.
 *
 *     a[i] = (1/m) * s^-i * sum over k < m of X[k] * w^(-i * k)
 *
 * A tile has W interleaved primes: lane d of every vector belongs to prime d and its roots. So m
 * is arbitrary, and no pass permutes lanes.
 *
 *     values         [ begin ]   [ pass ]   [ pass ]       [ end ]   coefficients
 *     prime 0  ...                . . . . Stockham            . . .
 *     prime 1  ...   transpose    . . . . passes, one         scale,
 *     prime W-1 ..   to tiles     . . . . vector a point      transpose back
 *
 * With W = 1 no words are transposed, and consecutive work-items handle consecutive points.
 *
 * The in-place passes of ntt.h take as long (within 2 %), but undoing their permutation costs 7 to
 * 25 % at 1050 to 65536 points (bench/interpolate 25, PoCL 3.1, AVX-512). [Stockham 1966; Cooley,
 * Tukey 1965] */
#include "dft.h"
#include "interpolate_shape.h"
#include "../../arith/prime_info.h"
#include "../../arith/transpose.h"

/* Work-items for the blocks of W points of a tile, the first block of a work-item, and the
 * distance to the next one. For W > 1 a run lies along rows; for W = 1 work-items are
 * interleaved. */
#define INTERPOLATE_ITEMS(points) \
    (((points) + INTERPOLATE_RUN(W) * W - 1) / (INTERPOLATE_RUN(W) * W))
#if W > 1
#define INTERPOLATE_FIRST(item) ((item) * INTERPOLATE_RUN(W))
#define INTERPOLATE_STEP(items) 1
#else
#define INTERPOLATE_FIRST(item) (item)
#define INTERPOLATE_STEP(items) (items)
#endif

/* Returns the word `member` of prime_info of the tile's primes, filled up with the last prime. */
static inline LANES interpolate_gather(global const u32 *member, u32 tile, interpolate_shape s)
{
    u32 word[W];

#pragma unroll 1
    for (u32 d = 0; d < W; d++) {
        u32 prime = min(s.first + tile * W + d, s.primes - 1);

        word[d] = member[(size_t)prime * (sizeof(prime_info) / sizeof(u32))];
    }
    return lanes_load(word);
}

/* Sets power[d] = factor * base^(e + d) for d < W. */
static inline void interpolate_powers(LANES *power, LANES factor, LANES base, u32 e, fields f)
{
    power[0] = fields_mul_pow(factor, base, e, f);
#pragma unroll 1
    for (u32 d = 1; d < W; d++)
        power[d] = fields_mul(power[d - 1], base, f);
}

/* Transposes values to tiles, and fills the tables of powers of 1/w. */
LANES_KERNEL interpolate_begin(global u32 *scratch, global const u32 *values,
                               global const prime_info *info, interpolate_shape s)
{
    u32 id = get_global_id(0), items = INTERPOLATE_ITEMS(s.points);
    u32 tile = id / items, item = id % items;
    LANES power[W], row[W];

    if (tile >= s.tiles)
        return;
    LANES p = interpolate_gather(&info->field.p, tile, s);
    LANES pinv = interpolate_gather(&info->field.pinv, tile, s);
    fields f = fields_of(p, pinv);
    LANES one = interpolate_gather(&info->field.one, tile, s);
    /* w^(m-1) = 1/w */
    LANES root = fields_mul_pow(one, interpolate_gather(&info->root, tile, s), s.points - 1, f);
    LANES jump = fields_mul_pow(one, root, INTERPOLATE_STEP(items) * W, f);

    interpolate_powers(power, one, root, INTERPOLATE_FIRST(item) * W, f);
    scratch += tile * INTERPOLATE_TILE_WORDS(s.points, W);
    if (item == 0) {
        lanes_store(p, scratch);
        lanes_store(pinv, scratch + W);
    }
    scratch += 2 * W;
    for (u32 run = 0; run < INTERPOLATE_RUN(W); run++) {
        u32 k = (INTERPOLATE_FIRST(item) + run * INTERPOLATE_STEP(items)) * W;

        if (k >= s.points)
            break;
#pragma unroll 1
        for (u32 d = 0; d < W; d++) {
            u32 prime = min(s.first + tile * W + d, s.primes - 1);

            row[d] = lanes_load(values + (size_t)prime * s.lanes + k);
        }
        lanes_transpose(row);
#pragma unroll 1
        for (u32 d = 0; d < W; d++) {
            if (k + d < s.points) {
                lanes_store(power[d], scratch + (size_t)(k + d) * W);
                lanes_store(row[d], scratch + ((size_t)s.points + k + d) * W);
            }
            power[d] = fields_mul(power[d], jump, f);
        }
    }
}

/* out[q + s*(r*p + j)] = root^(s*j*p) * sum over i < r of in[q + s*(p + i*n/r)] * z^(i*j),
 * s = stride, r = a * b, n = points / s, q < s, p < n/r, j < r, z = root^(points / r). */
LANES_INLINE void interpolate_pass(global u32 *scratch, u32 a, u32 b, interpolate_shape s)
{
    u32 id = get_global_id(0), butterflies = s.points / (a * b);
    u32 tile = id / butterflies, u = id % butterflies; /* u = q + s * p */

    if (tile >= s.tiles)
        return;
    scratch += tile * INTERPOLATE_TILE_WORDS(s.points, W);
    fields f = fields_of(lanes_load(scratch), lanes_load(scratch + W));
    dft_roots roots = {scratch + 2 * W, s.points, false, false};
    global const u32 *in = roots.table + (size_t)(1 + s.from) * s.points * W;
    global u32 *out = scratch + 2 * W + (size_t)(2 - s.from) * s.points * W;
    u32 n = a * b, step = s.points / n, e = u - u % s.stride;
    LANES x[DFT_MOST];

#pragma unroll
    DFT_EACH(i, 0, n, DFT_MOST)
        x[i] = lanes_load(in + (size_t)(u + i * step) * W);
    dft_rounds(x, a, b, roots, f);
    dft_twist(x, a, b, e, true, roots, f);
#pragma unroll
    DFT_EACH(j, 0, n, DFT_MOST)
        lanes_store(x[DFT_PLACE(j, a, b)],
                    out + (size_t)(u + e * (n - 1) + s.stride * j) * W);
}

/* Each radix is a separate kernel: drivers compile only the needed ones, and small radices use
 * fewer registers. */
#define INTERPOLATE_PASS(radix, a, b)                                              \
    LANES_KERNEL interpolate_pass_##radix(global u32 *scratch, interpolate_shape s) \
    {                                                                              \
        interpolate_pass(scratch, a, b, s);                                        \
    }

INTERPOLATE_PASS(2, 2, 1)
INTERPOLATE_PASS(3, 3, 1)
INTERPOLATE_PASS(4, 4, 1)
INTERPOLATE_PASS(5, 5, 1)
INTERPOLATE_PASS(6, 3, 2)
INTERPOLATE_PASS(7, 7, 1)
INTERPOLATE_PASS(8, 4, 2)
INTERPOLATE_PASS(9, 3, 3)

/* Transposes tiles to rows: coefficients[i] = word i * s^-i / m, out of Montgomery form. */
LANES_KERNEL interpolate_end(global u32 *coefficients, global const u32 *scratch,
                             global const prime_info *info, interpolate_shape s)
{
    u32 id = get_global_id(0), items = INTERPOLATE_ITEMS(s.points);
    u32 tile = id / items, item = id % items;
    LANES scale[W], row[W];

    if (tile >= s.tiles)
        return;
    scratch += tile * INTERPOLATE_TILE_WORDS(s.points, W);
    fields f = fields_of(lanes_load(scratch), lanes_load(scratch + W));
    LANES one = interpolate_gather(&info->field.one, tile, s);
    LANES base = interpolate_gather(&info->shift_inverse, tile, s);
    LANES jump = fields_mul_pow(one, base, INTERPOLATE_STEP(items) * W, f);
    LANES factor = interpolate_gather(&info->points_inverse, tile, s);

    /* The product of an integer and a residue in Montgomery form is an integer. */
    factor = fields_mul(factor, lanes_splat(1), f);
    interpolate_powers(scale, factor, base, INTERPOLATE_FIRST(item) * W, f);
    scratch += 2 * W + (size_t)(1 + s.from) * s.points * W;
    for (u32 run = 0; run < INTERPOLATE_RUN(W); run++) {
        u32 i = (INTERPOLATE_FIRST(item) + run * INTERPOLATE_STEP(items)) * W;

        if (i >= s.points)
            break;
#pragma unroll 1
        for (u32 d = 0; d < W; d++) {
            row[d] = lanes_load(scratch + (size_t)min(i + d, s.points - 1) * W);
            row[d] = fields_mul(row[d], scale[d], f);
            scale[d] = fields_mul(scale[d], jump, f);
        }
        lanes_transpose(row);
#pragma unroll 1
        for (u32 d = 0; d < W; d++) {
            u32 prime = s.first + tile * W + d;

            if (prime < s.primes)
                lanes_store_some(row[d], coefficients + (size_t)prime * s.points + i,
                                 s.points - i);
        }
    }
}
