/* Tests clm_host_product against schoolbook and closed forms, at sizes around every change of
 * method, and at all levels of vector instructions of this machine. */
#include "fpx/host/product.h"

#include <stdlib.h>
#include <string.h>

#include "arith/mont64.h"
#include "arith/prime.h"
#include "core/memory.h"
#include "core/random.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/transform.h"
#include "support/assertions.h"
#include "support/small.h"

/* Few and many roots of unity, tiny and large: products by one to three primes, or by p. */
static const uint32_t primes[] = {2,         3,          5,          17,        257,
                                  12289,     65537,      786433,     998244353, 2013265921,
                                  469762049, 2147483647, 2147483629, 1000003,   132120577};
#define PRIMES (sizeof primes / sizeof *primes)

/* Inputs. */
typedef enum kind { RANDOM, LARGEST, MIDDLE, SPARSE, KINDS } kind;

static uint32_t *words_of(clm_random *random, size_t count, uint32_t p, kind of)
{
    uint32_t *words = clm_allocate(count, sizeof *words);

    assert_non_null(words);
    for (size_t k = 0; k < count; k++)
        words[k] = of == MIDDLE ? p / 2
                   : of == LARGEST || (of == SPARSE && (k == 0 || k + 1 == count)) ? p - 1
                   : of == SPARSE ? 0
                                  : (uint32_t)clm_random_below(random, p);
    return words;
}

/* Compares coefficients low ... low + count - 1 with schoolbook, or some of them if they are many.
 * The memory behind the result stays unchanged. */
static void check_on(clm_random *random, size_t n, size_t m, size_t low, size_t count, uint32_t p,
                     kind of, clm_vector_level level, size_t threads)
{
    const clm_modulus modulus = clm_modulus_of(p);
    clm_error error = {0};
    uint32_t *a = words_of(random, n, p, of), *b = words_of(random, m, p, of);
    uint32_t *product = clm_allocate(count + 1, sizeof *product), expected[64];
    const clm_host_poly f = {a, n}, g = {b, m};

    assert_non_null(product);
    product[count] = 123456789;
    assert_int_equal(clm_host_product_at(level, &error, product, f, g, low, count, &modulus,
                                         threads, NULL),
                     CLMODP_OK);
    assert_int_equal(product[count], 123456789);
    for (size_t k = 0, step = 1; k < count; k += step) {
        const size_t some = count - k < 64 ? count - k : 64;

        step = n < 2000 ? some : 64 + clm_random_below(random, count / 16 + 1);
        clm_host_multiply_part(expected, f, g, low + k, some, &modulus);
        if (memcmp(product + k, expected, some * sizeof *expected) != 0)
            fail_msg("product of %zu and %zu coefficients modulo %u, from %zu, kind %d", n, m,
                     (unsigned)p, low + k, (int)of);
    }
    free(product);
    free(b);
    free(a);
}

static void check(clm_random *random, size_t n, size_t m, size_t low, size_t count, uint32_t p,
                  kind of)
{
    check_on(random, n, m, low, count, p, of, clm_vector_level_best(), 1);
}

static void around_powers_of_two(void **state)
{
    clm_random random = {3};

    (void)state;
    for (size_t i = 0; i < PRIMES; i++)
        for (unsigned log = 0; log <= (small_tests() ? 9 : 12); log++)
            for (size_t n = ((size_t)1 << log) - 1; n <= ((size_t)1 << log) + 1; n++) {
                const kind of = (kind)clm_random_below(&random, KINDS);

                check(&random, n, n, 0, 2 * n, primes[i], of);
                check(&random, n, n / 2 + 1, 0, n + n / 2, primes[i], of);
            }
}

static void unbalanced_and_parts(void **state)
{
    static const size_t sizes[][2] = {{0, 5},      {5, 0},       {1, 1000},   {3000, 1},
                                      {5000, 127}, {5000, 128},  {5000, 129}, {140, 130},
                                      {3000, 2},   {40000, 200}, {7, 300},    {9000, 1300}};
    clm_random random = {4};

    (void)state;
    for (size_t i = 0; i < PRIMES; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            const size_t n = sizes[k][0], m = sizes[k][1];

            check(&random, n, m, 0, n + m, primes[i], (kind)clm_random_below(&random, KINDS));
            check(&random, n, m, clm_random_below(&random, n + m),
                  1 + clm_random_below(&random, n + m), primes[i], RANDOM);
        }
}

static void squares(void **state)
{
    clm_random random = {5};

    (void)state;
    for (size_t i = 0; i < PRIMES; i++) {
        const uint32_t p = primes[i];
        const clm_modulus modulus = clm_modulus_of(p);
        clm_error error = {0};
        uint32_t *a = words_of(&random, 700, p, RANDOM), square[1399], expected[1399];
        const clm_host_poly f = {a, 700};

        assert_int_equal(clm_host_product(&error, square, f, f, 0, 1399, &modulus, 1, NULL),
                         CLMODP_OK);
        clm_host_multiply(expected, f, f, &modulus);
        assert_memory_equal(square, expected, sizeof square);
        free(a);
    }
}

/* Sizes around those whose transforms are made by three and four quarters, on threads, with one to
 * three primes and modulo p. */
static void by_quarters(void **state)
{
    static const size_t sizes[][2] = {{49150, 49155}, {49152, 49153}, {49153, 49153},
                                      {65536, 65536}, {65536, 65537}, {70000, 30000}};
    static const uint32_t some[] = {3, 12289, 998244353, 2147483647, 1000003};
    clm_random random = {6};

    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++)
        for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
            const size_t k = clm_random_below(&random, sizeof sizes / sizeof *sizes);
            const size_t threads = 1 + (i + level) % 3, n = sizes[k][0], m = sizes[k][1];
            const kind of = (kind)clm_random_below(&random, KINDS);

            if (!clm_vector_level_available(level) || (small_tests() && i != 2 + level))
                continue;
            check_on(&random, n, m, 0, n + m - 1, some[i], of, level, threads);
            check_on(&random, n, m, clm_random_below(&random, n), 1 + clm_random_below(&random, m),
                     some[i], RANDOM, level, 2);
        }
}

/* (1 + x + ... + x^(n - 1))^2 c^2 has coefficients (k + 1) c^2 and (2 n - 1 - k) c^2: residues are
 * the largest, canonical or balanced, and four primes are needed for the longest. */
static void check_ones(size_t n, uint32_t p, kind of, size_t threads)
{
    const clm_modulus modulus = clm_modulus_of(p);
    clm_error error = {0};
    uint32_t *a = words_of(&(clm_random){0}, n, p, of);
    uint32_t *product = clm_allocate(2 * n - 1, sizeof *product);
    uint32_t *b = words_of(&(clm_random){0}, n, p, of);
    const uint64_t square = (uint64_t)a[0] * a[0] % p;

    assert_non_null(product);
    assert_int_equal(clm_host_product(&error, product, (clm_host_poly){a, n},
                                      (clm_host_poly){b, n}, 0, 2 * n - 1, &modulus, threads,
                                      NULL),
                     CLMODP_OK);
    for (size_t k = 0; k < 2 * n - 1; k++)
        assert_int_equal(product[k], (k < n ? k + 1 : 2 * n - 1 - k) * square % p);
    free(b);
    free(product);
    free(a);
}

static void long_products(void **state)
{
    static const uint32_t some[] = {2013265921, 2147483647, 2147483629, 2, 3};

    (void)state;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        for (size_t threads = 1; threads <= 2; threads++) {
            const size_t n = small_tests() ? 5001 : i < 2 ? 1300001 : 70001;

            check_ones(n, some[i], LARGEST, threads);
            check_ones(n - 1, some[i], MIDDLE, threads);
            check_ones(small_tests() ? n : i < 2 ? 1048576 : n, some[i], MIDDLE, threads);
        }
}

/* Products too long for lazy transforms of the shortest vectors, and parts of them: modulo one,
 * two and three other primes, and modulo p, which may be a lazy prime. */
static void products_beyond_lazy_transforms(void **state)
{
    enum { MOST = 1 << 19 };
    static const uint32_t some[] = {2147483647, 142344193, 132120577, 998244353, 897581057,
                                    1009, 2};
    clm_random random = {31};

    (void)state;
    for (size_t i = 0; i < (small_tests() ? 0 : sizeof some / sizeof *some); i++) {
        const size_t n = MOST + 1 + clm_random_below(&random, MOST), m = MOST + 1 + i;
        const kind of = (kind)clm_random_below(&random, KINDS);

        check_on(&random, n, m, 0, n + m - 1, some[i], of, CLM_VECTORS_BASELINE, 1 + i % 2);
        check_on(&random, m, n, n, m / 2, some[i], RANDOM, CLM_VECTORS_BASELINE, 2);
    }
}

static void check_level(clm_vector_level level)
{
    clm_random random = {level};

    for (size_t i = 0; i < PRIMES; i++)
        for (size_t n = 1; n < 3000; n += 1 + n / 3) {
            const clm_modulus modulus = clm_modulus_of(primes[i]);
            clm_error error = {0};
            uint32_t *a = words_of(&random, n, primes[i], (kind)(n % KINDS));
            uint32_t *got = clm_allocate(n + 150, sizeof *got);
            uint32_t *expected = clm_allocate(n + 150, sizeof *expected);
            const clm_host_poly f = {a, n}, g = {a, n < 150 ? n : 150 + n % 2};

            assert_int_equal(
                clm_host_product_at(level, &error, got, f, g, 0, n + 150, &modulus, 1, NULL),
                CLMODP_OK);
            clm_host_multiply_part(expected, f, g, 0, n + 150, &modulus);
            assert_memory_equal(got, expected, (n + 150) * sizeof *got);
            free(expected);
            free(got);
            free(a);
        }
}

/* Sums of products of halves, of parts inside, across the ends and beyond. */
static void check_halves(clm_vector_level level)
{
    enum { MOST = 80, ZEROS = 16 };
    const uint64_t all = UINT64_C(0x7fffffff7fffffff);
    const clm_transform_functions *const vectors = clm_transforms(level);
    clm_random random = {level + 7};

    for (size_t k = 0; k < 500; k++) {
        const size_t n = 1 + clm_random_below(&random, MOST), m = 1 + clm_random_below(&random, n);
        const size_t first = clm_random_below(&random, n + m + 9);
        const size_t count = clm_random_below(&random, MOST);
        uint64_t a[MOST], b[MOST + 2 * ZEROS] = {0}, sums[3][MOST + ZEROS];

        for (size_t i = 0; i < n; i++)
            a[i] = k % 2 == 0 ? all : clm_random_next(&random) & all;
        for (size_t i = 0; i < m; i++)
            b[ZEROS + i] = k % 3 == 0 ? all : clm_random_next(&random) & all;
        vectors->convolve_halves(sums[0], sums[1], sums[2], a, n, b + ZEROS, m, first, count);
        for (size_t i = 0; i < count; i++) {
            uint64_t low = 0, middle = 0, high = 0;

            for (size_t j = 0; j < n; j++) {
                const uint64_t x = a[j];
                const uint64_t y = first + i >= j && first + i - j < m ? b[ZEROS + first + i - j]
                                                                       : 0;

                low += (x & UINT32_MAX) * (y & UINT32_MAX);
                middle += (x & UINT32_MAX) * (y >> 32) + (x >> 32) * (y & UINT32_MAX);
                high += (x >> 32) * (y >> 32);
            }
            assert_true(sums[0][i] == low && sums[1][i] == middle && sums[2][i] == high);
        }
    }
}

/* The residues of balanced numbers, and numbers from these and up to three more lazy primes. */
static void check_wide(clm_vector_level level)
{
    enum { COUNT = 77, ROUNDED = 96 };
    const uint64_t targets[] = {2147483659, UINT64_C(4611686018427387847)};
    const clm_transform_functions *const vectors = clm_transforms(level);
    clm_random random = {9};

    for (size_t n = 0; n < 8; n++) {
        const uint64_t target = targets[n % 2];
        const clm_mont64 f = clm_mont64_of(target);
        clm_wide_crt c = {.primes = 3 + n / 2};
        uint64_t from[COUNT], low[ROUNDED], high[ROUNDED];
        uint32_t residues[CLM_LAZY_PRIMES][ROUNDED] = {{0}};

        for (size_t k = 0; k < COUNT; k++)
            from[k] = k < 6 ? (target - 1) / 2 + k - 2 : clm_random_below(&random, target);
        from[0] = 0;
        from[1] = target - 1;
        for (size_t i = 0; i < c.primes; i++) {
            const uint64_t p = clm_lazy_primes[i];
            const fp_field field = clm_field((uint32_t)p);
            uint64_t cofactor = 1, inverse = 1;

            vectors->reduce_wide(residues[i], from, COUNT, target, &field);
            for (size_t k = 0; k < COUNT; k++)
                assert_int_equal(residues[i][k],
                                 from[k] <= target / 2 ? from[k] % p
                                                       : (p - (target - from[k]) % p) % p);
            for (size_t j = 0; j < c.primes; j++)
                if (j != i) {
                    cofactor = clm_mulmod64(cofactor, clm_lazy_primes[j], target);
                    inverse = inverse * clm_lazy_primes[j] % p;
                }
            c.of[i].p = p;
            c.of[i].weight = clm_invmod64(inverse, p);
            c.of[i].quotient = (c.of[i].weight << 32) / p;
            c.of[i].inverse = (UINT64_C(1) << 58) / p;
            c.of[i].low = cofactor % ((uint64_t)1 << 31);
            c.of[i].high = cofactor >> 31;
            if (i == 0)
                c.low = target - clm_mulmod64(cofactor, p, target);
        }
        c.high = c.low >> 31;
        c.low %= (uint64_t)1 << 31;
        vectors->join_wide(low, high, &c, residues[0], ROUNDED, COUNT);
        for (size_t k = 0; k < COUNT; k++)
            assert_int_equal((clm_mulmod64((uint64_t)1 << 31, high[k] % f.p, f.p) + low[k]) % f.p,
                             from[k]);
    }
}

static void all_levels(void **state)
{
    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++) {
        if (!clm_vector_level_available(level))
            continue;
        check_level(level);
        check_halves(level);
        check_wide(level);
    }
}

/* Memory with a known word behind it. */
static clm_product_memory make_memory(size_t n, size_t k, const clm_host_matrices *f)
{
    clm_product_memory memory = {NULL, clm_product_memory_words(n, k, f)};

    memory.words = clm_allocate(memory.count + 1, sizeof *memory.words);
    assert_non_null(memory.words);
    memset(memory.words, 0xa5, (memory.count + 1) * sizeof *memory.words);
    return memory;
}

/* Checks that nothing behind the memory was written, but much of it, and releases it. */
static void check_memory(const clm_product_memory *memory)
{
    size_t written = 0;

    for (size_t k = 0; k < memory->count; k++)
        written += memory->words[k] != 0xa5a5a5a5;
    assert_int_equal(memory->words[memory->count], 0xa5a5a5a5);
    assert_true(written > memory->count / 8);
    free(memory->words);
}

/* Products of matrices of 2 times 2 by the given memory, coefficients from schoolbook. */
static void check_matrices(clm_random *random, size_t n, size_t m, uint32_t p)
{
    const clm_modulus modulus = clm_modulus_of(p);
    const size_t count = n + m - 1;
    clm_error error = {0};
    uint32_t *out[4], one[16], two[16];
    clm_host_poly a[4], b[4];
    clm_host_matrices f = {a, b, 2, 2, 2, NULL, NULL};
    const clm_product_memory memory = make_memory(n, m, &f);

    for (size_t i = 0; i < 4; i++) {
        a[i] = (clm_host_poly){words_of(random, n, p, RANDOM), n};
        b[i] = (clm_host_poly){words_of(random, m, p, i == 0 ? LARGEST : RANDOM), m};
        out[i] = words_of(random, count, p, SPARSE);
    }
    f.memory = &memory;
    assert_int_equal(clm_host_combine(&error, out, count, &f, &modulus, 1, NULL), CLMODP_OK);
    for (size_t i = 0; i < 4; i++) {
        const size_t at = clm_random_below(random, count - 15);

        clm_host_multiply_part(one, a[i / 2 * 2], b[i % 2], at, 16, &modulus);
        clm_host_multiply_part(two, a[i / 2 * 2 + 1], b[2 + i % 2], at, 16, &modulus);
        for (size_t k = 0; k < 16; k++)
            assert_int_equal(out[i][at + k], (one[k] + two[k]) % p); /* p < 2^31 */
        free(out[i]);
    }
    for (size_t i = 0; i < 4; i++) {
        free((uint32_t *)(uintptr_t)b[i].c);
        free((uint32_t *)(uintptr_t)a[i].c);
    }
    check_memory(&memory);
}

/* The memory that products modulo a lazy prime need, for blocks, whole ones and quarters. */
static void in_memory(void **state)
{
    static const size_t lengths[][2] = {{60, 60}, {333, 100}, {1024, 1025}, {5000, 70},
                                        {4097, 3000}, {530000, 600000}};
    const uint32_t p = clm_lazy_primes[2];
    const clm_modulus modulus = clm_modulus_of(p);
    clm_random random = {8};

    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths - (small_tests() ? 1 : 0); i++) {
        const size_t n = lengths[i][0], m = lengths[i][1], low = n / 3, count = n / 2;
        const clm_host_poly a = {words_of(&random, n, p, RANDOM), n};
        const clm_host_poly b = {words_of(&random, m, p, RANDOM), m};
        uint32_t *product = clm_allocate(count, sizeof *product), expected[16];
        clm_error error = {0};
        const clm_product_memory memory =
            make_memory(n, m, &(clm_host_matrices){&a, &b, 1, 1, 1, NULL, NULL});

        assert_non_null(product);
        assert_int_equal(clm_host_product_in(&memory, &error, product, a, b, low, count, &modulus,
                                             1, NULL), CLMODP_OK);
        for (size_t k = 0; k + 16 <= count; k += count / 3) {
            clm_host_multiply_part(expected, a, b, low + k, 16, &modulus);
            assert_memory_equal(product + k, expected, sizeof expected);
        }
        check_memory(&memory);
        free(product);
        free((uint32_t *)(uintptr_t)b.c);
        free((uint32_t *)(uintptr_t)a.c);
        if (n < 5000)
            check_matrices(&random, n, m, p);
    }
}

TESTS(cmocka_unit_test(around_powers_of_two), cmocka_unit_test(unbalanced_and_parts),
      cmocka_unit_test(squares), cmocka_unit_test(by_quarters), cmocka_unit_test(long_products),
      cmocka_unit_test(products_beyond_lazy_transforms), cmocka_unit_test(in_memory),
      cmocka_unit_test(all_levels));
