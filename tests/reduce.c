/* clm_reduce against GMP's division. */
#include "multimodular/reduce.h"

#include "support/batch.h"

/* Integers of every length from 0 to a few limbs, both signs, all-ones and powers of 2. */
static void fill(mpz_t *values, size_t count, unsigned long bits, gmp_randstate_t random)
{
    for (size_t i = 0; i < count; i++) {
        switch (i % 5) {
        case 0: mpz_urandomb(values[i], random, 1 + i * 17 % bits); break;
        case 1: mpz_urandomb(values[i], random, bits); break;
        case 2: mpz_set_ui(values[i], 0); break;
        case 3: mpz_setbit(values[i], 32 * (i % 7)); break;
        default:
            mpz_setbit(values[i], bits);
            mpz_sub_ui(values[i], values[i], 1);
        }
        if (i % 2 != 0)
            mpz_neg(values[i], values[i]);
    }
}

static void check(clmodp_context *ctx, size_t primes, size_t count, unsigned long bits,
                  uint32_t below)
{
    batch b = batch_create(ctx, primes, 1, below);
    mpz_t *values = calloc(count + 1, sizeof *values);
    mpz_srcptr *pointers = calloc(count + 1, sizeof *pointers);
    u32 *residues = calloc(primes * count + 1, sizeof *residues);
    clm_integers integers = {0};
    clm_buffer buffer = {0};
    gmp_randstate_t random;

    gmp_randinit_default(random);
    gmp_randseed_ui(random, bits + count);
    for (size_t i = 0; i < count; i++) {
        mpz_init(values[i]);
        pointers[i] = i % 13 == 12 ? NULL : values[i];
    }
    fill(values, count, bits, random);
    BATCH_OK(ctx, clm_integers_upload(ctx, &integers, pointers, count));
    BATCH_OK(ctx, clm_buffer_create(ctx, &buffer, primes * count, sizeof *residues));
    BATCH_OK(ctx, clm_reduce(ctx, &buffer, &integers, &b.lanes));
    BATCH_OK(ctx, clm_buffer_read(ctx, &buffer, 0, residues, primes * count * sizeof *residues));
    for (size_t n = 0; n < primes; n++)
        for (size_t i = 0; i < count; i++) {
            fp_field field = b.info[n].field;
            u32 got = fp_from(residues[n * count + i], field);
            u32 expected = pointers[i] == NULL ? 0 : (u32)mpz_fdiv_ui(values[i], field.p);

            if (got != expected || residues[n * count + i] >= field.p)
                fail_msg("%zu integers of %lu bits: integer %zu mod %u gave %u, expected %u",
                         count, bits, i, field.p, got, expected);
        }
    clm_integers_destroy(ctx, &integers);
    clm_buffer_destroy(ctx, &buffer);
    for (size_t i = 0; i < count; i++)
        mpz_clear(values[i]);
    gmp_randclear(random);
    free(residues);
    free(pointers);
    free(values);
    batch_destroy(&b);
}

static void reduces_integers_of_all_sizes(void **state)
{
    static const size_t counts[] = {0, 1, 7, 8, 9, 16, 31, 33, 100};
    static const unsigned long bits[] = {1, 31, 32, 33, 64, 200, 10000};
    size_t sizes = batch_small() ? 5 : sizeof counts / sizeof *counts;
    size_t lengths = batch_small() ? 5 : sizeof bits / sizeof *bits;

    (void)state;
    for (size_t tuning = 0; tuning < BATCH_TUNINGS; tuning++) {
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

/* One long integer again and again: more rows than a word can count, in little memory. */
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
    assert_int_equal(clm_integers_upload(ctx, &integers, pointers, count), CLMODP_LIMIT);
    assert_null(integers.rows.mem);
    mpz_clear(value);
    free(pointers);
    clmodp_context_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reduces_integers_of_all_sizes),
        cmocka_unit_test(refuses_too_many_limbs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
