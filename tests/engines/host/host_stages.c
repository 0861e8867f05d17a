/* Tests the stages of the host engine against slow arithmetic: remainder sequences, interpolation,
 * transforms. */
#include <string.h>

#include "arith/prime.h"
#include "engines/host/stages.h"
#include "engines/host/plan.h"
#include "ref/sylvester.h"
#include "support/assertions.h"
#include "support/minors.h"
#include "support/polynomials.h"
#include "support/small.h"

#define MOST_DEGREE 40
#define SEQUENCES 4000

/* Small primes, modulo which coefficients often vanish, and large ones. */
static const uint64_t moduli[] = {3, 5, 7, 13, 101, 65537, UINT64_C(4611686018427387847)};
#define MODULI (sizeof moduli / sizeof *moduli)

static uint64_t quotient(uint64_t numerator, uint64_t denominator, const clm_mont64 *f)
{
    assert_int_not_equal(denominator, 0);
    return clm_mont64_from(clm_mont64_mul(numerator, clm_mont64_inv(denominator, f), f), f);
}

static void check_sequence(size_t p, size_t q, uint64_t prime, clm_minors minors,
                           clm_random *random)
{
    const clm_mont64 field = clm_mont64_of(prime);
    uint64_t f[2][MOST_DEGREE + 1], g[2][MOST_DEGREE + 1], s[MOST_DEGREE + 1];
    uint64_t numerators[(MOST_DEGREE + 1) * (MOST_DEGREE + 1)], denominators[MOST_DEGREE + 1];
    const clm_host_ratios found = {numerators, denominators, 1, 1};

    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i <= (side == 0 ? p : q); i++) {
            const uint64_t c = clm_random_below(random, 8) == 0 ? 0
                                                                 : clm_random_below(random, prime);

            (side == 0 ? f : g)[0][i] = c;
            (side == 0 ? f : g)[1][i] = clm_mont64_to(c, &field);
        }
    clm_host_sequence(&found, f[1], p, g[1], q, &field, minors);
    for (size_t n = 0, output = 0; n < minors.count; n++) {
        const size_t k = clm_minors_index(minors, n);

        memcpy(f[1], f[0], sizeof f[0]);
        memcpy(g[1], g[0], sizeof g[0]);
        clm_subresultant_mod64(s, k, f[1], p, g[1], q, prime);
        for (size_t j = clm_minors_lowest(minors, n); j <= k; j++)
            assert_int_equal(quotient(numerators[output++], denominators[n], &field), s[j]);
        if (k > 0)
            continue;
        memcpy(f[1], f[0], sizeof f[0]);
        memcpy(g[1], g[0], sizeof g[0]);
        assert_int_equal(s[0], clm_resultant_mod64(f[1], p, g[1], q, prime));
    }
}

static void sequences_have_their_resultants(void **state)
{
    clm_random random = {62};

    (void)state;
    for (uint64_t k = 0; k < random_cases(SEQUENCES); k++)
        for (size_t m = 0; m < MODULI; m++) {
            const uint64_t most = k % 20 == 0 ? MOST_DEGREE : 6;
            size_t p, q;

            do {
                p = clm_random_below(&random, most + 1);
                q = clm_random_below(&random, most + 1);
            } while (p + q == 0);
            check_sequence(p, q, moduli[m], random_minors(&random, p, q), &random);
        }
}

/* Interpolates values computed by Horner's rule. */
static void values_become_coefficients(void **state)
{
    enum { MOST = 64 };
    clm_random random = {64};
    uint64_t c[MOST], y[MOST], table[MOST], prime;

    (void)state;
    clm_host_primes(&prime, 0, 1, 0);
    for (size_t n = 1; n <= MOST; n++) {
        const clm_mont64 f = clm_mont64_of(prime);
        const uint64_t start = 1 + clm_random_below(&random, 1000000);

        for (size_t k = 0; k < n; k++)
            c[k] = clm_random_below(&random, prime);
        for (size_t i = 0; i < n; i++) {
            const uint64_t x = clm_mont64_to(start + i, &f);

            y[i] = 0;
            for (size_t k = n; k-- > 0;)
                y[i] = clm_mont64_add(clm_mont64_mul(y[i], x, &f), c[k], &f);
        }
        clm_host_factorials(table, n, &f, NULL);
        assert_int_equal(clm_host_newton(y, n, start, table, &f, NULL), CLMODP_OK);
        assert_memory_equal(y, c, n * sizeof *c);
    }
}

static void transforms_evaluate(void **state)
{
    enum { MOST = 256 };
    clm_random random = {65};
    uint64_t c[MOST], y[MOST], roots[MOST], prime;

    (void)state;
    clm_host_primes(&prime, 0, 1, 0);
    for (size_t n = 1; n <= MOST; n *= 2) {
        const clm_mont64 f = clm_mont64_of(prime);
        uint64_t root = f.one, factor;

        do /* of order n: a power of a non-square */
            root = clm_mont64_pow(clm_random_below(&random, prime), (prime - 1) / n, &f);
        while (n > 1 && clm_mont64_pow(root, n / 2, &f) == f.one);
        clm_host_roots(roots, n, root, &f, NULL);
        for (size_t k = 0; k < n; k++)
            y[k] = c[k] = clm_random_below(&random, prime);
        clm_host_forward(y, n, roots, &f, NULL);
        for (size_t i = 0; i < n; i++) {
            uint64_t value = 0, x;
            size_t reversed = 0;

            for (size_t bit = 1; bit < n; bit *= 2)
                reversed = 2 * reversed + (i & bit ? 1 : 0);
            x = clm_mont64_pow(root, reversed, &f);
            for (size_t k = n; k-- > 0;)
                value = clm_mont64_add(clm_mont64_mul(value, x, &f), c[k], &f);
            assert_int_equal(y[i], value);
        }
        clm_host_inverse(y, n, roots, &f, NULL);
        factor = clm_mont64_to(n, &f);
        for (size_t k = 0; k < n; k++)
            assert_int_equal(y[k], clm_mont64_mul(c[k], factor, &f));
    }
}

/* A stopped watch ends each stage before its first words. */
static void stages_are_watched(void **state)
{
    const clm_mont64 f = clm_mont64_of(moduli[6]);
    clm_poller watch = {.stopped = true};
    uint64_t x[4] = {3, 1, 4, 1}, roots[4] = {5, 9, 2, 6};
    const uint64_t kept_x[4] = {3, 1, 4, 1}, kept_roots[4] = {5, 9, 2, 6};

    (void)state;
    clm_host_roots(roots, 4, 7, &f, &watch);
    assert_memory_equal(roots, kept_roots, sizeof roots);
    clm_host_forward(x, 4, roots, &f, &watch);
    clm_host_inverse(x, 4, roots, &f, &watch);
    clm_host_invert(x, roots, 4, &f, &watch);
    assert_int_equal(clm_host_newton(x, 4, 0, roots, &f, &watch), CLMODP_CANCELLED);
    assert_memory_equal(x, kept_x, sizeof x);
}

TESTS(
    cmocka_unit_test(sequences_have_their_resultants),
    cmocka_unit_test(values_become_coefficients),
    cmocka_unit_test(transforms_evaluate),
    cmocka_unit_test(stages_are_watched));
