/* Tests vectors of residues against division of integers, at the level of vector instructions for
 * which the file is compiled. */
#include "arith/vectors.h"

#include <stdio.h>
#include <stdlib.h>

#include "arith/prime.h"
#include "arith/vector_level.h"
#include "core/random.h"
#include "support/assertions.h"
#include "support/small.h"

#if defined(__AVX512F__)
#define LEVEL CLM_VECTORS_AVX512
#elif defined(__AVX2__)
#define LEVEL CLM_VECTORS_AVX2
#else
#define LEVEL CLM_VECTORS_BASELINE
#endif

/* Lazy residues need primes up to 2/5 of 2^32: the first ones. */
static const uint32_t primes[] = {1717986917, 3, 65537,      1073741827, 7,
                                  1717986853, 5, 1431655777, 2147483647, 2147483629};
enum { LAZY_PRIMES = 8, PRIMES = sizeof primes / sizeof *primes };

static fp_field fields[VEC_LANES];
static vec_field field;

/* Puts other primes into the lanes for every start. */
static void choose_primes(size_t start, size_t count)
{
    for (size_t k = 0; k < VEC_LANES; k++)
        fields[k] = clm_field(primes[(start + k) % count]);
    field = vec_field_of(fields);
}

/* Returns words in [0, below), in some lanes the extremes. */
static vec random_words(clm_random *random, vec below)
{
    vec words;

    for (size_t k = 0; k < VEC_LANES; k++) {
        const uint64_t kind = clm_random_below(random, 8);

        words[k] = kind == 0   ? 0
                   : kind == 1 ? below[k] - 1
                               : (uint32_t)clm_random_below(random, below[k]);
    }
    return words;
}

/* Returns words of absolute value at most eighths / 8 * p. */
static vec random_lazy(clm_random *random, uint32_t eighths)
{
    vec most;

    for (size_t k = 0; k < VEC_LANES; k++)
        most[k] = (uint32_t)((uint64_t)field.p[k] * eighths / 8);
    return random_words(random, 2 * most + 1) - most;
}

static int64_t signed_word(vec v, size_t k)
{
    return (int32_t)v[k];
}

/* Checks r * 2^32 = a b + c d modulo p. */
static void check_product(int64_t r, int64_t a, int64_t b, int64_t c, int64_t d, int64_t p)
{
    const int64_t sum = (a % p * (b % p) + c % p * (d % p)) % p;

    assert_int_equal((r % p * (INT64_C(4294967296) % p) - sum) % p, 0);
}

static void canonical_residues(void **state)
{
    clm_random random = {1};

    (void)state;
    for (uint64_t i = 0; i < random_cases(2000); i++) {
        choose_primes(i % PRIMES, PRIMES);
        const vec a = random_words(&random, field.p), b = random_words(&random, field.p);
        const vec sum = vec_add(a, b, &field), difference = vec_sub(a, b, &field);
        const vec product = vec_mul(a, b, &field);

        for (size_t k = 0; k < VEC_LANES; k++) {
            const fp_field f = fields[k];

            assert_int_equal(sum[k], ((uint64_t)a[k] + b[k]) % f.p);
            assert_int_equal(difference[k], ((uint64_t)a[k] + f.p - b[k]) % f.p);
            assert_true(product[k] < f.p);
            check_product(product[k], a[k], b[k], 0, 0, f.p);
            assert_int_equal(vec_mul(field.one, a, &field)[k], a[k]);
            assert_int_equal(vec_zeros(a) >> k & 1, a[k] == 0);
        }
    }
    assert_int_equal(vec_zeros((vec){0}), VEC_ALL);
}

/* Sums of three products and products of lazy residues, at the ends of their ranges, too. */
static void lazy_residues(void **state)
{
    clm_random random = {2};

    (void)state;
    for (uint64_t i = 0; i < random_cases(2000); i++) {
        choose_primes(i % LAZY_PRIMES, LAZY_PRIMES);
        const vec_lazy lazy = vec_lazy_of(&field);
        const vec a = random_lazy(&random, 10), b = random_lazy(&random, 10);
        const vec c = random_lazy(&random, 4), d = random_lazy(&random, 4);
        const vec_pair ac = vec_signed_product(vec_widen(a), vec_widen(c));
        const vec_pair bd = vec_signed_product(vec_widen(b), vec_widen(d));
        const vec sum = vec_lazy_redc(vec_sum(vec_sum(ac, bd), bd), &lazy);
        const vec product = vec_lazy_mul(a, b, &lazy), words = random_lazy(&random, 12);
        const vec balanced = vec_lazy_balance(words, field.p);
        const vec canonical = vec_lazy_canonical(words, field.p);

        for (size_t k = 0; k < VEC_LANES; k++) {
            const int64_t p = fields[k].p, word = signed_word(words, k);

            assert_true(8 * llabs(signed_word(sum, k)) <= 10 * p + 8);
            check_product(signed_word(sum, k), signed_word(a, k), signed_word(c, k),
                          2 * signed_word(b, k), signed_word(d, k), p);
            assert_true(8 * llabs(signed_word(product, k)) <= 9 * p + 8);
            check_product(signed_word(product, k), signed_word(a, k), signed_word(b, k), 0, 0, p);
            assert_true(2 * llabs(signed_word(balanced, k)) <= p);
            assert_int_equal((signed_word(balanced, k) - word) % p, 0);
            assert_int_equal(canonical[k], (word % p + p) % p);
        }
    }
}

/* Words of any alignment. */
static void loads_and_stores(void **state)
{
    uint32_t words[2 * VEC_LANES], copy[2 * VEC_LANES + 1] = {0};

    (void)state;
    for (size_t k = 0; k < 2 * VEC_LANES; k++)
        words[k] = 0x87654321u * (uint32_t)(k + 1);
    for (size_t at = 0; at <= VEC_LANES; at++) {
        vec_store(copy + 1, vec_load(words + at));
        assert_memory_equal(copy + 1, words + at, VEC_BYTES);
        for (size_t k = 0; k < VEC_LANES; k++)
            assert_int_equal(vec_splat(words[at])[k], words[at]);
    }
}

static int run_if_available(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(canonical_residues),
                                              cmocka_unit_test(lazy_residues),
                                              cmocka_unit_test(loads_and_stores)};

    if (clm_vector_level_available(LEVEL))
        return cmocka_run_group_tests(tests, NULL, NULL);
    (void)puts("1..0 # SKIP this processor lacks the instructions");
    return 0;
}

TESTS_RUN_BY(run_if_available);
