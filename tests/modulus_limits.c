/* Resultants modulo primes that do not come about: numbers that are no primes, caps on memory,
 * cancelled calls. */
#include <inttypes.h>
#include <string.h>

#include "support/context.h"
#include "support/polynomials.h"

static void refuses_what_is_no_prime(void **state)
{
    static const uint32_t no_primes[] = {1,           4,           6,          561,
                                         2147483648u, 2147483659u, 4294967291u, 1373653};
    clmodp_context *context = *state;
    clmodp_zxy *f = random_dense(2, 3, 8, 1), *g = random_dense(2, 1, 8, 2);
    clmodp_zx *r = zx_linear(3, 4), *before = zx_linear(3, 4);
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    for (size_t k = 0; k < sizeof no_primes / sizeof *no_primes; k++) {
        options.modulus = no_primes[k];
        assert_int_equal(clmodp_resultant(context, r, NULL, f, g, &options), CLMODP_INVALID);
        assert_non_null(strstr(clmodp_context_message(context), "prime"));
        assert_int_equal(clmodp_discriminant(context, r, NULL, f, &options), CLMODP_INVALID);
        assert_int_equal(clmodp_discriminant(context, r, NULL, g, &options), CLMODP_INVALID);
        assert_true(clmodp_zx_equal(r, before));
    }
    clmodp_zx_destroy(before);
    clmodp_zx_destroy(r);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

/* The same result under every cap that suffices, and DEVICE_MEMORY below. */
static void respects_caps(void **state)
{
    static const uint32_t primes[] = {65537, 2147483647u, 10007};
    clmodp_context *context = *state;
    clmodp_zxy *f = random_dense(20, 12, 30, 5), *g = random_dense(20, 11, 30, 6);
    clmodp_zx *expected = zx_new(), *r = zx_new();
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    for (size_t k = 0; k < sizeof primes / sizeof *primes; k++) {
        clmodp_resultant_report report = {.size = sizeof report, .lift_name = ""};
        uint64_t most, refused = 0;

        options.modulus = primes[k];
        options.max_memory = 0;
        assert_int_equal(clmodp_resultant(context, expected, &report, f, g, &options),
                         CLMODP_OK);
        most = report.memory_bytes;
        for (uint64_t cap = most; cap > 2000; cap -= cap / 5) {
            clmodp_status st;

            options.max_memory = cap;
            st = clmodp_resultant(context, r, &report, f, g, &options);
            refused += st == CLMODP_DEVICE_MEMORY;
            if (st == CLMODP_OK) {
                assert_true(clmodp_zx_equal(r, expected));
                assert_true(report.memory_bytes <= cap);
                assert_int_equal(refused, 0);
            } else if (st != CLMODP_DEVICE_MEMORY) {
                fail_msg("modulo %u under %" PRIu64 ": %s", primes[k], cap,
                         clmodp_context_message(context));
            }
        }
        assert_true(refused > 0);
    }
    clmodp_zx_destroy(r);
    clmodp_zx_destroy(expected);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

static int stop_at_once(void *user, double fraction)
{
    (void)fraction;
    return ++*(int *)user;
}

static void can_be_cancelled(void **state)
{
    static const uint32_t primes[] = {998244353u, 1000000007u, 2u};
    clmodp_context *context = *state;
    clmodp_zxy *f = random_dense(9, 8, 30, 1), *g = random_dense(9, 7, 30, 2);
    clmodp_zx *r = zx_linear(3, 4), *before = zx_linear(3, 4);
    clmodp_resultant_options options;
    int calls = 0;

    clmodp_resultant_options_init(&options);
    clmodp_context_set_progress(context, stop_at_once, &calls);
    for (size_t k = 0; k < 3; k++) {
        options.modulus = primes[k];
        assert_int_equal(clmodp_resultant(context, r, NULL, f, g, &options), CLMODP_CANCELLED);
        assert_true(clmodp_zx_equal(r, before));
    }
    assert_int_equal(calls, 3);
    clmodp_context_set_progress(context, NULL, NULL);
    clmodp_zx_destroy(before);
    clmodp_zx_destroy(r);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_what_is_no_prime),
        cmocka_unit_test(respects_caps),
        cmocka_unit_test(can_be_cancelled),
    };

    return cmocka_run_group_tests(tests, context_set_up, context_tear_down);
}
