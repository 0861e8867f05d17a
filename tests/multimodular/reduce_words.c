/* Tests clm_reduce_words against GMP's division, with every residue type. */
#include "multimodular/reduce.h"

#include "support/integers.h"
#include "support/residues.h"

static void check(clmodp_context *ctx, clm_residue_kind kind, size_t primes, size_t count,
                  unsigned long bits, uint64_t below)
{
    residues r = residues_create(ctx, kind, primes, below);
    batch_integers given = batch_integers_create(ctx, count, bits);
    void *result = calloc(primes * count + 1, r.bytes);
    const reduce_part all = clm_reduce_all(&given.device, primes);
    clm_buffer buffer = {0};

    BATCH_OK(ctx, clm_buffer_create(ctx, &buffer, primes * count, r.bytes));
    BATCH_OK(ctx, clm_reduce_words(ctx, kind, &buffer, &given.device, &r.info, &all));
    BATCH_OK(ctx, clm_buffer_read(ctx, &buffer, 0, result, primes * count * r.bytes));
    for (size_t n = 0; n < primes; n++)
        for (size_t i = 0; i < count; i++)
            batch_integers_check(&given, i, r.prime[n],
                                 residues_get(&r, n, result, n * count + i));
    clm_buffer_destroy(ctx, &buffer);
    free(result);
    batch_integers_destroy(ctx, &given);
    residues_destroy(ctx, &r);
}

/* Every type occurs with at least one tuning, and every tuning with at least one type. */
static void reduces_integers_of_all_sizes(void **state)
{
    static const size_t counts[] = {0, 1, 7, 8, 9, 16, 31, 33, 100};
    static const unsigned long bits[] = {1, 31, 32, 33, 64, 200, 10000};
    size_t sizes = small_tests() ? 5 : sizeof counts / sizeof *counts;
    size_t lengths = small_tests() ? 5 : sizeof bits / sizeof *bits;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);
        clm_residue_kind kind = residues_kind(ctx, tuning);

        for (size_t c = 0; c < sizes; c++)
            for (size_t k = 0; k < lengths; k++) {
                check(ctx, kind, 1, counts[c], bits[k], 0);
                check(ctx, kind, 3, counts[c], bits[k], 1u << 17);
                check(ctx, kind, 9, counts[c], bits[k], 1000);
            }
        clmodp_context_destroy(ctx);
    }
}

static clmodp_status reduce(clmodp_context *ctx, const residues *r, const clm_buffer *out,
                            const clm_integers *integers, const clm_buffer *info,
                            reduce_part part)
{
    return clm_reduce_words(ctx, r->kind, out, integers, info, &part);
}

static void refuses_bad_arguments(void **state)
{
    clmodp_context *ctx = batch_context(1);
    residues r = residues_create(ctx, CLM_RESIDUE_MONTGOMERY31, 2, 0);
    clm_integers integers = {.count = 3};
    clm_buffer small = {0}, none = {0};

    (void)state;
    BATCH_OK(ctx, clm_buffer_create(ctx, &small, 5, r.bytes));
    assert_int_equal(reduce(ctx, &r, &small, &integers, &r.info, clm_reduce_all(&integers, 2)),
                     CLMODP_INVALID);
    assert_int_equal(reduce(ctx, &r, &small, &integers, &none, clm_reduce_all(&integers, 1)),
                     CLMODP_INVALID);
    /* two blocks for one set of integers; integers beyond the residues of a prime */
    assert_int_equal(reduce(ctx, &r, &small, &integers, &r.info,
                            (reduce_part){.end = 2, .block = 1, .count = 1, .stride = 1}),
                     CLMODP_INVALID);
    assert_int_equal(reduce(ctx, &r, &small, &integers, &r.info,
                            (reduce_part){.end = 1, .block = 1, .count = 3, .place = 1,
                                          .stride = 3}),
                     CLMODP_INVALID);
    integers.count = UINT32_MAX;
    assert_int_equal(reduce(ctx, &r, &small, &integers, &r.info, clm_reduce_all(&integers, 1)),
                     CLMODP_INVALID);
    clm_buffer_destroy(ctx, &small);
    residues_destroy(ctx, &r);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(reduces_integers_of_all_sizes),
    cmocka_unit_test(refuses_bad_arguments));
