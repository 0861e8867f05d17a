/* An independent count of real roots, and a check of the library's intervals by it. */
#ifndef TESTS_ROOTS_STURM_H
#define TESTS_ROOTS_STURM_H

#include <stdlib.h>

#include <clmodp/roots.h>

#include "support/assertions.h"
#include "support/polynomials.h"

static inline mpz_srcptr sturm_lead(const clmodp_zx *f)
{
    return clmodp_zx_coeff(f, (size_t)clmodp_zx_degree(f));
}

static inline clmodp_zx *sturm_derivative(const clmodp_zx *f)
{
    clmodp_zx *d = zx_new();
    mpz_t c;

    mpz_init(c);
    for (long i = clmodp_zx_degree(f); i > 0; i--) {
        mpz_mul_si(c, clmodp_zx_coeff(f, (size_t)i), i);
        assert_int_equal(clmodp_zx_set_coeff(d, c, (size_t)i - 1), CLMODP_OK);
    }
    mpz_clear(c);
    return d;
}

/* Returns a positive multiple of -(a mod b), and frees a. */
static inline clmodp_zx *sturm_remainder(clmodp_zx *a, const clmodp_zx *b)
{
    const long m = clmodp_zx_degree(b);
    mpz_t scale, c;

    mpz_init(c);
    mpz_init(scale);
    mpz_abs(scale, sturm_lead(b));
    while (clmodp_zx_degree(a) >= m) {
        const long n = clmodp_zx_degree(a);
        clmodp_zx *left, *right, *factor = zx_monomial(scale, 0);

        left = zx_mul(a, factor);
        clmodp_zx_destroy(factor);
        mpz_mul_si(c, sturm_lead(a), mpz_sgn(sturm_lead(b)));
        factor = zx_monomial(c, (size_t)(n - m));
        right = zx_mul(b, factor);
        clmodp_zx_destroy(factor);
        clmodp_zx_destroy(a);
        a = zx_sub(left, right);
        clmodp_zx_destroy(left);
        clmodp_zx_destroy(right);
    }
    mpz_set_ui(c, 0);
    for (long i = 0; i <= clmodp_zx_degree(a); i++)
        mpz_gcd(c, c, clmodp_zx_coeff(a, (size_t)i));
    if (mpz_sgn(c) != 0)
        assert_int_equal(clmodp_zx_lowest_terms(a, c), CLMODP_OK);
    zx_mul_si_by(&a, -1);
    mpz_clears(scale, c, NULL);
    return a;
}

/* Returns the sign of f at num / den, den > 0. */
static inline int sturm_sign(const clmodp_zx *f, mpz_srcptr num, mpz_srcptr den)
{
    mpz_t sum, power;
    int sign;

    mpz_init(sum);
    mpz_init_set_ui(power, 1);
    for (long j = clmodp_zx_degree(f); j >= 0; j--) {
        mpz_mul(sum, sum, num);
        mpz_addmul(sum, power, clmodp_zx_coeff(f, (size_t)j));
        mpz_mul(power, power, den);
    }
    sign = mpz_sgn(sum);
    mpz_clears(sum, power, NULL);
    return sign;
}

/* Returns the number of distinct real roots of f, of degree >= 0, by Sturm's theorem. */
static inline size_t sturm_count(const clmodp_zx *f)
{
    clmodp_zx *a = zx_new(), *b = sturm_derivative(f);
    long changes = 0;

    assert_int_equal(clmodp_zx_set(a, f), CLMODP_OK);
    while (clmodp_zx_degree(b) >= 0) {
        const int ends = mpz_sgn(sturm_lead(a)) * mpz_sgn(sturm_lead(b));
        const long odd = (clmodp_zx_degree(a) - clmodp_zx_degree(b)) % 2;
        clmodp_zx *rest = sturm_remainder(a, b);

        changes += (odd ? -ends : ends) < 0 ? 1 : 0;
        changes -= ends < 0 ? 1 : 0;
        a = b;
        b = rest;
    }
    clmodp_zx_destroy(a);
    clmodp_zx_destroy(b);
    return (size_t)changes;
}

/* Returns the sign of f beside num / den: behind it (side 1) or before (side -1). */
static inline int sturm_side(const clmodp_zx *f, mpz_srcptr num, mpz_srcptr den, int side)
{
    int sign = sturm_sign(f, num, den);

    if (sign == 0) {
        clmodp_zx *d = sturm_derivative(f);

        sign = side * sturm_sign(d, num, den);
        clmodp_zx_destroy(d);
    }
    return sign;
}

/* Checks that the intervals are in order and apart, and that each has a root. */
static inline void sturm_check_intervals(const clmodp_zx *f, const clmodp_roots *roots)
{
    mpz_t low, high, den, last, last_den, left, right;
    const size_t count = clmodp_roots_count(roots);

    mpz_inits(low, high, den, last, last_den, left, right, NULL);
    for (size_t k = 0; k < count; k++) {
        const clmodp_zx *factor = clmodp_roots_factor(roots, k);

        clmodp_roots_interval(low, high, den, roots, k);
        assert_true(mpz_sgn(den) > 0 && mpz_cmp(low, high) <= 0);
        if (mpz_cmp(low, high) == 0)
            assert_int_equal(sturm_sign(f, low, den), 0);
        else if (sturm_side(factor, low, den, 1) * sturm_side(factor, high, den, -1) != -1)
            fail_msg("interval %zu of %zu has no root", k, count);
        mpz_mul(left, last, den);
        mpz_mul(right, low, last_den);
        if (k > 0 && mpz_cmp(left, right) > 0)
            fail_msg("interval %zu of %zu begins before the end of its predecessor", k, count);
        mpz_set(last, high);
        mpz_set(last_den, den);
    }
    mpz_clears(low, high, den, last, last_den, left, right, NULL);
}

/* Returns the roots of f, and checks their number and intervals. */
static inline clmodp_roots *sturm_roots(clmodp_context *context, const clmodp_zx *f,
                                        size_t expected)
{
    clmodp_roots *roots;
    const clmodp_status st = clmodp_roots_find(context, &roots, f, NULL);

    if (st != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    if (clmodp_roots_count(roots) != expected) {
        char *text;

        assert_int_equal(clmodp_zx_to_text(&text, f, NULL, NULL), CLMODP_OK);
        fail_msg("%zu roots instead of %zu: %.2000s", clmodp_roots_count(roots), expected, text);
    }
    sturm_check_intervals(f, roots);
    return roots;
}

#endif
