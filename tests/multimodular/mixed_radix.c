/* Tests mixed radix digits against divisions of the whole number. */
#include "multimodular/positional.h"

#include <gmp.h>

#include "cl/arith/tile.h"
#include "support/batch.h"

/* Sets a value: column 0 is -(P - 1)/2, with digits 0; column 1 is (P - 1)/2, with the greatest
 * digits; column 2 is 0; the others are random. */
static void column_value(mpz_t value, gmp_randstate_t random, const mpz_t half, size_t column)
{
    if (column >= 3)
        mpz_urandomm(value, random, half);
    else if (column == 2)
        mpz_set_ui(value, 0);
    else
        mpz_set(value, half);
    if (column % 2 == 0)
        mpz_neg(value, value);
}

static void check(clmodp_context *ctx, size_t n, size_t count, uint32_t below)
{
    size_t columns = clm_round_up(count, ctx->tuning.tile), words = n * columns;
    uint32_t *primes = calloc(n, sizeof *primes), candidate = below;
    u32 *residues = calloc(words, sizeof *residues), *digits = calloc(words, sizeof *digits);
    mpz_t *values = calloc(columns, sizeof *values), half;
    clm_mixed_radix mixed = {0};
    clm_buffer in, out;
    gmp_randstate_t random;

    gmp_randinit_default(random);
    mpz_init_set_ui(half, 1);
    for (size_t i = 0; i < n; i++) {
        while (!clm_is_prime_u32(--candidate))
            ;
        primes[n % 2 == 0 ? i : n - 1 - i] = candidate; /* in both orders */
        mpz_mul_ui(half, half, candidate);
    }
    mpz_fdiv_q_2exp(half, half, 1);
    for (size_t k = 0; k < columns; k++) {
        mpz_init(values[k]);
        column_value(values[k], random, half, k);
        for (size_t i = 0; i < n; i++)
            residues[i * columns + k] = (u32)mpz_fdiv_ui(values[k], primes[i]);
        mpz_add(values[k], values[k], half);
    }
    in = batch_buffer(ctx, residues, words);
    out = batch_buffer(ctx, digits, words);
    BATCH_OK(ctx, clm_mixed_radix_create(ctx, &mixed, primes, n));
    BATCH_OK(ctx, clm_mixed_radix_digits(ctx, &out, &in, &mixed, columns));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, digits, words * sizeof *digits));
    for (size_t k = 0; k < columns; k++)
        for (size_t i = 0; i < n; i++) {
            u32 expected = (u32)mpz_fdiv_q_ui(values[k], values[k], primes[i]);
            u32 got = digits[TILE_INDEX(k, n, i, ctx->tuning.tile)];

            if (got != expected)
                fail_msg("%zu primes below %u: digit %zu of value %zu is %u instead of %u", n,
                         below, i, k, got, expected);
        }
    clm_mixed_radix_destroy(ctx, &mixed);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &in);
    for (size_t k = 0; k < columns; k++)
        mpz_clear(values[k]);
    mpz_clear(half);
    gmp_randclear(random);
    free(values);
    free(digits);
    free(residues);
    free(primes);
}

/* Numbers of primes around multiples of a chunk. */
static void digits_of_all_lengths(void **state)
{
    static const size_t lengths[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 100, 301};
    size_t most = small_tests() ? 6 : sizeof lengths / sizeof *lengths;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t i = 0; i < most; i++) {
            check(ctx, lengths[i], small_tests() ? 3 : 40, UINT32_C(1) << 31);
            check(ctx, lengths[i], 3, 5000);
        }
        clmodp_context_destroy(ctx);
    }
}

static void refuses_small_buffers(void **state)
{
    static const uint32_t primes[] = {3, 5};
    clmodp_context *ctx = batch_context(1);
    const u32 words[16] = {0};
    clm_buffer small = batch_buffer(ctx, words, 8), large = batch_buffer(ctx, words, 16);
    clm_mixed_radix mixed = {0};

    (void)state;
    BATCH_OK(ctx, clm_mixed_radix_create(ctx, &mixed, primes, 2));
    assert_int_equal(clm_mixed_radix_digits(ctx, &small, &large, &mixed, 8), CLMODP_INVALID);
    assert_int_equal(clm_mixed_radix_digits(ctx, &large, &small, &mixed, 8), CLMODP_INVALID);
    assert_int_equal(clm_mixed_radix_digits(ctx, &large, &large, &mixed, 7), CLMODP_INVALID);
    clm_mixed_radix_destroy(ctx, &mixed);
    clm_buffer_destroy(ctx, &large);
    clm_buffer_destroy(ctx, &small);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(digits_of_all_lengths),
    cmocka_unit_test(refuses_small_buffers));
