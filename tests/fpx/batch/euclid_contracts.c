/* Tests cl/fpx/batch/euclid.cl on the host, W = 1, with every range checked by VERIFY: whole
 * remainder sequences on random and extreme coefficients, against direct 64-bit arithmetic; and
 * divisions that begin out of range, which must be noticed. Compiled four times: with four and
 * with eight steps together, each with and without LAZY_LARGE. */
#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "cl/arith/prime_info.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "core/random.h"
#include "fpx/batch/euclid.h"

#include "support/kernel_on_host.h"
#include "support/minors.h"

#include "cl/fpx/batch/euclid.cl"

enum { MOST = 44, SEQUENCES = 4000 };

#ifdef LAZY_LARGE
static const u32 primes[] = {2147483647u, EUCLID_PRIME_MAX + 35, 65537u, 97u};
#else
static const u32 primes[] = {EUCLID_PRIME_MAX - 1, 1073741789u, 65537u, 97u};
#endif
#define PRIMES (sizeof primes / sizeof *primes)

/* f's coefficients, then g's, as the kernel reads them: in [0, p). */
typedef struct input {
    fp_field field;
    u32 p, q;
    u32 words[2 * MOST + 2];
} input;

/* Fills with random coefficients, or in half of the cases with those next to the ends and to p/2,
 * for which balanced residues are greatest. Leading coefficients are not 0. */
static void fill(input *in, clm_random *random)
{
    const u32 p = in->field.p;
    const u32 ends[] = {p - 1, p / 2, p / 2 + 1, 1, 0};
    const bool extreme = clm_random_below(random, 2) == 0;

    for (u32 i = 0; i < in->p + in->q + 2; i++)
        in->words[i] = extreme ? ends[clm_random_below(random, 5)]
                               : (u32)clm_random_below(random, p);
    if (in->words[in->p] == 0)
        in->words[in->p] = p / 2;
    if (in->words[in->p + 1 + in->q] == 0)
        in->words[in->p + 1 + in->q] = p / 2 + 1;
}

/* Computes S_k of the input as integers modulo the prime. */
static void expect(uint64_t *out, const input *in, size_t k)
{
    uint64_t f[MOST + 1], g[MOST + 1];

    for (u32 i = 0; i <= in->p; i++)
        f[i] = fp_from(in->words[i], in->field);
    for (u32 i = 0; i <= in->q; i++)
        g[i] = fp_from(in->words[in->p + 1 + i], in->field);
    if (k == 0)
        out[0] = clm_resultant_mod64(f, in->p, g, in->q, in->field.p);
    else
        clm_subresultant_mod64(out, k, f, in->p, g, in->q, in->field.p);
}

/* Runs the kernel along the input's own degree sequence, and compares. */
static void check(const input *in, bool shared, clm_minors minors)
{
    const prime_info info = {.field = in->field};
    u32 f[MOST + 1], g[MOST + 1], unlucky[2] = {0};
    u32 numerator[(MOST + 1) * (MOST + 2) / 2], denominator[MOST + 1] = {0};
    int values[2 * MOST + 2];
    uint64_t expected[MOST + 1];
    clm_degrees degrees;
    clm_steps steps;
    euclid_step *table;

    memcpy(f, in->words, (in->p + 1) * sizeof *f);
    memcpy(g, in->words + in->p + 1, (in->q + 1) * sizeof *g);
    assert_int_equal(clm_degrees_find(NULL, &degrees, in->field, (clm_dense){f, in->p},
                                      (clm_dense){g, in->q}), CLMODP_OK);
    assert_int_equal(clm_steps_tabulate(NULL, &steps, &table, &degrees, minors), CLMODP_OK);

    const euclid_batch batch = {.p = in->p, .q = in->q, .steps = steps.steps, .primes = 1,
                                .points = 1, .lanes = 1, .tiles = 1,
                                .minors = clm_steps_minors(minors, 1)};

    for (u32 i = 0; i < in->p + in->q + 2; i++)
        values[i] = (int)in->words[i];
    if (shared)
        euclid_lockstep_shared(numerator, denominator, unlucky, values, table, &info, batch);
    else
        euclid_lockstep(numerator, denominator, unlucky, values, table, &info, batch);
    assert_int_equal(unlucky[0], 0);
    for (size_t n = 0, output = 0; n < minors.count; n++) {
        const size_t k = clm_minors_index(minors, n);

        expect(expected, in, k);
        for (size_t j = clm_minors_lowest(minors, n); j <= k; j++, output++)
            if (fp_from(fp_mul(numerator[output], fp_inv(denominator[n], in->field), in->field),
                        in->field) != expected[j])
                fail_msg("p = %u, degrees %u, %u: y^%zu of S_%zu is wrong", in->field.p, in->p,
                         in->q, j, k);
    }
    free(table);
    clm_degrees_destroy(&degrees);
}

static void sequences_stay_in_range(void **state)
{
    (void)state;
    for (size_t i = 0; i < PRIMES; i++) {
        clm_random random = {primes[i]};
        input in = {.field = clm_field(primes[i])};

        for (size_t k = 0; k < SEQUENCES; k++) {
            in.p = (u32)clm_random_below(&random, k % 10 < 2 ? MOST + 1 : 7);
            in.q = (u32)clm_random_below(&random, k % 5 == 1 ? MOST + 1 : 7);
            in.q += in.p + in.q == 0;
            fill(&in, &random);
            check(&in, k % 2 != 0, random_minors(&random, in.p, in.q));
        }
    }
}

/* Divides polynomials of degrees n >= m with coefficients of at most `most`, often equal to it. */
static void divide(int n, int m, int most, int lead, fp_field f, clm_random *random)
{
    int a[2][MOST + 1];

    for (int i = 0; i < 2 * (MOST + 1); i++) {
        const long any = (long)clm_random_below(random, 2 * (u64)most + 1) - most;

        a[i % 2][i / 2] = clm_random_below(random, 3) == 0 ? (int)any : any < 0 ? -most : most;
    }
    euclid_divide(a[0], n, a[1], m, lead, (int)f.one, lazy_prime_of(f));
}

/* Divides with the greatest allowed residues; then exceeds the ranges of leading coefficients and
 * of kept residues, and the ordinary kernel's limit on primes. */
static void inputs_out_of_range_are_detected(void **state)
{
    const fp_field f = clm_field(primes[0]);
    const int kept = (int)(LAZY_KEPT * (long)f.p / 8), half = (int)(f.p / 2);
    clm_random random = {1};

    (void)state;
    for (int k = 0; k < 100; k++)
        for (int n = 1; n <= MOST; n++)
            for (int m = 1; m <= n; m++)
                divide(n, m, kept, k % 2 == 0 ? half : -half, f, &random);
    BREAKS("lazy_within(lead, 4", divide(5, 4, kept, half + 1, f, &random));
    BREAKS("euclid_kept(a", divide(5, 5, kept + 1, half, f, &random));
#ifndef LAZY_LARGE
    const fp_field above = clm_field(2147483647u);

    BREAKS("lazy_reducible(", for (int k = 0; k < 1000; k++)
                                  divide(6, 5, INT_MAX, INT_MAX / 2, above, &random));
#endif
}

TESTS(
    cmocka_unit_test(sequences_stay_in_range),
    cmocka_unit_test(inputs_out_of_range_are_detected));
