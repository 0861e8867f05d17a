/* Tests lockstep Euclid, then formal Euclid for the unlucky lanes, against resultants and
 * subresultants by direct 64-bit arithmetic. */
#include <stdio.h>

#include "support/lockstep.h"

static bool allowed(enum euclid_shape shape, size_t p, size_t q)
{
    return shape != DERIVATIVE || q + 1 == p;
}

/* Every shape of small degree under every tuning. */
static void small_degrees(void **state)
{
    size_t most = small_tests() ? 2 : 8, points = small_tests() ? 5 : 20;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = lockstep_start(tuning);
        size_t unlucky[SHAPES] = {0};

        for (int s = 0; s < SHAPES; s++)
            for (size_t p = 0; p <= most; p++)
                for (size_t q = 0; q <= most; q++)
                    if (allowed((enum euclid_shape)s, p, q))
                        unlucky[s] += lockstep_run(ctx, (enum euclid_shape)s, p, q, points,
                                                   EUCLID_PRIME_MAX, false);
        assert_int_equal(unlucky[DENSE] + unlucky[EVEN] + unlucky[CUBES] + unlucky[DERIVATIVE], 0);
        assert_int_equal(unlucky[COMMON] + unlucky[COMMON_TWO], 0);
        assert_true(unlucky[HOLES] > 0 && unlucky[BOTH_HOLES] > 0);
        lockstep_finish(ctx);
    }
}

/* Primes so small that leading coefficients vanish at some points, perhaps even at the point of
 * the degree sequence. */
static void small_primes(void **state)
{
    size_t most = small_tests() ? 3 : 12, points = small_tests() ? 8 : 48;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = lockstep_start(tuning);
        size_t unlucky = 0;

        for (int s = 0; s < SHAPES; s++)
            for (size_t p = 1; p <= most; p++)
                for (size_t q = p > 2 ? p - 2 : 0; q <= p + 1; q++)
                    if (allowed((enum euclid_shape)s, p, q) && batch_turn((size_t)s + p + q, 2))
                        unlucky += lockstep_run(ctx, (enum euclid_shape)s, p, q, points, 0, false);
        assert_true(small_tests() || unlucky > 1000);
        lockstep_finish(ctx);
    }
}

/* Degrees as in practice, and a long first division. */
static void large_degrees(void **state)
{
    static const size_t degrees[][2] = {{20, 16}, {31, 23}, {60, 75},  {80, 90},
                                        {7, 150}, {151, 8}, {100, 99}, {64, 64}};

    (void)state;
    if (small_tests())
        return;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = lockstep_start(tuning);

        for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++)
            for (int s = 0; s < SHAPES; s++)
                if (allowed((enum euclid_shape)s, degrees[i][0], degrees[i][1]))
                    (void)lockstep_run(ctx, (enum euclid_shape)s, degrees[i][0], degrees[i][1], 17,
                              EUCLID_PRIME_MAX, false);
        lockstep_finish(ctx);
    }
}

/* The kernel for ordinary primes leaves all primes above its limit to the formal kernel. */
static void primes_above_the_limit(void **state)
{
    clmodp_context *ctx = lockstep_start(1);

    (void)state;
    assert_int_equal(lockstep_run(ctx, DENSE, 5, 4, 20, 1u << 31, false), 40);
    assert_int_equal(lockstep_run(ctx, DENSE, 0, 4, 20, 1u << 31, false), 40);
    lockstep_finish(ctx);
}

/* The kernel for large primes with the greatest primes (2^31 - 1 is 1 modulo 18), with primes just
 * above the limit of ordinary ones, and with tiny primes. */
static void large_primes(void **state)
{
    static const uint32_t below[] = {UINT32_C(1) << 31, EUCLID_PRIME_MAX + 2000, 0};
    size_t most = small_tests() ? 2 : 9;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = lockstep_start(tuning);
        size_t unlucky = 0;

        for (int s = 0; s < SHAPES; s++)
            for (size_t p = 0; p <= most; p += 1 + p / 3)
                for (size_t q = 0; q <= most; q++)
                    for (size_t k = 0; k < 3 && allowed((enum euclid_shape)s, p, q); k++) {
                        if (!batch_turn((size_t)s + p + q + k + tuning, 5))
                            continue;

                        size_t lanes = lockstep_run(ctx, (enum euclid_shape)s, p, q,
                                                    below[k] == 0 ? 24 : 18, below[k], true);

                        if (s <= BINOMIALS && s != SPARSE && below[k] != 0)
                            unlucky += lanes;
                    }
        assert_int_equal(unlucky, 0);
        for (int s = 0; s < SHAPES && !small_tests(); s++)
            (void)lockstep_run(ctx, (enum euclid_shape)s, 70, 64, 18, 1u << 31, true);
        lockstep_finish(ctx);
    }
}

/* A degree sequence that does not fit makes lanes unlucky, never wrong. */
static void unlucky_sequence(void **state)
{
    const struct {
        enum euclid_shape shape;
        size_t p, q;
        clm_degrees wrong;
        bool followed;
    } cases[] = {
        {DENSE, 6, 4, {(u32[]){6, 4, 2, 1, 0}, 5, false, false}, false},
        {DENSE, 6, 4, {(u32[]){6, 4, 3, 2, 0}, 5, false, false}, false},
        {DENSE, 6, 4, {(u32[]){6, 4, 0}, 3, false, false}, false},
        {DENSE, 6, 4, {(u32[]){6, 4, 3, 2, 1}, 5, true, false}, false},
        {DENSE, 6, 4, {(u32[]){6, 4}, 2, true, false}, false},
        {DENSE, 4, 6, {(u32[]){4, 6, 2, 0}, 4, false, false}, false},
        {DENSE, 5, 5, {(u32[]){5, 5, 3, 1, 0}, 5, false, false}, false},
        {DENSE, 5, 5, {(u32[]){5, 5}, 2, true, false}, false},
        {EVEN, 6, 4, {(u32[]){6, 4, 3, 2, 1, 0}, 6, false, false}, false},
        {EVEN, 6, 4, {(u32[]){6, 4, 2}, 3, true, false}, false},
        {COMMON, 6, 4, {(u32[]){6, 4, 3, 2, 1, 0}, 6, false, false}, true},
        {COMMON, 6, 4, {(u32[]){6, 4, 3, 1}, 4, true, false}, false},
        {COMMON_TWO, 6, 4, {(u32[]){6, 4, 3, 2, 1}, 5, true, false}, false},
        {EVEN, 6, 4, {(u32[]){6, 4, 2, 1}, 4, true, false}, false},
    };

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = lockstep_start(tuning);

        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            if (!batch_turn(i + tuning, 2))
                continue;

            euclid_problem c = euclid_problem_create(ctx, cases[i].p, cases[i].q, 2, 20,
                                                     EUCLID_PRIME_MAX);
            char what[40];

            (void)snprintf(what, sizeof what, "unlucky case %zu", i);
            euclid_problem_fill(&c, cases[i].shape, i);
            assert_int_equal(lockstep_check(&c, &cases[i].wrong, 2, what),
                             cases[i].followed ? 0 : 40);
            euclid_problem_destroy(&c);
        }
        lockstep_finish(ctx);
    }
}

static void finds_degrees(void **state)
{
    fp_field field = clm_field(65537);
    u32 f[] = {1, 0, 2, 0, 3}, g[] = {4, 0, 5}, h[] = {4, 0, 0};
    clm_degrees degrees;
    clm_error error = {0};

    (void)state;
    for (size_t i = 0; i < 5; i++)
        f[i] = fp_to(f[i], field);
    assert_int_equal(clm_degrees_find(&error, &degrees, field, (clm_dense){f, 4},
                                      (clm_dense){h, 2}), CLMODP_INVALID);
    assert_null(degrees.degree);
    assert_int_equal(clm_degrees_find(&error, &degrees, field, (clm_dense){f, 4},
                                      (clm_dense){g, 2}), CLMODP_OK);
    assert_int_equal(degrees.count, 3);
    assert_int_equal(degrees.degree[2], 0);
    assert_false(degrees.common_factor);
    clm_degrees_destroy(&degrees);
    assert_null(degrees.degree);
}

static void refuses_no_sequences(void **state)
{
    const clm_degrees wrong[] = {
        {(u32[]){3}, 1, false, false},
        {(u32[]){3, 2, 1}, 3, false, false},
        {(u32[]){3, 2, 0}, 3, true, false},
        {(u32[]){3, 2, 2, 0}, 4, false, false},
        {(u32[]){2, 3, 2, 0}, 4, false, false},
        {(u32[]){0, 3}, 2, true, false},
        {(u32[]){3, 0}, 2, true, false},
    };
    const clm_degrees without[] = {
        {(u32[]){3, 0}, 2, false, false},
        {(u32[]){0, 3}, 2, false, false},
        {(u32[]){1, 1, 0}, 3, false, false},
    }; /* of sequences without a subresultant */
    clm_degrees huge = {(u32[]){1u << 20, 1u << 20, 0}, 3, false, false};
    clmodp_context *ctx = lockstep_start(1);
    const clm_step_blocks none = {0};
    clm_steps steps;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(clm_steps_upload(ctx, &steps, &wrong[i], CLM_MINORS_RESULTANT, none),
                         CLMODP_INVALID);
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        assert_int_equal(clm_steps_upload(ctx, &steps, &without[i],
                                          (clm_minors){.step = 1, .count = 2}, none),
                         CLMODP_INVALID);
    assert_int_equal(clm_steps_upload(ctx, &steps, &huge, CLM_MINORS_RESULTANT, none),
                     CLMODP_LIMIT);
    clm_steps_destroy(ctx, &steps);
    lockstep_finish(ctx);
}

TESTS(
    cmocka_unit_test(finds_degrees),    cmocka_unit_test(refuses_no_sequences),
    cmocka_unit_test(small_degrees),   cmocka_unit_test(small_primes),
    cmocka_unit_test(large_degrees),   cmocka_unit_test(primes_above_the_limit),
    cmocka_unit_test(large_primes),     cmocka_unit_test(unlucky_sequence));
