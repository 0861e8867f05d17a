/* Tests powers modulo short polynomials at all levels of vector instructions of this machine,
 * against schoolbook. */
#include "fpx/host/power.h"

#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/random.h"
#include "ref/euclid.h"
#include "support/assertions.h"
#include "support/small.h"

static const uint32_t primes[] = {3, 17, 65537, 998244353, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)

/* Returns a polynomial of `count` coefficients, the last one not 0; all p - 1 if large. */
static ref_poly poly_of(clm_random *random, size_t count, uint32_t p, bool large)
{
    ref_poly a = ref_new(count);

    for (size_t k = 0; k < count; k++)
        a.c[k] = large ? p - 1 : (uint32_t)clm_random_below(random, p);
    if (count > 0 && a.c[count - 1] == 0)
        a.c[count - 1] = 1;
    return a;
}

static void check(clm_random *random, size_t degree, uint32_t p, clm_vector_level level)
{
    const clm_power_functions *const vectors = clm_powers(level);
    const clm_modulus modulus = clm_modulus_of(p);
    const bool large = clm_random_below(random, 3) == 0;
    const size_t digits = 1 + clm_random_below(random, 7);
    const uint64_t bits = clm_random_below(random, (uint64_t)1 << digits);
    ref_poly m = poly_of(random, degree + 1, p, large);
    ref_poly base = poly_of(random, clm_random_below(random, degree + 1), p, large);
    ref_poly expected = ref_copy(base);
    uint32_t *words = malloc(CLM_POWER_WORDS(degree + 1) * sizeof *words);
    uint32_t got[CLM_POWER_MOST];
    clm_power t;

    assert_non_null(words);
    memset(words, 0xa5, CLM_POWER_WORDS(degree + 1) * sizeof *words);
    vectors->begin(&t, words, (clm_host_poly){base.c, base.count},
                   (clm_host_poly){m.c, degree + 1}, clm_invmod32(m.c[degree], p), &modulus);
    vectors->steps(&t, bits >> digits / 2, digits - digits / 2);
    vectors->steps(&t, bits, digits / 2);
    vectors->end(&t, got);
    for (size_t k = digits; k-- > 0;) {
        ref_poly square = ref_copy(expected);

        ref_multiply_modulo(&expected, square, m, p);
        ref_clear(&square);
        if (bits >> k & 1)
            ref_multiply_modulo(&expected, base, m, p);
    }
    for (size_t k = 0; k < degree; k++)
        if (got[k] != (k < expected.count ? expected.c[k] : 0))
            fail_msg("level %d, degree %zu modulo %u: coefficient %zu", (int)level, degree,
                     (unsigned)p, k);
    free(words);
    ref_clear(&expected);
    ref_clear(&base);
    ref_clear(&m);
}

static void test_powers(void **state)
{
    clm_random random = {6};

    (void)state;
    for (clm_vector_level level = 0; level < CLM_VECTOR_LEVELS; level++)
        for (size_t degree = 1; clm_vector_level_available(level) && degree < CLM_POWER_MOST;
             degree += degree < 35 || degree > 120 ? 1 : 13)
            for (uint64_t k = random_cases(2 * PRIMES); k-- > 0;)
                check(&random, degree, primes[(k + degree) % PRIMES], level);
}

TESTS(cmocka_unit_test(test_powers));
