/* Tests arithmetic modulo 64-bit primes against GMP, and resultants and subresultants against
 * determinants of Sylvester's rows. */
#include "arith/prime.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <gmp.h>

#include "arith/mont64.h"
#include "core/random.h"
#include "support/assertions.h"
#include "support/small.h"

#define DEGREE 11 /* at most */

/* The greatest primes below 2^64, 2^61, 2^31, and small ones, for which all cases occur. */
static const uint64_t moduli[] = {UINT64_C(18446744073709551557), UINT64_C(2305843009213693951),
                                  2147483647, 65537, 101, 7, 3, 2};
#define MODULI (sizeof moduli / sizeof *moduli)

static void agrees_with_gmp(void **state)
{
    clm_random random = {6};
    mpz_t a, m, z;

    (void)state;
    assert_int_equal(sizeof(unsigned long), sizeof(uint64_t));
    mpz_inits(a, m, z, NULL);
    for (size_t k = 0; k < MODULI; k++)
        for (uint64_t i = 0; i < random_cases(1000); i++) {
            uint64_t p = moduli[k], x = clm_random_below(&random, p);
            uint64_t y = i % 10 == 0 ? p - 1 : clm_random_below(&random, p);

            mpz_set_ui(m, p);
            mpz_set_ui(a, x);
            mpz_mul_ui(z, a, y);
            assert_int_equal(clm_mulmod64(x, y, p), mpz_fdiv_ui(z, p));
            mpz_powm_ui(z, a, y, m);
            assert_int_equal(clm_powmod64(x, y, p), mpz_get_ui(z));
            if (x != 0)
                assert_int_equal(clm_mulmod64(clm_invmod64(x, p), x, p), 1);
            if (x != 0 && p <= INT32_MAX)
                assert_int_equal(clm_invmod32((uint32_t)x, (uint32_t)p), clm_invmod64(x, p));
        }
    mpz_clears(a, m, z, NULL);
}

static uint64_t submod(uint64_t a, uint64_t b, uint64_t m)
{
    return a >= b ? a - b : m - (b - a);
}

/* Returns the determinant by Gaussian elimination. */
static uint64_t determinant(uint64_t matrix[][2 * DEGREE], size_t n, uint64_t m)
{
    uint64_t product = 1;

    for (size_t k = 0; k < n; k++) {
        size_t pivot = k;

        while (pivot < n && matrix[pivot][k] == 0)
            pivot++;
        if (pivot == n)
            return 0;
        for (size_t j = 0; j < n && pivot != k; j++) {
            uint64_t t = matrix[k][j];

            matrix[k][j] = matrix[pivot][j];
            matrix[pivot][j] = t;
        }
        if (pivot != k)
            product = submod(0, product, m) % m;
        product = clm_mulmod64(product, matrix[k][k], m);
        for (size_t i = k + 1; i < n; i++) {
            uint64_t factor = clm_mulmod64(matrix[i][k], clm_invmod64(matrix[k][k], m), m);

            for (size_t j = k; j < n; j++)
                matrix[i][j] = submod(matrix[i][j], clm_mulmod64(factor, matrix[k][j], m), m);
        }
    }
    return product;
}

/* Returns the minor of q - less rows of f's coefficients, highest first, above p - less rows of
 * g's: of the first columns, the last one replaced by the column of y^power. */
static uint64_t minor(const uint64_t *f, size_t p, const uint64_t *g, size_t q, size_t less,
                      size_t power, uint64_t m)
{
    static uint64_t matrix[2 * DEGREE][2 * DEGREE];
    size_t n = p + q - 2 * less, column = n + less - 1 - power;

    memset(matrix, 0, sizeof matrix);
    for (size_t i = 0; i + less < q; i++)
        for (size_t j = 0; j <= p; j++)
            matrix[i][i + j] = f[p - j];
    for (size_t i = 0; i + less < p; i++)
        for (size_t j = 0; j <= q; j++)
            matrix[q - less + i][i + j] = g[q - j];
    for (size_t i = 0; i < n && n > 0; i++)
        matrix[i][n - 1] = matrix[i][column];
    return determinant(matrix, n, m) % m;
}

static uint64_t sylvester(const uint64_t *f, size_t p, const uint64_t *g, size_t q, uint64_t m)
{
    return minor(f, p, g, q, 0, 0, m);
}

/* Sets random coefficients; some are zero, leading ones often, sometimes all. */
static void fill(uint64_t *f, size_t degree, uint64_t m, clm_random *random)
{
    uint64_t shape = clm_random_below(random, 16);
    size_t drop = shape < 6 ? (size_t)clm_random_below(random, degree + 1) : 0;

    for (size_t i = 0; i <= degree; i++) {
        f[i] = clm_random_below(random, m);
        if (shape == 0 || i + drop > degree || (shape == 7 && i % 2 != 0) ||
            (shape == 8 && i % 3 != 0))
            f[i] = 0;
    }
}

/* Multiplies f by y - 1; the degree becomes degree + 1. */
static void multiply_by_factor(uint64_t *f, size_t degree, uint64_t m)
{
    f[degree + 1] = 0;
    for (size_t i = degree + 2; i-- > 0;)
        f[i] = submod(i > 0 ? f[i - 1] : 0, f[i], m) % m;
}

/* The resultant for odd primes below 2^62, from copies. */
static void in_montgomery_form(const uint64_t *f, size_t p, const uint64_t *g, size_t q,
                               uint64_t m, uint64_t expected)
{
    uint64_t a[DEGREE + 1], b[DEGREE + 1], ratio[2];
    clm_mont64 field;

    if (m % 2 == 0 || m >> 62 != 0)
        return;
    field = clm_mont64_of(m);
    for (size_t i = 0; i <= p; i++)
        a[i] = clm_mont64_to(f[i], &field);
    for (size_t i = 0; i <= q; i++)
        b[i] = clm_mont64_to(g[i], &field);
    clm_mont64_resultant(ratio, a, p, b, q, &field);
    assert_int_not_equal(ratio[1], 0);
    assert_int_equal(ratio[0], clm_mont64_mul(clm_mont64_to(expected, &field), ratio[1], &field));
}

static void equals_the_sylvester_determinant(void **state)
{
    clm_random random = {7};

    (void)state;
    for (uint64_t i = 0; i < random_cases(20000); i++) {
        uint64_t f[DEGREE + 1], g[DEGREE + 1], m = moduli[i % MODULI], expected, got;
        size_t p = (size_t)clm_random_below(&random, DEGREE);
        size_t q = (size_t)clm_random_below(&random, DEGREE);

        fill(f, p, m, &random);
        fill(g, q, m, &random);
        if (i % 16 == 5) {
            multiply_by_factor(f, p++, m);
            multiply_by_factor(g, q++, m);
        }
        expected = sylvester(f, p, g, q, m);
        if (i % 16 == 5)
            assert_int_equal(expected, 0);
        in_montgomery_form(f, p, g, q, m, expected);
        got = clm_resultant_mod64(f, p, g, q, m);
        if (got != expected)
            fail_msg("case %ju: degrees %zu and %zu mod %ju: %ju, expected %ju", (uintmax_t)i, p,
                     q, (uintmax_t)m, (uintmax_t)got, (uintmax_t)expected);
    }
}

static void subresultants_equal_the_minors(void **state)
{
    clm_random random = {8};
    const uint64_t cases = random_cases(80000);
    uint64_t zeros = 0, defective = 0;

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t f[DEGREE + 1], g[DEGREE + 1], m = moduli[i % MODULI], s[DEGREE + 1];
        size_t p = 1 + (size_t)clm_random_below(&random, DEGREE - 2);
        size_t q = 1 + (size_t)clm_random_below(&random, DEGREE - 3), k, degree;
        uint64_t want[DEGREE + 1];

        fill(f, p, m, &random);
        fill(g, q, m, &random);
        for (uint64_t common = i % 16; common >= 14; common--) { /* a gcd of degree 1 or 2 */
            multiply_by_factor(f, p++, m);
            multiply_by_factor(g, q++, m);
        }
        k = clm_random_below(&random, (p < q ? p : q) + (p != q));
        for (size_t j = 0; j <= k; j++)
            want[j] = minor(f, p, g, q, k, j, m);
        clm_subresultant_mod64(s, k, f, p, g, q, m);
        for (size_t j = 0; j <= k; j++)
            if (s[j] != want[j])
                fail_msg("case %ju: S_%zu, degrees %zu and %zu mod %ju: %ju y^%zu, expected %ju",
                         (uintmax_t)i, k, p, q, (uintmax_t)m, (uintmax_t)s[j], j,
                         (uintmax_t)want[j]);
        for (degree = k; degree > 0 && s[degree] == 0;)
            degree--;
        zeros += s[degree] == 0;
        defective += s[degree] != 0 && degree < k;
    }
    assert_true(zeros > cases / 40 && defective > cases / 40);
}

/* res(y - a, y - b) = a - b. */
static void has_the_documented_sign(void **state)
{
    uint64_t f[] = {101 - 7, 1}, g[] = {101 - 5, 1};

    (void)state;
    assert_int_equal(clm_resultant_mod64(f, 1, g, 1, 101), 2);
}

/* Constants and zero polynomials, with formal degrees 0 and above. */
static void follows_formal_degrees_to_the_end(void **state)
{
    static const uint64_t m = 101;
    uint64_t c[] = {3}, d[] = {5}, zero[] = {0, 0, 0}, f[] = {2, 1, 0}, flat[] = {4, 0, 0};

    (void)state;
    assert_int_equal(clm_resultant_mod64(c, 0, d, 0, m), 1);
    assert_int_equal(clm_resultant_mod64(zero, 0, zero + 1, 0, m), 1); /* empty determinant */
    assert_int_equal(clm_resultant_mod64(c, 0, f, 2, m), 9);
    assert_int_equal(clm_resultant_mod64(f, 2, d, 0, m), 25);
    assert_int_equal(clm_resultant_mod64(zero, 0, f, 2, m), 0);
    assert_int_equal(clm_resultant_mod64(zero, 2, f, 1, m), 0);
    assert_int_equal(clm_resultant_mod64(f, 2, flat, 2, m), 0); /* both lead with 0 */
}

TESTS(
    cmocka_unit_test(agrees_with_gmp),
    cmocka_unit_test(equals_the_sylvester_determinant),
    cmocka_unit_test(subresultants_equal_the_minors),
    cmocka_unit_test(has_the_documented_sign),
    cmocka_unit_test(follows_formal_degrees_to_the_end));
