/* Determinants of many n x n matrices over F_p, by LU decompositions in lockstep.
 *
 * Each lane has a matrix. In blocks of 4 x 4 entries, with D_s the block s of the diagonal of the
 * Schur complement [Golub, Van Loan 2013, 3.2.11],
 *
 *              K < s     s     J > s           (s,J) -= sum over K < s of (s,K) (K,J)
 *            [   U  |  .  |  .  . ]            D_s is inverted in its place
 *        s   [ .  . | D_s | U  U  ]            (I,s) -= sum over K < s of (I,K) (K,s),
 *      I > s [ .  . |  L  |       ]                      then times D_s^-1
 *
 * and the determinant is the product of all det D_s. L and the inverses are stored negated, so
 * that sums only add. The sums of a block are double words in registers, for one half of a
 * vector's lanes (halves.h) at a time, as 16 sums for all lanes would not fit. They are reduced
 * once if p is small enough (determinant_batch.whole), else after every `run` products.
 *
 * Blocks left of L's and above U's envelope (clm_envelope) are zero, and not stored. The identity
 * matrix pads the matrix to whole blocks. The blocks of a row of L are consecutive in memory, each
 * by columns, and so are those of a column of U, each by rows: a sum reads two ranges.
 *
 * A lane is listed as unlucky if some D_s other than the last is singular. Leading minors of
 * orders that are not multiples of 4 may vanish. */
#include "determinant_shape.h"
#include "../../arith/fields.h"
#include "../../arith/prime_info.h"

#define DETERMINANT_STRIDE (T / W) /* distance between consecutive entries, in vectors */
#define DETERMINANT_PANEL 4 /* block rows and columns computed together, to reuse loaded blocks */
#define DETERMINANT_SIZE (DETERMINANT_BLOCK * DETERMINANT_BLOCK)
#define DETERMINANT_HALF (W == 1 ? 1 : W / 2) /* lanes of a half */

/* Entries as factors of one half of the products, and the products. */
#if W == 1
typedef uint determinant_factor;
#define determinant_product(a, b) ((ulong)(a) * (b))
#else
typedef HALF determinant_factor;
typedef HALF determinant_loose __attribute__((aligned(4)));
#define determinant_product lanes_half_product
#endif

/* The matrices of a work-item's lanes. */
typedef struct determinant_matrix {
    global const LANES *values; /* rows of the layout */
    global LANES *block;        /* of the matrix */
    global const u32 *table;
    u32 blocks; /* in a row */
    fields field;
    LANES one;
} determinant_matrix;

/* The numbers in memory of a block (I, J), and of the first blocks to the left of it and above it
 * whose product is added to it. Entry (i, j) is word i * row + j * column of the block. */
typedef struct determinant_place {
    u32 own, left, upper;
    u32 count;       /* of the products */
    u32 row, column;
} determinant_place;

/* Finds a block and its factors. Returns whether the block is inside the envelope. */
LANES_INLINE bool determinant_find(determinant_place *at, const determinant_matrix *a, u32 row,
                                   u32 column)
{
    const u32 first_left = LOADED(a->table[row]);
    const u32 first_above = LOADED(a->table[a->blocks + column]);
    const u32 lefts = LOADED(a->table[2 * a->blocks + row]);
    const u32 uppers = LOADED(a->table[3 * a->blocks + column]);
    const u32 end = min(row, column), begin = min(max(first_left, first_above), end);

    at->left = lefts + begin - first_left;
    at->upper = uppers + begin - first_above;
    at->own = row < column ? uppers + row - first_above : lefts + column - first_left;
    at->count = end - begin;
    at->row = row > column ? 1 : DETERMINANT_BLOCK;
    at->column = row > column ? DETERMINANT_BLOCK : 1;
    return first_left <= column && first_above <= row;
}

/* Returns the place in memory of entry k, by rows, of a block. */
LANES_INLINE u32 determinant_entry(const determinant_place *at, u32 k)
{
    return DETERMINANT_SIZE * at->own + k / DETERMINANT_BLOCK * at->row +
           k % DETERMINANT_BLOCK * at->column;
}

/* Loads an entry as factor of the products of one half. If possible the odd words are loaded, as
 * shifts occupy the multiplying units. The last double word then extends into the same work-item's
 * next entry, which exists because factors are never in the last block. */
LANES_INLINE determinant_factor determinant_fetch(global const LANES *entry, u32 odd)
{
#if W == 1
    return LOADED(*entry);
#else
#if T == W
    if (odd != 0)
        return LOADED(*(global const determinant_loose *)((global const u32 *)entry + 1));
#endif
    return lanes_as_half(LOADED(*entry)) >> (32 * odd);
#endif
}

/* Adds the products of columns `begin` ... end - 1 of L by rows of U. */
LANES_INLINE void determinant_add(HALF *sum, const determinant_matrix *a,
                                  const determinant_place *at, u32 begin, u32 end, u32 odd)
{
    const u32 s = DETERMINANT_STRIDE, step = DETERMINANT_BLOCK * s;
    global const LANES *left =
        a->block + (size_t)(DETERMINANT_SIZE * at->left + DETERMINANT_BLOCK * begin) * s;
    global const LANES *upper =
        a->block + (size_t)(DETERMINANT_SIZE * at->upper + DETERMINANT_BLOCK * begin) * s;

    OP_COUNTS(PRODUCTS, DETERMINANT_SIZE * (end - begin) * DETERMINANT_HALF);
    OP_COUNTS(ADDITIONS, DETERMINANT_SIZE * (end - begin) * DETERMINANT_HALF);
    for (u32 k = begin; k < end; k++, left += step, upper += step) {
        determinant_factor x[DETERMINANT_BLOCK];

#pragma unroll
        for (u32 i = 0; i < DETERMINANT_BLOCK; i++)
            x[i] = determinant_fetch(left + i * s, odd);
#pragma unroll
        for (u32 j = 0; j < DETERMINANT_BLOCK; j++) {
            const determinant_factor y = determinant_fetch(upper + j * s, odd);

#pragma unroll
            for (u32 i = 0; i < DETERMINANT_BLOCK; i++)
                sum[DETERMINANT_BLOCK * i + j] += determinant_product(x[i], y);
        }
    }
}

/* Maps sums below 2 * bound to sums below it. */
LANES_INLINE void determinant_fold(HALF *sum, HALF bound)
{
#pragma unroll
    for (u32 k = 0; k < DETERMINANT_SIZE; k++)
        sum[k] = min(sum[k], sum[k] - bound);
}

/* Returns t * 2^-32 modulo p, below t * 2^-32 + p. Pre: this is below 2^32 */
LANES_INLINE LANES determinant_narrow(halves t, fields f)
{
#if W == 1
    const uint multiple = (uint)t.even * (uint)f.inverse.even;

    return (uint)(t.even >> 32) - (uint)(((ulong)multiple * f.p) >> 32) + f.p;
#else
    const HALF even = lanes_half_redc(t.even, f.factor.even, f.inverse.even);
    const HALF odd = lanes_half_redc(t.odd, f.factor.odd, f.inverse.odd);

    return lanes_as_words((even >> 32) | odd) + f.p;
#endif
}

/* Maps 16 words below 2^levels * p to [0, p). */
LANES_INLINE void determinant_lower(LANES *c, u32 levels, LANES p)
{
    while (levels-- > 0)
#pragma unroll
        for (u32 k = 0; k < DETERMINANT_SIZE; k++)
            c[k] = min(c[k], c[k] - (p << levels));
}

/* Computes one half of the sums of a block of the Schur complement. c: the block's entries. */
LANES_INLINE void determinant_sums(HALF *sum, const LANES *c, const determinant_matrix *a,
                                   const determinant_place *at, u32 odd, HALF p,
                                   determinant_batch batch)
{
    const u32 count = DETERMINANT_BLOCK * at->count;

#pragma unroll
    for (u32 k = 0; k < DETERMINANT_SIZE; k++)
#if W == 1
        sum[k] = (ulong)c[k] << 32;
#else
        sum[k] = odd == 0 ? lanes_as_half(c[k]) << 32 : lanes_as_half(c[k]) & ~0xffffffffUL;
#endif
    if (count <= batch.whole) {
        determinant_add(sum, a, at, 0, count, odd);
    } else {
        for (u32 k = 0; k < count; k += batch.run) {
            determinant_add(sum, a, at, k, min(k + batch.run, count), odd);
            determinant_fold(sum, p << batch.shift);
        }
    }
}

/* Computes a block of the Schur complement, each word plus a multiple of p: words are below 2^32
 * and below 2^k p. Returns k. */
LANES_INLINE u32 determinant_block(LANES *c, const determinant_matrix *a,
                                   const determinant_place *at, determinant_batch batch)
{
    const fields f = a->field;
    const u32 count = DETERMINANT_BLOCK * at->count;
    const u32 most = count <= batch.whole ? (u32)((u64)count * batch.greatest >> 32) + 1
                                          : 1u << (batch.shift - 32);
    HALF even[DETERMINANT_SIZE];

#pragma unroll
    for (u32 k = 0; k < DETERMINANT_SIZE; k++)
        c[k] = LOADED(a->block[(size_t)determinant_entry(at, k) * DETERMINANT_STRIDE]);
    determinant_sums(even, c, a, at, 0, f.factor.even, batch);
#if W == 1
#pragma unroll
    for (u32 k = 0; k < DETERMINANT_SIZE; k++) {
        const halves t = {even[k]};

        c[k] = determinant_narrow(t, f);
    }
#else
    HALF odd[DETERMINANT_SIZE];

    determinant_sums(odd, c, a, at, 1, f.factor.odd, batch);
#pragma unroll
    for (u32 k = 0; k < DETERMINANT_SIZE; k++) {
        const halves t = {even[k], odd[k]};

        c[k] = determinant_narrow(t, f);
    }
#endif
    return 32 - clz(most + 1); /* the entry and the reduction each add p */
}

/* Returns a b + c d + e f, residues. */
LANES_INLINE LANES determinant_three(LANES a, LANES b, LANES c, LANES d, LANES e, LANES f,
                                     fields field)
{
    halves t = halves_product(halves_widen(a), halves_widen(b));

    t = halves_add(t, halves_product(halves_widen(c), halves_widen(d)));
    t = halves_add(t, halves_product(halves_widen(e), halves_widen(f)));
    return fields_redc(fields_fold(t, field), field);
}

/* Computes the product of a row and a column of a block. */
LANES_INLINE void determinant_four(halves *t, const LANES *row, const LANES *column)
{
    *t = halves_product(halves_widen(row[0]), halves_widen(column[0]));
#pragma unroll
    for (u32 k = 1; k < DETERMINANT_BLOCK; k++)
        *t = halves_add(*t, halves_product(halves_widen(row[k]),
                                           halves_widen(column[DETERMINANT_BLOCK * k])));
}

/* Computes the minors of two rows of a block, in columns a and b: m[4 a + b] = -m[4 b + a]. */
LANES_INLINE void determinant_minors(LANES *m, const LANES *c, fields f)
{
#pragma unroll
    for (u32 a = 0; a < DETERMINANT_BLOCK; a++)
#pragma unroll
        for (u32 b = a + 1; b < DETERMINANT_BLOCK; b++) {
            const halves t = halves_product(halves_widen(c[a]), halves_widen(c[4 + b]));
            const LANES less = f.p - c[b];

            m[4 * a + b] = fields_redc(
                halves_add(t, halves_product(halves_widen(less), halves_widen(c[4 + a]))), f);
            m[4 * b + a] = lanes_raise(0 - m[4 * a + b], f.p);
        }
}

/* Returns 1 / d, or 0 for 0: the power p - 2, with products beside the chain of squares. */
LANES_INLINE LANES determinant_inverse(LANES d, LANES one, fields f)
{
    LANES result = one, exponent = f.p - 2;

    for (u32 bit = 0; bit < 31; bit++, exponent >>= 1) {
        result = select(result, fields_mul(result, d, f), (exponent & 1) != 0);
        d = fields_mul(d, d, f);
    }
    return result;
}

/* Replaces c by its negated inverse, from cofactors; returns its determinant. */
LANES_INLINE LANES determinant_invert(LANES *c, LANES one, fields f)
{
    LANES upper[DETERMINANT_SIZE], lower[DETERMINANT_SIZE], adjoint[DETERMINANT_SIZE];

    determinant_minors(upper, c, f);
    determinant_minors(lower, c + 8, f);
#pragma unroll
    for (u32 i = 0; i < DETERMINANT_BLOCK; i++) {
        /* the columns other than i, two exchanged for odd i because of the sign */
        const u32 first = i == 0, second = 1 + (i <= 1), last = 2 + (i <= 2);
        const u32 x = i % 2 == 0 ? first : second, y = i % 2 == 0 ? second : first, z = last;

#pragma unroll
        for (u32 j = 0; j < DETERMINANT_BLOCK; j++) {
            const LANES *row = c + 4 * (j ^ 1), *m = j < 2 ? lower : upper;

            adjoint[4 * i + j] = determinant_three(row[x], m[4 * y + z], row[y], m[4 * z + x],
                                                   row[z], m[4 * x + y], f);
        }
    }
    halves sum;

    determinant_four(&sum, c, adjoint);

    const LANES determinant = fields_redc(fields_fold(sum, f), f);
    const LANES inverse = determinant_inverse(determinant, one, f);
    const LANES negated = lanes_raise(0 - inverse, f.p);

#pragma unroll
    for (u32 k = 0; k < DETERMINANT_SIZE; k++)
        c[k] = fields_mul(adjoint[k], k % 2 == 0 ? negated : inverse, f);
    return determinant;
}

/* Multiplies a block of L by a negated inverse of the diagonal. Sums of four products of words
 * below 2^32 by residues are reduced once if p is below 2^32 / 5. */
LANES_INLINE void determinant_divide(LANES *c, u32 levels, const determinant_matrix *a,
                                     const determinant_place *by, bool small)
{
    LANES inverse[DETERMINANT_SIZE], product[DETERMINANT_SIZE];

    if (!small)
        determinant_lower(c, levels, a->field.p);
#pragma unroll
    for (u32 k = 0; k < DETERMINANT_SIZE; k++)
        inverse[k] = LOADED(a->block[(size_t)determinant_entry(by, k) * DETERMINANT_STRIDE]);
#pragma unroll
    for (u32 k = 0; k < DETERMINANT_SIZE; k++) {
        halves t;

        determinant_four(&t, c + k / DETERMINANT_BLOCK * DETERMINANT_BLOCK,
                         inverse + k % DETERMINANT_BLOCK);
        if (!small)
            t = fields_fold(t, a->field);
        product[k] = determinant_narrow(t, a->field);
    }
    determinant_lower(product, small ? 3 : 1, a->field.p);
#pragma unroll
    for (u32 k = 0; k < DETERMINANT_SIZE; k++)
        c[k] = product[k];
}

/* Computes a block of U, of the diagonal or of L. A block D_s multiplies *product by its
 * determinant, and marks the lanes in which it is singular, unless it is the last. */
LANES_INLINE void determinant_step(LANES *product, LANES *singular, const determinant_matrix *a,
                                   u32 row, u32 column, determinant_batch batch)
{
    determinant_place at, diagonal;
    LANES c[DETERMINANT_SIZE];

    if (!determinant_find(&at, a, row, column))
        return;

    const u32 levels = determinant_block(c, a, &at, batch);

    if (row > column) {
        (void)determinant_find(&diagonal, a, column, column);
        determinant_divide(c, levels, a, &diagonal, batch.greatest < 0xffffffff / 5);
    } else {
        determinant_lower(c, levels, a->field.p);
    }
    if (row == column) {
        const LANES minor = determinant_invert(c, a->one, a->field);

        *product = fields_mul(*product, minor, a->field);
        if (row < a->blocks - 1)
            *singular |= select(lanes_splat(0), lanes_splat(1), minor == lanes_splat(0));
    }
#pragma unroll
    for (u32 k = 0; k < DETERMINANT_SIZE; k++)
        STORED(a->block[(size_t)determinant_entry(&at, k) * DETERMINANT_STRIDE]) = c[k];
}

/* Copies the entries to blocks, in the order in which they lie in memory, so that processors load
 * the next ones ahead. */
LANES_INLINE void determinant_fill(const determinant_matrix *a, determinant_batch batch)
{
    global const u32 *place = a->table + 4 * a->blocks;

    if (batch.zeros != 0)
        for (u32 k = 0; k < batch.space; k++)
            STORED(a->block[(size_t)k * DETERMINANT_STRIDE]) = lanes_splat(0);
    for (u32 r = 0; r < batch.entries; r++) {
        const u32 at = LOADED(place[r]);

        if (at != DETERMINANT_NONE)
            STORED(a->block[(size_t)at * DETERMINANT_STRIDE]) =
                LOADED(a->values[(size_t)r * DETERMINANT_STRIDE]);
    }
    for (u32 i = batch.n; i < DETERMINANT_BLOCK * a->blocks; i++)
        STORED(a->block[(size_t)(batch.space - (DETERMINANT_BLOCK * a->blocks - i - 1) *
                                                   (DETERMINANT_BLOCK + 1) - 1) *
                        DETERMINANT_STRIDE]) = a->one;
}

/* Computes W determinants, wrong in lanes in which *singular is not 0. */
LANES_INLINE LANES determinant_compute(LANES *singular, const determinant_matrix *a,
                                       determinant_batch batch)
{
    LANES product = a->one;

    determinant_fill(a, batch);
    *singular = lanes_splat(0);
    for (u32 panel = 0; panel < a->blocks; panel += DETERMINANT_PANEL) {
        const u32 end = min(panel + DETERMINANT_PANEL, a->blocks);

        for (u32 k = panel; k < a->blocks; k++)
            for (u32 side = k < end ? 1 : 0; side < 2; side++)
                for (u32 s = panel; s < end; s++)
                    determinant_step(&product, singular, a, side == 0 ? s : k,
                                     side == 0 ? k : s, batch);
    }
    return product;
}

/* Computes and stores W determinants from lane `first` of the chunk on, or from matrix `first` on
 * if tiles are shared by primes. */
LANES_INLINE void determinant_vector(global u32 *result, global u32 *unlucky,
                                     global const LANES *values, global LANES *block,
                                     global const u32 *table, global const prime_info *info,
                                     u32 first, determinant_batch batch)
{
    const u32 count = batch.primes * batch.points;
    u32 p[W], pinv[W], one[W], words[W], wrong[W];
    LANES singular;

    for (u32 i = 0; i < W; i++) {
        const u32 prime = batch.shared != 0 ? min(first + i, count - 1) / batch.points
                                            : first / batch.lanes;

        p[i] = LOADED(info[prime].field.p);
        pinv[i] = LOADED(info[prime].field.pinv);
        one[i] = LOADED(info[prime].field.one);
    }

    const determinant_matrix a = {
        values, block, table, (batch.n + DETERMINANT_BLOCK - 1) / DETERMINANT_BLOCK,
        fields_of(lanes_load(p), lanes_load(pinv)), lanes_load(one)};

    lanes_store(determinant_compute(&singular, &a, batch), words);
    lanes_store(singular, wrong);
    for (u32 i = 0; i < W; i++) {
        const u32 u = first + i;
        const u32 lane =
            batch.shared != 0 ? u / batch.points * batch.lanes + u % batch.points : u;

        if (batch.shared != 0 && u >= count)
            continue;
        STORED(result[lane]) = words[i];
        if (wrong[i] != 0 && lane % batch.lanes < batch.points)
            unlucky[1 + atomic_inc((volatile global int *)unlucky)] = lane;
    }
}

/* Each work-item handles W lanes of a tile at a time, with the same memory for blocks, so that it
 * stays in a CPU's caches.
 *
 * Out:   result    a word a lane of the chunk, Montgomery
 *        unlucky   [0]: number of unlucky lanes so far, [1 ...]: these lanes in any order
 * InOut: values    of a stripe: rows of the layout of all tiles, T words each; then words of all
 *                  blocks for W lanes of each work-item
 * In:    table     of the envelope */
LANES_KERNEL determinant_lockstep(global u32 *result, global u32 *unlucky, global LANES *values,
                                  global const u32 *table, global const prime_info *info,
                                  const determinant_batch batch COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 item = (u32)get_global_id(0), s = DETERMINANT_STRIDE;
    const size_t entries = batch.entries, spaces = entries * batch.tiles;

    if (item >= batch.items)
        return;
#if W == 1
    const u32 vector = item;

    if (vector < batch.tiles * s) {
#else
    for (u32 vector = item; vector < batch.tiles * s; vector += batch.items) {
#endif
        determinant_vector(result, unlucky, values + vector / s * entries * s + vector % s,
                           values + (spaces + item / s * (size_t)batch.space) * s + item % s,
                           table, info, batch.first_tile * T + vector * W, batch);
    }
}
