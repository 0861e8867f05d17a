/* Euclid's algorithm for a modulus and a residue, stopped where the remainder is short enough.
 * Most quotients are found from leading words, so that the long numbers are read once for many. */
#include "matrix/fraction.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Some steps of Euclid's algorithm: pairs (u, v) become (a u + b v, c u + d v). */
typedef struct steps {
    int64_t a, b, c, d;
} steps;

/* Finds the quotients of u and v that follow from their leading 62 bits; u >= v, which has at
 * least 64 bits. Source: [Lehmer 1938], with the condition of [Knuth 1997, Algorithm L] */
static steps find_steps(mpz_srcptr u, mpz_srcptr v, mpz_t t)
{
    const size_t shift = mpz_sizeinbase(u, 2) - 62;
    steps s = {1, 0, 0, 1};
    int64_t x, y;

    mpz_tdiv_q_2exp(t, u, shift);
    x = (int64_t)mpz_get_ui(t);
    mpz_tdiv_q_2exp(t, v, shift);
    y = (int64_t)mpz_get_ui(t);
    while (y + s.c != 0 && y + s.d != 0 && (x + s.a) / (y + s.c) == (x + s.b) / (y + s.d)) {
        const int64_t q = (x + s.a) / (y + s.c);
        const steps next = {s.c, s.d, s.a - q * s.c, s.b - q * s.d};
        const int64_t rest = x - q * y;

        s = next;
        x = y;
        y = rest;
    }
    return s;
}

/* Replaces a pair. */
static void apply(const steps *s, mpz_t u, mpz_t v, mpz_t t)
{
    mpz_mul_si(t, u, s->c);
    mpz_mul_si(u, u, s->a);
    if (s->b >= 0)
        mpz_addmul_ui(u, v, (uint64_t)s->b);
    else
        mpz_submul_ui(u, v, -(uint64_t)s->b);
    mpz_mul_si(v, v, s->d);
    mpz_add(v, v, t);
}

void clm_find_denominator(mpz_t d, mpz_t x, mpz_t m, size_t bits)
{
    mpz_t before, t;

    mpz_inits(before, t, NULL);
    mpz_set_ui(d, 1);
    while (mpz_sizeinbase(x, 2) > bits) {
        const bool lehmer = mpz_sizeinbase(x, 2) > bits + 64;
        const steps s = lehmer ? find_steps(m, x, t) : (steps){.b = 0};

        if (s.b != 0) {
            apply(&s, m, x, t);
            apply(&s, before, d, t);
        } else {
            mpz_tdiv_qr(t, m, m, x);
            mpz_swap(m, x);
            mpz_submul(before, t, d);
            mpz_swap(before, d);
        }
    }
    mpz_abs(d, d);
    mpz_clears(before, t, NULL);
}
