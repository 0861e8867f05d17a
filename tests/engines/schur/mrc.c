/* Tests mixed radix digits against divisions of the whole number, with every residue type. */
#include "engines/schur/mrc.h"

#include <gmp.h>

#include "support/residues.h"

/* Sets a value modulo P: column 0 is -1, 1 is 0, 2 is 1, 3 and 4 are the ends of (-P/2, P/2), 5
 * and 6 are 2^31 and its negative; the others are random. */
static void column_value(mpz_t value, gmp_randstate_t random, const mpz_t product, size_t column)
{
    switch (column) {
    case 0:
    case 1:
    case 2: mpz_set_si(value, (long)column - 1); break;
    case 3: mpz_fdiv_q_2exp(value, product, 1); break;
    case 4:
        mpz_fdiv_q_2exp(value, product, 1);
        mpz_neg(value, value);
        break;
    case 5:
    case 6: mpz_set_si(value, column == 5 ? 2147483648 : -2147483648); break;
    default: mpz_urandomm(value, random, product);
    }
    mpz_mod(value, value, product);
}

/* Orders primes ascending, descending, or mixed. */
static void shuffle(residues *r)
{
    for (size_t i = 0; r->count % 3 != 0 && i < r->count / 2; i++) {
        size_t k = r->count - 1 - i;
        uint64_t p = r->prime[i];

        if (r->count % 3 == 1 && i % 2 == 0)
            continue;
        r->prime[i] = r->prime[k];
        r->prime[k] = p;
    }
}

static void check_digits(const residues *r, const clm_mrc *mrc, const void *digits,
                         size_t columns, mpz_t *values)
{
    for (size_t k = 0; k < columns; k++)
        for (size_t j = 0; j < r->count; j++) {
            uint64_t expected = mpz_fdiv_q_ui(values[k], values[k], mrc->primes[j]);
            uint64_t got = residues_word(r, digits, k * r->count + j);

            if (got != expected)
                fail_msg("%s, %zu primes: digit %zu of value %zu of %zu is %llu, not %llu",
                         clm_residue_type_of(r->kind)->name, r->count, j, k, columns,
                         (unsigned long long)got, (unsigned long long)expected);
        }
}

static void check(clmodp_context *ctx, clm_residue_kind kind, size_t n, size_t columns,
                  uint64_t below)
{
    residues r = residues_create(ctx, kind, n, below);
    size_t words = n * columns;
    void *in = calloc(words, r.bytes), *digits = calloc(words, r.bytes);
    mpz_t *values = calloc(columns, sizeof *values), product;
    clm_buffer input = {0}, output = {0};
    clm_mrc mrc = {0};
    const uint64_t builds = ctx->kept->builds;
    gmp_randstate_t random;

    gmp_randinit_default(random);
    mpz_init_set_ui(product, 1);
    shuffle(&r);
    for (size_t i = 0; i < n; i++)
        mpz_mul_ui(product, product, r.prime[i]);
    for (size_t k = 0; k < columns; k++) {
        mpz_init(values[k]);
        column_value(values[k], random, product, k);
        for (size_t i = 0; i < n; i++) {
            uint64_t x = mpz_fdiv_ui(values[k], r.prime[i]);

            if (r.bytes == sizeof x)
                ((uint64_t *)in)[i * columns + k] = x;
            else
                ((u32 *)in)[i * columns + k] = (u32)x;
        }
    }
    BATCH_OK(ctx, clm_buffer_load(ctx, &input, in, words, r.bytes));
    BATCH_OK(ctx, clm_buffer_create(ctx, &output, words, r.bytes));
    BATCH_OK(ctx, clm_mrc_create(ctx, &mrc, kind, r.prime, n));
    BATCH_OK(ctx, clm_mrc_digits(ctx, &output, &input, &mrc, columns));
    BATCH_OK(ctx, clm_buffer_read(ctx, &output, 0, digits, words * r.bytes));
    assert_uint_in_range(ctx->kept->builds - builds, 0, 1);
    check_digits(&r, &mrc, digits, columns, values);
    clm_mrc_destroy(ctx, &mrc);
    clm_buffer_destroy(ctx, &output);
    clm_buffer_destroy(ctx, &input);
    for (size_t k = 0; k < columns; k++)
        mpz_clear(values[k]);
    mpz_clear(product);
    gmp_randclear(random);
    free(values);
    free(digits);
    free(in);
    residues_destroy(ctx, &r);
}

/* Checks with so much local memory, or all digits in global memory. Oclgrind takes a buffer that
 * kernels write after another was released for uninitialised, so under it every case has its own
 * context. */
static void check_in(clmodp_context **ctx, size_t tuning, size_t kind, size_t n, size_t columns,
                     uint64_t below, uint64_t local)
{
    if (small_tests()) {
        clmodp_context_destroy(*ctx);
        *ctx = batch_context(tuning);
    }
    (*ctx)->device.local_memory = local;
    check(*ctx, residues_kind(*ctx, kind), n, columns, below);
}

/* Lengths around multiples of chunks, few and many values. */
static void digits_of_all_lengths(void **state)
{
    static const size_t lengths[] = {1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100};
    size_t most = small_tests() ? 9 : sizeof lengths / sizeof *lengths;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);
        const uint64_t local = tuning % 2 == 0 ? 32768 : 8;

        for (size_t i = 0; i < most; i++) {
            check_in(&ctx, tuning, tuning, lengths[i], 1 + i % 7, 0, local);
            check_in(&ctx, tuning, tuning, lengths[i], small_tests() ? 9 : 41, 5000, local);
        }
        clmodp_context_destroy(ctx);
    }
}

static void every_type(void **state)
{
    const size_t n = small_tests() ? 19 : 700, columns = small_tests() ? 8 : 30;
    clmodp_context *ctx = batch_context(1);

    (void)state;
    for (size_t kind = 0; kind < CLM_RESIDUE_KINDS; kind++) {
        check_in(&ctx, 1, kind, n, columns, 0, 32768);
        check_in(&ctx, 1, kind, small_tests() ? 20 : 50, 7, 400, 32768);
    }
    clmodp_context_destroy(ctx);
}

static void refuses_bad_arguments(void **state)
{
    static const uint64_t fine[] = {7, 5}, twice[] = {7, 5, 7}, even[] = {3, 4}, two[] = {2, 3};
    static const uint64_t wide[] = {3, 1 << 24 | 1};
    const clm_residue_kind kind = CLM_RESIDUE_FLOAT24;
    clmodp_context *ctx = batch_context(1);
    const u32 words[8] = {0};
    clm_buffer small = batch_buffer(ctx, words, 7), large = batch_buffer(ctx, words, 8);
    clm_mrc mrc = {0};

    (void)state;
    assert_int_equal(clm_mrc_create(ctx, &mrc, kind, twice, 3), CLMODP_INVALID);
    assert_int_equal(clm_mrc_create(ctx, &mrc, kind, even, 2), CLMODP_INVALID);
    assert_int_equal(clm_mrc_create(ctx, &mrc, kind, two, 2), CLMODP_INVALID);
    assert_int_equal(clm_mrc_create(ctx, &mrc, kind, wide, 2), CLMODP_INVALID);
    assert_int_equal(clm_mrc_create(ctx, &mrc, kind, fine, 0), CLMODP_INVALID);
    assert_int_equal(clm_mrc_create(ctx, &mrc, kind, fine, SIZE_MAX), CLMODP_LIMIT);
    assert_null(mrc.primes);
    BATCH_OK(ctx, clm_mrc_create(ctx, &mrc, kind, fine, 2));
    BATCH_OK(ctx, clm_mrc_digits(ctx, &large, &large, &mrc, 0));
    assert_int_equal(clm_mrc_digits(ctx, &small, &large, &mrc, 4), CLMODP_INVALID);
    assert_int_equal(clm_mrc_digits(ctx, &large, &small, &mrc, 4), CLMODP_INVALID);
    assert_int_equal(clm_mrc_digits(ctx, &large, &large, &mrc, SIZE_MAX), CLMODP_INVALID);
    clm_mrc_destroy(ctx, &mrc);
    clm_buffer_destroy(ctx, &large);
    clm_buffer_destroy(ctx, &small);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(digits_of_all_lengths),
    cmocka_unit_test(every_type),
    cmocka_unit_test(refuses_bad_arguments));
