/* Tests clm_divide against one inversion per lane on the host. */
#include "fpx/batch/interpolate.h"

#include "support/batch.h"

static void check(clmodp_context *ctx, size_t primes, size_t points, uint32_t below)
{
    device_chunk chunk = device_chunk_create(ctx, primes, points, below);
    size_t total = primes * chunk.batch.lanes, numerators = 1 + points % 3;
    u32 *numerator = calloc(numerators * total, sizeof *numerator);
    u32 *denominator = calloc(total, sizeof *denominator);
    u32 *quotient = calloc(numerators * total, sizeof *quotient);
    clm_random random = {primes * 1000 + points};
    clm_buffer n, d;

    for (size_t t = 0; t < total; t++) {
        fp_field field = chunk.info[t / chunk.batch.lanes].field;

        for (size_t k = 0; k < numerators; k++)
            numerator[k * total + t] = batch_residue(&random, field);
        denominator[t] = t % 7 == 3    ? 0
                         : t % 11 == 5 ? field.p - 1
                                       : batch_residue(&random, field);
    }
    n = batch_buffer(ctx, numerator, numerators * total);
    d = batch_buffer(ctx, denominator, total);
    BATCH_OK(ctx, clm_divide(ctx, &n, 0, numerators, &d, 0, &chunk.batch));
    BATCH_OK(ctx, clm_buffer_read(ctx, &n, 0, quotient,
                                  numerators * total * sizeof *quotient));
    for (size_t k = 0; k < numerators * total; k++) {
        size_t t = k % total;
        fp_field field = chunk.info[t / chunk.batch.lanes].field;
        u32 expected = fp_mul(numerator[k], fp_inv(denominator[t], field), field);

        if (quotient[k] != expected)
            fail_msg("%zu primes, %zu points, numerator %zu of lane %zu: %u, expected %u", primes,
                     points, k / total, t, quotient[k], expected);
    }
    clm_buffer_destroy(ctx, &n);
    clm_buffer_destroy(ctx, &d);
    free(quotient);
    free(denominator);
    free(numerator);
    device_chunk_destroy(&chunk);
}

static void divides_every_lane(void **state)
{
    static const size_t points[] = {1, 7, 8, 9, 15, 16, 31, 32, 33, 120, 128, 257, 520, 1100};
    size_t count = small_tests() ? 5 : sizeof points / sizeof *points;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t k = 0; k < count; k++) {
            check(ctx, 1, points[k], 1u << 31);
            check(ctx, 3, points[k], 1u << 30);
        }
        clmodp_context_destroy(ctx);
    }
}

static void refuses_small_buffers(void **state)
{
    clmodp_context *ctx = batch_context(1);
    device_chunk chunk = device_chunk_create(ctx, 2, 10, 1u << 31);
    clm_buffer small = batch_buffer(ctx, &chunk.info->field.p, 1);

    (void)state;
    assert_int_equal(clm_divide(ctx, &small, 0, 1, &small, 0, &chunk.batch), CLMODP_INVALID);
    clm_buffer_destroy(ctx, &small);
    device_chunk_destroy(&chunk);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(divides_every_lane),
    cmocka_unit_test(refuses_small_buffers));
