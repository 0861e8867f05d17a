/* Tests compaction against one inversion per point on the host. */
#include "engines/schur/schur.h"

#include "arith/prime.h"
#include "fpx/batch/batch.h"
#include "support/instance.h"

#define MOST 3000 /* points */
#define FIRST 7

/* Created before all other buffers of a context; instance.h explains why. */
static clm_buffer numerator, denominator, unlucky;
static clm_values values;

static clmodp_context *start(void)
{
    clmodp_context *ctx = batch_context(1);

    BATCH_OK(ctx, clm_buffer_create(ctx, &numerator, PRIMES * MOST, sizeof(u64)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &denominator, PRIMES * MOST, sizeof(u64)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &unlucky, 1 + PRIMES * MOST, sizeof(u32)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &values.x, PRIMES * MOST, sizeof(u64)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &values.y, PRIMES * MOST, sizeof(u64)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &values.count, PRIMES, sizeof(u32)));
    return ctx;
}

static void finish(clmodp_context *ctx)
{
    clm_buffer_destroy(ctx, &numerator);
    clm_buffer_destroy(ctx, &denominator);
    clm_buffer_destroy(ctx, &unlucky);
    clm_buffer_destroy(ctx, &values.x);
    clm_buffer_destroy(ctx, &values.y);
    clm_buffer_destroy(ctx, &values.count);
    clmodp_context_destroy(ctx);
}

/* Expected and computed values of a run. */
typedef struct outcome {
    uint64_t n[PRIMES * MOST], d[PRIMES * MOST];
    uint64_t x[PRIMES * MOST], y[PRIMES * MOST]; /* words */
    u32 count[PRIMES], unlucky[1 + PRIMES * MOST];
    bool seen[PRIMES * MOST];
} outcome;

static void upload(clmodp_context *ctx, const residues *r, const clm_buffer *to,
                   const uint64_t *v, size_t points)
{
    void *words = calloc(PRIMES * points + 1, r->bytes);

    for (size_t t = 0; t < PRIMES * points; t++)
        residues_set(r, t / points, words, t, v[t]);
    BATCH_OK(ctx, clm_buffer_write(ctx, to, 0, words, PRIMES * points * r->bytes));
    free(words);
}

/* Reads the lists back. */
static void download(clmodp_context *ctx, outcome *o, const residues *r)
{
    BATCH_OK(ctx, clm_buffer_read(ctx, &values.count, 0, o->count, sizeof o->count));
    BATCH_OK(ctx, clm_buffer_read(ctx, &unlucky, 0, o->unlucky, sizeof(u32)));
    BATCH_OK(ctx, clm_buffer_read(ctx, &unlucky, 0, o->unlucky,
                                  (1 + o->unlucky[0]) * sizeof(u32)));
    for (size_t n = 0; n < PRIMES; n++) {
        const size_t offset = n * values.capacity * r->bytes;
        const size_t bytes = clm_size_min(o->count[n], values.capacity) * r->bytes;

        BATCH_OK(ctx, clm_buffer_read(ctx, &values.x, offset, (char *)o->x + offset, bytes));
        BATCH_OK(ctx, clm_buffer_read(ctx, &values.y, offset, (char *)o->y + offset, bytes));
    }
}

/* Compacts `points` points, of which about `zeros` in 16 are unlucky. */
static void compact(clmodp_context *ctx, outcome *o, const clm_points *where, const residues *r,
                    size_t valuation, unsigned zeros)
{
    const size_t points = where->count;
    clm_random random = {points};

    *o = (outcome){0};
    for (size_t t = 0; t < PRIMES * points; t++) {
        const uint64_t p = r->prime[t / points];

        o->n[t] = t % 5 == 0 ? 0 : clm_random_below(&random, p);
        o->d[t] = clm_random_below(&random, 16) < zeros
                      ? 0
                      : 1 + (t % 3 == 0 ? p - 2 : clm_random_below(&random, p - 1));
    }
    upload(ctx, r, &numerator, o->n, points);
    upload(ctx, r, &denominator, o->d, points);
    BATCH_OK(ctx, clm_buffer_write(ctx, &values.count, 0, o->count, sizeof o->count));
    BATCH_OK(ctx, clm_buffer_write(ctx, &unlucky, 0, o->unlucky, sizeof(u32)));
    BATCH_OK(ctx, clm_compact(ctx, &values, &unlucky, &numerator, &denominator, where,
                              valuation));
    download(ctx, o, r);
}

/* Sets denominators of the listed points, except every third, which stays 0. */
static void repair(clmodp_context *ctx, outcome *o, const clm_points *where, const residues *r,
                   size_t valuation)
{
    const u32 listed = o->unlucky[0];
    size_t left = 0;

    for (size_t k = 1; k <= listed; k++)
        if (k % 3 != 0)
            o->d[o->unlucky[k]] = k;
    upload(ctx, r, &denominator, o->d, where->count);
    /* Written again, since Oclgrind takes entries stored by an atomic index for uninitialised. */
    BATCH_OK(ctx, clm_buffer_write(ctx, &unlucky, 0, o->unlucky, (1 + listed) * sizeof(u32)));
    BATCH_OK(ctx, clm_compact_listed(ctx, &values, &unlucky, listed, &numerator, &denominator,
                                     where, valuation));
    download(ctx, o, r);
    for (size_t k = 1; k <= listed; k++)
        if (k % 3 == 0)
            o->unlucky[++left] = o->unlucky[k];
    o->unlucky[0] = (u32)left;
    for (size_t t = 0; t < PRIMES * MOST; t++)
        o->seen[t] = false;
}

/* Every point must be either among the values, with the right one, or on the list. */
static void check(outcome *o, const residues *r, size_t points, size_t valuation)
{
    size_t listed = o->unlucky[0], all = 0;

    for (size_t k = 1; k <= listed; k++) {
        const u32 t = o->unlucky[k];

        assert_true(t < PRIMES * points && o->d[t] == 0 && !o->seen[t]);
        o->seen[t] = true;
    }
    for (size_t n = 0; n < PRIMES; n++) {
        const uint64_t p = r->prime[n];

        all += o->count[n];
        for (size_t k = 0; k < clm_size_min(o->count[n], values.capacity); k++) {
            const uint64_t x = residues_get(r, n, o->x, n * values.capacity + k);
            const uint64_t y = residues_get(r, n, o->y, n * values.capacity + k);
            const size_t t = n * points + (size_t)((x + 2 * p - 1 - FIRST) % p);
            uint64_t back;

            assert_true(t < (n + 1) * points && o->d[t] != 0 && !o->seen[t]);
            o->seen[t] = true;
            back = clm_mulmod64(clm_mulmod64(y, o->d[t], p), clm_powmod64(x, valuation, p), p);
            if (back != o->n[t])
                fail_msg("%s: prime %zu, x = %zu, valuation %zu, %zu points",
                         clm_residue_type_of(r->kind)->name, n, (size_t)x, valuation, points);
        }
    }
    assert_int_equal(listed + all, PRIMES * points);
}

static void keeps_points_that_are_not_unlucky(void **state)
{
    static const size_t sizes[] = {1, 7, 8, 127, 128, 129, 1023, 1024, 1025, 3000};
    const size_t count = small_tests() ? 5 : sizeof sizes / sizeof *sizes;
    clmodp_context *ctx = start();
    outcome *o = malloc(sizeof *o);

    (void)state;
    assert_non_null(o);
    for (size_t kind = 0; kind < CLM_RESIDUE_KINDS; kind++)
        for (size_t i = 0; i < count; i++)
            for (unsigned zeros = small_tests() ? 7 : 0; zeros <= 31; zeros += 1 + zeros) {
                residues r = residues_create(ctx, residues_kind(ctx, kind), PRIMES, 0);
                const size_t valuation = zeros % 2 * (zeros + i * 1000);

                const clm_points where = {.type = clm_residue_type_of(r.kind), .info = r.info,
                                          .primes = PRIMES, .first = FIRST, .count = sizes[i]};

                values.capacity = zeros == 7 ? clm_div_up(sizes[i], 4) : sizes[i];
                compact(ctx, o, &where, &r, valuation, zeros);
                check(o, &r, sizes[i], valuation);
                repair(ctx, o, &where, &r, valuation);
                check(o, &r, sizes[i], valuation);
                residues_destroy(ctx, &r);
            }
    free(o);
    finish(ctx);
}

/* Also if the list is written in several parts. */
static void lists_all_points(void **state)
{
    static const size_t points[] = {1, 1365, 1366, 2731, MOST};
    static u32 list[1 + PRIMES * MOST];
    clmodp_context *ctx = start();

    (void)state;
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        const size_t m = points[k], stride = m + k;

        BATCH_OK(ctx, clm_unlucky_all(ctx, &unlucky, PRIMES, m, stride));
        BATCH_OK(ctx, clm_buffer_read(ctx, &unlucky, 0, list, (1 + PRIMES * m) * sizeof *list));
        assert_int_equal(list[0], PRIMES * m);
        for (size_t n = 0; n < PRIMES; n++)
            for (size_t i = 0; i < m; i++)
                assert_int_equal(list[1 + n * m + i], n * stride + i);
    }
    assert_int_equal(clm_unlucky_all(ctx, &unlucky, PRIMES, MOST + 1, MOST), CLMODP_INVALID);
    finish(ctx);
}

static void refuses_small_buffers(void **state)
{
    clmodp_context *ctx = start();
    residues r = residues_create(ctx, CLM_RESIDUE_MONTGOMERY31, PRIMES, 0);
    clm_points where = {.type = clm_residue_type_of(r.kind), .info = r.info, .primes = PRIMES,
                        .count = 10};
    clm_buffer none = {0};

    (void)state;
    values.capacity = 10;
    assert_int_equal(clm_compact(ctx, &values, &none, &numerator, &denominator, &where, 0),
                     CLMODP_INVALID);
    assert_int_equal(clm_compact(ctx, &values, &unlucky, &none, &denominator, &where, 0),
                     CLMODP_INVALID);
    assert_int_equal(clm_compact_listed(ctx, &values, &unlucky, 1 + PRIMES * MOST, &numerator,
                                        &denominator, &where, 0), CLMODP_INVALID);
    values.capacity = 1 << 20;
    assert_int_equal(clm_compact(ctx, &values, &unlucky, &numerator, &denominator, &where, 0),
                     CLMODP_INVALID);
    where.count = SIZE_MAX / 2;
    assert_int_equal(clm_compact(ctx, &values, &unlucky, &numerator, &denominator, &where, 0),
                     CLMODP_LIMIT);
    residues_destroy(ctx, &r);
    finish(ctx);
}

TESTS(
    cmocka_unit_test(keeps_points_that_are_not_unlucky),
    cmocka_unit_test(lists_all_points),
    cmocka_unit_test(refuses_small_buffers));
