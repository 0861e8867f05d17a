/* Tests all methods of CRT reconstruction against the original integers and each other. */
#include "multimodular/crt.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

#include "opencl/buffer.h"
#include "problems/crt.h"
#include "support/batch.h"
#include "support/scratch.h"

/* Gives each reconstruction under Oclgrind 21.10 its own context, since Oclgrind takes a buffer
 * that kernels write after another was released for uninitialised. */
static void renew(clmodp_context **ctx)
{
    clm_tuning tuning = (*ctx)->tuning;

    if (!small_tests())
        return;
    clmodp_context_destroy(*ctx);
    *ctx = context_open(NULL);
    (*ctx)->tuning = tuning;
}

static void crt(clmodp_context **context, crt_problem *p, const clm_crt_options *options,
                clm_crt_method expected)
{
    clm_crt *crt = NULL;
    clmodp_context *ctx;
    size_t wrong;

    renew(context);
    ctx = *context;
    BATCH_OK(ctx, clm_crt_create(ctx, &crt, p->primes, p->n, p->count, options));
    if (clm_crt_chosen(crt) != expected)
        fail_msg("%zu primes: %s instead of %s", p->n, clm_crt_method_name(clm_crt_chosen(crt)),
                 clm_crt_method_name(expected));
    BATCH_OK(ctx, clm_crt_run(ctx, crt, p->pointers, p->count, p->residues, p->stride));
    clm_crt_destroy(ctx, crt);
    assert_int_equal(ctx->memory_now, 0);
    wrong = crt_problem_wrong(p);
    if (wrong < p->count)
        fail_msg("%s with %zu levels: value %zu of %zu, %zu primes from %u down",
                 clm_crt_method_name(options->method), options->levels, wrong, p->count, p->n,
                 p->primes[0]);
}

/* Returns the end of the methods to try. Under Oclgrind every convolution compiles one more
 * program, which takes longer than everything else, so only a third of them is tried. */
static clm_crt_method last_method(size_t turn)
{
    return small_tests() && turn % 3 != 2 ? CLM_CRT_CONVOLUTION : CLM_CRT_METHODS;
}

/* Checks one size by every method, in blocks of every size in the tree. */
static void check(clmodp_context **ctx, size_t n, size_t count, size_t stride, uint32_t below)
{
    crt_problem p;

    crt_problem_start(&p, n, count, stride, below);
    crt_problem_fill(&p, (unsigned long)(n * 100 + count), SIZE_MAX);
    crt(ctx, &p, &(clm_crt_options){.method = CLM_CRT_TREE}, CLM_CRT_TREE);
    for (size_t levels = 1; levels == 1 || n >> (3 + levels) > 0; levels++)
        for (clm_crt_method m = CLM_CRT_MIXED_RADIX; m < last_method(n + count); m++)
            crt(ctx, &p, &(clm_crt_options){.method = m, .levels = levels}, m);
    crt_problem_stop(&p);
}

static void all_numbers_of_primes(void **state)
{
    size_t most = small_tests() ? 18 : 70;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t n = 1; n <= most; n += small_tests() && n > 3 ? 7 : 1) {
            check(&ctx, n, 5, 5 + n % 3, UINT32_C(1) << 31);
            if (!small_tests())
                check(&ctx, n, 5, 5 + n % 3, 1000);
        }
        clmodp_context_destroy(ctx);
    }
}

static void all_numbers_of_values(void **state)
{
    static const size_t counts[] = {0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100};
    size_t sizes = small_tests() ? 5 : sizeof counts / sizeof *counts;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t c = 0; c < sizes; c++)
            check(&ctx, small_tests() ? 9 : 33, counts[c], counts[c] + c % 2, UINT32_C(1) << 31);
        clmodp_context_destroy(ctx);
    }
}

/* Blocks around multiples of the digits in a chunk, of the products before a carry and of the bits
 * of a slice; primes as chosen by plans. */
static void long_values(void **state)
{
    static const size_t sizes[] = {93, 94, 123, 124, 125, 127, 128, 129, 255, 256, 257, 903, 1100};
    clmodp_context *ctx = context_open(NULL);

    (void)state;
    for (size_t i = 0; !small_tests() && i < sizeof sizes / sizeof *sizes; i++)
        check(&ctx, sizes[i], 40, 40, i % 2 == 0 ? UINT32_C(1) << 31 : 1717986918);
    clmodp_context_destroy(ctx);
}

static void every_value_of_small_primes(void **state)
{
    static const uint32_t primes[] = {5, 3, 7};
    clmodp_context *ctx = context_open(NULL);

    (void)state;
    for (int method = CLM_CRT_TREE; method < CLM_CRT_METHODS; method++) {
        clm_crt_options options = {.method = (clm_crt_method)method};
        clm_crt *crt = NULL;
        uint32_t residues[3 * 105]; /* unreduced words represent their class */
        mpz_t values[105];
        mpz_ptr pointers[105];

        for (int k = 0; k < 105; k++) {
            mpz_init(values[k]);
            pointers[k] = values[k];
            for (int i = 0; i < 3; i++)
                residues[105 * i + k] = (uint32_t)(k - 52 + 105 * (k % 2 == 0 ? 1 : 40000000));
        }
        renew(&ctx);
        BATCH_OK(ctx, clm_crt_create(ctx, &crt, primes, 3, 105, &options));
        BATCH_OK(ctx, clm_crt_run(ctx, crt, pointers, 105, residues, 105));
        for (int k = 0; k < 105; k++) {
            if (mpz_get_si(values[k]) != k - 52)
                fail_msg("%s: %ld instead of %d", clm_crt_method_name((clm_crt_method)method),
                         mpz_get_si(values[k]), k - 52);
            mpz_clear(values[k]);
        }
        clm_crt_destroy(ctx, crt);
    }
    clmodp_context_destroy(ctx);
}

/* The host computes if the device lacks memory, and for even moduli; with less memory stripes
 * shrink, down to one tile. */
static void caps_on_memory(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    size_t on_device[CLM_CRT_METHODS] = {0}, on_host = 0;
    crt_problem p;

    (void)state;
    crt_problem_start(&p, small_tests() ? 9 : 100, small_tests() ? 40 : 300, 300,
                      UINT32_C(1) << 31);
    crt_problem_fill(&p, 1, SIZE_MAX);
    for (uint64_t cap = 1; cap < 2000000; cap += cap / (small_tests() ? 1 : 3) + 1)
        for (int method = CLM_CRT_MIXED_RADIX; method < CLM_CRT_METHODS; method++) {
            clm_crt_options options = {.method = (clm_crt_method)method};
            clm_crt *crt = NULL;
            size_t wrong;

            renew(&ctx);
            ctx->call->max_memory = cap;
            ctx->call->memory_peak = ctx->memory_now;
            BATCH_OK(ctx, clm_crt_create(ctx, &crt, p.primes, p.n, p.count, &options));
            on_device[clm_crt_chosen(crt)]++;
            on_host += clm_crt_chosen(crt) == CLM_CRT_TREE;
            BATCH_OK(ctx, clm_crt_run(ctx, crt, p.pointers, p.count, p.residues, p.stride));
            clm_crt_destroy(ctx, crt);
            assert_true(ctx->call->memory_peak <= cap);
            wrong = crt_problem_wrong(&p);
            if (wrong < p.count)
                fail_msg("method %d with %llu bytes: value %zu", method, (unsigned long long)cap,
                         wrong);
        }
    assert_true(on_host > 0);
    for (int method = CLM_CRT_MIXED_RADIX; method < CLM_CRT_METHODS; method++)
        assert_true(on_device[method] > 0);
    crt_problem_stop(&p);
    clmodp_context_destroy(ctx);
}

/* AUTO takes the least estimate, which for a few primes is the host's. */
static void auto_is_the_cheapest(void **state)
{
    static const struct {
        size_t primes, values;
    } sizes[] = {{3, 20}, {43, 560}, {100, 1}, {100, 5000}, {357, 560}, {903, 2916}};
    clmodp_context *ctx = context_open(NULL);
    size_t device = 0;

    (void)state;
    for (size_t i = 0; i < (small_tests() ? 2 : sizeof sizes / sizeof *sizes); i++) {
        clm_crt *crt = NULL;
        clm_product_tree *tree = NULL;
        double least = INFINITY, chosen = INFINITY;
        crt_problem p;

        crt_problem_start(&p, sizes[i].primes, 1, 1, UINT32_C(1) << 30);
        BATCH_OK(ctx, clm_product_tree_create(&ctx->error, &tree, p.primes, p.n, 1, NULL));
        BATCH_OK(ctx,
                 clm_crt_create(ctx, &crt, p.primes, p.n, sizes[i].values, &(clm_crt_options){0}));
        for (clm_crt_method method = CLM_CRT_TREE; method < CLM_CRT_METHODS; method++)
            for (size_t depth = 0; depth == 0 || p.n >> (depth + 3) > 0; depth++) {
                double cost = clm_crt_ns(ctx, tree, method, depth, sizes[i].values);

                assert_true(cost > 0 && cost < 1e12);
                least = fmin(least, cost);
                if (method == clm_crt_chosen(crt))
                    chosen = fmin(chosen, cost);
            }
        assert_true(chosen == least);
        assert_true(i > 0 || clm_crt_chosen(crt) == CLM_CRT_TREE);
        device += clm_crt_chosen(crt) != CLM_CRT_TREE;
        clm_crt_destroy(ctx, crt);
        clm_product_tree_destroy(tree);
        crt_problem_stop(&p);
    }
    assert_true(small_tests() || device > 0);
    clmodp_context_destroy(ctx);
}

static int cancel(void *user, double fraction)
{
    (void)fraction;
    return --*(int *)user == 0;
}

static void refusals(void **state)
{
    static const uint32_t twice[] = {7, 5, 7}, even[] = {2, 7, 3, 5}, fine[] = {3, 5};
    clm_crt_options options = {.method = CLM_CRT_POSITIONAL};
    clmodp_context *ctx = context_open(NULL);
    mpz_ptr none[3] = {NULL, NULL, NULL};
    clm_crt *crt = NULL;
    int calls = 1;

    (void)state;
    assert_int_equal(clm_crt_create(ctx, &crt, twice, 3, 1, &options), CLMODP_INVALID);
    assert_int_equal(clm_crt_create(ctx, &crt, fine, 0, 1, &options), CLMODP_INVALID);
    assert_null(crt);
    assert_int_equal(clm_crt_create(ctx, &crt, even, 4, 1, &options), CLMODP_OK);
    assert_int_equal(clm_crt_chosen(crt), CLM_CRT_TREE);
    clm_crt_destroy(ctx, crt);

    assert_int_equal(clm_crt_create(ctx, &crt, fine, 2, 1, &options), CLMODP_OK);
    assert_int_equal(clm_crt_chosen(crt), CLM_CRT_POSITIONAL);
    assert_int_equal(clm_crt_run(ctx, crt, none, 3, fine, 2), CLMODP_INVALID);
    assert_int_equal(clm_crt_run(ctx, crt, none, 3, fine, SIZE_MAX / 4), CLMODP_LIMIT);
    assert_int_equal(clm_crt_run(ctx, crt, none, 0, NULL, 0), CLMODP_OK);
    clmodp_context_set_progress(ctx, cancel, &calls);
    assert_int_equal(clm_crt_run(ctx, crt, none, 1, fine, 1), CLMODP_CANCELLED);
    clm_crt_destroy(ctx, crt);
    clm_crt_destroy(ctx, NULL);
    assert_int_equal(ctx->memory_now, 0);
    clmodp_context_destroy(ctx);
}

TESTS(cmocka_unit_test(all_numbers_of_primes), cmocka_unit_test(all_numbers_of_values),
      cmocka_unit_test(long_values), cmocka_unit_test(every_value_of_small_primes),
      cmocka_unit_test(caps_on_memory), cmocka_unit_test(auto_is_the_cheapest),
      cmocka_unit_test(refusals));
