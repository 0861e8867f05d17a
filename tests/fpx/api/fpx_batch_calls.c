/* Tests that batches of clmodp/fpx.h refuse wrong arguments and can be cancelled. */
#include <clmodp/fpx.h>

#include "core/random.h"
#include "support/fpx.h"

/* Asserts the status and part of the message of a refusal. */
static void refused(clmodp_status got, clmodp_status expected, const char *message)
{
    assert_int_equal(got, expected);
    if (strstr(clmodp_context_message(context), message) == NULL)
        fail_msg("no \"%s\" in: %s", message, clmodp_context_message(context));
}

static void test_refusals(void **state)
{
    static const uint32_t words[] = {1, 2, 3, 4}, seven[] = {7}, bad[] = {4}, three[] = {3};
    static const size_t begin[] = {0, 2, 4}, late[] = {1, 2, 4}, down[] = {0, 3, 2};
    static const size_t empty[] = {0, 0, 4}, huge[] = {0, 8193, 8193};
    const clmodp_fpx_list list = {words, begin};
    const clmodp_fpx_pairs good = {2, list, list, seven, 1};
    clmodp_fpx_pairs pairs = good;
    clmodp_fpx_options options;
    uint32_t out[16];
    size_t counts[2];

    (void)state;
    OK(clmodp_fpx_mul_batch(context, out, NULL, &good, NULL));
    assert_int_equal(clmodp_fpx_mul_batch(NULL, out, NULL, &good, NULL), CLMODP_INVALID);
    refused(clmodp_fpx_mul_batch(context, NULL, NULL, &good, NULL), CLMODP_INVALID, "there");
    refused(clmodp_fpx_mul_batch(context, out, NULL, NULL, NULL), CLMODP_INVALID, "pairs");
    refused(clmodp_fpx_gcd_batch(context, out, NULL, NULL, &good, NULL), CLMODP_INVALID, "there");
    refused(clmodp_fpx_resultant_batch(context, NULL, NULL, &good, NULL), CLMODP_INVALID, "there");
    pairs.prime_count = 3;
    refused(clmodp_fpx_mul_batch(context, out, NULL, &pairs, NULL), CLMODP_INVALID, "3 primes");
    pairs = good;
    pairs.primes = bad;
    refused(clmodp_fpx_mul_batch(context, out, NULL, &pairs, NULL), CLMODP_INVALID, "not a prime");
    pairs.primes = NULL;
    refused(clmodp_fpx_mul_batch(context, out, NULL, &pairs, NULL), CLMODP_INVALID, "primes");
    pairs.primes = three;
    refused(clmodp_fpx_mul_batch(context, out, NULL, &pairs, NULL), CLMODP_INVALID, "not below");
    pairs = good;
    pairs.b.begin = late;
    refused(clmodp_fpx_mul_batch(context, out, NULL, &pairs, NULL), CLMODP_INVALID, "list b");
    pairs.b.begin = down;
    refused(clmodp_fpx_mul_batch(context, out, NULL, &pairs, NULL), CLMODP_INVALID, "ends at 2");
    pairs.b.begin = huge;
    refused(clmodp_fpx_mul_batch(context, out, NULL, &pairs, NULL), CLMODP_LIMIT, "8193");
    pairs.b.begin = NULL;
    refused(clmodp_fpx_mul_batch(context, out, NULL, &pairs, NULL), CLMODP_INVALID, "list b");
    pairs = good;
    pairs.a.c = NULL;
    refused(clmodp_fpx_mul_batch(context, out, NULL, &pairs, NULL), CLMODP_INVALID,
            "no coefficients");
    pairs = good;
    pairs.b.begin = empty;
    refused(clmodp_fpx_divrem_batch(context, out, out + 8, NULL, &pairs, NULL), CLMODP_DOMAIN,
            "pair 0");
    OK(clmodp_fpx_gcd_batch(context, out, counts, NULL, &pairs, NULL));
    pairs = (clmodp_fpx_pairs){0};
    OK(clmodp_fpx_gcd_batch(context, NULL, NULL, NULL, &pairs, NULL));
    clmodp_fpx_options_init(&options);
    options.algorithm = CLMODP_FPX_SCHOOLBOOK;
    pairs.prime_count = 1; /* ignored without pairs */
    OK(clmodp_fpx_gcd_batch(context, NULL, NULL, NULL, &pairs, &options));
    options.algorithm = CLMODP_FPX_FAST;
    refused(clmodp_fpx_mul_batch(context, out, NULL, &good, &options), CLMODP_UNSUPPORTED, "FAST");
    options.algorithm = CLMODP_FPX_SCHOOLBOOK;
    options.s = 2;
    refused(clmodp_fpx_mul_batch(context, out, NULL, &good, &options), CLMODP_INVALID,
            "parameters");
}

static int cancel(void *user, double fraction)
{
    (void)fraction;
    return --*(int *)user < 0;
}

static void test_cancel(void **state)
{
    enum { COUNT = 3 };
    static const uint32_t words[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, prime[] = {65537};
    static const size_t begin[COUNT + 1] = {0, 2, 5, 9};
    const clmodp_fpx_pairs pairs = {COUNT, {words, begin}, {words, begin}, prime, 1};
    uint32_t resultants[COUNT];
    clmodp_fpx_options options;
    int left;

    (void)state;
    clmodp_fpx_options_init(&options);
    clmodp_context_set_progress(context, cancel, &left);
    for (int k = 0; k < 4; k++) {
        left = k / 2; /* cancelled before everything, and before the work */
        options.algorithm = k % 2 == 0 ? CLMODP_FPX_SCHOOLBOOK : CLMODP_FPX_HOST;
        assert_int_equal(clmodp_fpx_resultant_batch(context, resultants, NULL, &pairs, &options),
                         CLMODP_CANCELLED);
    }
    clmodp_context_set_progress(context, NULL, NULL);
}

/* So many words that all threads check them and, for a GPU, copy them; in parts, on a CPU. */
static void test_many_words(void **state)
{
    enum { COUNT = 18000, EACH = 40, WORDS = COUNT * EACH, WRONG = 17000 };
    static const uint32_t prime[] = {998244353};
    static uint32_t words[WORDS], out[2][2][2 * WORDS];
    static size_t begin[COUNT + 1];
    const clmodp_fpx_pairs pairs = {COUNT, {words, begin}, {words, begin}, prime, 1};
    clmodp_context *const before = context;
    clm_random random = {1};
    clmodp_fpx_options options;

    (void)state;
    clmodp_fpx_options_init(&options);
    for (size_t k = 0; k < WORDS; k++)
        words[k] = 1 + (uint32_t)clm_random_below(&random, prime[0] - 1);
    for (size_t k = 0; k <= COUNT; k++)
        begin[k] = k * EACH;
    for (int k = 0; k < 3; k++) {
        uint32_t *product = out[k > 0][0], *quotient = out[k > 0][1];

        if (k == 2) {
            context = context_open(NULL);
            context_tune_for_gpu(context);
        }
        options.algorithm = k == 0 ? CLMODP_FPX_HOST : CLMODP_FPX_SCHOOLBOOK;
        memset(out[k > 0], 0, sizeof *out);
        OK(clmodp_fpx_mul_batch(context, product, NULL, &pairs, &options));
        OK(clmodp_fpx_divrem_batch(context, quotient, quotient + WORDS, NULL, &pairs, &options));
        assert_memory_equal(out[0], out[k > 0], sizeof *out);
    }
    words[begin[WRONG]] = prime[0];
    refused(clmodp_fpx_mul_batch(context, out[0][0], NULL, &pairs, NULL), CLMODP_INVALID,
            "polynomial 17000 of list a");
    clmodp_context_destroy(context);
    context = before;
}

TESTS_BETWEEN(fpx_set_up, context_tear_down,
    cmocka_unit_test(test_refusals),
    cmocka_unit_test(test_many_words),
    cmocka_unit_test(test_cancel));
