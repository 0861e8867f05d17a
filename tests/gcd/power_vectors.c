/* Tests sums of powers by vectors, at all levels of this machine, against their definitions. */
#include "gcd/power_vectors.h"

#include "arith/prime.h"
#include "core/random.h"
#include "support/assertions.h"
#include "support/small.h"

enum { MOST = 40 };

static void fill(uint32_t *words, size_t count, clm_random *random, uint32_t p)
{
    for (size_t k = 0; k < count; k++)
        words[k] = (uint32_t)clm_random_below(random, p);
}

/* Words after the last one remain. */
static void check_product(const clm_power_vector_functions *vectors, size_t count,
                          clm_random *random, fp_field f)
{
    uint32_t values[MOST + 1], by[MOST], expected[MOST + 1];

    fill(values, MOST + 1, random, f.p);
    fill(by, MOST, random, f.p);
    for (size_t k = 0; k <= MOST; k++)
        expected[k] = k < count ? fp_mul(values[k], by[k], f) : values[k];
    vectors->multiply(values, by, count, &f);
    assert_memory_equal(values, expected, sizeof values);
}

/* The polynomial m with these roots is 0 at all of them, and m / (x - r) is as synthetic division
 * computes it. */
static void check_roots(const clm_power_vector_functions *vectors, size_t count,
                        clm_random *random, fp_field f)
{
    uint32_t roots[MOST], m[MOST], s[MOST], values[MOST + 1], slopes[MOST + 1];

    fill(roots, count, random, f.p);
    fill(s, count, random, f.p);
    for (size_t k = 0; k < count; k++)
        vectors->extend(m, k, fp_neg(fp_to(roots[k], f), f), &f);
    values[count] = slopes[count] = 7;
    vectors->divide(values, slopes, roots, count, m, s, count, &f);
    assert_int_equal(values[count], 7);
    assert_int_equal(slopes[count], 7);
    for (size_t k = 0; k < count; k++) {
        const uint32_t root = fp_to(roots[k], f);
        uint32_t q = f.one, value = 0, slope = 0;

        for (size_t j = count; j-- > 0; q = fp_add(fp_mul(q, root, f), m[j], f)) {
            value = fp_add(value, fp_mul(q, s[j], f), f);
            slope = fp_add(slope, fp_mul(q, fp_pow(root, (uint32_t)j, f), f), f);
        }
        assert_int_equal(q, 0); /* the remainder, m(r) */
        assert_int_equal(values[k], value);
        assert_int_equal(slopes[k], slope); /* m'(r) is the value of m / (x - r) at r */
    }
}

static void equal_definitions(void **state)
{
    static const uint32_t primes[] = {2147483647, 2013265921, 65537, 3};
    clm_random random = {1};

    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++)
        for (size_t i = 0; i < sizeof primes / sizeof *primes; i++)
            for (size_t count = 1; count <= (small_tests() ? 9 : MOST - 1); count++)
                if (clm_vector_level_available(level)) {
                    check_product(clm_power_vectors(level), count, &random, clm_field(primes[i]));
                    check_roots(clm_power_vectors(level), count, &random, clm_field(primes[i]));
                }
}

TESTS(cmocka_unit_test(equal_definitions));
