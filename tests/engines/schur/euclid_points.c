/* Tests Euclid's algorithm at single points against resultants by direct 64-bit arithmetic. */
#include "engines/schur/schur.h"

#include "support/instance.h"

enum { POINTS = 5, SCRATCH_POINTS = 3 }; /* fewer at a time than listed */

static arena device;
static clm_buffer listed, scratch;

/* Computes all points but every third, whose values must not change. */
static void check(clmodp_context *ctx, clm_residue_kind kind, enum shape shape, size_t p, size_t q,
                  uint64_t below)
{
    instance c = instance_new(ctx, kind, p, q, LENGTH, below);
    const size_t word = c.primes.bytes, total = PRIMES * POINTS;
    u32 list[1 + PRIMES * POINTS] = {0};
    void *marks = calloc(total, word), *above = calloc(total, word), *under = calloc(total, word);

    instance_fill(&c, shape, 100 * p + q);
    arena_load(&device, &c, 3, POINTS);
    for (u32 t = 0; t < total; t++)
        if (t % 3 != 1)
            list[++list[0]] = t;
    memset(marks, 0x11, total * word);
    BATCH_OK(ctx, clm_buffer_write(ctx, &listed, 0, list, sizeof list));
    BATCH_OK(ctx, clm_buffer_write(ctx, &device.numerator, 0, marks, total * word));
    BATCH_OK(ctx, clm_buffer_write(ctx, &device.denominator, 0, marks, total * word));
    BATCH_OK(ctx, clm_point_fallback(ctx,
                                     &(clm_schur_call){&device.numerator, &device.denominator,
                                                       &scratch, &device.residues, &device.rows,
                                                       &device.points},
                                     &listed, list[0], p, q));
    BATCH_OK(ctx, clm_buffer_read(ctx, &device.numerator, 0, above, total * word));
    BATCH_OK(ctx, clm_buffer_read(ctx, &device.denominator, 0, under, total * word));
    for (size_t t = 0; t < total; t++) {
        const size_t n = t / POINTS, at = t * word;
        const uint64_t x = c.primes.table[n].start + 3 + t % POINTS;

        if (t % 3 == 1) {
            assert_memory_equal((char *)above + at, (char *)marks + at, word);
            assert_memory_equal((char *)under + at, (char *)marks + at, word);
        } else {
            assert_int_equal(residues_get(&c.primes, n, under, t), 1);
            if (residues_get(&c.primes, n, above, t) != instance_resultant(&c, n, x))
                fail_msg("type %d, shape %d, degrees %zu, %zu: wrong at prime %llu, x = %llu",
                         kind, shape, p, q, (unsigned long long)c.primes.prime[n],
                         (unsigned long long)x);
        }
    }
    free(under);
    free(above);
    free(marks);
    instance_free(&c);
}

static void agrees_with_the_host(void **state)
{
    const size_t most = small_tests() ? 3 : 7;
    clmodp_context *ctx = batch_context(1);

    (void)state;
    device = arena_new(ctx, POINTS);
    BATCH_OK(ctx, clm_buffer_create(ctx, &listed, 1 + PRIMES * POINTS, sizeof(u32)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &scratch, SCRATCH_POINTS * (2 * most + 2),
                                    sizeof(double)));
    for (size_t k = 0; k < CLM_RESIDUE_KINDS; k++) {
        const clm_residue_kind kind = residues_kind(ctx, k);

        for (int s = 0; s < SHAPES; s++)
            for (size_t p = 0; p <= most; p++)
                for (size_t q = 0; q <= most; q++) {
                    check(ctx, kind, (enum shape)s, p, q, 0);
                    check(ctx, kind, (enum shape)s, p, q, 30); /* many coefficients vanish */
                }
    }
    clm_buffer_destroy(ctx, &scratch);
    clm_buffer_destroy(ctx, &listed);
    arena_free(ctx, &device);
    clmodp_context_destroy(ctx);
}

static void refuses_sizes_that_do_not_fit(void **state)
{
    clmodp_context *ctx = batch_context(1);
    clm_points points = {.type = clm_residue_type_of(CLM_RESIDUE_MONTGOMERY31), .primes = 2,
                         .count = 4};
    clm_rows rows = {.count = 4, .residues = 4};
    clm_buffer b = {0}, small = {0};

    (void)state;
    BATCH_OK(ctx, clm_buffer_create(ctx, &b, 1000, 4));
    BATCH_OK(ctx, clm_buffer_create(ctx, &small, 7, 4));
    points.info = rows.table = b;
#define CALL(numerator, listed, count) \
    clm_point_fallback(ctx, &(clm_schur_call){&(numerator), &b, &b, &b, &rows, &points}, \
                       &(listed), (count), 1, 1)
    BATCH_OK(ctx, CALL(b, b, 0));
    assert_int_equal(CALL(small, b, 1), CLMODP_INVALID);
    assert_int_equal(CALL(b, small, 7), CLMODP_INVALID);
    assert_int_equal(CALL(b, b, SIZE_MAX), CLMODP_INVALID);
    rows.count = 5;
    assert_int_equal(CALL(b, b, 0), CLMODP_INVALID);
    rows.count = 4;
    points.info = small;
    assert_int_equal(CALL(b, b, 0), CLMODP_INVALID);
    points.info = b;
    points.count = SIZE_MAX / 2 + 1; /* 2 times this is 0 */
    assert_int_equal(CALL(b, b, 0), CLMODP_LIMIT);
    points.count = 4;
    points.first = SIZE_MAX - 3;
    assert_int_equal(CALL(b, b, 0), CLMODP_LIMIT);
    clm_buffer_destroy(ctx, &small);
    clm_buffer_destroy(ctx, &b);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(agrees_with_the_host),
    cmocka_unit_test(refuses_sizes_that_do_not_fit));
