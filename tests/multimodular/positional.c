/* Tests sums of digits times weights, also of the greatest ones, against GMP. */
#include "multimodular/positional.h"

#include <gmp.h>

#include "cl/multimodular/positional_shape.h"
#include "cl/arith/tile.h"
#include "support/batch.h"

enum { SLICES = 2 };

/* Two slices; the second begins in the middle of the primes. */
typedef struct problem {
    size_t primes, columns;
    positional_slice slices[SLICES];
    u32 *digits, *weights, *sums;
    size_t rows;
} problem;

static problem problem_create(const clmodp_context *ctx, size_t primes, size_t count,
                              bool greatest)
{
    const u32 first = (u32)primes / 2;
    problem p = {.primes = primes, .columns = clm_round_up(count, ctx->tuning.tile),
                 .slices = {{0, (u32)primes, 0}, {first, (u32)primes, (u32)primes}},
                 .rows = 2 * primes - first};
    clm_random random = {primes};

    p.digits = calloc(p.columns * primes, sizeof *p.digits);
    p.weights = calloc(p.rows * POSITIONAL_LIMBS, sizeof *p.weights);
    p.sums = calloc(p.columns * SLICES * POSITIONAL_WORDS, sizeof *p.sums);
    for (size_t i = 0; i < p.columns * primes; i++)
        p.digits[i] = greatest ? 0x7fffffff : (u32)clm_random_below(&random, 1u << 31);
    for (size_t i = 0; i < p.rows * POSITIONAL_LIMBS; i++)
        p.weights[i] = greatest ? (1u << POSITIONAL_BITS) - 1
                                : (u32)clm_random_below(&random, 1u << POSITIONAL_BITS);
    return p;
}

static void problem_destroy(problem *p)
{
    free(p->sums);
    free(p->weights);
    free(p->digits);
}

/* Computes the sum of one slice for one column. */
static void reference(mpz_t sum, const problem *p, size_t tile, size_t slice, size_t column)
{
    const positional_slice s = p->slices[slice];
    mpz_t weight;

    mpz_init(weight);
    mpz_set_ui(sum, 0);
    for (size_t i = s.first; i < s.end; i++) {
        const u32 *row = p->weights + (s.row + i - s.first) * POSITIONAL_LIMBS;

        mpz_set_ui(weight, 0);
        for (size_t k = POSITIONAL_LIMBS; k-- > 0;) {
            mpz_mul_2exp(weight, weight, POSITIONAL_BITS);
            mpz_add_ui(weight, weight, row[k]);
        }
        mpz_addmul_ui(sum, weight, p->digits[TILE_INDEX(column, p->primes, i, tile)]);
    }
    mpz_clear(weight);
}

static void check(clmodp_context *ctx, size_t primes, size_t count, bool greatest)
{
    problem p = problem_create(ctx, primes, count, greatest);
    size_t words = p.columns * SLICES * POSITIONAL_WORDS;
    clm_positional positional = {.primes = primes, .slices = SLICES};
    clm_buffer digits = batch_buffer(ctx, p.digits, p.columns * primes);
    clm_buffer sums = batch_buffer(ctx, p.sums, words);
    mpz_t expected, got;

    positional.weights = batch_buffer(ctx, p.weights, p.rows * POSITIONAL_LIMBS);
    BATCH_OK(ctx, clm_buffer_load(ctx, &positional.table, p.slices, 1, sizeof p.slices));
    BATCH_OK(ctx, clm_positional_sums(ctx, &sums, &digits, &positional, p.columns));
    BATCH_OK(ctx, clm_buffer_read(ctx, &sums, 0, p.sums, words * sizeof *p.sums));
    mpz_inits(expected, got, NULL);
    for (size_t slice = 0; slice < SLICES; slice++)
        for (size_t column = 0; column < p.columns; column++) {
            const u32 *word = p.sums + slice * POSITIONAL_WORDS * p.columns + column;

            mpz_set_ui(got, 0);
            for (size_t k = POSITIONAL_WORDS; k-- > 0;) {
                mpz_mul_2exp(got, got, 32);
                mpz_add_ui(got, got, word[k * p.columns]);
            }
            reference(expected, &p, ctx->tuning.tile, slice, column);
            if (mpz_cmp(got, expected) != 0)
                fail_msg("%zu primes, %zu values, %s: slice %zu of value %zu", primes, count,
                         greatest ? "greatest" : "random", slice, column);
        }
    mpz_clears(expected, got, NULL);
    clm_buffer_destroy(ctx, &sums);
    clm_buffer_destroy(ctx, &digits);
    clm_positional_destroy(ctx, &positional);
    problem_destroy(&p);
}

/* Numbers of primes around multiples of the products summed before a carry. */
static void sums_of_all_lengths(void **state)
{
    static const size_t lengths[] = {1, 2, 3, 30, 31, 32, 61, 62, 63, 64, 200};
    size_t most = small_tests() ? 6 : sizeof lengths / sizeof *lengths;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t i = 0; i < most; i++) {
            check(ctx, lengths[i], small_tests() ? 1 : 37, false);
            check(ctx, lengths[i], 1, true);
        }
        clmodp_context_destroy(ctx);
    }
}

static void refuses_small_buffers(void **state)
{
    clmodp_context *ctx = batch_context(1);
    clm_positional positional = {.primes = 2, .slices = 1};
    const u32 words[16 * POSITIONAL_WORDS] = {0};
    clm_buffer digits = batch_buffer(ctx, words, 16), sums = batch_buffer(ctx, words, 8 * 9);

    (void)state;
    assert_int_equal(clm_positional_sums(ctx, &sums, &digits, &positional, 16), CLMODP_INVALID);
    assert_int_equal(clm_positional_sums(ctx, &digits, &digits, &positional, 8), CLMODP_INVALID);
    assert_int_equal(clm_positional_sums(ctx, &sums, &digits, &positional, 7), CLMODP_INVALID);
    assert_int_equal(clm_positional_scale(ctx, &digits, &sums, &positional, 16), CLMODP_INVALID);
    clm_buffer_destroy(ctx, &sums);
    clm_buffer_destroy(ctx, &digits);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(sums_of_all_lengths),
    cmocka_unit_test(refuses_small_buffers));
