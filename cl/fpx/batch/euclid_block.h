/* Blocks of steps of lockstep Euclid; kernels only.
 *
 * While degrees fall by one, `count` steps depend only on the heads of a and b, 2 * count + 1
 * coefficients. They amount to a matrix of polynomials of degree `count` at most, as in Lehmer's
 * algorithm for integers [Gathen, Gerhard 2013, 11.1]:
 *
 *     a   [ head | ............................ ]      degree n             ( a' )       ( a )
 *     b     [ head | .......................... ]      degree n - 1         ( b' )  =  m ( b )
 *     a'           [ .......................... ]      degree n - count
 *     b'             [ ........................ ]
 *
 * So steps act on the heads and on the rows of the matrix, initially the identity. Then both
 * polynomials are multiplied by it, by transforms of `order` words, from the top down in windows.
 * Windows overlap by `count`, the words in which a cyclic product differs from the product. Steps,
 * leading coefficients and the lanes that leave the sequence are as without blocks.
 *
 * Values are always in Montgomery form. Lazy residues become canonical for transforms. */
#ifndef CLM_EUCLID_BLOCK_H
#define CLM_EUCLID_BLOCK_H

#include "euclid_result.h"
#include "ntt.h"

#define EUCLID_NONRESIDUES 1024 /* bound on the least nonresidue modulo any prime below 2^31 */

/* A root of unity z of order 2^k, and 1 / 2^k; z = 0 if the prime has no such root. */
typedef struct euclid_root {
    u32 z, over;
} euclid_root;

static inline void euclid_root_find(euclid_root *root, fp_field f, u32 order)
{
    root->z = 0;
    root->over = fp_inv(fp_to(order, f), f);
    for (u32 g = 2; g < EUCLID_NONRESIDUES && root->z == 0; g++) {
        const u32 z = fp_pow(fp_to(g, f), (f.p - 1) / order, f);

        if (fp_pow(z, order / 2, f) == fp_neg(f.one, f))
            root->z = z;
    }
}

/* Constants for transforms on W lanes. */
typedef struct euclid_field {
    fields field;
    LANES z;   /* roots of unity of the transforms' order */
    LAZY over; /* 1 / order */
} euclid_field;

/* Scratch memory of a work-item, behind the polynomials of all tiles. Consecutive words of W lanes
 * are EUCLID_STRIDE vectors apart. */
typedef struct euclid_space {
    global LAZY *matrix; /* m00, m01, m10, m11: `order` words each */
    global LAZY *window; /* behind the matrix, for a and then b: `order` words each */
    global LAZY *heads;  /* for a and then b: EUCLID_HEAD words each */
    dft_roots roots;
} euclid_space;

/* Finds the scratch memory of a work-item, and fills its table of roots. */
LANES_INLINE void euclid_space_open(euclid_space *space, global LAZY *values, u32 item, LAZY one,
                                    euclid_field by, euclid_batch batch)
{
    const int s = EUCLID_STRIDE, order = (int)batch.order;
    const size_t each = EUCLID_SPACE(batch.block, batch.order);
    const size_t before = (size_t)batch.tiles * (batch.p + batch.q + 2);
    global LAZY *tile = values + (before + item / EUCLID_STRIDE * each) * s;
    global LAZY *table = tile + item % EUCLID_STRIDE * order;
    LANES power = lazy_as_lanes(one);

    for (int e = 0; e < order; e++) {
        table[e] = lazy_as_words(power);
        power = fields_mul(power, by.z, by.field);
    }
    space->matrix = tile + order * s + item % EUCLID_STRIDE;
    space->window = space->matrix + 4 * order * s;
    space->heads = space->window + 2 * order * s;
    space->roots.table = (global const u32 *)table;
    space->roots.order = batch.order;
    space->roots.shared = false;
    space->roots.inverse = false;
}

/* Transforms coefficients to values, in the permuted order of ntt.h. */
static inline void euclid_forward(global LAZY *x, dft_roots roots, fields f)
{
    global u32 *words = (global u32 *)x;
    u32 len = roots.order;

    for (; len >= 4; len /= 4)
        ntt_butterflies(words, 0, roots.order / 4, len, 4, 1, roots, f);
    if (len == 2)
        ntt_butterflies(words, 0, roots.order / 2, 2, 2, 1, roots, f);
}

/* Transforms these values to `order` times the coefficients. */
static inline void euclid_backward(global LAZY *x, dft_roots roots, fields f)
{
    global u32 *words = (global u32 *)x;
    u32 len = 4;

    roots.inverse = true;
    if ((roots.order & 0xaaaaaaaa) != 0) { /* 2^k for odd k */
        ntt_butterflies(words, 0, roots.order / 2, 2, 2, 1, roots, f);
        len = 8;
    }
    for (; len <= roots.order; len *= 4)
        ntt_butterflies(words, 0, roots.order / 4, len, 4, 1, roots, f);
}

/* Loads both heads, and sets the identity matrix and the next word, which lazy_fetch reads. */
static inline void euclid_block_begin(euclid_space space, global const LAZY *a,
                                      global const LAZY *b, int n, int count, int head,
                                      LAZY one)
{
    const int s = EUCLID_STRIDE, order = (int)space.roots.order, low = n - 2 * count;

    for (int i = 0; i <= 2 * count; i++)
        space.heads[i * s] = a[(low + i) * s];
    for (int i = 0; i < 2 * count; i++)
        space.heads[(head + i) * s] = b[(low + i) * s];
    for (int i = 0; i <= 4 * order; i++)
        space.matrix[i * s] = i == 0 || i == 3 * order ? one : (LAZY)(0);
}

/* Performs all steps on heads and rows. Polynomial k of the block is in place k % 2, and its head
 * is valid from word k on. */
LANES_INLINE void euclid_block_steps(euclid_result *r, euclid_space space, int count, int head,
                                     euclid_primes own)
{
    const int s = EUCLID_STRIDE, order = (int)space.roots.order;

    for (int k = 0; k < count; k++) {
        const int m = 2 * (count - k) - 1, even = k % 2 == 0;
        global LAZY *a = space.heads + (even ? k : head + k) * s;
        global LAZY *b = space.heads + (even ? head + k : k) * s;
        global LAZY *row_a = space.matrix + (even ? 0 : 2 * order * s);
        global LAZY *row_b = space.matrix + (even ? 2 * order * s : 0);
        const LAZY lead = lazy_balance(b[m * s], own.prime);
        euclid_factors by;

        euclid_count(r, euclid_load_factors(&by, a, b, m, lead, own.prime), own.prime);
        euclid_combine(a, b, m, &by, own.prime);
        euclid_combine(row_a, row_b, k + 1, &by, own.prime);
        euclid_combine(row_a + order * s, row_b + order * s, k + 2, &by, own.prime);
    }
}

/* Divides the matrix by `order` and makes it canonical. */
static inline void euclid_block_scale(euclid_space space, int count, LAZY over, lazy_prime prime)
{
    const int s = EUCLID_STRIDE, order = (int)space.roots.order;

    for (int k = 0; k < 4; k++)
        for (int i = 0; i <= count; i++) {
            global LAZY *word = space.matrix + (k * order + i) * s;

            *word = lazy_canonical(lazy_mul(*word, over, prime), prime);
        }
}

/* Loads from[at ... at + order - 1] for a transform, with 0 at indices below 0. */
static inline void euclid_window_load(global LAZY *window, global const LAZY *from, int at,
                                      int order, lazy_prime prime)
{
    const int s = EUCLID_STRIDE;

    for (int i = 0; i < order; i++)
        window[i * s] = at + i < 0 ? (LAZY)(0) : lazy_canonical(from[(at + i) * s], prime);
}

/* Stores the words of a window from `skip` on. */
static inline void euclid_window_store(global LAZY *to, global const LAZY *window, int at,
                                       int skip, int order, lazy_prime prime)
{
    const int s = EUCLID_STRIDE;

    for (int i = max(skip, -at); i < order; i++)
        to[(at + i) * s] = lazy_settle(window[i * s], prime);
}

/* Multiplies the windows by the matrix, at each value. first, second: offsets of its two rows. */
static inline void euclid_window_multiply(euclid_space space, int first, int second, fields f)
{
    const int s = EUCLID_STRIDE, order = (int)space.roots.order;
    global LAZY *a = space.window, *b = a + order * s;
    global const LAZY *above = space.matrix + first * s, *below = space.matrix + second * s;

    for (int i = 0; i < order; i++, a += s, b += s, above += s, below += s) {
        const halves x = halves_widen(lazy_as_lanes(*a)), y = halves_widen(lazy_as_lanes(*b));
        const halves m00 = halves_widen(lazy_as_lanes(above[0]));
        const halves m01 = halves_widen(lazy_as_lanes(above[order * s]));
        const halves m10 = halves_widen(lazy_as_lanes(below[0]));
        const halves m11 = halves_widen(lazy_as_lanes(below[order * s]));

        *a = lazy_as_words(
            fields_redc(halves_add(halves_product(m00, x), halves_product(m01, y)), f));
        *b = lazy_as_words(
            fields_redc(halves_add(halves_product(m10, x), halves_product(m11, y)), f));
    }
}

/* Multiplies a and b, of coefficients up to `top`, by the matrix. Each transform occurs once in
 * the loop, since PoCL's compiler inlines all functions. */
LANES_INLINE void euclid_block_multiply(euclid_pair pair, int top, int count, euclid_space space,
                                        lazy_prime prime, euclid_field by)
{
    const int s = EUCLID_STRIDE, order = (int)space.roots.order;
    const int first = count % 2 == 0 ? 0 : 2 * order;
    global LAZY *a = space.window, *b = a + order * s;
    int done = 0; /* transformed polynomials of the matrix, then of windows */

    for (int end = top + 1; end > 0; end -= order - count, done = 4) {
        const int at = end - order;

        euclid_window_load(a, pair.a, at, order, prime);
        euclid_window_load(b, pair.b, at, order, prime);
        for (; done < 6; done++)
            euclid_forward(space.matrix + done * order * s, space.roots, by.field);
        euclid_window_multiply(space, first, 2 * order - first, by.field);
        for (int k = 4; k < 6; k++)
            euclid_backward(space.matrix + k * order * s, space.roots, by.field);
        euclid_window_store(pair.a, a, at, count, order, prime);
        euclid_window_store(pair.b, b, at, count, order, prime);
    }
}

/* Performs `count` quiet steps at once. Pre: degrees n and n - 1; `count` is at least 1, and at
 * most n / 2 and batch.block. */
LANES_INLINE void euclid_block(euclid_result *r, euclid_pair *pair, int count, euclid_space space,
                               euclid_primes own, euclid_field by, euclid_batch batch)
{
    const int head = EUCLID_HEAD((int)batch.block);

    euclid_block_begin(space, pair->a, pair->b, pair->n, count, head, own.one);
    euclid_block_steps(r, space, count, head, own);
    euclid_block_scale(space, count, by.over, own.prime);
    pair->n -= count;
    pair->m -= count;
    euclid_block_multiply(*pair, pair->n, count, space, own.prime, by);
}

#endif
