/* Prime fields and roots of unity; arithmetic, resultants and subresultants modulo 64-bit primes;
 * primality tests; primes in arithmetic progressions. */
#include "arith/prime.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "arith/mont64.h"
#include "core/size.h"

fp_field clm_field(uint32_t p)
{
    uint32_t inverse = p; /* correct modulo 8; each step doubles the correct bits */
    uint64_t one = (UINT64_C(1) << 32) % p;

    for (int bits = 3; bits < 32; bits *= 2)
        inverse *= 2 - p * inverse;
    return (fp_field){.p = p, .pinv = inverse, .one = (u32)one, .r2 = (u32)(one * one % p)};
}

/* Returns whether x, whose order divides `order`, has exactly this order. */
static bool has_full_order(fp_field field, uint32_t x, uint32_t order)
{
    uint32_t rest = order;

    for (uint32_t prime = 2; prime <= rest / prime; prime++) {
        if (rest % prime != 0)
            continue;
        if (fp_pow(x, order / prime, field) == field.one)
            return false;
        while (rest % prime == 0)
            rest /= prime;
    }
    return rest == 1 || fp_pow(x, order / rest, field) != field.one;
}

/* Returns whether a is a square modulo the odd prime p, by Jacobi's symbol. Pre: 0 < a < p. */
static bool is_square(uint32_t a, uint32_t p)
{
    bool square = true;

    for (uint32_t n = p; a > 1;) {
        const uint32_t twos = (uint32_t)__builtin_ctz(a), odd = a >> twos;

        square ^= twos % 2 == 1 && (n % 8 == 3 || n % 8 == 5);
        square ^= odd % 4 == 3 && n % 4 == 3;
        a = n % odd;
        n = odd;
    }
    return square;
}

uint32_t clm_field_root(fp_field field, uint32_t order)
{
    const uint32_t exponent = (field.p - 1) / order;

    if (order == 1)
        return field.one;
    /* A fraction phi(order)/order of all bases succeeds, so one of the first few does. Squares
     * have roots of odd order, or half of it at most. */
    for (uint32_t base = 1; base < field.p; base++) {
        uint32_t root;

        if (order % 2 == 0 && is_square(base, field.p))
            continue;
        root = fp_pow(fp_to(base, field), exponent, field);
        if (has_full_order(field, root, order))
            return root;
    }
    return field.one; /* not reached: F_p has elements of every order dividing p - 1 */
}

prime_info clm_prime_info(uint32_t p, uint32_t points, uint32_t shift)
{
    fp_field field = clm_field(p);

    return (prime_info){
        .field = field,
        .root = clm_field_root(field, points),
        .shift = shift,
        .shift_inverse = fp_inv(shift, field),
        .points_inverse = fp_to(p - (p - 1) / points, field), /* points * (p - 1) / points = -1 */
    };
}

__extension__ typedef unsigned __int128 u128;

uint64_t clm_mulmod64(uint64_t a, uint64_t b, uint64_t m)
{
    return (uint64_t)((u128)a * b % m);
}

uint64_t clm_powmod64(uint64_t a, uint64_t e, uint64_t m)
{
    uint64_t result = 1;

    for (; e != 0; e >>= 1) {
        if (e & 1)
            result = clm_mulmod64(result, a, m);
        a = clm_mulmod64(a, a, m);
    }
    return result;
}

/* Defines the inverse of a modulo m for words of one size. */
#define INVERSE(name, word)                                          \
    word name(word a, word m)                                        \
    {                                                                \
        word x = m, y = a, s = 0, t = 1; /* -s a = x, t a = y */     \
                                                                     \
        for (;;) { /* two steps at once, without exchanges */        \
            word quotient;                                           \
                                                                     \
            if (y <= 1)                                              \
                return t;                                            \
            quotient = x / y;                                        \
            x -= quotient * y;                                       \
            s += quotient * t; /* at most m, and t below */          \
            if (x <= 1)                                              \
                return m - s;                                        \
            quotient = y / x;                                        \
            y -= quotient * x;                                       \
            t += quotient * s;                                       \
        }                                                            \
    }

INVERSE(clm_invmod64, uint64_t)
INVERSE(clm_invmod32, uint32_t)

uint64_t clm_mont64_inv(uint64_t a, const clm_mont64 *f)
{
    return clm_mont64_to(clm_mont64_to(clm_invmod64(a, f->p), f), f);
}

static uint64_t submod64(uint64_t a, uint64_t b, uint64_t m)
{
    return a >= b ? a - b : a + (m - b);
}

/* Returns the degree of a polynomial of formal degree n; -1 for zero. */
static long degree_of(const uint64_t *f, size_t n)
{
    long degree = (long)n;

    while (degree >= 0 && f[degree] == 0)
        degree--;
    return degree;
}

/* Sets f := f mod g; g has degree m with g[m] != 0, f has formal degree n >= m. */
static void remainder_mod64(uint64_t *f, size_t n, const uint64_t *g, size_t m, uint64_t modulus)
{
    uint64_t inverse = clm_invmod64(g[m], modulus);

    for (size_t i = n + 1; i-- > m;) {
        uint64_t quotient = clm_mulmod64(f[i], inverse, modulus);

        for (size_t j = 0; j <= m && quotient != 0; j++)
            f[i - m + j] = submod64(f[i - m + j], clm_mulmod64(quotient, g[j], modulus), modulus);
    }
}

void clm_subresultant_mod64(uint64_t *s, size_t k, uint64_t *f, size_t p, uint64_t *g, size_t q,
                            uint64_t m)
{
    uint64_t factor = 1;

    memset(s, 0, (k + 1) * sizeof *s);
    /* Invariant: the subresultant is factor * S_k(f, g) with formal degrees p and q. */
    while (p > k && q > k) {
        long df = degree_of(f, p), dg = degree_of(g, q);
        size_t to_f = df > (long)k ? (size_t)df : k, to_g = dg > (long)k ? (size_t)dg : k;

        if (to_f < p && to_g < q)
            return;
        if (to_f < p) { /* (-1)^((q-k)(p-df)) lc(g)^(p-df) S_k(f~, g) */
            factor = clm_mulmod64(factor, clm_powmod64(g[q], p - to_f, m), m);
            if ((q - k) % 2 != 0 && (p - to_f) % 2 != 0)
                factor = submod64(0, factor, m);
            p = to_f;
        } else if (to_g < q) { /* lc(f)^(q-dg) S_k(f, g~) */
            factor = clm_mulmod64(factor, clm_powmod64(f[p], q - to_g, m), m);
            q = to_g;
        } else if (p >= q) { /* S_k(f, g) = S_k(f mod g, g), with the same formal degrees */
            remainder_mod64(f, p, g, q, m);
        } else { /* S_k(f, g) = S_k(f, g mod f) */
            remainder_mod64(g, q, f, p, m);
        }
    }
    if (q > k) { /* p = k: q - k rows of f, the first q - k - 1 of them triangular */
        g = f;
        p = q;
    }
    factor = clm_mulmod64(factor, clm_powmod64(g[k], p - k - 1, m), m);
    for (size_t j = 0; j <= k; j++)
        s[j] = clm_mulmod64(factor, g[j], m);
}

uint64_t clm_resultant_mod64(uint64_t *f, size_t p, uint64_t *g, size_t q, uint64_t m)
{
    uint64_t r = 1; /* an empty determinant */

    if (p > 0 || q > 0)
        clm_subresultant_mod64(&r, 0, f, p, g, q, m);
    return r;
}

/* Divisions with more steps than this divide by the leading coefficient first. */
#define FEW_STEPS 4

/* Returns whether the coefficients c[0] ... c[*degree] are not all 0; lowers *degree to the true
 * degree then. */
static bool has_degree(const uint64_t *c, size_t *degree)
{
    while (*degree > 0 && c[*degree] == 0)
        --*degree;
    return c[*degree] != 0;
}

/* Sets f to the remainder by g of f or, if n - m < FEW_STEPS, of lc(g)^(n-m+1) f, without its
 * coefficients above y^(m-1). Pre: n >= m and g[m] is not 0. */
static void divide_mont64(uint64_t *f, size_t n, const uint64_t *g, size_t m,
                          const clm_mont64 *field)
{
    const bool few = n - m < FEW_STEPS;
    const uint64_t l = few ? g[m] : field->one;
    const uint64_t inverse = few ? field->one : clm_mont64_inv(g[m], field);

    for (size_t shift = n - m + 1; shift-- > 0;) {
        const uint64_t factor =
            clm_mont64_neg(clm_mont64_mul(f[shift + m], inverse, field), field);

        for (size_t i = 0; i < shift && few; i++)
            f[i] = clm_mont64_mul(f[i], l, field);
        for (size_t j = 0; j < m && (few || factor != 0); j++)
            f[shift + j] = clm_mont64_reduce((clm_u128)l * f[shift + j] +
                                                 (clm_u128)factor * g[j], field);
    }
}

/* If f~ = l^k f modulo g has degree d, and f and g have degrees n >= m:
 *
 *     l^(k m) R(f, g) = (-1)^(m (n - d)) lc(g)^(n - d) R(f~, g) */
void clm_mont64_resultant(uint64_t ratio[2], uint64_t *f, size_t p, uint64_t *g, size_t q,
                          const clm_mont64 *field)
{
    uint64_t numerator = field->one, denominator = field->one;
    size_t n = p, m = q;

    ratio[0] = 0;
    ratio[1] = field->one;
    if (n > 0 && m > 0 && (!has_degree(f, &n) || !has_degree(g, &m) || (n < p && m < q)))
        return;
    if (n < p) /* (-1)^(q k) lc(g)^k for degrees lost by f, lc(f)^k for degrees lost by g */
        numerator = clm_mont64_mul(numerator, clm_mont64_pow(g[m], p - n, field), field);
    if (m < q)
        numerator = clm_mont64_mul(numerator, clm_mont64_pow(f[n], q - m, field), field);
    if ((p - n) % 2 != 0 && m % 2 != 0)
        numerator = clm_mont64_neg(numerator, field);
    while (n > 0 && m > 0) {
        size_t degree = m - 1;
        uint64_t *const last = f;

        if (n >= m) {
            const size_t power = (n - m + 1) * m;

            divide_mont64(f, n, g, m, field);
            if (!has_degree(f, &degree))
                return;
            if ((n - degree) % 2 != 0 && m % 2 != 0)
                numerator = clm_mont64_neg(numerator, field);
            if (n - m < FEW_STEPS)
                denominator = clm_mont64_mul(
                    denominator, clm_mont64_pow(g[m], power - (n - degree), field), field);
            else
                numerator = clm_mont64_mul(numerator,
                                           clm_mont64_pow(g[m], n - degree, field), field);
            n = degree;
        }
        if (n % 2 != 0 && m % 2 != 0)
            numerator = clm_mont64_neg(numerator, field);
        f = g;
        g = last;
        degree = n;
        n = m;
        m = degree;
    }
    ratio[0] = clm_mont64_mul(
        numerator, n > 0 ? clm_mont64_pow(g[0], n, field) : clm_mont64_pow(f[0], m, field),
        field);
    ratio[1] = denominator;
}

#define FEW_BASES 7 /* sufficient below 2^64 */
#define SIEVED 8192 /* candidates at a time */

/* Miller-Rabin: tells whether odd n > 2 is a probable prime to the base a. */
static bool passes(uint64_t n, uint64_t a)
{
    uint64_t odd = n - 1, power;
    int twos = 0;

    a %= n;
    if (a == 0)
        return true;
    for (; odd % 2 == 0; odd /= 2)
        twos++;
    power = clm_powmod64(a, odd, n);
    if (power == 1 || power == n - 1)
        return true;
    while (--twos > 0) {
        power = clm_mulmod64(power, power, n);
        if (power == n - 1)
            return true;
    }
    return false;
}

/* passes for n < 2^62 and several bases at once, whose powers are independent computations. */
static bool passes_u62(const uint64_t *bases, size_t count, const clm_mont64 *f)
{
    const uint64_t minus_one = f->p - f->one;
    const int twos = __builtin_ctzll(f->p - 1);
    uint64_t a[FEW_BASES], power[FEW_BASES];

    for (size_t i = 0; i < count; i++) {
        a[i] = clm_mont64_to(bases[i], f);
        power[i] = f->one;
    }
    for (uint64_t e = (f->p - 1) >> twos; e != 0; e >>= 1)
        for (size_t i = 0; i < count; i++) {
            power[i] = e & 1 ? clm_mont64_mul(power[i], a[i], f) : power[i];
            a[i] = clm_mont64_mul(a[i], a[i], f);
        }
    for (size_t i = 0; i < count; i++) {
        for (int k = 1; k < twos && power[i] != f->one && power[i] != minus_one; k++)
            power[i] = clm_mont64_mul(power[i], power[i], f);
        if (power[i] != f->one && power[i] != minus_one)
            return false;
    }
    return true;
}

/* Tells whether a prime up to 47 divides odd n > 47: one division, and products with constants. */
static bool has_small_factor(uint64_t n)
{
    const uint64_t rest = n % UINT64_C(307444891294245705); /* 3 * 5 * ... * 47 */

    return rest % 3 == 0 || rest % 5 == 0 || rest % 7 == 0 || rest % 11 == 0 || rest % 13 == 0 ||
           rest % 17 == 0 || rest % 19 == 0 || rest % 23 == 0 || rest % 29 == 0 ||
           rest % 31 == 0 || rest % 37 == 0 || rest % 41 == 0 || rest % 43 == 0 || rest % 47 == 0;
}

static bool is_prime(uint64_t n, const uint64_t *bases, size_t count)
{
    static const uint64_t small[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};

    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        if (n % small[i] == 0)
            return n == small[i];
    if (n < 37 * 37)
        return n > 1;
    for (size_t i = 0; i < count; i++)
        if (!passes(n, bases[i]))
            return false;
    return true;
}

/* passes in Montgomery form; n odd, 2^16 < n < 2^31. */
static bool passes_u32(uint32_t n, uint32_t a, fp_field field)
{
    const u32 minus_one = fp_neg(field.one, field);
    const int twos = __builtin_ctz(n - 1);
    u32 power = fp_pow(fp_to(a, field), (n - 1) >> twos, field);

    for (int k = 1; k < twos && power != field.one && power != minus_one; k++) {
        power = fp_mul(power, power, field);
        if (power == field.one)
            return false;
    }
    return power == field.one || power == minus_one;
}

bool clm_is_prime_u32(uint32_t n)
{
    static const uint64_t bases[] = {2, 7, 61};
    fp_field field;

    if (n % 2 == 0 || n < UINT32_C(1) << 16 || n >= UINT32_C(1) << 31)
        return is_prime(n, bases, 3);
    if (n % 3 == 0 || n % 5 == 0 || n % 7 == 0 || n % 11 == 0 || n % 13 == 0)
        return false;
    field = clm_field(n);
    return passes_u32(n, 2, field) && passes_u32(n, 7, field) && passes_u32(n, 61, field);
}

bool clm_is_prime_u64(uint64_t n)
{
    static const uint64_t bases[FEW_BASES] = {2, 325, 9375, 28178, 450775, 9780504, 1795265022};
    clm_mont64 field;

    if (n < UINT64_C(1) << 32 || n >= UINT64_C(1) << 62)
        return is_prime(n, bases, FEW_BASES);
    if (n % 2 == 0 || has_small_factor(n))
        return false;
    field = clm_mont64_of(n); /* nearly all composites fail with the first base */
    return passes_u62(bases, 1, &field) && passes_u62(bases + 1, FEW_BASES - 1, &field);
}

/* Sieves the candidates k * order + 1 for the `count` greatest k up to `top`: out[top - k] is true
 * if a small prime divides the candidate. A prime q that does not divide the order divides every
 * q-th candidate, from k = -1/order modulo q on. The sieve removes over half of the candidates
 * that pass trial division up to 13, at 1 % of the cost of powers. */
static void sieve(bool *out, uint32_t top, size_t count, uint32_t order)
{
    static const uint8_t by[] = {3,  5,  7,  11, 13,  17,  19,  23,  29,  31,  37, 41,
                                 43, 47, 53, 59, 61,  67,  71,  73,  79,  83,  89, 97,
                                 101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157,
                                 163, 167, 173, 179, 181, 191, 193, 197, 199, 211, 223, 227,
                                 229, 233, 239, 241, 251};

    memset(out, 0, count * sizeof *out);
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        const uint32_t q = by[i], step = order % q;
        uint32_t k = step == 1 ? q - 1 : 0;

        if (step == 0)
            continue;
        while ((k * step + 1) % q != 0)
            k++;
        for (size_t at = (top % q + q - k) % q; at < count; at += q)
            out[at] = true;
    }
}

/* Copies primes below `below` from the greatest ones below 2^31. Returns their number. */
static size_t list_greatest(uint32_t *primes, size_t count, uint32_t below)
{
    static const uint32_t greatest[] = {2147483647, 2147483629, 2147483587, 2147483579,
                                        2147483563, 2147483549, 2147483543, 2147483497,
                                        2147483489, 2147483477, 2147483423, 2147483399};
    size_t found = 0;

    for (size_t k = 0; k < sizeof greatest / sizeof *greatest && found < count; k++)
        if (greatest[k] < below)
            primes[found++] = greatest[k];
    return found;
}

size_t clm_primes_below(uint32_t *primes, size_t count, uint32_t below, uint32_t order)
{
    size_t found = 0;

    if (order <= 2)
        found = list_greatest(primes, count, below);
    if (found > 0)
        below = primes[found - 1];
    return found + clm_primes_between(primes + found, count - found, below, 0, order);
}

size_t clm_primes_between(uint32_t *primes, size_t count, uint32_t below, uint32_t above,
                          uint32_t order)
{
    const uint32_t least = (uint32_t)clm_size_max(above, UINT32_C(1) << 16);
    bool composite[SIEVED];
    size_t found = 0;

    if (below <= least || order >= below - 1)
        return 0;
    for (uint32_t top = (below - 2) / order; top > 0 && found < count;) {
        const size_t enough = clm_size_min(16 * (count - found) + 64, SIEVED);
        const uint32_t many = top < enough ? top : (uint32_t)enough;

        sieve(composite, top, many, order);
        for (uint32_t i = 0; i < many && found < count; i++) {
            const uint32_t candidate = (top - i) * order + 1;

            if (candidate <= least)
                return found;
            if (!composite[i] && clm_is_prime_u32(candidate))
                primes[found++] = candidate;
        }
        top -= many;
    }
    return found;
}

size_t clm_primes_descending(uint64_t *primes, size_t count, uint64_t most, uint64_t least)
{
    size_t found = 0;

    least = least < 2 ? 2 : least;
    if (most <= least)
        return 0;
    for (uint64_t n = most - (most % 2 == 0); n > least && found < count; n -= 2)
        if (n <= UINT32_MAX ? clm_is_prime_u32((uint32_t)n) : clm_is_prime_u64(n))
            primes[found++] = n;
    return found;
}

bool clm_primes_exceed(double *sum, uint64_t prime, double bits)
{
    /* Summands are multiples of 2^-20, so the sum is exact; each logarithm's error is below 2^-46,
     * so the total is below the slack. */
    *sum += floor(log2((double)prime) * 0x1p20) * 0x1p-20;
    return *sum > bits + 0.01;
}

uint32_t clm_smooth_at_least(uint32_t n)
{
    uint64_t best = UINT64_C(1) << 32;

    for (uint64_t a = 1; a < best; a *= 7)
        for (uint64_t b = a; b < best; b *= 5)
            for (uint64_t c = b; c < best; c *= 3) {
                uint64_t d = c;

                while (d < n)
                    d *= 2;
                if (d < best)
                    best = d;
            }
    return (uint32_t)best;
}
