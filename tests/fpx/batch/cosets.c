/* Tests clm_cosets_add, which must recover polynomials from their remainders. */
#include "fpx/batch/cosets.h"

#include <string.h>

#include "support/batch.h"

/* Polynomials divisible by x^valuation, in rows[output][prime][pair]. */
typedef struct shape {
    size_t outputs, primes, pairs, points, cosets;
    uint64_t valuation;
    uint32_t below; /* of primes, as for device_primes */
} shape;

/* A test case on the host; coefficients and remainders are integers. */
typedef struct problem {
    shape s;
    size_t rows;
    prime_info *info;  /* of each row */
    u32 *t, *weights;  /* of each prime */
    u32 *coefficients; /* cosets * points per row */
    u32 *remainders;   /* points per row, of one coset */
} problem;

static size_t prime_of(const problem *p, size_t row)
{
    return row % (p->s.primes * p->s.pairs) / p->s.pairs;
}

/* Chooses distinct non-zero numbers: powers of a number of large order. */
static void choose_numbers(u32 *t, size_t cosets, size_t points, clm_random *random, fp_field f)
{
    for (size_t j = 0; j < cosets; j++) {
        size_t same = 0;

        t[j] = fp_pow(1 + batch_residue(random, f) % (f.p - 1), (u32)points, f);
        while (same < j && t[same] != t[j])
            same++;
        j -= same < j;
    }
}

static problem create(shape s)
{
    problem p = {.s = s, .rows = s.outputs * s.primes * s.pairs};
    const size_t weights = s.cosets * COSETS_WEIGHTS(s.cosets), length = s.cosets * s.points;
    clm_random random = {s.points * 100 + s.cosets};
    uint32_t *prime = device_need(s.primes, sizeof *prime);

    device_primes(prime, s.primes, s.points, s.below);
    p.info = device_need(p.rows, sizeof *p.info);
    p.t = device_need(s.primes * s.cosets, sizeof *p.t);
    p.weights = device_need(s.primes * weights, sizeof *p.weights);
    p.coefficients = device_need(p.rows * length, sizeof *p.coefficients);
    p.remainders = device_need(p.rows * s.points, sizeof *p.remainders);
    for (size_t n = 0; n < s.primes; n++) {
        const fp_field f = clm_field(prime[n]);

        choose_numbers(p.t + n * s.cosets, s.cosets, s.points, &random, f);
        clm_cosets_weigh(p.weights + n * weights, p.t + n * s.cosets, s.cosets,
                         s.valuation / s.points, f);
    }
    for (size_t k = 0; k < p.rows * length; k++) {
        const uint32_t m = prime[prime_of(&p, k / length)];

        p.coefficients[k] = k % 5 == 1 ? m - 1 : k % 7 == 2 ? 0
                                                            : (u32)clm_random_below(&random, m);
    }
    for (size_t row = 0; row < p.rows; row++)
        p.info[row] = clm_prime_info(prime[prime_of(&p, row)], (u32)s.points, 1);
    free(prime);
    return p;
}

static void destroy(problem *p)
{
    free(p->info);
    free(p->t);
    free(p->weights);
    free(p->coefficients);
    free(p->remainders);
}

/* Reduces modulo x^points - t: x^e is x^(e mod points) t^(e / points). */
static void divide(problem *p, size_t coset)
{
    const size_t m = p->s.points, length = p->s.cosets * m;

    for (size_t row = 0; row < p->rows; row++) {
        const fp_field f = p->info[row].field;
        const u32 t = p->t[prime_of(p, row) * p->s.cosets + coset];
        u32 *r = p->remainders + row * m;

        for (size_t i = 0; i < m; i++)
            r[i] = 0;
        for (size_t k = 0; k < length; k++) {
            const uint64_t e = p->s.valuation + k;
            const u32 power = fp_pow(t, (u32)(e / m % (f.p - 1)), f);

            r[e % m] = fp_add(r[e % m], fp_mul(p->coefficients[row * length + k], power, f), f);
        }
    }
}

static clmodp_status add(clmodp_context *ctx, const problem *p, size_t coset,
                         const clm_buffer *joined, const clm_buffer *remainders,
                         const clm_buffer *weights, const clm_point_batch *batch)
{
    return clm_cosets_add(ctx, &(clm_cosets_call){
                                   .joined = joined, .remainders = remainders,
                                   .weights = weights, .batch = batch,
                                   .outputs = p->s.outputs, .pairs = p->s.pairs,
                                   .cosets = p->s.cosets, .coset = coset,
                                   .begin = (size_t)(p->s.valuation % p->s.points)});
}

static void check(clmodp_context *ctx, shape s)
{
    problem p = create(s);
    const size_t length = s.cosets * s.points, words = p.rows * s.points;
    clm_point_batch batch = {.primes = p.rows, .points = s.points};
    u32 *result = device_need(p.rows * length, sizeof *result);
    clm_buffer weights =
        batch_buffer(ctx, p.weights, s.primes * s.cosets * COSETS_WEIGHTS(s.cosets));
    clm_buffer joined;
    clm_buffer remainders = batch_buffer(ctx, p.remainders, words);

    BATCH_OK(ctx, clm_buffer_load(ctx, &batch.info, p.info, p.rows, sizeof *p.info));
    memset(result, 0xff, p.rows * length * sizeof *result);
    joined = batch_buffer(ctx, result, p.rows * length);
    for (size_t j = 0; j < s.cosets; j++) {
        divide(&p, j);
        BATCH_OK(ctx, clm_buffer_write(ctx, &remainders, 0, p.remainders, words * sizeof(u32)));
        BATCH_OK(ctx, add(ctx, &p, j, &joined, &remainders, &weights, &batch));
    }
    BATCH_OK(ctx, clm_buffer_read(ctx, &joined, 0, result, p.rows * length * sizeof *result));
    for (size_t k = 0; k < p.rows * length; k++)
        if (result[k] != p.coefficients[k])
            fail_msg("%zu cosets of %zu points from x^%llu on, %zu rows of %zu primes, tile %u: "
                     "coefficient %zu of row %zu: %u, expected %u", s.cosets, s.points,
                     (unsigned long long)s.valuation, p.rows, s.primes, ctx->tuning.tile,
                     k % length, k / length, result[k], p.coefficients[k]);
    clm_buffer_destroy(ctx, &batch.info);
    clm_buffer_destroy(ctx, &weights);
    clm_buffer_destroy(ctx, &joined);
    clm_buffer_destroy(ctx, &remainders);
    free(result);
    destroy(&p);
}

/* Numbers of points around vectors, with any valuation. */
static void joins_cosets(void **state)
{
    static const size_t points[] = {1, 2, 7, 15, 16, 18, 32, 35, 60, 128, 210};
    const size_t count = small_tests() ? 5 : sizeof points / sizeof *points;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t k = 0; k < count; k++)
            for (size_t cosets = 1; cosets <= 6; cosets++) {
                const size_t m = points[k];
                const uint64_t valuations[] = {0, 1, m - 1, m, 3 * m + m / 2,
                                               (UINT64_C(1) << 40) + cosets};

                for (size_t v = 0; v < 6; v++) {
                    if (!batch_turn(k + cosets + v, 6))
                        continue;
                    check(ctx, (shape){.outputs = 1 + v % 3, .primes = 1 + k % 3,
                                       .pairs = 1 + cosets % 2 * 2, .points = m,
                                       .cosets = cosets, .valuation = valuations[v],
                                       .below = 1u << (v % 2 ? 31 : 18)});
                    ctx = batch_again(ctx, tuning);
                }
            }
        clmodp_context_destroy(ctx);
    }
}

static void joins_many(void **state)
{
    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        check(ctx, (shape){.outputs = 1, .primes = 2, .pairs = 1, .points = 9, .below = 1u << 31,
                           .cosets = small_tests() ? 17 : CLM_MOST_COSETS, .valuation = 5});
        clmodp_context_destroy(ctx);
    }
}

static void refuses_bad_arguments(void **state)
{
    clmodp_context *ctx = batch_context(1);
    problem p = create((shape){.outputs = 2, .primes = 1, .pairs = 1, .points = 5, .cosets = 3,
                               .below = 1u << 31});
    clm_point_batch batch = {.primes = 2, .points = 5};
    clm_buffer joined = batch_buffer(ctx, p.coefficients, 30);
    clm_buffer remainders = batch_buffer(ctx, p.remainders, 10);
    clm_buffer weights = batch_buffer(ctx, p.weights, 12);
    clm_buffer few = batch_buffer(ctx, p.weights, 9);

    (void)state;
    BATCH_OK(ctx, clm_buffer_load(ctx, &batch.info, p.info, 2, sizeof *p.info));
    BATCH_OK(ctx, add(ctx, &p, 0, &joined, &remainders, &weights, &batch));
    assert_int_equal(add(ctx, &p, 0, &few, &remainders, &weights, &batch), CLMODP_INVALID);
    assert_int_equal(add(ctx, &p, 0, &joined, &few, &weights, &batch), CLMODP_INVALID);
    assert_int_equal(add(ctx, &p, 0, &joined, &remainders, &few, &batch), CLMODP_INVALID);
    assert_int_equal(add(ctx, &p, 3, &joined, &remainders, &weights, &batch), CLMODP_INVALID);
    p.s.outputs = 3;
    assert_int_equal(add(ctx, &p, 0, &joined, &remainders, &weights, &batch), CLMODP_INVALID);
    p.s.outputs = 1, p.s.pairs = 3;
    assert_int_equal(add(ctx, &p, 0, &joined, &remainders, &weights, &batch), CLMODP_INVALID);
    batch.primes = SIZE_MAX / 4, p.s.pairs = 1;
    assert_int_equal(add(ctx, &p, 0, &joined, &remainders, &weights, &batch), CLMODP_LIMIT);
    clm_buffer_destroy(ctx, &batch.info);
    clm_buffer_destroy(ctx, &joined);
    clm_buffer_destroy(ctx, &remainders);
    clm_buffer_destroy(ctx, &weights);
    clm_buffer_destroy(ctx, &few);
    destroy(&p);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(joins_cosets),
    cmocka_unit_test(joins_many),
    cmocka_unit_test(refuses_bad_arguments));
