/* Tests arithmetic with residues of 64 bits at the lengths where methods change: by values at
 * random points, closed forms, and remainder sequences made backwards from their quotients. */
#include "fpx/host/wide.h"

#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "support/assertions.h"
#include "support/small.h"

#define OK(call) assert_int_equal(call, CLMODP_OK)

static const uint64_t primes[] = {2147483659, UINT64_C(36028797018963971),
                                  (UINT64_C(1) << 61) - 1, UINT64_C(4611686018427387847)};
enum { PRIMES = 4 };

static clm_error error;

static uint64_t *words(size_t count)
{
    uint64_t *c = clm_allocate(count, sizeof *c);

    assert_non_null(c);
    return c;
}

/* Returns an input: random, or with all coefficients at an end of the balanced residues, or with
 * few terms. */
static clm_wide_poly make_input(clm_random *random, size_t count, uint64_t p)
{
    const uint64_t kind = clm_random_below(random, 6);
    uint64_t *c = words(count);

    for (size_t i = 0; i < count; i++)
        c[i] = kind == 0   ? p - 1
               : kind == 1 ? p / 2
               : kind == 2 ? p / 2 + 1
               : kind == 3 ? (clm_random_below(random, 50) == 0) * (p - 1)
                           : clm_random_below(random, p);
    if (count > 0 && c[count - 1] == 0)
        c[count - 1] = p - 1;
    return (clm_wide_poly){c, count};
}

static void release(clm_wide_poly a)
{
    free((uint64_t *)(uintptr_t)a.c);
}

/* The value at x by products modulo p of the compiler. */
static uint64_t value(const uint64_t *c, size_t count, uint64_t x, uint64_t p)
{
    uint64_t v = 0;

    for (size_t i = count; i-- > 0;)
        v = (clm_mulmod64(v, x, p) + c[i]) % p;
    return v;
}

static uint64_t add(uint64_t a, uint64_t b, uint64_t p)
{
    return (a + b) % p;
}

static void products(void **state)
{
    static const size_t lengths[][2] = {{0, 7},      {1, 1},      {5, 900},     {55, 60},
                                        {65, 65},    {72, 73},    {113, 114},   {161, 170},
                                        {1000, 30},  {4096, 4096}, {5000, 5029}, {5100, 5030},
                                        {9000, 100}, {20000, 9000}};
    clm_random random = {1};

    (void)state;
    for (size_t k = 0; k < PRIMES * sizeof lengths / sizeof *lengths; k++) {
        const uint64_t p = primes[k % PRIMES], x = clm_random_below(&random, p);
        const clm_mont64 f = clm_mont64_of(p);
        const size_t n = lengths[k / PRIMES][0], m = lengths[k / PRIMES][1], all = n + m + 3;
        const clm_wide_poly a = make_input(&random, n, p), b = make_input(&random, m, p);
        const size_t low = clm_random_below(&random, n + m);
        const size_t count = clm_random_below(&random, all - low) + 1;
        uint64_t *product = words(all), *part = words(count), *wrapped = words(all);
        size_t period;

        OK(clm_wide_product(&error, product, a, b, 0, all, &f, 1 + k % 3, NULL));
        assert_int_equal(clm_wide_count(product, all), n == 0 ? 0 : n + m - 1);
        assert_int_equal(value(product, all, x, p),
                         clm_mulmod64(value(a.c, n, x, p), value(b.c, m, x, p), p));
        OK(clm_wide_product(&error, part, a, b, low, count, &f, 1, NULL));
        assert_memory_equal(part, product + low, count * sizeof *part);
        OK(clm_wide_wrapped_product(&error, wrapped, m, &period, a, b, &f, 1 + k % 2, NULL));
        assert_true(period >= m);
        for (size_t i = 0; i < m; i++) {
            uint64_t sum = 0;

            for (size_t j = i; j < all; j += period)
                sum = add(sum, product[j], p);
            assert_true(wrapped[i] == sum);
        }
        free(wrapped);
        free(part);
        free(product);
        release(b);
        release(a);
    }
}

/* Products of matrices, whole and cut. */
static void matrices(void **state)
{
    static const size_t lengths[][2] = {{3, 9}, {70, 71}, {300, 300}, {300, 900}, {2500, 5200}};
    clm_random random = {2};

    (void)state;
    for (size_t k = 0; k < PRIMES * sizeof lengths / sizeof *lengths; k++) {
        const uint64_t p = primes[k % PRIMES];
        const clm_mont64 f = clm_mont64_of(p);
        const size_t n = lengths[k / PRIMES][0], m = lengths[k / PRIMES][1], count = n + m - 1;
        clm_wide_poly a[4], b[4];
        uint64_t *out[4], *one = words(count), *sum = words(count);

        for (size_t i = 0; i < 4; i++) {
            a[i] = make_input(&random, n - i % 2, p);
            b[i] = make_input(&random, m - i / 2, p);
            out[i] = words(count);
        }
        OK(clm_wide_combine(&error, out, count, &(clm_wide_matrices){a, b, 2, 2, 2, NULL}, &f,
                            1 + k % 2, NULL));
        for (size_t i = 0; i < 4; i++) {
            OK(clm_wide_product(&error, sum, a[i / 2 * 2], b[i % 2], 0, count, &f, 1, NULL));
            OK(clm_wide_product(&error, one, a[i / 2 * 2 + 1], b[2 + i % 2], 0, count, &f, 1,
                                NULL));
            for (size_t j = 0; j < count; j++)
                assert_true(out[i][j] == add(sum[j], one[j], p));
            free(out[i]);
        }
        for (size_t i = 0; i < 4; i++) {
            release(b[i]);
            release(a[i]);
        }
        free(sum);
        free(one);
    }
}

/* a = q b + r at a random point, with the inverse of b known or not. */
static void divisions(void **state)
{
    static const size_t lengths[][2] = {{5, 5},     {9, 1},       {500, 200},  {500, 201},
                                        {402, 201}, {403, 202},   {1025, 513}, {1024, 512},
                                        {900, 300}, {3000, 2700}, {9000, 260}, {9000, 5000},
                                        {302, 151}, {660, 331},   {762, 381},  {901, 451}};
    clm_random random = {3};

    (void)state;
    for (size_t k = 0; k < 2 * PRIMES * sizeof lengths / sizeof *lengths; k++) {
        const uint64_t p = primes[k % PRIMES], x = clm_random_below(&random, p);
        const clm_mont64 f = clm_mont64_of(p);
        const size_t n = lengths[k / 2 / PRIMES][0], m = lengths[k / 2 / PRIMES][1];
        const clm_wide_poly a = make_input(&random, n, p), b = make_input(&random, m, p);
        uint64_t *q = words(n - m + 1), *r = words(m), *inverse = words(n);

        OK(clm_wide_divisor_inverse(&error, inverse, n - m + 1, b, &f, 1, NULL));
        OK(clm_wide_divide(&error, q, r, a, b, k % 2 == 0 ? NULL : inverse, &f, 1 + k % 3, NULL));
        assert_int_equal(value(a.c, n, x, p),
                         add(clm_mulmod64(value(q, n - m + 1, x, p), value(b.c, m, x, p), p),
                             value(r, m - 1, x, p), p));
        free(inverse);
        free(r);
        free(q);
        release(b);
        release(a);
    }
}

/* Replaces (a, b) by (q a + b, a), for a random q of `length` coefficients. */
static void prepend(clm_random *random, clm_wide_poly *a, clm_wide_poly *b, size_t length,
                    const clm_mont64 *f)
{
    const clm_wide_poly q = make_input(random, length, f->p);
    const size_t count = clm_size_max(length + a->count - 1, b->count);
    uint64_t *next = words(count);

    OK(clm_wide_product(&error, next, q, *a, 0, count, f, 1, NULL));
    for (size_t i = 0; i < b->count; i++)
        next[i] = add(next[i], b->c[i], f->p);
    release(q);
    release(*b);
    *b = *a;
    *a = (clm_wide_poly){next, clm_wide_count(next, count)};
}

/* Checks g = gcd(a, b) = monic multiple of `common`, u a + v b = g, and the resultant. */
static void check_sequence(clm_random *random, clm_wide_poly a, clm_wide_poly b,
                           clm_wide_poly common, const clm_mont64 *f, size_t threads)
{
    const uint64_t p = f->p, x = clm_random_below(random, p);
    const size_t room = clm_size_max(a.count, b.count) + 2;
    clm_wide_result g = {words(room), 0}, again = {words(room), 0}, u = {words(room), 0};
    uint64_t *rest = words(2 * room), *v = words(2 * room), *zero = words(room);
    uint64_t r, lead = clm_invmod64(common.c[common.count - 1], p);
    size_t count;

    OK(clm_wide_gcd(&error, &g, &u, a, b, f, threads, NULL));
    OK(clm_wide_gcd(&error, &again, NULL, a, b, f, threads, NULL));
    assert_int_equal(g.count, common.count);
    assert_int_equal(again.count, common.count);
    for (size_t i = 0; i < common.count; i++)
        assert_true(g.c[i] == clm_mulmod64(common.c[i], lead, p) && again.c[i] == g.c[i]);
    if (b.count > 0) {
        assert_true(u.count == 0 || u.count + g.count <= b.count || b.count == g.count);
        count = clm_size_max(g.count, u.count + a.count);
        OK(clm_wide_product(&error, rest, (clm_wide_poly){u.c, u.count}, a, 0, count, f, 1,
                            NULL));
        for (size_t i = 0; i < count; i++)
            rest[i] = add(i < g.count ? g.c[i] : 0, p - rest[i], p);
        count = clm_wide_count(rest, count);
        if (count >= b.count) {
            OK(clm_wide_divide(&error, v, zero, (clm_wide_poly){rest, count}, b, NULL, f, 1,
                               NULL));
            assert_int_equal(clm_wide_count(zero, b.count - 1), 0);
            count -= b.count - 1;
        } else {
            assert_int_equal(count, 0);
        }
        assert_int_equal(add(clm_mulmod64(value(u.c, u.count, x, p), value(a.c, a.count, x, p),
                                          p),
                             clm_mulmod64(value(v, count, x, p), value(b.c, b.count, x, p), p),
                             p),
                         value(g.c, g.count, x, p));
    }
    OK(clm_wide_resultant(&error, &r, a, b, f, threads, NULL));
    if (a.count > 0 && b.count > 0 && a.count < 3000) {
        memcpy(v, a.c, a.count * sizeof *v);
        memcpy(rest, b.c, b.count * sizeof *v);
        assert_int_equal(r, clm_resultant_mod64(v, a.count - 1, rest, b.count - 1, p));
    }
    free(zero);
    free(v);
    free(rest);
    free(u.c);
    free(again.c);
    free(g.c);
}

/* Sequences with quotients of degree 1, with gaps, and with a common factor. */
static void sequences(void **state)
{
    static const size_t degrees[] = {1, 40, 75, 290, 330, 610, 1400, 2600, 7000};
    clm_random random = {4};

    (void)state;
    for (size_t k = 0; k < (small_tests() ? 6 * 5 : 6 * 9); k++) {
        const uint64_t p = primes[k % PRIMES];
        const clm_mont64 f = clm_mont64_of(p);
        const size_t most = degrees[k / 6], start = k % 3 == 0 ? 1 : 1 + most / (2 + k % 5);
        const uint64_t gaps = k % 6 < 2 ? 0 : 1 + clm_random_below(&random, 30);
        clm_wide_poly common = make_input(&random, start, p), a = make_input(&random, start, p);
        clm_wide_poly b = make_input(&random, 0, p);

        memcpy((uint64_t *)(uintptr_t)a.c, common.c, start * sizeof *a.c);
        while (a.count <= most)
            prepend(&random, &a, &b,
                    gaps > 0 && clm_random_below(&random, gaps) == 0
                        ? 1 + clm_random_below(&random, most / 3 + 2)
                        : 2, &f);
        check_sequence(&random, a, b, common, &f, 1 + k % 2);
        check_sequence(&random, b, a, common, &f, 1);
        release(b);
        release(a);
        release(common);
    }
}

/* gcd(x^n - 1, x^m - 1) = x^gcd(n, m) - 1, zero, and equal polynomials. */
static void closed_forms(void **state)
{
    static const size_t degrees[][3] = {{1500, 900, 300}, {2001, 2000, 1}, {2048, 1024, 1024},
                                        {700, 700, 700},  {5000, 1, 1},    {1200, 0, 1200}};
    clm_random random = {5};

    (void)state;
    for (size_t k = 0; k < sizeof degrees / sizeof *degrees; k++) {
        const uint64_t p = primes[k % PRIMES];
        const clm_mont64 f = clm_mont64_of(p);
        clm_wide_poly a[3];

        for (size_t i = 0; i < 3; i++) {
            uint64_t *c = words(degrees[k][i] + 1);

            c[0] = p - 1;
            c[degrees[k][i]] = 1;
            a[i] = (clm_wide_poly){c, degrees[k][i] == 0 ? 0 : degrees[k][i] + 1};
        }
        check_sequence(&random, a[0], a[1], a[2], &f, 1);
        check_sequence(&random, a[1], a[0], a[2], &f, 1);
        for (size_t i = 0; i < 3; i++)
            release(a[i]);
    }
}

/* Values at points and interpolation, at leaves and trees with odd nodes. */
static void points(void **state)
{
    static const size_t lengths[][2] = {{0, 20},    {1, 3},      {7, 900},   {300, 7},
                                        {65, 64},   {361, 361},  {400, 361}, {640, 641},
                                        {500, 449}, {450, 1500}, {2000, 700}};
    clm_random random = {6};

    (void)state;
    for (size_t k = 0; k < PRIMES * sizeof lengths / sizeof *lengths; k++) {
        const uint64_t p = primes[k % PRIMES];
        const clm_mont64 f = clm_mont64_of(p);
        const size_t n = lengths[k / PRIMES][0], count = lengths[k / PRIMES][1];
        const clm_wide_poly a = make_input(&random, n, p);
        const uint64_t at = clm_random_below(&random, count);
        uint64_t *x = words(count), *y = words(count), *c = words(count);
        size_t twice;

        for (size_t i = 0; i < count; i++)
            x[i] = (clm_random_below(&random, p / count) * count + i) % p; /* distinct */
        x[at] = 0;
        for (size_t i = 0; i < count; i++)
            x[i] += x[i] == 0 && i != at ? count : 0;
        OK(clm_wide_values(&error, y, a, x, count, &f, 1 + k % 3, NULL));
        for (size_t i = 0; i < count; i += 1 + clm_random_below(&random, 20))
            assert_int_equal(y[i], value(a.c, n, x[i], p));
        OK(clm_wide_interpolate(&error, c, &twice, x, y, count, &f, 1 + k % 2, NULL));
        assert_int_equal(twice, count);
        for (size_t i = 0; i < count; i++)
            if (n <= count)
                assert_true(c[i] == (i < n ? a.c[i] : 0));
            else if (i % 17 == 0)
                assert_int_equal(value(c, count, x[i], p), y[i]);
        x[at] = x[(at + 1) % count];
        OK(clm_wide_interpolate(&error, c, &twice, x, y, count, &f, 1, NULL));
        assert_int_equal(twice, clm_size_min(at, (at + 1) % count));
        free(c);
        free(y);
        free(x);
        release(a);
    }
}

static void shifts(void **state)
{
    static const size_t lengths[] = {0, 1, 2, 18, 19, 100, 700};
    clm_random random = {7};

    (void)state;
    for (size_t k = 0; k < PRIMES * sizeof lengths / sizeof *lengths; k++) {
        const uint64_t p = primes[k % PRIMES], x = clm_random_below(&random, p);
        const uint64_t by = k % 5 == 0 ? 0 : clm_random_below(&random, p);
        const clm_mont64 f = clm_mont64_of(p);
        const size_t n = lengths[k / PRIMES];
        const clm_wide_poly a = make_input(&random, n, p);
        const uint64_t expected = value(a.c, n, add(x, by, p), p);

        OK(clm_wide_shift(&error, (uint64_t *)(uintptr_t)a.c, n, by, &f, 1, NULL));
        assert_int_equal(value(a.c, n, x, p), expected);
        release(a);
    }
}

TESTS(cmocka_unit_test(products), cmocka_unit_test(matrices), cmocka_unit_test(divisions),
      cmocka_unit_test(sequences), cmocka_unit_test(closed_forms), cmocka_unit_test(points),
      cmocka_unit_test(shifts));
