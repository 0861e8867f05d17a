/* Polynomials modulo x^N - 1 by transforms that stop early. With y = x^T, coefficients lie like
 * those of T interleaved polynomials in y, which form a tile of the library's transforms:
 *
 *     a  =  A_0(y) + x A_1(y) + ... + x^(T-1) A_(T-1)(y)        tile: [ A_0 | A_1 | ... ]
 *
 *     spectra_places  roots of unity in the order of spectra
 *     spectra_load    residues modulo each prime, reduced modulo x^N - 1
 *     spectra_values  products of matrices of spectra, one or many: at each root of unity y of
 *                     order M = N / T, a and b are polynomials of T coefficients, and their
 *                     product modulo x^T - y is the value of a b
 *     spectra_store   residues modulo p, from one or more primes
 *
 * So no pass moves words within a vector, and T products per word replace log2 T passes:
 * incomplete transforms [Lyubashevsky, Seiler 2019]. The spectra of several polynomials are rows
 * of a tile; the primes follow each other. */
#include "spectra_words.h"
#include "../batch/ntt_shape.h"
#include "../schoolbook/sums.h"
#include "../../arith/prime_info.h"

/* Products whose sum with a word stays below 2^63: 8 (2^30 - 1)^2 + 2^32. */
#define SPECTRA_TERMS 8

/* One work-item for W words, modulo all primes, first of the rows r of `words`, then of the rows
 * o of `other`. f: field of p */
LANES_KERNEL spectra_load(global u32 *data, global const u32 *words, global const u32 *other,
                          global const prime_info *info, const spectra_shape s,
                          const spectra_rows r, const spectra_rows o, const fp_field f)
{
    const u32 item = get_global_id(0), all = s.length * T, row = item / (all / W);
    const u32 at = item % (all / W) * W, rows = r.rows + o.rows;
    LANES word;

    if (row >= rows)
        return;
    if (row < r.rows)
        word = spectra_load_words(words, row, at, all, r, f);
    else
        word = spectra_load_words(other, row - r.rows, at, all, o, f);
    for (u32 n = 0; n < s.primes; n++)
        lanes_store(lanes_lower(word, lanes_splat(info[n].field.p)),
                    data + (size_t)(n * rows + row) * all + at);
}

/* Factors for the work-items that share a value: a[j], e[j] for j < count, at given distances. */
typedef struct spectra_factors {
    local const u32 *a, *e;
    u32 a_apart, e_apart, count;
} spectra_factors;

/* Returns W words, from i on, of c = (sum of a[j] b[j]) / 2^32 modulo x^T - y, where e = [y b | b]
 * is given from word i of b on: c[i] = sum of a[k] e[i - k], k < T, with balanced residues. Odd
 * words are the even words of the vector one word further (sums.h of schoolbook products). */
static inline LANES spectra_sum(spectra_factors factors, fp_field f)
{
    const lazy_prime prime = lazy_prime_of(f);
    local const u32 *a = factors.a, *e = factors.e;
    lazy_pair low, high;

    LAZY_BOTH(low.even = (LAZY_HALF)(0), low.odd = (LAZY_HALF)(0));
    high = low;
    for (u32 j = 0; j < factors.count; j++, a += factors.a_apart, e += factors.e_apart) {
        LAZY_HALF last = lazy_as_half(lanes_load(e + 1));

#pragma unroll
        for (u32 k = 0; k < T; k++) {
            const LAZY_HALF factor = lazy_as_half((LAZY)((int)a[k]));
            const LAZY_HALF x = lazy_as_half(lanes_load(e - k));

            LAZY_BOTH(low.even = lazy_half_add_product(low.even, x, factor),
                      low.odd = lazy_half_add_product(low.odd, last, factor));
            last = x;
            if ((k + 1) % SPECTRA_TERMS == 0 || k + 1 == T)
                lazy_carry(&high, &low);
        }
    }
    return schoolbook_join(high, low, prime, f);
}

/* Stores W canonical words as balanced ones. */
static inline void spectra_balance(local u32 *to, LANES v, fp_field f)
{
    lanes_store(lazy_as_lanes(lazy_balance(lazy_as_words(v), lazy_prime_of(f))), to);
}

/* Stores the roots in the order of values, one work-item per root. */
kernel void spectra_places(global u32 *values, global const u32 *roots, const spectra_shape s)
{
    const u32 at = get_global_id(0), place = at % s.length;

    if (at < s.length * s.primes)
        values[at] = roots[at - place + ntt_index(s.radices, place)];
}

/* Copies the factors of one value to local memory, W words of each: a, and then y b and b. */
static inline void spectra_take(local u32 *part, global const u32 *a, global const u32 *b, u32 y,
                                size_t all, const spectra_product m, fp_field f)
{
    for (u32 k = 0; k < m.rows * m.inner; k++, a += all, part += T)
        spectra_balance(part, lanes_load(a), f);
    for (u32 k = 0; k < m.inner * m.columns; k++, b += all, part += SPECTRA_RIGHT(T)) {
        const LANES v = lanes_load(b);

        spectra_balance(part, lanes_mul(v, lanes_splat(y), f), f);
        spectra_balance(part + T, v, f);
    }
}

/* Sets the word behind each factor, which spectra_sum loads without using it. */
static inline void spectra_pad(local u32 *part, const spectra_product m)
{
    part += SPECTRA_LEFT(m, T) + 2 * T;
    for (u32 k = 0; k < m.inner * m.columns; k++, part += SPECTRA_RIGHT(T))
        *part = 0;
}

/* out := the products of matrices in a and b at m.run values for each work-group of T / W
 * work-items, SPECTRA_AHEAD at a time, so that stored words are not loaded at once, which would
 * wait. out may be a if a is one row by one. parts: SPECTRA_AHEAD times SPECTRA_PART words. */
LANES_KERNEL spectra_values(global u32 *out, global const u32 *a, global const u32 *b,
                            global const u32 *roots, global const prime_info *info,
                            const spectra_shape s, const spectra_product m, local u32 *parts)
{
    const u32 turn = get_group_id(0) / m.groups, n = turn / m.count, v = turn % m.count;
    const u32 begin = get_group_id(0) % m.groups * m.run, end = min(begin + m.run, s.length);
    const u32 a_row = v * m.a_apart, b_row = m.b_first + v * m.b_apart, i = get_local_id(0) * W;
    const size_t all = (size_t)s.length * T;
    const fp_field f = info[n].field;

    roots += (size_t)n * s.length;
    a += ((size_t)n * m.a_rows + a_row) * all + i;
    b += ((size_t)n * m.b_rows + b_row) * all + i;
    out += ((size_t)n * m.out_rows + v * m.rows * m.columns) * all + i;
    for (u32 from = begin; from < end; from += SPECTRA_AHEAD) {
        const u32 to = min(from + SPECTRA_AHEAD, end);

        for (u32 place = from; place < to; place++) {
            local u32 *part = parts + (place - from) * SPECTRA_PART(m, T);

            spectra_take(part + i, a + (size_t)place * T, b + (size_t)place * T,
                         roots[place], all, m, f);
            if (i == 0)
                spectra_pad(part, m);
        }
        LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
        for (u32 place = from; place < to; place++) {
            local const u32 *left = parts + (place - from) * SPECTRA_PART(m, T);
            local const u32 *right = left + SPECTRA_LEFT(m, T) + T + i;

            for (u32 k = 0; k < m.rows * m.columns; k++) {
                const spectra_factors factors = {
                    left + k / m.columns * m.inner * T, right + k % m.columns * SPECTRA_RIGHT(T),
                    T, m.columns * SPECTRA_RIGHT(T), m.inner};

                lanes_store(spectra_sum(factors, f), out + k * all + (size_t)place * T);
            }
        }
        LANES_BARRIER(CLK_LOCAL_MEM_FENCE);
    }
}

/* One work-item for W words of a row. */
LANES_KERNEL spectra_store(global u32 *out, global const u32 *data, global const prime_info *info,
                           const spectra_shape s, const spectra_rows r,
                           const recombine_constants c)
{
    const u32 vectors = (max(r.count[0], r.count[1]) + W - 1) / W;
    const u32 item = get_global_id(0), row = item / vectors;

    if (row < r.rows)
        spectra_store_words(out, data, info, row, item % vectors * W, s, r, c);
}
