/* Tests clm_vandermonde: its coefficients must have the given values, by Horner's scheme. */
#include "fpx/batch/vandermonde.h"

#include <string.h>

#include "arith/prime.h"
#include "support/residues.h"

/* Returns distinct points below p: consecutive, scattered, or descending. */
static uint64_t point(size_t k, size_t prime, uint64_t p)
{
    uint64_t scattered = p > 1 << 20 ? 99991 : 1; /* k < 10^4 of them stay distinct */

    switch (prime % 3) {
    case 0: return k;
    case 1: return p - 1 - k * scattered % p;
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

/* Fails unless the polynomials have their values at some of the points. */
static void check_values(const residues *r, const void *result, const void *x, const void *y,
                         size_t points, size_t stride)
{
    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; k < points; k += 1 + points / 50) {
            uint64_t sum = 0, p = r->prime[i], at = residues_get(r, i, x, i * stride + k);

            for (size_t j = points; j-- > 0;)
                sum = (clm_mulmod64(sum, at, p) + residues_word(r, result, i * points + j)) % p;
            if (sum != residues_get(r, i, y, i * stride + k) ||
                residues_word(r, result, i * points + k) >= p)
                fail_msg("%s, %zu points modulo %llu: %llu at point %zu",
                         clm_residue_type_of(r->kind)->name, points, (unsigned long long)p,
                         (unsigned long long)sum, k);
        }
}

/* Words between and behind rows must not be used. below: bound of the primes, 0: the greatest. */
static void check(clmodp_context *ctx, clm_residue_kind kind, size_t primes, size_t points,
                  size_t stride, uint64_t below)
{
    residues r = residues_create(ctx, kind, primes, below);
    size_t bytes = primes * stride * r.bytes, scratch_words;
    void *x = malloc(bytes), *y = malloc(bytes), *result = malloc(primes * points * r.bytes);
    clm_random random = {points};
    clm_buffer xs = {0}, ys = {0}, out = {0}, scratch = {0};
    const uint64_t builds = ctx->kept->builds;

    memset(x, 0xff, bytes);
    memset(y, 0xff, bytes);
    for (size_t i = 0; i < primes; i++)
        for (size_t k = 0; k < points; k++) {
            residues_set(&r, i, x, i * stride + k, point(k, i, r.prime[i]));
            residues_set(&r, i, y, i * stride + k, value(&random, k, r.prime[i]));
        }
    scratch_words = clm_vandermonde_scratch(ctx, primes, points);
    BATCH_OK(ctx, clm_buffer_load(ctx, &xs, x, primes * stride, r.bytes));
    BATCH_OK(ctx, clm_buffer_load(ctx, &ys, y, primes * stride, r.bytes));
    BATCH_OK(ctx, clm_buffer_create(ctx, &out, primes * points, r.bytes));
    BATCH_OK(ctx, clm_buffer_create(ctx, &scratch, scratch_words, r.bytes));
    BATCH_OK(ctx, clm_vandermonde(ctx, &(clm_vandermonde_call){
                                           .kind = kind, .coefficients = &out, .x = &xs, .y = &ys,
                                           .scratch = &scratch, .info = &r.info,
                                           .primes = primes, .points = points,
                                           .stride = stride}));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, result, primes * points * r.bytes));
    assert_uint_in_range(ctx->kept->builds - builds, 0, 1);
    check_values(&r, result, x, y, points, stride);
    clm_buffer_destroy(ctx, &scratch);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &ys);
    clm_buffer_destroy(ctx, &xs);
    free(result);
    free(y);
    free(x);
    residues_destroy(ctx, &r);
}

/* Keeps the window in registers, by 2 and by 4 rows, or in global memory. Under Oclgrind each case
 * has its own context, since the search for uninitialised words fails when a buffer is larger than
 * a freed one before it. */
static void set_method(clmodp_context **ctx, size_t tuning, size_t way)
{
    if (small_tests() || *ctx == NULL) {
        clmodp_context_destroy(*ctx);
        *ctx = batch_context(tuning);
    }
    if (way == 1) {
        (*ctx)->device.max_work_group = 32;
        (*ctx)->tuning.group = (uint32_t)clm_size_min((*ctx)->tuning.group, 32);
    }
    if (way == 2)
        (*ctx)->device.local_memory = 0;
}

/* Every type with the window in registers and in explicit vectors, one type in every way. */
static void every_number_of_points(void **state)
{
    enum { REGISTERS, VECTORS = 3, WAYS };
    static const size_t most[] = {70, 20, 20, 40};

    (void)state;
    for (size_t k = 0; k < CLM_RESIDUE_KINDS; k++) {
        clmodp_context *ctx = NULL;

        for (size_t way = 0; way < WAYS; way++) {
            size_t end = small_tests() ? 6 + 2 * way : most[k];

            if (k > 0 && way != REGISTERS && way != VECTORS)
                continue;
            if (way == VECTORS)
                clmodp_context_destroy(ctx), ctx = NULL;
            for (size_t n = 1; n <= end; n += n < 4 ? 1 : 1 + k) {
                set_method(&ctx, way == VECTORS ? 1 : 0, way);
                check(ctx, residues_kind(ctx, k), 1 + n % 3, n, n + n % 4, 0);
            }
        }
        clmodp_context_destroy(ctx);
    }
}

/* Sizes around work-groups, at which the number of rows changes, also modulo small primes. */
static void boundaries(void **state)
{
    static const size_t sizes[] = {255, 256, 257, 513, 2047};
    clmodp_context *ctx = NULL;

    (void)state;
    for (size_t way = 0; !small_tests() && way < 3; way++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            set_method(&ctx, 3, way);
            check(ctx, CLM_RESIDUE_MONTGOMERY31, 2, sizes[i], sizes[i], i % 2 == 0 ? 0 : 70000);
        }
    clmodp_context_destroy(ctx);
}

static void all_tunings(void **state)
{
    (void)state;
    for (size_t tuning = 1; tuning < BATCH_TUNINGS; tuning += 2) {
        clmodp_context *ctx = NULL;

        set_method(&ctx, tuning, tuning - 1);
        check(ctx, CLM_RESIDUE_MONTGOMERY31, small_tests() ? 3 : 40, small_tests() ? 11 : 50, 51,
              1u << 20);
        clmodp_context_destroy(ctx);
    }
}

static void around_the_most_points_of_a_group(void **state)
{
    clmodp_context *ctx = batch_context(3);

    (void)state;
    for (size_t points = 4095; !small_tests() && points <= 4097; points++)
        check(ctx, residues_kind(ctx, CLM_RESIDUE_DOUBLE50), 1, points, points, 0);
    clmodp_context_destroy(ctx);
}

static void refuses_bad_arguments(void **state)
{
    static const u32 words[512];
    clmodp_context *ctx = batch_context(1);
    const clm_residue_kind kind = CLM_RESIDUE_MONTGOMERY31;
    clm_residue_prime prime = clm_residue_prime_of(kind, 2147483647, 1);
    clm_buffer info = batch_buffer(ctx, (const u32 *)&prime, sizeof prime / sizeof(u32));
    clm_buffer out = batch_buffer(ctx, words, 7), in = batch_buffer(ctx, words, 8);
    clm_buffer scratch = batch_buffer(ctx, words, clm_vandermonde_scratch(ctx, 1, 7));
    clm_buffer none = {0};

    (void)state;
#define CALL(out, in, scratch, info, points, stride) \
    clm_vandermonde(ctx, &(clm_vandermonde_call){kind, &(out), &(scratch), &(in), &(in), &(info), \
                                                 1, (points), (stride), 0.0})
    BATCH_OK(ctx, CALL(out, in, scratch, info, 7, 8));
    assert_int_equal(CALL(none, in, scratch, info, 7, 8), CLMODP_INVALID);
    assert_int_equal(CALL(out, out, scratch, info, 7, 8), CLMODP_INVALID);
    assert_int_equal(CALL(out, in, out, info, 7, 8), CLMODP_INVALID);
    assert_int_equal(CALL(out, in, scratch, none, 7, 8), CLMODP_INVALID);
    assert_int_equal(CALL(out, in, scratch, info, 0, 8), CLMODP_INVALID);
    assert_int_equal(CALL(out, in, scratch, info, 7, 6), CLMODP_INVALID);
    assert_int_equal(CALL(out, in, scratch, info, 7, (size_t)1 << 32), CLMODP_LIMIT);
    assert_true(clm_vandermonde_scratch(ctx, SIZE_MAX / 8, 2) == SIZE_MAX);
    assert_true(clm_vandermonde_scratch(ctx, 2, SIZE_MAX / 3) == SIZE_MAX);
    clm_buffer_destroy(ctx, &scratch);
    clm_buffer_destroy(ctx, &in);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &info);
    clmodp_context_destroy(ctx);
}

static int ask_to_stop(void *user, double fraction)
{
    ++*(int *)user;
    assert_true(fraction == 0.25);
    return 1;
}

/* Some 16000 points of a prime take a tenth of a second of steps. */
static void stops_when_polled(void **state)
{
    const size_t points = 20000;
    const clm_residue_kind kind = CLM_RESIDUE_MONTGOMERY31;
    clm_residue_prime prime;
    clm_buffer info, in = {0}, out = {0}, scratch = {0};
    clmodp_context *ctx;
    int asked = 0;

    (void)state;
    if (small_tests())
        return;
    ctx = batch_context(1);
    prime = clm_residue_prime_of(kind, 2147483647, 1);
    info = batch_buffer(ctx, (const u32 *)&prime, sizeof prime / sizeof(u32));
    BATCH_OK(ctx, clm_buffer_create(ctx, &in, points, 4));
    BATCH_OK(ctx, clm_buffer_create(ctx, &out, points, 4));
    BATCH_OK(ctx, clm_buffer_create(ctx, &scratch, clm_vandermonde_scratch(ctx, 1, points), 4));
    BATCH_OK(ctx, clm_buffer_fill(ctx, &in, 0, points));
    clmodp_context_set_progress(ctx, ask_to_stop, &asked);
    assert_int_equal(clm_vandermonde(ctx, &(clm_vandermonde_call){kind, &out, &scratch, &in, &in,
                                                                  &info, 1, points, points, 0.25}),
                     CLMODP_CANCELLED);
    assert_int_equal(asked, 1);
    clm_buffer_destroy(ctx, &scratch);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &in);
    clm_buffer_destroy(ctx, &info);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(every_number_of_points),
    cmocka_unit_test(boundaries),
    cmocka_unit_test(all_tunings),
    cmocka_unit_test(around_the_most_points_of_a_group),
    cmocka_unit_test(refuses_bad_arguments),
    cmocka_unit_test(stops_when_polled));
