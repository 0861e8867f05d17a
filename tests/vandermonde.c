/* clm_vandermonde against the values that its coefficients have, by Horner's scheme. */
#include "fpx/vandermonde.h"

#include "arith/mod64.h"
#include "cl/residue.h"
#include "support/batch.h"

#define KIND CLM_RESIDUE_MONTGOMERY31

/* Points that are consecutive, scattered, or powers; below p, distinct. */
static uint64_t point(size_t k, size_t prime, uint64_t p)
{
    uint64_t scattered = p > 1 << 20 ? 99991 : 1; /* k < 10^4 of them stay apart */

    switch (prime % 3) {
    case 0: return k;
    case 1: return (p - 1 - k * scattered % p) % p;
    default: return (k + p / 2) % p;
    }
}

static uint64_t value(clm_random *random, size_t k, uint64_t p)
{
    switch (k % 4) {
    case 0: return 0;
    case 1: return p - 1;
    default: return clm_random_below(random, p);
    }
}

/* Words between rows and behind them are never used. */
static void check(clmodp_context *ctx, size_t primes, size_t points, size_t stride,
                  uint32_t below)
{
    uint32_t *prime = calloc(primes, sizeof *prime);
    size_t words = primes * stride;
    u32 *x = malloc(words * sizeof *x), *y = malloc(words * sizeof *y);
    u32 *result = malloc(primes * points * sizeof *result);
    clm_residue_prime *table = calloc(primes, sizeof *table);
    clm_random random = {points};
    clm_buffer xs, ys, info, out = {0}, scratch = {0};

    assert_int_equal(clm_primes_below(prime, primes, below, 1), primes);
    for (size_t t = 0; t < words; t++) {
        size_t i = t / stride, k = t % stride;
        fp_field f;

        table[i] = clm_residue_prime_of(KIND, prime[i], 1);
        f = table[i].field.montgomery31;
        x[t] = k < points ? fp_to((u32)point(k, i, prime[i]), f) : UINT32_MAX;
        y[t] = k < points ? fp_to((u32)value(&random, k, prime[i]), f) : UINT32_MAX;
    }
    xs = batch_buffer(ctx, x, words);
    ys = batch_buffer(ctx, y, words);
    info = batch_buffer(ctx, (const u32 *)table, primes * sizeof *table / sizeof(u32));
    BATCH_OK(ctx, clm_buffer_create(ctx, &out, primes * points, sizeof *result));
    BATCH_OK(ctx, clm_buffer_create(ctx, &scratch, clm_vandermonde_scratch(primes, points),
                                    sizeof(u32)));
    BATCH_OK(ctx, clm_vandermonde(ctx, KIND, &out, &xs, &ys, &scratch, &info, primes, points,
                                  stride));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, result, primes * points * sizeof *result));
    for (size_t i = 0; i < primes; i++)
        for (size_t k = 0; k < points; k += 1 + points / 50) {
            fp_field f = table[i].field.montgomery31;
            uint64_t sum = 0, at = fp_from(x[i * stride + k], f);

            for (size_t j = points; j-- > 0;)
                sum = (clm_mulmod64(sum, at, f.p) + result[i * points + j]) % f.p;
            if (sum != fp_from(y[i * stride + k], f) || result[i * points + k] >= f.p)
                fail_msg("%zu points modulo %u: %llu at point %zu", points, f.p,
                         (unsigned long long)sum, k);
        }
    clm_buffer_destroy(ctx, &scratch);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &info);
    clm_buffer_destroy(ctx, &ys);
    clm_buffer_destroy(ctx, &xs);
    free(table);
    free(result);
    free(y);
    free(x);
    free(prime);
}

/* With the window in registers, by 2 and by 4 rows, and in global memory. */
static clmodp_context *open_way(size_t tuning, size_t way)
{
    clmodp_context *ctx = batch_context(tuning);

    if (way == 1)
        ctx->device.max_work_group = 32;
    if (way == 2)
        ctx->device.local_memory = 0;
    return ctx;
}

/* Oclgrind's search for uninitialised words loses track when a buffer is larger than a freed
 * one before it, so each of its cases gets a context of its own. */
static void next_case(clmodp_context **ctx, size_t tuning, size_t way)
{
    if (batch_small()) {
        clmodp_context_destroy(*ctx);
        *ctx = open_way(tuning, way);
    }
}

static void every_number_of_points(void **state)
{
    size_t most = batch_small() ? 18 : 140, step = batch_small() ? 4 : 1;

    (void)state;
    for (size_t way = 0; way < 3; way++) {
        clmodp_context *ctx = open_way(0, way);

        for (size_t points = 1; points <= most; points += points < 4 ? 1 : step) {
            check(ctx, 1 + points % 3, points, points + points % 4, 1u << 31);
            next_case(&ctx, 0, way);
        }
        clmodp_context_destroy(ctx);
    }
}

/* Around the sizes of work-groups, where the number of rows changes, and modulo small primes. */
static void boundaries(void **state)
{
    static const size_t sizes[] = {255, 256, 257, 513, 641, 2047};

    (void)state;
    for (size_t way = 0; !batch_small() && way < 3; way++) {
        clmodp_context *ctx = open_way(3, way);

        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            check(ctx, 2, sizes[i], sizes[i], i % 2 == 0 ? 1u << 31 : 70000);
        clmodp_context_destroy(ctx);
    }
}

static void all_tunings(void **state)
{
    (void)state;
    for (size_t tuning = 1; tuning < BATCH_TUNINGS; tuning += 2) {
        clmodp_context *ctx = open_way(tuning, tuning - 1);

        check(ctx, batch_small() ? 3 : 40, batch_small() ? 11 : 50, 51, 1u << 30);
        clmodp_context_destroy(ctx);
    }
}

static void around_the_most_points_of_a_group(void **state)
{
    clmodp_context *ctx = batch_context(3);

    (void)state;
    for (size_t points = 4095; !batch_small() && points <= 4097; points++)
        check(ctx, 1, points, points, 1u << 31);
    clmodp_context_destroy(ctx);
}

static void refuses_bad_arguments(void **state)
{
    static const u32 words[256];
    clmodp_context *ctx = batch_context(1);
    clm_residue_prime prime = clm_residue_prime_of(KIND, 2147483647, 1);
    clm_buffer info = batch_buffer(ctx, (const u32 *)&prime, sizeof prime / sizeof(u32));
    clm_buffer out = batch_buffer(ctx, words, 7), in = batch_buffer(ctx, words, 8);
    clm_buffer scratch = batch_buffer(ctx, words, clm_vandermonde_scratch(1, 7));
    clm_buffer none = {0};

    (void)state;
#define CALL(out, in, scratch, info, points, stride) \
    clm_vandermonde(ctx, KIND, &(out), &(in), &(in), &(scratch), &(info), 1, (points), (stride))
    BATCH_OK(ctx, CALL(out, in, scratch, info, 7, 8));
    assert_int_equal(CALL(none, in, scratch, info, 7, 8), CLMODP_INVALID);
    assert_int_equal(CALL(out, out, scratch, info, 7, 8), CLMODP_INVALID);
    assert_int_equal(CALL(out, in, out, info, 7, 8), CLMODP_INVALID);
    assert_int_equal(CALL(out, in, scratch, none, 7, 8), CLMODP_INVALID);
    assert_int_equal(CALL(out, in, scratch, info, 0, 8), CLMODP_INVALID);
    assert_int_equal(CALL(out, in, scratch, info, 7, 6), CLMODP_INVALID);
    assert_int_equal(CALL(out, in, scratch, info, 7, (size_t)1 << 32), CLMODP_LIMIT);
    assert_true(clm_vandermonde_scratch(SIZE_MAX / 8, 2) == SIZE_MAX);
    assert_true(clm_vandermonde_scratch(2, SIZE_MAX / 3) == SIZE_MAX);
    clm_buffer_destroy(ctx, &scratch);
    clm_buffer_destroy(ctx, &in);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &info);
    clmodp_context_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_points),
        cmocka_unit_test(boundaries),
        cmocka_unit_test(all_tunings),
        cmocka_unit_test(around_the_most_points_of_a_group),
        cmocka_unit_test(refuses_bad_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
