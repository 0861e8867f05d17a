/* Inverses, powers, resultants and subresultants modulo 64-bit primes, by plain division. */
#include "arith/mod64.h"

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

uint64_t clm_invmod64(uint64_t a, uint64_t m)
{
    uint64_t r[2] = {m, a}, s[2] = {0, 1}; /* s a = r modulo m, up to signs, which alternate */
    unsigned steps = 0;

    while (r[1] != 0) {
        const uint64_t quotient = r[0] / r[1];
        const uint64_t rest = r[0] - quotient * r[1], factor = s[0] + quotient * s[1];

        r[0] = r[1];
        r[1] = rest;
        s[0] = s[1];
        s[1] = factor; /* at most m */
        steps++;
    }
    return steps % 2 == 0 ? m - s[0] : s[0];
}

static uint64_t submod64(uint64_t a, uint64_t b, uint64_t m)
{
    return a >= b ? a - b : a + (m - b);
}

/* The degree of a polynomial whose formal degree is n; -1 for zero. */
static long degree_of(const uint64_t *f, size_t n)
{
    long degree = (long)n;

    while (degree >= 0 && f[degree] == 0)
        degree--;
    return degree;
}

/* f := f mod g; g has degree m with g[m] != 0, f has formal degree n >= m. */
static void remainder_mod64(uint64_t *f, size_t n, const uint64_t *g, size_t m, uint64_t modulus)
{
    uint64_t inverse = clm_invmod64(g[m], modulus);

    for (size_t i = n + 1; i-- > m;) {
        uint64_t quotient = clm_mulmod64(f[i], inverse, modulus);

        for (size_t j = 0; j <= m && quotient != 0; j++)
            f[i - m + j] = submod64(f[i - m + j], clm_mulmod64(quotient, g[j], modulus), modulus);
    }
}

uint64_t clm_resultant_mod64(uint64_t *f, size_t p, uint64_t *g, size_t q, uint64_t m)
{
    uint64_t result = 1;

    /* Invariant: the answer is result * res(f, g) with formal degrees p and q. */
    for (;;) {
        long df = degree_of(f, p), dg = degree_of(g, q);
        uint64_t *other = f;
        size_t formal = p;

        if (p == 0 || q == 0) { /* res(f, c) = c^p, res(c, g) = c^q, of formal degrees */
            uint64_t power = q == 0 ? clm_powmod64(g[0], p, m) : clm_powmod64(f[0], q, m);

            return clm_mulmod64(result, power, m);
        }
        if (df < 0 || dg < 0 || ((size_t)df < p && (size_t)dg < q))
            return 0;
        if ((size_t)df < p) { /* (-1)^(qk) lc(g)^k res(f~, g) */
            result = clm_mulmod64(result, clm_powmod64(g[q], p - (size_t)df, m), m);
            if (q % 2 != 0 && (p - (size_t)df) % 2 != 0)
                result = submod64(0, result, m);
            p = (size_t)df;
            continue;
        }
        if ((size_t)dg < q) { /* lc(f)^k res(f, g~) */
            result = clm_mulmod64(result, clm_powmod64(f[p], q - (size_t)dg, m), m);
            q = (size_t)dg;
            continue;
        }
        if (p >= q) { /* res(f, g) = res(f mod g, g), with the same formal degrees */
            remainder_mod64(f, p, g, q, m);
            continue;
        }
        f = g; /* res(f, g) = (-1)^(pq) res(g, f) */
        g = other;
        p = q;
        q = formal;
        if (p % 2 != 0 && q % 2 != 0)
            result = submod64(0, result, m);
    }
}

void clm_subresultant_mod64(uint64_t s[2], uint64_t *f, size_t p, uint64_t *g, size_t q,
                            uint64_t m)
{
    uint64_t factor = 1;

    s[0] = s[1] = 0;
    /* Invariant: the answer is factor * S_1(f, g) with formal degrees p and q. */
    while (p > 1 && q > 1) {
        long df = degree_of(f, p), dg = degree_of(g, q);
        size_t to_f = df > 1 ? (size_t)df : 1, to_g = dg > 1 ? (size_t)dg : 1;

        if (to_f < p && to_g < q)
            return;
        if (to_f < p) { /* (-1)^((q-1)k) lc(g)^k S_1(f~, g) */
            factor = clm_mulmod64(factor, clm_powmod64(g[q], p - to_f, m), m);
            if (q % 2 == 0 && (p - to_f) % 2 != 0)
                factor = submod64(0, factor, m);
            p = to_f;
        } else if (to_g < q) { /* lc(f)^k S_1(f, g~) */
            factor = clm_mulmod64(factor, clm_powmod64(f[p], q - to_g, m), m);
            q = to_g;
        } else if (p >= q) { /* S_1(f, g) = S_1(f mod g, g), with the same formal degrees */
            remainder_mod64(f, p, g, q, m);
        } else { /* S_1(f, g) = S_1(f, g mod f) */
            remainder_mod64(g, q, f, p, m);
        }
    }
    if (q > 1) { /* p = 1: q - 1 rows of f, the first q - 2 of them triangular */
        g = f;
        p = q;
    }
    factor = clm_mulmod64(factor, clm_powmod64(g[1], p - 2, m), m);
    s[0] = clm_mulmod64(factor, g[0], m);
    s[1] = clm_mulmod64(factor, g[1], m);
}
