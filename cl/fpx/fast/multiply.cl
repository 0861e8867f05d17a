/* Product of two polynomials by transforms that stop early: with y = x^T, coefficients lie as
 * those of T polynomials in y side by side, which is a tile of the library's transforms:
 *
 *     a  =  A_0(y) + x A_1(y) + ... + x^(T-1) A_(T-1)(y)        tile: [ A_0 | A_1 | ... ]
 *
 *     fast_multiply_load    residues modulo each prime, zeros behind them
 *     fast_multiply_values  at each root of unity y of order M, a and b are polynomials of T
 *                           coefficients, whose product modulo x^T - y is the value of a b
 *     fast_multiply_store   residues modulo p, from one prime or more
 *
 * So no pass goes across the words of a vector, and T products a word take the place of as many
 * passes as T has binary digits: incomplete transforms [Lyubashevsky, Seiler 2019]. */
#include "multiply_shape.h"
#include "../ntt_shape.h"
#include "../plain/sums.h"
#include "../../arith/prime_info.h"

/* Groups of one work-item need no barriers. */
#if NT == 1
#define FAST_BARRIER()
#else
#define FAST_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#endif

/* Products whose sum stays below 2^63 with a word: 8 (2^30 - 1)^2 + 2^32. */
#define FAST_TERMS 8

/* W words of a from `at` on, zeros behind it. */
static inline LANES fast_multiply_fetch(global const u32 *a, size_t at, u32 count)
{
    LANES words = lanes_splat(0);

    if (at + W <= count)
        return lanes_load(a + at);
    for (u32 k = 0; at + k < count; k++)
        ((private u32 *)&words)[k] = a[at + k];
    return words;
}

/* A work-item for W words, in all primes; those words are below 2^31, thus below twice a prime, or
 * below the only one. */
LANES_KERNEL fast_multiply_load(global u32 *data, global const u32 *a,
                                global const prime_info *info, const fast_multiply_shape s)
{
    const size_t at = get_global_id(0) * W, words = (size_t)s.length * T;

    if (at >= words)
        return;

    const LANES word = fast_multiply_fetch(a, at, s.count);

    for (u32 n = 0; n < s.primes; n++)
        lanes_store(lanes_lower(word, lanes_splat(info[n].field.p)), data + n * words + at);
}

/* The W words of c = (a e[T ...] + ...) / 2^32 from i on: c[i] = sum of a[k] e[T + i - k], k < T,
 * of balanced residues. Odd words are the even ones of the vector one word further (sums.h of
 * plain products). */
static inline LANES fast_multiply_sum(local const u32 *a, local const u32 *e, fp_field f)
{
    const lazy_prime prime = lazy_prime_of(f);
    lazy_pair low, high;
    LAZY_HALF last = lazy_as_half(lanes_load(e + 1));

    LAZY_BOTH(low.even = (LAZY_HALF)(0), low.odd = (LAZY_HALF)(0));
    high = low;
    for (u32 k = 0; k < T;) {
        for (const u32 end = min((u32)T, k + FAST_TERMS); k < end; k++, e--) {
            const LAZY_HALF factor = lazy_as_half((LAZY)((int)a[k]));
            const LAZY_HALF x = lazy_as_half(lanes_load(e));

            LAZY_BOTH(low.even += lazy_half_product(x, factor),
                      low.odd += lazy_half_product(last, factor));
            last = x;
        }
        LAZY_BOTH(high.even += low.even >> 32, high.odd += low.odd >> 32);
        LAZY_BOTH(low.even &= 0xffffffffL, low.odd &= 0xffffffffL);
    }
    return plain_join(high, low, prime, f);
}

/* W canonical words, balanced. */
static inline void fast_multiply_balance(local u32 *to, LANES v, fp_field f)
{
    lanes_store(lazy_as_lanes(lazy_balance(lazy_as_words(v), lazy_prime_of(f))), to);
}

/* The root at a place, y: places that differ in the last digit have indices far apart, but the
 * others' part of the index is found once for all of them. */
static inline u32 fast_multiply_root(global const u32 *roots, u32 place, private u32 *rest,
                                     fast_multiply_shape s)
{
    const u32 radix = (u32)s.radices & 15, digit = radix > 0 ? place % radix : 0;

    if (radix == 0)
        return roots[0];
    if (digit == 0 || *rest == s.length)
        *rest = ntt_index(s.radices >> 4, place / radix);
    return roots[digit * (s.length / radix) + *rest];
}

/* a := a b at s.run values a work-group of T / W work-items, FAST_AHEAD at a time: what is stored
 * is not loaded at once, which would wait. parts: FAST_AHEAD times FAST_PART words: a; b y, b. */
LANES_KERNEL fast_multiply_values(global u32 *a, global const u32 *b, global const u32 *roots,
                                  global const prime_info *info, const fast_multiply_shape s,
                                  local u32 *parts)
{
    const u32 n = get_group_id(0) / s.groups, i = get_local_id(0) * W;
    const u32 begin = get_group_id(0) % s.groups * s.run, end = min(begin + s.run, s.length);
    const fp_field f = info[n].field;
    u32 rest = s.length; /* none yet */

    roots += (size_t)n * s.length;
    a += (size_t)n * s.length * T + i;
    b += (size_t)n * s.length * T + i;
    for (u32 from = begin; from < end; from += FAST_AHEAD) {
        const u32 to = min(from + FAST_AHEAD, end);

        for (u32 place = from; place < to; place++) {
            local u32 *part = parts + (place - from) * FAST_PART(T);
            const LANES of_b = lanes_load(b + (size_t)place * T);
            const u32 y = fast_multiply_root(roots, place, &rest, s);

            fast_multiply_balance(part + i, lanes_load(a + (size_t)place * T), f);
            fast_multiply_balance(part + T + i, lanes_mul(of_b, lanes_splat(y), f), f);
            fast_multiply_balance(part + 2 * T + i, of_b, f);
            if (i == 0)
                part[3 * T] = 0; /* is loaded, and counts for nothing */
        }
        FAST_BARRIER();
        for (u32 place = from; place < to; place++) {
            local const u32 *part = parts + (place - from) * FAST_PART(T);

            lanes_store(fast_multiply_sum(part, part + 2 * T + i, f), a + (size_t)place * T);
        }
        FAST_BARRIER();
    }
}

/* What the transforms left of a word, without their factors: M, and 1 / 2^32 of the product. */
static inline LANES fast_multiply_word(global const u32 *data, prime_info prime)
{
    const u32 factor = fp_mul(prime.points_inverse, prime.field.r2, prime.field);

    return lanes_mul(lanes_load(data), lanes_splat(factor), prime.field);
}

/* (r - d) inverse. */
static inline LANES fast_multiply_digit(LANES r, LANES d, u32 inverse, fp_field f)
{
    return lanes_mul(lanes_sub(r, d, f), lanes_splat(inverse), f);
}

/* Digits d of the number with residues r: r[0] = d[0], and d[0] + P1 d[1] + P1 P2 d[2] is it.
 * Residues modulo a prime are canonical modulo those that follow. [Garner 1959] */
static inline void fast_multiply_digits(private LANES *r, global const prime_info *info,
                                        u32 primes, fast_recombination c)
{
    if (primes > 1)
        r[1] = fast_multiply_digit(r[1], r[0], c.inverse[0], info[1].field);
    if (primes > 2) {
        r[2] = fast_multiply_digit(r[2], r[0], c.inverse[1], info[2].field);
        r[2] = fast_multiply_digit(r[2], r[1], c.second, info[2].field);
    }
}

/* d[0] + d[1] weight[0] + d[2] weight[1], modulo p. */
static inline LANES fast_multiply_join(private const LANES *d, u32 primes, fast_recombination c)
{
    const fp_field f = c.target;
    LANES2 sum;

    if (f.p == 2) /* P1 and P1 P2 are odd */
        return (d[0] ^ (primes > 1 ? d[1] : lanes_splat(0)) ^
                (primes > 2 ? d[2] : lanes_splat(0))) & lanes_splat(1);
    sum = lanes_product(d[0], lanes_splat(f.one)); /* each below p 2^31 */
    if (primes > 1)
        sum += lanes_product(d[1], lanes_splat(c.weight[0]));
    if (primes > 2)
        sum += lanes_product(d[2], lanes_splat(c.weight[1]));
    return lanes_redc(lanes_fold(sum, f), f);
}

/* A work-item for W words. direct: p is the only prime. */
LANES_KERNEL fast_multiply_store(global u32 *product, global const u32 *data,
                                 global const prime_info *info, const fast_multiply_shape s,
                                 const fast_recombination c, u32 direct)
{
    const size_t at = get_global_id(0) * W, words = (size_t)s.length * T;
    LANES r[FAST_PRIMES];
    u32 word[W];

    if (at >= s.count)
        return;
    r[0] = fast_multiply_word(data + at, info[0]);
    if (s.primes > 1)
        r[1] = fast_multiply_word(data + words + at, info[1]);
    if (s.primes > 2)
        r[2] = fast_multiply_word(data + 2 * words + at, info[2]);
    if (!direct) {
        fast_multiply_digits(r, info, s.primes, c);
        r[0] = fast_multiply_join(r, s.primes, c);
    }
    if (at + W <= s.count) {
        lanes_store(r[0], product + at);
        return;
    }
    lanes_store(r[0], word);
    for (u32 k = 0; at + k < s.count; k++)
        product[at + k] = word[k];
}
