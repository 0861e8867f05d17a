/* Tests the stages for all residue types against known integers while OpenCL calls and allocations
 * fail: from integers to residues, to coefficients, to digits, to integers. */
#include <string.h>

#include "engines/schur/mrc.h"
#include "fpx/batch/vandermonde.h"
#include "multimodular/reduce.h"
#include "support/faults.h"
#include "support/residues.h"
#include "support/skip.h"

enum { PRIMES = 5, POINTS = 7, WORDS = PRIMES * POINTS };

typedef struct stages {
    clm_residue_kind kind;
    bool blocks; /* interpolate without one work-group for each prime */
    mpz_t expected[POINTS], values[POINTS];
} stages;

/* Computes the values at 0, 1, 2, ... of the polynomial with coefficients expected[]. */
static void evaluate(mpz_t *values, const stages *w)
{
    for (size_t k = 0; k < POINTS; k++) {
        mpz_init(values[k]);
        for (size_t i = POINTS; i-- > 0;) {
            mpz_mul_ui(values[k], values[k], k);
            mpz_add(values[k], values[k], w->expected[i]);
        }
    }
}

/* The buffers between the stages. */
typedef struct between {
    clm_integers points, values;
    clm_buffer info, x, y, scratch, coefficients, digits;
    clm_mrc mrc;
    clm_horner *horner;
} between;

static clmodp_status create(clmodp_context *ctx, between *b, const stages *w,
                            const uint64_t *primes, mpz_t *points, mpz_t *values)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = clm_residue_type_of(w->kind)->word_bytes;
    clm_residue_prime table[PRIMES];
    mpz_srcptr at[POINTS], value[POINTS];

    for (size_t k = 0; k < POINTS; k++)
        at[k] = points[k], value[k] = values[k];
    for (size_t i = 0; i < PRIMES; i++)
        table[i] = clm_residue_prime_of(w->kind, primes[i], 1);
    TRY(clm_integers_create(ctx, &b->points, at, POINTS, NULL));
    TRY(clm_integers_create(ctx, &b->values, value, POINTS, NULL));
    TRY(clm_buffer_load(ctx, &b->info, table, PRIMES, sizeof *table));
    TRY(clm_buffer_create(ctx, &b->x, WORDS, bytes));
    TRY(clm_buffer_create(ctx, &b->y, WORDS, bytes));
    TRY(clm_buffer_create(ctx, &b->coefficients, WORDS, bytes));
    TRY(clm_buffer_create(ctx, &b->digits, WORDS, bytes));
    TRY(clm_buffer_create(ctx, &b->scratch, clm_vandermonde_scratch(ctx, PRIMES, POINTS), bytes));
    TRY(clm_mrc_create(ctx, &b->mrc, w->kind, primes, PRIMES));
    TRY(clm_horner_create(&ctx->error, &b->horner, b->mrc.primes, PRIMES));
done:
    return st;
}

static clmodp_status run(clmodp_context *ctx, between *b, stages *w)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = clm_residue_type_of(w->kind)->word_bytes;
    const uint64_t local = ctx->device.local_memory;
    const reduce_part all = clm_reduce_all(&b->points, PRIMES);
    uint64_t digits[WORDS]; /* of 8 or 4 bytes */
    mpz_ptr pointers[POINTS];

    for (size_t k = 0; k < POINTS; k++)
        pointers[k] = w->values[k];
    TRY(clm_reduce_words(ctx, w->kind, &b->x, &b->points, &b->info, &all));
    TRY(clm_reduce_words(ctx, w->kind, &b->y, &b->values, &b->info, &all));
    ctx->device.local_memory = w->blocks ? 0 : local;
    st = clm_vandermonde(ctx, &(clm_vandermonde_call){w->kind, &b->coefficients, &b->scratch,
                                                      &b->x, &b->y, &b->info, PRIMES, POINTS,
                                                      POINTS, 0.0});
    ctx->device.local_memory = local;
    TRY(st);
    TRY(clm_mrc_digits(ctx, &b->digits, &b->coefficients, &b->mrc, POINTS));
    TRY(clm_buffer_read(ctx, &b->digits, 0, digits, WORDS * bytes));
    TRY(clm_horner_run(ctx, b->horner, pointers, POINTS, digits, bytes, 0.5));
    for (size_t k = 0; k < POINTS; k++)
        assert_int_equal(mpz_cmp(w->values[k], w->expected[k]), 0);
done:
    return st;
}

static clmodp_status all_stages(clmodp_context *ctx, void *argument)
{
    stages *w = argument;
    between b = {0};
    uint64_t primes[PRIMES];
    mpz_t points[POINTS], values[POINTS];
    clmodp_status st;

    assert_int_equal(
        clm_primes_descending(primes, PRIMES, clm_residue_type_of(w->kind)->prime_max, 3), PRIMES);
    evaluate(values, w);
    for (size_t k = 0; k < POINTS; k++)
        mpz_init_set_ui(points[k], k);
    st = create(ctx, &b, w, primes, points, values);
    if (st == CLMODP_OK)
        st = run(ctx, &b, w);
    for (size_t k = 0; k < POINTS; k++) {
        mpz_clear(points[k]);
        mpz_clear(values[k]);
    }
    clm_horner_destroy(b.horner);
    clm_mrc_destroy(ctx, &b.mrc);
    clm_buffer_destroy(ctx, &b.digits);
    clm_buffer_destroy(ctx, &b.coefficients);
    clm_buffer_destroy(ctx, &b.scratch);
    clm_buffer_destroy(ctx, &b.y);
    clm_buffer_destroy(ctx, &b.x);
    clm_buffer_destroy(ctx, &b.info);
    clm_integers_destroy(ctx, &b.values);
    clm_integers_destroy(ctx, &b.points);
    assert_int_equal(ctx->memory_now, 0);
    return st;
}

static void check(clmodp_context *ctx, fault_kind fault, clm_residue_kind kind, bool blocks)
{
    stages w = {.kind = kind, .blocks = blocks};

    for (size_t i = 0; i < POINTS; i++) {
        mpz_init_set_si(w.expected[i], i % 2 != 0 ? -1 : 1);
        mpz_mul_2exp(w.expected[i], w.expected[i], 17 * i);
        mpz_init(w.values[i]);
    }
    BATCH_OK(ctx, all_stages(ctx, &w));
    assert_uint_in_range(fault_sweep_warm(fault, ctx, all_stages, &w, 1), 10, 1000);
    for (size_t i = 0; i < POINTS; i++) {
        mpz_clear(w.expected[i]);
        mpz_clear(w.values[i]);
    }
}

static void opencl_calls_fail(void **state)
{
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    check(*state, FAULT_OPENCL, CLM_RESIDUE_FLOAT24, false);
    check(*state, FAULT_OPENCL, residues_kind(*state, CLM_RESIDUE_DOUBLE50), true);
}

static void allocations_fail(void **state)
{
    check(*state, FAULT_ALLOCATION, CLM_RESIDUE_MONTGOMERY31, false);
    check(*state, FAULT_ALLOCATION, residues_kind(*state, CLM_RESIDUE_DOUBLE50), true);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(opencl_calls_fail),
    cmocka_unit_test(allocations_fail));
