/* Tests batches of clmodp/fpx.h against schoolbook arithmetic, pair by pair. */
#include <clmodp/fpx.h>

#include "core/random.h"
#include "support/fpx.h"

/* Pairs, and the arrays that they refer to. */
typedef struct batch {
    size_t count;
    uint32_t *words[2], *primes;
    size_t *begin[2];
    clmodp_fpx_pairs pairs;
} batch;

/* Returns zeros, at least one element. */
static void *test_array(size_t count, size_t size)
{
    void *array = calloc(count + 1, size);

    assert_non_null(array);
    return array;
}

/* Kinds of pairs. */
typedef enum kind { RANDOM, COMMON, EXACT, SAME, SPARSE, KINDS } kind;

/* Multiplies a and b by one random polynomial. */
static void plant(clm_random *random, ref_poly *a, ref_poly *b, uint32_t p)
{
    const size_t least = a->count < b->count ? a->count : b->count;
    ref_poly c = ref_random(random, 1 + (size_t)clm_random_below(random, least + 1), p);
    ref_poly all[2] = {ref_product(*a, c, p), ref_product(*b, c, p)};

    ref_clear(a);
    ref_clear(b);
    ref_clear(&c);
    *a = all[0];
    *b = all[1];
}

static void make_pair(clm_random *random, kind what, size_t most, uint32_t p, ref_poly pair[2])
{
    for (int k = 0; k < 2; k++)
        pair[k] = ref_random(random, (size_t)clm_random_below(random, most + 1), p);
    if (what == COMMON)
        plant(random, &pair[0], &pair[1], p);
    if (what == EXACT) {
        ref_poly product = ref_product(pair[0], pair[1], p);

        ref_clear(&pair[0]);
        pair[0] = product;
    }
    if (what == SAME) {
        ref_clear(&pair[1]);
        pair[1] = ref_copy(pair[0]);
    }
    for (int k = 0; k < 2 && what == SPARSE; k++)
        for (size_t i = 1; i + 1 < pair[k].count; i++)
            if (clm_random_below(random, 5) != 0)
                pair[k].c[i] = 0;
}

/* Creates pairs of up to `most` coefficients, before products; some have a leading zero. */
static batch create(size_t count, size_t most, const uint32_t *primes, size_t prime_count)
{
    clm_random random = {count + most};
    batch b = {.count = count};
    const size_t room = count * (2 * most + 3) + 1;

    b.primes = test_array(count, sizeof *b.primes);
    for (int k = 0; k < 2; k++) {
        b.words[k] = test_array(room, sizeof **b.words);
        b.begin[k] = test_array(count + 1, sizeof **b.begin);
    }
    for (size_t i = 0; i < count; i++) {
        const size_t which = prime_count == 1 ? 0 : (size_t)clm_random_below(&random, prime_count);
        ref_poly pair[2];

        b.primes[i] = primes[which];
        make_pair(&random, (kind)(i % KINDS), most, b.primes[i], pair);
        for (int k = 0; k < 2; k++) {
            memcpy(b.words[k] + b.begin[k][i], pair[k].c, pair[k].count * sizeof(uint32_t));
            b.begin[k][i + 1] = b.begin[k][i] + pair[k].count +
                                (size_t)clm_random_below(&random, 8) / 6;
            ref_clear(&pair[k]);
        }
    }
    b.pairs = (clmodp_fpx_pairs){count, {b.words[0], b.begin[0]}, {b.words[1], b.begin[1]},
                                 b.primes, prime_count == 1 ? 1 : count};
    return b;
}

static void destroy(batch *b)
{
    free(b->primes);
    for (int k = 0; k < 2; k++) {
        free(b->words[k]);
        free(b->begin[k]);
    }
}

static ref_poly poly(const batch *b, int which, size_t i)
{
    ref_poly a = ref_new(b->begin[which][i + 1] - b->begin[which][i]);

    memcpy(a.c, b->words[which] + b->begin[which][i], a.count * sizeof *a.c);
    ref_trim(&a);
    return a;
}

/* Asserts that words[0 ... room - 1] are the polynomial's coefficients, followed by zeros. */
static void assert_words(const uint32_t *words, size_t room, ref_poly expected, const char *what,
                         size_t i)
{
    if (expected.count > room)
        fail_msg("%s of pair %zu has %zu coefficients", what, i, expected.count);
    for (size_t k = 0; k < room; k++)
        if (words[k] != (k < expected.count ? expected.c[k] : 0))
            fail_msg("%s of pair %zu: coefficient %zu is %u", what, i, k, words[k]);
}

static size_t room_of(const batch *b, int which, size_t i)
{
    return b->begin[which][i + 1] - b->begin[which][i];
}

static void check_products(const batch *b, clmodp_fpx_report *report,
                           const clmodp_fpx_options *options)
{
    const size_t all = b->begin[0][b->count] + b->begin[1][b->count];
    uint32_t *products = test_array(all, sizeof *products);

    OK(clmodp_fpx_mul_batch(context, products, report, &b->pairs, options));
    for (size_t i = 0; i < b->count; i++) {
        ref_poly f = poly(b, 0, i), g = poly(b, 1, i), product = ref_product(f, g, b->primes[i]);

        assert_words(products + b->begin[0][i] + b->begin[1][i],
                     room_of(b, 0, i) + room_of(b, 1, i), product, "the product", i);
        ref_clear(&product);
        ref_clear(&g);
        ref_clear(&f);
    }
    free(products);
}

/* Divides runs of consecutive pairs without zero divisors, and compares. */
static void check_quotients(batch *b, const clmodp_fpx_options *options)
{
    uint32_t *quotients = test_array(b->begin[0][b->count] + 1, sizeof *quotients);
    uint32_t *rests = test_array(b->begin[1][b->count] + 1, sizeof *rests);
    clmodp_fpx_pairs pairs = b->pairs;
    size_t from = 0;

    for (size_t i = 0; i <= b->count; i++) {
        ref_poly g = i < b->count ? poly(b, 1, i) : ref_new(0);
        const bool zero = g.count == 0;

        ref_clear(&g);
        if (!zero)
            continue;
        if (i > from) {
            size_t *begin[2] = {test_array(i - from + 1, sizeof **begin),
                                test_array(i - from + 1, sizeof **begin)};

            for (size_t k = 0; k <= i - from; k++)
                for (int j = 0; j < 2; j++)
                    begin[j][k] = b->begin[j][from + k] - b->begin[j][from];
            pairs = (clmodp_fpx_pairs){
                i - from, {b->words[0] + b->begin[0][from], begin[0]},
                {b->words[1] + b->begin[1][from], begin[1]},
                b->primes + (b->pairs.prime_count == 1 ? 0 : from),
                b->pairs.prime_count == 1 ? 1 : i - from};
            OK(clmodp_fpx_divrem_batch(context, quotients + b->begin[0][from],
                                       rests + b->begin[1][from], NULL, &pairs, options));
            free(begin[0]);
            free(begin[1]);
        }
        from = i + 1;
    }
    for (size_t i = 0; i < b->count; i++) {
        ref_poly f = poly(b, 0, i), g = poly(b, 1, i), quotient = {0}, rest = {0};

        if (g.count > 0) {
            ref_divide(&quotient, &rest, f, g, b->primes[i]);
            assert_words(quotients + b->begin[0][i], room_of(b, 0, i), quotient, "the quotient",
                         i);
            assert_words(rests + b->begin[1][i], room_of(b, 1, i), rest, "the remainder", i);
        }
        ref_clear(&rest);
        ref_clear(&quotient);
        ref_clear(&g);
        ref_clear(&f);
    }
    free(rests);
    free(quotients);
}

static void check_divisors(const batch *b, const clmodp_fpx_options *options)
{
    const size_t all = b->begin[0][b->count] + b->begin[1][b->count];
    uint32_t *divisors = test_array(all + 1, sizeof *divisors);
    uint32_t *resultants = test_array(b->count, sizeof *resultants);
    size_t *counts = test_array(b->count, sizeof *counts);

    OK(clmodp_fpx_gcd_batch(context, divisors, counts, NULL, &b->pairs, options));
    OK(clmodp_fpx_resultant_batch(context, resultants, NULL, &b->pairs, options));
    for (size_t i = 0; i < b->count; i++) {
        ref_poly f = poly(b, 0, i), g = poly(b, 1, i), common = {0}, cofactor = {0};
        const uint32_t expected = ref_euclid_resultant(f, g, b->primes[i]);

        ref_gcd(&common, &cofactor, f, g, b->primes[i]);
        assert_int_equal(counts[i], common.count);
        assert_words(divisors + b->begin[0][i] + b->begin[1][i], counts[i], common, "the gcd", i);
        if (resultants[i] != expected)
            fail_msg("the resultant of pair %zu, degrees %zu and %zu, modulo %u is %u, not %u", i,
                     f.count - 1, g.count - 1, b->primes[i], resultants[i], expected);
        ref_clear(&cofactor);
        ref_clear(&common);
        ref_clear(&g);
        ref_clear(&f);
    }
    free(counts);
    free(resultants);
    free(divisors);
}

/* Asserts u f + v g = gcd, and the bounds on the degrees. */
static void check_pair(const batch *b, size_t i, const uint32_t *words[3], size_t count)
{
    const uint32_t p = b->primes[i];
    const size_t at = b->begin[0][i] + b->begin[1][i], room = room_of(b, 0, i) + room_of(b, 1, i);
    ref_poly f = poly(b, 0, i), g = poly(b, 1, i), common = {0}, cofactor = {0}, all[3];

    ref_gcd(&common, &cofactor, f, g, p);
    for (int k = 0; k < 3; k++) {
        all[k] = ref_new(room);
        if (room > 0)
            memcpy(all[k].c, words[k] + at, room * sizeof **words);
        ref_trim(&all[k]);
    }
    assert_int_equal(count, common.count);
    assert_words(words[0] + at, room, common, "the gcd", i);
    if (f.count > 0 && g.count > 0) {
        ref_poly uf = ref_product(all[1], f, p), vg = ref_product(all[2], g, p);
        ref_poly rest = ref_difference(common, uf, p), none = ref_difference(rest, vg, p);

        if (none.count != 0)
            fail_msg("the cofactors of pair %zu modulo %u are wrong", i, p);
        if (all[1].count > g.count - common.count ||
            (all[2].count > f.count - common.count && g.count != common.count))
            fail_msg("the cofactors of pair %zu are too long", i);
        ref_clear(&none);
        ref_clear(&rest);
        ref_clear(&vg);
        ref_clear(&uf);
    }
    for (int k = 0; k < 3; k++)
        ref_clear(&all[k]);
    ref_clear(&cofactor);
    ref_clear(&common);
    ref_clear(&g);
    ref_clear(&f);
}

static void check_cofactors(const batch *b, const clmodp_fpx_options *options)
{
    const size_t all = b->begin[0][b->count] + b->begin[1][b->count];
    uint32_t *words[3];
    size_t *counts = test_array(b->count, sizeof *counts);

    for (int k = 0; k < 3; k++)
        words[k] = test_array(all, sizeof **words);
    OK(clmodp_fpx_xgcd_batch(context, words[0], words[1], words[2], counts, NULL, &b->pairs,
                             options));
    for (size_t i = 0; i < b->count; i++)
        check_pair(b, i, (const uint32_t *[]){words[0], words[1], words[2]}, counts[i]);
    OK(clmodp_fpx_xgcd_batch(context, NULL, words[0], NULL, NULL, NULL, &b->pairs, options));
    assert_memory_equal(words[0], words[1], all * sizeof **words);
    for (int k = 0; k < 3; k++)
        free(words[k]);
    free(counts);
}

static void check(size_t count, size_t most, const uint32_t *primes, size_t prime_count,
                  clmodp_fpx_algorithm algorithm, uint64_t max_memory)
{
    batch b = create(count, most, primes, prime_count);
    clmodp_fpx_report report;
    clmodp_fpx_options options;

    clmodp_fpx_options_init(&options);
    options.algorithm = algorithm;
    options.max_memory = max_memory;
    clmodp_fpx_report_init(&report);
    check_products(&b, &report, &options);
    if (algorithm != CLMODP_FPX_AUTO && count > KINDS && most > 2)
        assert_int_equal(report.algorithm, algorithm);
    if (max_memory != 0)
        assert_true(report.peak_memory <= max_memory);
    check_quotients(&b, &options);
    check_divisors(&b, &options);
    check_cofactors(&b, &options);
    destroy(&b);
}

static const uint32_t all_primes[] = {3, 5, 65537, 469762049, 998244353, 1717986917, 2013265921,
                                      2147483647, 2};
enum { ODD_PRIMES = 8, PRIMES = 9 };

static void test_sizes(void **state)
{
    static const size_t counts[] = {1, 15, 16, 17, 40, 65};

    (void)state;
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        check(counts[k], 30, &all_primes[3 + k % 5], 1, CLMODP_FPX_SCHOOLBOOK, 0);
    check(200, 3, &all_primes[4], 1, CLMODP_FPX_SCHOOLBOOK, 0);
    check(40, 150, &all_primes[6], 1, CLMODP_FPX_SCHOOLBOOK, 0);
}

static void test_primes(void **state)
{
    (void)state;
    check(300, 25, all_primes, ODD_PRIMES, CLMODP_FPX_SCHOOLBOOK, 0);
    for (int k = 0; k < 3; k++)
        check(60, 40, &all_primes[k], 1, CLMODP_FPX_SCHOOLBOOK, 0);
    check(300, 20, all_primes, PRIMES, CLMODP_FPX_HOST, 0);
    check(70, 300, &all_primes[7], 1, CLMODP_FPX_HOST, 0);
    check(300, 20, all_primes, PRIMES, CLMODP_FPX_AUTO, 0);
}

/* A batch computed in parts under a cap on memory. */
static void test_memory(void **state)
{
    const uint64_t cap = 200000;
    clmodp_fpx_options options;
    batch b = create(1, 100, all_primes, 1);
    uint32_t *products = test_array(b.begin[0][1] + b.begin[1][1], sizeof *products);

    (void)state;
    check(500, 40, &all_primes[4], 1, CLMODP_FPX_SCHOOLBOOK, cap);
    clmodp_fpx_options_init(&options);
    options.algorithm = CLMODP_FPX_SCHOOLBOOK;
    options.max_memory = 100;
    assert_int_equal(clmodp_fpx_mul_batch(context, products, NULL, &b.pairs, &options),
                     CLMODP_DEVICE_MEMORY);
    free(products);
    destroy(&b);
}

TESTS_BETWEEN(fpx_set_up, context_tear_down,
    cmocka_unit_test(test_sizes),
    cmocka_unit_test(test_primes),
    cmocka_unit_test(test_memory));
