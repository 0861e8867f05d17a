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
 * passes as T has binary digits [incomplete transforms: Lyubashevsky, Seiler 2019]. */
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

/* A work-item for W words, in all primes; those words are below 2^31, thus below twice a prime, or
 * below the only one. */
LANES_KERNEL fast_multiply_load(global u32 *data, global const u32 *a,
                                global const prime_info *info, const fast_multiply_shape s)
{
    const size_t at = get_global_id(0) * W, words = (size_t)s.length * T;
    u32 word[W];

    if (at >= words)
        return;
    for (u32 k = 0; k < W; k++)
        word[k] = at + k < s.count ? a[at + k] : 0;
    for (u32 n = 0; n < s.primes; n++)
        lanes_store(lanes_lower(lanes_load(word), lanes_splat(info[n].field.p)),
                    data + n * words + at);
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

/* a := a b at s.run values a work-group of T / W work-items. parts: 3 T + 1 words: a; b y, b. */
LANES_KERNEL fast_multiply_values(global u32 *a, global const u32 *b, global const u32 *roots,
                                  global const prime_info *info, const fast_multiply_shape s,
                                  local u32 *parts)
{
    const u32 begin = get_group_id(0) * s.run, all = s.length * s.primes;
    const u32 i = get_local_id(0) * W;
    local u32 *extended = parts + T;

    if (i == 0)
        parts[3 * T] = 0; /* is loaded, and counts for nothing */
    for (u32 place = begin; place < min(begin + s.run, all); place++) {
        const u32 n = place / s.length;
        const fp_field f = info[n].field;
        const u32 y = roots[n * s.length + ntt_index(s.radices, place % s.length)];
        const size_t at = (size_t)place * T + i;
        const LANES of_a = lanes_load(a + at), of_b = lanes_load(b + at);
        const LANES moved = lanes_mul(of_b, lanes_splat(y), f);

        fast_multiply_balance(parts + i, of_a, f);
        fast_multiply_balance(extended + i, moved, f);
        fast_multiply_balance(extended + T + i, of_b, f);
        FAST_BARRIER();
        lanes_store(fast_multiply_sum(parts, extended + T + i, f), a + at);
        FAST_BARRIER();
    }
}

/* What the transforms left of a word, without their factors: M, and 1 / 2^32 of the product. */
static inline LANES fast_multiply_word(global const u32 *data, prime_info prime)
{
    const u32 factor = fp_mul(prime.points_inverse, prime.field.r2, prime.field);

    return lanes_mul(lanes_load(data), lanes_splat(factor), prime.field);
}

/* Digits d of the number with residues r: r[0] = d[0], and d[0] + P1 d[1] + P1 P2 d[2] is it.
 * Residues modulo a prime are canonical modulo those that follow. [Garner 1959] */
static inline void fast_multiply_digits(private LANES *r, global const prime_info *info,
                                        u32 primes, fast_recombination c)
{
    for (u32 n = 1; n < primes; n++) {
        const fp_field f = info[n].field;

        r[n] = lanes_mul(lanes_sub(r[n], r[0], f), lanes_splat(c.inverse[n - 1]), f);
        if (n == 2)
            r[n] = lanes_mul(lanes_sub(r[n], r[1], f), lanes_splat(c.second), f);
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
    for (u32 n = 0; n < s.primes; n++)
        r[n] = fast_multiply_word(data + n * words + at, info[n]);
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
