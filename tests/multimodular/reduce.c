/* Tests clm_reduce against GMP's division. */
#include "multimodular/reduce.h"

#include "support/integers.h"

static void check(clmodp_context *ctx, size_t primes, size_t count, unsigned long bits,
                  uint32_t below)
{
    device_chunk chunk = device_chunk_create(ctx, primes, 1, below);
    batch_integers given = batch_integers_create(ctx, count, bits);
    u32 *residues = calloc(primes * count + 1, sizeof *residues);
    const reduce_part all = clm_reduce_all(&given.device, primes);
    clm_buffer buffer = {0};

    BATCH_OK(ctx, clm_buffer_create(ctx, &buffer, primes * count, sizeof *residues));
    BATCH_OK(ctx, clm_reduce(ctx, &buffer, &given.device, &chunk.batch.info, &all));
    BATCH_OK(ctx, clm_buffer_read(ctx, &buffer, 0, residues, primes * count * sizeof *residues));
    for (size_t n = 0; n < primes; n++)
        for (size_t i = 0; i < count; i++) {
            const u32 got = residues[n * count + i];
            const fp_field field = chunk.info[n].field;

            assert_true(got < field.p);
            batch_integers_check(&given, i, field.p, fp_from(got, field));
        }
    clm_buffer_destroy(ctx, &buffer);
    free(residues);
    batch_integers_destroy(ctx, &given);
    device_chunk_destroy(&chunk);
}

static void reduces_integers_of_all_sizes(void **state)
{
    static const size_t counts[] = {0, 1, 7, 8, 9, 16, 31, 33, 100};
    static const unsigned long bits[] = {1, 31, 32, 33, 64, 200, 10000};
    size_t sizes = small_tests() ? 5 : sizeof counts / sizeof *counts;
    size_t lengths = small_tests() ? 5 : sizeof bits / sizeof *bits;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t c = 0; c < sizes; c++)
            for (size_t k = 0; k < lengths; k++) {
                check(ctx, 1, counts[c], bits[k], 1u << 31);
                check(ctx, 3, counts[c], bits[k], 1u << 17);
                check(ctx, 9, counts[c], bits[k], 1u << 30);
            }
        clmodp_context_destroy(ctx);
    }
}

/* One long integer many times: more rows than a word can count, in little memory. */
static void refuses_too_many_limbs(void **state)
{
    const size_t count = 2100;
    clmodp_context *ctx = batch_context(0);
    mpz_srcptr *pointers = calloc(count, sizeof *pointers);
    clm_integers integers = {0};
    mpz_t value;

    (void)state;
    mpz_init(value);
    mpz_setbit(value, (mp_bitcnt_t)1 << 26);
    for (size_t i = 0; i < count; i++)
        pointers[i] = value;
    assert_int_equal(clm_integers_create(ctx, &integers, pointers, count, NULL), CLMODP_LIMIT);
    assert_null(integers.rows.mem);
    mpz_clear(value);
    free(pointers);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(reduces_integers_of_all_sizes),
    cmocka_unit_test(refuses_too_many_limbs));
