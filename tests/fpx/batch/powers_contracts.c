/* Tests cl/fpx/batch/powers.cl on the host, W = 1, with every range checked by VERIFY: remainders
 * of long polynomials of few terms against division step by step, with random and extreme
 * coefficients. Compiled with the degree of divisors fixed, and with LAZY_LARGE for any. */
#include <string.h>

#include "arith/prime.h"
#include "cl/arith/prime_info.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "core/random.h"
#include "fpx/batch/powers.h"

#include "support/kernel_on_host.h"
#include "support/small.h"

#include "cl/fpx/batch/powers.cl"

enum { MOST = 700, MOST_TERMS = 6, M = TEST_M };

#ifdef LAZY_LARGE
static const u32 primes[] = {2147483647u, EUCLID_PRIME_MAX + 35, 65537u, 7u};
#else
static const u32 primes[] = {EUCLID_PRIME_MAX - 1, 1073741789u, 65537u, 7u};
#endif

/* Returns a random residue, or one next to the ends or p/2, where balanced ones are greatest. */
static u32 draw(u32 p, bool extreme, clm_random *random)
{
    const u32 ends[] = {p - 1, p / 2, p / 2 + 1, 1, 0};

    return extreme ? ends[clm_random_below(random, 5)] : (u32)clm_random_below(random, p);
}

/* Reduces f modulo g, integers modulo p, step by step. */
static void divide(uint64_t *f, size_t n, const uint64_t *g, uint64_t p)
{
    const uint64_t inverse = clm_invmod64(g[M], p);

    for (size_t top = n + 1; top-- > M;) {
        const uint64_t quotient = clm_mulmod64(f[top], inverse, p);

        for (size_t i = 0; i <= M; i++)
            f[top - M + i] = (f[top - M + i] + p - clm_mulmod64(quotient, g[i], p)) % p;
    }
}

static void check(fp_field field, bool g_first, bool shared, clm_random *random)
{
    const prime_info info = {.field = field};
    const bool extreme = clm_random_below(random, 2) == 0;
    const u32 terms = 1 + (u32)clm_random_below(random, MOST_TERMS);
    int values[MOST_TERMS + M + 1], divided[POWERS_WORDS(M)];
    int *const f = values + (g_first ? M + 1 : 0), *const g = values + (g_first ? 0 : terms);
    uint64_t of_f[MOST + 1] = {0}, of_g[M + 1];
    uint32_t exponent[MOST_TERMS], next = (uint32_t)clm_random_below(random, 3);
    clm_powers powers;

    for (u32 k = 0; k < terms; k++) {
        exponent[k] = next;
        f[k] = (int)draw(field.p, extreme, random);
        of_f[next] = fp_from((u32)f[k], field);
        next += 1 + (uint32_t)clm_random_below(random, k % 2 == 0 ? MOST / MOST_TERMS - 1 : 4);
    }
    for (size_t i = 0; i <= M; i++) {
        g[i] = (int)draw(field.p, extreme, random);
        g[i] = i == M && g[i] == 0 ? (int)field.p / 2 : g[i];
        of_g[i] = fp_from((u32)g[i], field);
    }
    assert_int_equal(clm_powers_create(NULL, &powers, exponent, terms, M), CLMODP_OK);

    const powers_batch batch = {.terms = terms, .m = M, .g_first = g_first,
                                .steps = (u32)powers.steps, .primes = 1, .points = 1,
                                .lanes = 1, .tiles = 1};

    (shared ? powers_divide_shared : powers_divide)(divided, values, powers.step, &info, batch);
    divide(of_f, MOST, of_g, field.p);
    for (size_t i = 0; i < M; i++) {
        const int r = divided[i + (g_first ? M + 1 : 0)];

        if (fp_from((u32)(r < 0 ? r + (int)field.p : r), field) != of_f[i])
            fail_msg("p = %u, %u terms: coefficient %zu is wrong", field.p, terms, i);
    }
    clm_powers_destroy(&powers);
}

static void remainders_stay_in_range(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof primes / sizeof *primes; k++) {
        clm_random random = {primes[k]};

        for (size_t n = 0; n < random_cases(1000); n++)
            check(clm_field(primes[k]), n % 2 != 0, n / 2 % 2 != 0, &random);
    }
}

TESTS(cmocka_unit_test(remainders_stay_in_range));
