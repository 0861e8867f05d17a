/* Tests the reconstruction of integers from mixed radix digits against divisions by GMP. */
#include "engines/schur/mrc.h"

#include "support/batch.h"

/* Sets the ends of (-P/2, P/2], values around 0, then random integers. */
static void fill(mpz_t *values, size_t count, const mpz_t product, gmp_randstate_t random)
{
    mpz_t half;

    mpz_init(half);
    mpz_fdiv_q_2exp(half, product, 1);
    for (size_t k = 0; k < count; k++) {
        switch (k % 8) {
        case 0: mpz_set(values[k], half); break;
        case 1:
            mpz_sub(values[k], half, product);
            mpz_add_ui(values[k], values[k], 1);
            break;
        case 2:
        case 3:
        case 4: mpz_set_si(values[k], (long)(k % 8) - 3); break;
        case 5: mpz_urandomb(values[k], random, mpz_sizeinbase(half, 2) / 2); break;
        default: mpz_urandomm(values[k], random, half);
        }
        if (k % 8 >= 5 && k % 3 == 0)
            mpz_neg(values[k], values[k]);
        if (mpz_cmpabs(values[k], half) > 0)
            mpz_set_ui(values[k], 0); /* 1 and -1 modulo 2 */
    }
    mpz_clear(half);
}

/* Sets n radices of `bits` bits, descending, or 3, 4, 5, ... if bits is 0. */
static void radices(uint64_t *primes, size_t n, unsigned bits)
{
    uint64_t half = ((uint64_t)1 << bits) / 2;

    for (size_t i = 0; i < n; i++)
        primes[i] = bits == 0 ? 3 + i : 2 * half - 1 - i % half;
}

static void check(clmodp_context *ctx, size_t n, unsigned bits, size_t word_bytes, size_t count)
{
    uint64_t *primes = calloc(n, sizeof *primes);
    void *digits = calloc(n * count, word_bytes);
    mpz_t *expected = calloc(count, sizeof *expected), *values = calloc(count, sizeof *values);
    mpz_ptr *pointers = calloc(count, sizeof *pointers);
    clm_horner *horner = NULL;
    mpz_t product, rest;
    gmp_randstate_t random;

    gmp_randinit_default(random);
    gmp_randseed_ui(random, n);
    mpz_init_set_ui(product, 1);
    mpz_init(rest);
    radices(primes, n, bits);
    for (size_t i = 0; i < n; i++)
        mpz_mul_ui(product, product, primes[i]);
    for (size_t k = 0; k < count; k++) {
        mpz_init(expected[k]);
        mpz_init(values[k]);
        pointers[k] = values[k];
    }
    fill(expected, count, product, random);
    for (size_t k = 0; k < count; k++) {
        mpz_mod(rest, expected[k], product);
        for (size_t i = 0; i < n; i++) {
            uint64_t digit = mpz_fdiv_q_ui(rest, rest, primes[i]);

            if (word_bytes == sizeof digit)
                ((uint64_t *)digits)[k * n + i] = digit;
            else
                ((uint32_t *)digits)[k * n + i] = (uint32_t)digit;
        }
    }
    BATCH_OK(ctx, clm_horner_create(&ctx->error, &horner, primes, n));
    BATCH_OK(ctx, clm_horner_run(ctx, horner, pointers, count, digits, word_bytes, 0.5));
    for (size_t k = 0; k < count; k++)
        if (mpz_cmp(values[k], expected[k]) != 0)
            fail_msg("%zu radices of %u bits: value %zu of %zu", n, bits, k, count);
    clm_horner_destroy(horner);
    for (size_t k = 0; k < count; k++) {
        mpz_clear(expected[k]);
        mpz_clear(values[k]);
    }
    mpz_clear(rest);
    mpz_clear(product);
    gmp_randclear(random);
    free(pointers);
    free(values);
    free(expected);
    free(digits);
    free(primes);
}

/* Numbers around full leaves, and groups of one to many digits. */
static void all_numbers_of_radices(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 140; n += 1 + n / 40) {
        check(*state, n, 31, 4, 9);
        check(*state, n, 24, 4, 8);
        check(*state, n, 32, 4, 8);
        check(*state, n, 50, 8, 9);
        check(*state, n, 63, 8, 8);
        check(*state, n, 7, 8, 8);
        check(*state, n, 0, 4, 8);
    }
}

static void long_numbers(void **state)
{
    check(*state, 3000, 31, 4, 50);
    check(*state, 1111, 50, 8, 130);
}

static void all_numbers_of_values(void **state)
{
    clmodp_context *ctx = *state;

    for (size_t threads = 1; threads < 4; threads++) {
        ctx->threads = threads;
        for (size_t count = 0; count < 70; count += 1 + count / 20)
            check(ctx, 40, 31, 4, count);
    }
    check(ctx, 300, 31, 4, 1000);
}

static int cancel(void *user, double fraction)
{
    assert_true(fraction == 0.25);
    return --*(int *)user == 0;
}

static void refusals(void **state)
{
    static const uint64_t fine[] = {3, 5}, small[] = {3, 1}, large[] = {3, (uint64_t)1 << 63};
    static const uint32_t digits[] = {1, 0};
    clmodp_context *ctx = *state;
    clm_horner *horner = NULL;
    mpz_t value;
    mpz_ptr pointer = value;
    int calls = 2;

    mpz_init(value);
    assert_int_equal(clm_horner_create(&ctx->error, &horner, fine, 0), CLMODP_INVALID);
    assert_int_equal(clm_horner_create(&ctx->error, &horner, small, 2), CLMODP_INVALID);
    assert_int_equal(clm_horner_create(&ctx->error, &horner, large, 2), CLMODP_INVALID);
    assert_int_equal(clm_horner_create(&ctx->error, &horner, fine, SIZE_MAX), CLMODP_LIMIT);
    assert_null(horner);
    BATCH_OK(ctx, clm_horner_create(&ctx->error, &horner, fine, 2));
#define RUN(count, bytes) clm_horner_run(ctx, horner, &pointer, (count), digits, (bytes), 0.25)
    assert_int_equal(RUN(1, 2), CLMODP_INVALID);
    assert_int_equal(RUN(SIZE_MAX, 4), CLMODP_LIMIT);
    clmodp_context_set_progress(ctx, cancel, &calls);
    BATCH_OK(ctx, RUN(1, 4));
    assert_int_equal(mpz_get_si(value), 1);
    assert_int_equal(RUN(1, 4), CLMODP_CANCELLED);
    clmodp_context_set_progress(ctx, NULL, NULL);
    clm_horner_destroy(horner);
    clm_horner_destroy(NULL);
    mpz_clear(value);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(all_numbers_of_radices),
    cmocka_unit_test(long_numbers),
    cmocka_unit_test(all_numbers_of_values),
    cmocka_unit_test(refusals));
