/* Combines the sums of blocks of primes into values modulo the product of all primes.
 *
 * A value is sum_b S_b P / P_b modulo P, with the blocks' sums S_b (positional.cl) and cofactors P
 * / P_b, the same for all values. Both are cut into pieces of 24 bits, cofactors also into groups
 * of `step` pieces, so that every product of a sum and a group is a convolution of length n:
 *
 *     S_b       |-- s --|                        pieces; s + step <= n + 1
 *     P / P_b   |-- step --|-- step --|-- step --|
 *     values    |----- n -----|                  group 0: its n pieces reach into segment 1
 *                          |----- n -----|       group 1
 *               | segment 0| segment 1| ...      segments: sums of two groups, with carries
 *
 * Spectra of all blocks are multiplied by those of the groups, which the host prepares, and summed
 * over the blocks before the sums are transformed back: n products replace s * step. This is done
 * modulo two primes, whose product exceeds every piece of a result [Pollard 1971]. */
#include "convolution_shape.h"
#include "../arith/halves.h"
#include "ntt.h"
#include "positional_shape.h"
#include "../arith/tile.h"

/* Place of a work-item: W values of a tile, and one of the tile's `each` items. */
typedef struct convolution_place {
    u32 column, which;
} convolution_place;

static inline convolution_place convolution_find(u32 each)
{
    const u32 item = get_global_id(0), vectors = T / W, unit = item / vectors;
    convolution_place at = {unit / each * T + item % vectors * W, unit % each};

    return at;
}

/* Returns a prime's field, by a selection: for a variable index Clang copies the whole argument to
 * memory for AMD's GPUs. */
static inline fp_field convolution_field(convolution_shape s, u32 prime)
{
    const fp_field a = s.field[0], b = s.field[1];
    const fp_field f = {prime == 0 ? a.p : b.p, prime == 0 ? a.pinv : b.pinv,
                        prime == 0 ? a.one : b.one, prime == 0 ? a.r2 : b.r2};

    return f;
}

/* Returns the index of word k of sequence `which` of a value, which has `each` sequences (blocks
 * or groups) for each prime, the first prime's first. */
static inline size_t convolution_index(u32 column, u32 each, u32 which, u32 k, convolution_shape s)
{
    return TILE_INDEX((size_t)column, CONVOLUTION_PRIMES * each * s.length, which * s.length + k,
                      T);
}

/* Reader of the sum of a block, word by word. */
typedef struct convolution_words {
    global const u32 *next, *end; /* rows of its slices */
    u32 columns, left;            /* remaining rows of the current slice */
    halves carry;
} convolution_words;

static inline convolution_words convolution_open(global const u32 *sums, convolution_block block,
                                                 u32 column, convolution_shape s)
{
    const size_t slice = (size_t)POSITIONAL_WORDS * s.columns;
    global const u32 *first = sums + block.slice * slice + column;
    convolution_words words = {first, first + block.count * slice, s.columns, POSITIONAL_OWN_WORDS,
                               halves_splat(0)};

    return words;
}

/* Returns the next word, 0 past the end. */
static inline LANES convolution_word(private convolution_words *w)
{
    LANES word;

    if (w->left == 0) { /* the excess of a slice belongs to the next */
        w->carry = halves_add(w->carry, halves_join(lanes_load(w->next),
                                                    lanes_load(w->next + w->columns)));
        w->next += (POSITIONAL_WORDS - POSITIONAL_OWN_WORDS) * w->columns;
        w->left = POSITIONAL_OWN_WORDS;
    }
    if (w->next < w->end) {
        w->carry = halves_add(w->carry, halves_join(lanes_load(w->next), lanes_splat(0)));
        w->next += w->columns;
        w->left--;
    }
    word = halves_narrow(w->carry);
    w->carry = halves_right(w->carry, 32);
    return word;
}

/* Sets x to the pieces of a block's sum, padded with zeros, after the transform's first layer: as
 * the second half is 0, sums and differences equal the first half. */
static inline void convolution_cut(global u32 *x, convolution_words words, global const u32 *roots,
                                   fp_field f, convolution_shape s)
{
    const u32 middle = s.length / 2;
    halves rest = halves_splat(0);
    u32 bits = 0;

    for (u32 k = 0; k < s.pieces; k++, bits -= CONVOLUTION_BITS) {
        if (bits < CONVOLUTION_BITS) {
            const halves word = halves_join(convolution_word(&words), lanes_splat(0));

            HALVES_BOTH(rest.even |= word.even << bits, rest.odd |= word.odd << bits);
            bits += 32;
        }
        const LANES piece = halves_narrow(rest) & CONVOLUTION_MASK;

        lanes_store(piece, NTT_AT(x, k));
        lanes_store(lanes_mul(piece, lanes_splat(roots[k]), f), NTT_AT(x, k + middle));
        rest = halves_right(rest, CONVOLUTION_BITS);
    }
    for (u32 k = s.pieces; k < middle; k++) {
        lanes_store(lanes_splat(0), NTT_AT(x, k));
        lanes_store(lanes_splat(0), NTT_AT(x, k + middle));
    }
}

/* Computes spectra[tile][prime][block][n][T] of sums [slice][word][columns]. One work-item for W
 * values, a prime and a block. */
LANES_KERNEL convolution_forward(global u32 *spectra, global const u32 *sums,
                                 global const convolution_block *blocks, global const u32 *roots,
                                 convolution_shape s)
{
    const convolution_place at = convolution_find(CONVOLUTION_PRIMES * s.blocks);
    const u32 prime = at.which / s.blocks;
    const fp_field f = convolution_field(s, prime);
    global u32 *x = spectra + convolution_index(at.column, s.blocks, at.which, 0, s);

    if (at.column >= s.columns)
        return;
    roots += prime * s.length;
    convolution_cut(x, convolution_open(sums, blocks[at.which % s.blocks], at.column, s), roots, f,
                    s);
    ntt_forward(x, s.length, s.length / 2, roots, f);
}

/* Computes products[tile][prime][group][n][T]: sums over the blocks of spectra times
 * weights[prime][n][group / OUTPUTS][block][OUTPUTS]. One work-item for W values, a prime and a
 * point. */
LANES_KERNEL convolution_products(global u32 *products, global const u32 *spectra,
                                  global const u32 *weights, convolution_shape s)
{
    const convolution_place at = convolution_find(CONVOLUTION_PRIMES * s.length);
    const u32 prime = at.which / s.length, point = at.which % s.length;
    const fp_field f = convolution_field(s, prime);
    const u32 passes = (s.groups + CONVOLUTION_OUTPUTS - 1) / CONVOLUTION_OUTPUTS;
    global const u32 *in = spectra + convolution_index(at.column, s.blocks, prime * s.blocks,
                                                       point, s);
    global u32 *out = products + convolution_index(at.column, s.groups, prime * s.groups, point,
                                                   s);

    if (at.column >= s.columns)
        return;
    weights += (size_t)at.which * passes * s.blocks * CONVOLUTION_OUTPUTS;
    for (u32 first = 0; first < s.groups; first += CONVOLUTION_OUTPUTS) {
        halves sum[CONVOLUTION_OUTPUTS];

#pragma unroll
        for (u32 j = 0; j < CONVOLUTION_OUTPUTS; j++)
            sum[j] = halves_splat(0);
        global const u32 *word = in;
        for (u32 b = 0; b < s.blocks / 2; b++, weights += 2 * CONVOLUTION_OUTPUTS) {
            const halves x = halves_widen(lanes_load(word));
            const halves y = halves_widen(lanes_load(NTT_AT(word, s.length)));

#pragma unroll
            for (u32 j = 0; j < CONVOLUTION_OUTPUTS; j++) { /* two products: below p * 2^32 */
                sum[j] = halves_add_product(sum[j], x, weights[j]);
                sum[j] = halves_add_product(sum[j], y, weights[CONVOLUTION_OUTPUTS + j]);
                sum[j] = halves_fold(sum[j], f);
            }
            word = NTT_AT(word, 2 * s.length);
        }
        if (s.blocks % 2 != 0) {
            const halves x = halves_widen(lanes_load(word));

#pragma unroll
            for (u32 j = 0; j < CONVOLUTION_OUTPUTS; j++, weights++)
                sum[j] = halves_add_product(sum[j], x, *weights);
        }
#pragma unroll
        for (u32 j = 0; j < CONVOLUTION_OUTPUTS; j++)
            if (first + j < s.groups)
                lanes_store(halves_redc(halves_fold(sum[j], f), f),
                            NTT_AT(out, (first + j) * s.length));
    }
}

/* Transforms products from spectra to pieces. One work-item for W values, a prime and a group. */
LANES_KERNEL convolution_backward(global u32 *products, global const u32 *roots,
                                  convolution_shape s)
{
    const convolution_place at = convolution_find(CONVOLUTION_PRIMES * s.groups);
    const u32 prime = at.which / s.groups;

    if (at.column >= s.columns)
        return;
    ntt_backward(products + convolution_index(at.column, s.groups, at.which, 0, s), s.length,
                 roots + prime * s.length, convolution_field(s, prime));
}

/* Returns t + piece k of a group, from residues modulo both primes, `apart` words apart. */
static inline halves convolution_add(halves t, global const u32 *group, u32 k, u32 apart,
                                     convolution_shape s)
{
    LANES r0 = lanes_load(NTT_AT(group, k)), r1 = lanes_load(NTT_AT(group, k) + apart);
    LANES quotient = lanes_mul(lanes_sub(r1, r0, s.field[1]), lanes_splat(s.inverse), s.field[1]);

    t = halves_add(t, halves_join(r0, lanes_splat(0)));
    return halves_add_product(t, halves_widen(quotient), s.field[0].p);
}

/* Computes words[segment][CONVOLUTION_WORDS(step) + EXCESS][columns]: a segment of the values, and
 * its excess, which belongs to the next. One work-item for W values and a segment. */
kernel void convolution_carry(global u32 *words, global const u32 *products, convolution_shape s)
{
    const convolution_place at = convolution_find(s.segments);
    const u32 apart = s.groups * s.length * T;
    global const u32 *value = products + convolution_index(at.column, s.groups, 0, 0, s);
    halves carry = halves_splat(0), rest = halves_splat(0);

    if (at.column >= s.columns)
        return;
    words += (size_t)at.which * (CONVOLUTION_WORDS(s.step) + CONVOLUTION_EXCESS) * s.columns +
             at.column;
    for (u32 k = 0, bits = 0; k < s.step; k++) {
        if (at.which < s.groups)
            carry = convolution_add(carry, NTT_AT(value, at.which * s.length), k, apart, s);
        if (at.which > 0 && s.step + k < s.length)
            carry = convolution_add(carry, NTT_AT(value, (at.which - 1) * s.length),
                                    s.step + k, apart, s);
        HALVES_BOTH(rest.even |= (carry.even & CONVOLUTION_MASK) << bits,
                    rest.odd |= (carry.odd & CONVOLUTION_MASK) << bits);
        carry = halves_right(carry, CONVOLUTION_BITS);
        bits += CONVOLUTION_BITS;
        if (bits >= 32) {
            lanes_store(halves_narrow(rest), words);
            words += s.columns;
            rest = halves_right(rest, 32);
            bits -= 32;
        }
    }
    lanes_store(halves_narrow(carry), words);
    lanes_store(halves_upper(carry), words + s.columns);
}
