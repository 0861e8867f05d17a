/* Tests clm_ntt_run against Horner's rule on the host: forward and backward. */
#include "fpx/batch/ntt.h"

#include <math.h>

#include "cl/arith/tile.h"
#include "support/batch.h"

enum { MOST_PRIMES = 3, BEFORE = 5, BEHIND = 7 }; /* words before and behind the batch */

#define GUARD 0xdeadbeef

/* Sequences of a length, with their copies on the host. */
typedef struct sequences {
    clmodp_context *ctx;
    u32 prime[MOST_PRIMES];
    size_t primes, lanes, rows, length;
    size_t words; /* in the buffer, with the guards around the batch */
    u32 *before, *after;
    clm_ntt_field field;
    clm_buffer data;
} sequences;

/* used: lanes of a prime that are no padding; but padding is transformed, too. */
static sequences create(clmodp_context *ctx, size_t primes, size_t used, size_t rows,
                        size_t length)
{
    sequences t = {.ctx = ctx, .primes = primes, .rows = rows, .length = length,
                   .lanes = clm_round_up(used, ctx->tuning.tile)};
    clm_random random = {length + used};

    assert_int_equal(clm_primes_below(t.prime, primes, length % 2 ? 1u << 31 : 1u << 30,
                                      (u32)length), primes);
    t.words = BEFORE + primes * t.lanes * rows * length + BEHIND;
    t.before = calloc(t.words, sizeof *t.before);
    t.after = calloc(t.words, sizeof *t.after);
    assert_true(t.before != NULL && t.after != NULL);
    for (size_t i = 0; i < t.words; i++)
        t.before[i] = GUARD;
    for (size_t i = BEFORE; i < t.words - BEHIND; i++) {
        u32 p = t.prime[(i - BEFORE) / (t.lanes * rows * length)];

        t.before[i] = i % 5 == 1 ? p - 1 : (u32)clm_random_below(&random, p);
    }
    t.data = batch_buffer(ctx, t.before, t.words);
    BATCH_OK(ctx, clm_ntt_field_create(ctx, &t.field, t.prime, primes, length));
    return t;
}

static void destroy(sequences *t)
{
    clm_ntt_field_destroy(t->ctx, &t->field);
    clm_buffer_destroy(t->ctx, &t->data);
    free(t->before);
    free(t->after);
}

/* Returns the index of word k of a row of a lane, counted through all primes. */
static size_t at(const sequences *t, size_t lane, size_t row, size_t k)
{
    return BEFORE + TILE_INDEX(lane, t->rows * t->length, row * t->length + k,
                               (size_t)t->ctx->tuning.tile);
}

static void run(sequences *t, clm_ntt_direction way)
{
    clm_ntt_batch job = clm_ntt_field_batch(&t->field, &t->data, t->lanes, t->rows);

    job.data_begin = BEFORE;
    BATCH_OK(t->ctx, clm_ntt_run(t->ctx, &t->field.plan, &job, way));
    BATCH_OK(t->ctx, clm_buffer_read(t->ctx, &t->data, 0, t->after, t->words * sizeof(u32)));
    for (size_t i = 0; i < t->words; i++)
        if (i < BEFORE || i >= t->words - BEHIND)
            assert_int_equal(t->after[i], GUARD);
}

/* Returns the sequence's value at root^k, by Horner's rule. */
static u32 value(const sequences *t, size_t lane, size_t row, size_t k)
{
    const fp_field f = clm_field(t->prime[lane / t->lanes]);
    const u32 x = fp_pow(clm_field_root(f, (u32)t->length), (u32)k, f);
    u32 sum = 0;

    for (size_t i = t->length; i-- > 0;)
        sum = fp_add(fp_mul(sum, x, f), t->before[at(t, lane, row, i)], f);
    return sum;
}

/* Compares `samples` values, spread over all places, lanes and rows. */
static void check_values(const sequences *t, size_t samples)
{
    const size_t all = t->primes * t->lanes * t->rows * t->length;

    for (size_t n = 0; n < clm_size_min(samples, all); n++) {
        size_t i = samples >= all ? n : n * (all / samples) + n % (all / samples);
        size_t place = i % t->length, row = i / t->length % t->rows;
        size_t lane = i / t->length / t->rows, k = clm_ntt_index(&t->field.plan, place);
        u32 expected = value(t, lane, row, k), found = t->after[at(t, lane, row, place)];

        if (found != expected)
            fail_msg("length %zu, %zu lanes a prime, tile %u: lane %zu row %zu place %zu: %u, "
                     "expected %u", t->length, t->lanes, t->ctx->tuning.tile, lane, row, place,
                     found, expected);
    }
}

/* Checks the result of both transforms: `length` times the original words. */
static void check_back(const sequences *t)
{
    for (size_t i = BEFORE; i < t->words - BEHIND; i++) {
        const fp_field f = clm_field(t->prime[(i - BEFORE) / (t->lanes * t->rows * t->length)]);
        const u32 expected = fp_mul(t->before[i], fp_to((u32)t->length, f), f);

        if (t->after[i] != expected)
            fail_msg("length %zu, tile %u, back: word %zu: %u, expected %u", t->length,
                     t->ctx->tuning.tile, i, t->after[i], expected);
    }
}

static void check(clmodp_context *ctx, size_t primes, size_t used, size_t rows, size_t length)
{
    sequences t = create(ctx, primes, used, rows, length);

    run(&t, CLM_NTT_FORWARD);
    check_values(&t, small_tests() ? 60 : length <= 64 ? 400 : 30);
    run(&t, CLM_NTT_BACKWARD);
    check_back(&t);
    destroy(&t);
}

/* Gives each case under Oclgrind its own context, since the search for uninitialised words fails
 * when a buffer is larger than a freed one before it. */
static void next_case(clmodp_context **ctx, size_t tuning)
{
    if (small_tests()) {
        clmodp_context_destroy(*ctx);
        *ctx = batch_context(tuning);
    }
}

/* Restrict the tunings to three of five, since each compiles sixteen programs: vectors, and
 * scalars in wide tiles. */
static size_t first(void)
{
    return clm_size_max(batch_first(), 1);
}

static size_t next(size_t tuning)
{
    return tuning == 3 ? BATCH_TUNINGS : batch_next(tuning);
}

static bool smooth(size_t n)
{
    for (size_t prime = 2; prime <= 7; prime++)
        while (n > 0 && n % prime == 0)
            n /= prime;
    return n == 1;
}

static void every_short_length(void **state)
{
    (void)state;
    for (size_t tuning = first(); tuning < BATCH_TUNINGS; tuning = next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t length = 1; length <= 64; length++)
            if (smooth(length) && (batch_turn(length, 30) || length < 10)) {
                check(ctx, 1 + length % 3, 1, 1 + length % 2, length);
                next_case(&ctx, tuning);
            }
        clmodp_context_destroy(ctx);
    }
}

static void long_transforms(void **state)
{
    static const size_t lengths[] = {120, 128, 210, 243, 256, 343, 512, 625, 729, 1000, 1024, 2205,
                                     2401, 4096, 5040, 6561, 16384, 15625};
    const size_t count = small_tests() ? 1 : sizeof lengths / sizeof *lengths;

    (void)state;
    for (size_t tuning = first(); tuning < BATCH_TUNINGS; tuning = next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t k = 0; k < count; k++) {
            check(ctx, 1 + k % 2, 1 + k, lengths[k] > 4000 ? 1 : 2, lengths[k]);
            next_case(&ctx, tuning);
        }
        clmodp_context_destroy(ctx);
    }
}

/* Sizes around whole tiles, and more sequences than a work-item or the groups of a launch take. */
static void every_size_of_batches(void **state)
{
    (void)state;
    for (size_t tuning = first(); tuning < BATCH_TUNINGS; tuning = next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);
        const size_t tile = ctx->tuning.tile, most = 2 * tile + 1;

        for (size_t used = 1; used <= most; used++)
            if (used == 1 || (used + 1) % tile < (small_tests() ? 1 : 3)) {
                check(ctx, 1 + used % 3, used, small_tests() ? 2 : 3, used % 2 ? 12 : 35);
                next_case(&ctx, tuning);
            }
        if (!small_tests())
            check(ctx, 2, 40 * tile, 40, 9);
        clmodp_context_destroy(ctx);
    }
}

/* Products of polynomials need no permutation. */
static void products_come_out_in_order(void **state)
{
    enum { LENGTH = 90 };
    clmodp_context *ctx = batch_context(1);
    sequences t = create(ctx, 1, 1, 2, LENGTH);
    const fp_field f = clm_field(t.prime[0]);
    u32 *product = calloc(t.words, sizeof *product);

    (void)state;
    run(&t, CLM_NTT_FORWARD);
    memcpy(product, t.after, t.words * sizeof *product);
    for (size_t lane = 0; lane < t.lanes; lane++)
        for (size_t k = 0; k < LENGTH; k++)
            product[at(&t, lane, 0, k)] = fp_mul(t.after[at(&t, lane, 0, k)],
                                                 t.after[at(&t, lane, 1, k)], f);
    BATCH_OK(ctx, clm_buffer_write(ctx, &t.data, 0, product, t.words * sizeof *product));
    run(&t, CLM_NTT_BACKWARD);
    for (size_t lane = 0; lane < t.lanes; lane++)
        for (size_t k = 0; k < LENGTH; k++) { /* modulo x^LENGTH - 1, times LENGTH */
            u32 sum = 0;

            for (size_t i = 0; i < LENGTH; i++)
                sum = fp_add(sum,
                             fp_mul(t.before[at(&t, lane, 0, i)],
                                    t.before[at(&t, lane, 1, (k + LENGTH - i) % LENGTH)], f), f);
            assert_int_equal(t.after[at(&t, lane, 0, k)], fp_mul(sum, fp_to(LENGTH, f), f));
        }
    free(product);
    destroy(&t);
    clmodp_context_destroy(ctx);
}

static void plans_are_for_smooth_lengths(void **state)
{
    (void)state;
    for (size_t length = 0; length <= 5000; length++) {
        const clm_ntt_plan plan = clm_ntt_plan_for(length);
        size_t product = 1, sum = 0;

        assert_int_equal(isfinite(plan.ns), smooth(length));
        if (!smooth(length))
            continue;
        for (size_t pass = 0; pass < plan.passes; pass++)
            product *= plan.radix[pass];
        assert_int_equal(product, length);
        for (size_t place = 0; place < length; place++) {
            assert_in_range(clm_ntt_index(&plan, place), 0, length - 1);
            sum += clm_ntt_index(&plan, place);
        }
        assert_int_equal(sum, length * (length - 1) / 2);
    }
    assert_int_equal(clm_ntt_plan_for((size_t)1 << 31).length, (size_t)1 << 31);
    assert_true(isinf(clm_ntt_plan_for((size_t)1 << 32).ns));
}

/* Checks that n and its multiples by primes from `prime` to 7 have plans that pack their radices,
 * and so visits all lengths 2^a 3^b 5^c 7^d once. */
static void check_plans_from(uint64_t n, unsigned prime)
{
    const clm_ntt_plan plan = clm_ntt_plan_for(n);
    uint64_t packed = clm_ntt_packed_radices(&plan);
    uint64_t product = 1;

    for (; packed != 0; packed >>= 4)
        product *= packed & 15;
    if (isinf(plan.ns) || product != n)
        fail_msg("length %llu: %zu passes", (unsigned long long)n, plan.passes);
    for (unsigned factor = prime; factor <= 7; factor += factor > 2 ? 2 : 1)
        if (n * factor <= UINT32_MAX)
            check_plans_from(n * factor, factor);
}

static void all_smooth_lengths_have_plans(void **state)
{
    (void)state;
    check_plans_from(1, 2);
}

static void refuses_bad_arguments(void **state)
{
    static const u32 prime = 2113; /* 2112 = 2^6 * 3 * 11 */
    clmodp_context *ctx = batch_context(1);
    sequences t = create(ctx, 1, 1, 1, 32);
    const clm_ntt_batch good = clm_ntt_field_batch(&t.field, &t.data, t.lanes, 1);
    clm_ntt_batch job = good;
    clm_ntt_plan none = clm_ntt_plan_for(11), longer = clm_ntt_plan_for(64);
    clm_root_table table = {&t.field.roots, 0, &t.field.info, 0, 1, 32, 1};
    clm_ntt_field field;

    (void)state;
    assert_int_equal(clm_ntt_field_create(ctx, &field, &prime, 1, 11), CLMODP_INVALID);
    assert_int_equal(clm_ntt_field_create(ctx, &field, &prime, 1, 0), CLMODP_INVALID);
    assert_int_equal(clm_ntt_field_create(ctx, &field, &prime, 1, 9), CLMODP_INVALID);
    assert_int_equal(clm_ntt_field_create(ctx, &field, &prime, 1, 128), CLMODP_INVALID);
    BATCH_OK(ctx, clm_ntt_field_create(ctx, &field, &prime, 1, 64));
    clm_ntt_field_destroy(ctx, &field);

    BATCH_OK(ctx, clm_ntt_run(ctx, &t.field.plan, &good, CLM_NTT_FORWARD));
    assert_int_equal(clm_ntt_run(ctx, &none, &good, CLM_NTT_FORWARD), CLMODP_INVALID);
    assert_int_equal(clm_ntt_run(ctx, &longer, &good, CLM_NTT_FORWARD), CLMODP_INVALID);
    job.lanes = t.lanes - 1;
    assert_int_equal(clm_ntt_run(ctx, &t.field.plan, &job, CLM_NTT_FORWARD), CLMODP_INVALID);
    job = good;
    job.data_begin = BEFORE + BEHIND + 1;
    assert_int_equal(clm_ntt_run(ctx, &t.field.plan, &job, CLM_NTT_BACKWARD), CLMODP_INVALID);
    job = good;
    job.roots_begin = 1;
    assert_int_equal(clm_ntt_run(ctx, &t.field.plan, &job, CLM_NTT_FORWARD), CLMODP_INVALID);
    table.begin = 1;
    assert_int_equal(clm_root_table_fill(ctx, &table), CLMODP_INVALID);
    table.begin = SIZE_MAX;
    assert_int_equal(clm_root_table_fill(ctx, &table), CLMODP_LIMIT);
    job = good;
    job.first_prime = 1;
    assert_int_equal(clm_ntt_run(ctx, &t.field.plan, &job, CLM_NTT_FORWARD), CLMODP_INVALID);
    job = good;
    job.rows = SIZE_MAX / 2;
    assert_int_equal(clm_ntt_run(ctx, &t.field.plan, &job, CLM_NTT_FORWARD), CLMODP_LIMIT);
    job.rows = 0;
    BATCH_OK(ctx, clm_ntt_run(ctx, &t.field.plan, &job, CLM_NTT_FORWARD));
    destroy(&t);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(plans_are_for_smooth_lengths), cmocka_unit_test(every_short_length),
    cmocka_unit_test(long_transforms),                  cmocka_unit_test(every_size_of_batches),
    cmocka_unit_test(products_come_out_in_order),   cmocka_unit_test(refuses_bad_arguments),
    cmocka_unit_test(all_smooth_lengths_have_plans));
