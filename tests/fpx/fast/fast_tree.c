/* Tests clm_tree_evaluate against Horner's rule, and clm_tree_combine against its defining sum. */
#include "fpx/fast/tree.h"

#include "support/batch.h"

static const u32 primes[] = {3, 5, 65537, 469762049, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)

static u32 *random_words(clm_random *random, size_t count, u32 p)
{
    u32 *words = device_need(count + 1, sizeof *words);
    const bool greatest = clm_random_below(random, 4) == 0;

    for (size_t k = 0; k < count; k++)
        words[k] = greatest ? p - 1 - (u32)clm_random_below(random, 2)
                            : (u32)clm_random_below(random, p);
    return words;
}

static u32 horner(const u32 *a, size_t count, u32 x, u32 p)
{
    uint64_t value = 0;

    for (size_t k = count; k-- > 0;)
        value = (value * x + a[k]) % p;
    return (u32)value;
}

static void check_values(const clm_tree *tree, clm_random *random, const u32 *points, size_t count,
                         size_t n)
{
    clmodp_context *ctx = tree->ctx;
    const u32 p = tree->field.p;
    u32 *a = random_words(random, n, p), *got = device_need(tree->plan.points, sizeof *got);
    clm_buffer of_a = device_words(ctx, a, n + 1);
    clm_buffer values = device_words(ctx, NULL, tree->plan.points);

    BATCH_OK(ctx, clm_tree_evaluate(tree, &values, (clm_poly){&of_a, n}));
    BATCH_OK(ctx, clm_buffer_read(ctx, &values, 0, got, tree->plan.points * sizeof *got));
    for (size_t k = 0; k < tree->plan.points; k++) {
        const u32 x = k < count ? points[k] : 0, expected = horner(a, n, x, p);

        if (got[k] != expected)
            fail_msg("%zu coefficients, %zu points modulo %u: value %zu is %u, not %u", n, count,
                     p, k, got[k], expected);
    }
    clm_buffer_destroy(ctx, &values);
    clm_buffer_destroy(ctx, &of_a);
    free(got);
    free(a);
}

/* Sets to to to (x - z) + c rest, `to` having `count` coefficients before. */
static void step(u32 *to, size_t count, u32 z, u32 c, const u32 *rest, u32 p)
{
    for (size_t i = count + 1; i-- > 0;) {
        const uint64_t low = (uint64_t)(p - z) * (i < count ? to[i] : 0);

        to[i] = (u32)(((i > 0 ? to[i - 1] : 0) + low % p + (uint64_t)c * rest[i] % p) % p);
    }
}

/* Sets sum to the sum of w[i] times the product of all x - z[j], j != i; further w and z are 0. */
static void sum_of(u32 *sum, const u32 *w, const u32 *z, size_t count, size_t all, u32 p)
{
    u32 *product = device_need(all + 1, sizeof *product);
    u32 *none = device_need(all + 1, sizeof *none);

    product[0] = 1;
    for (size_t k = 0; k < all; k++) {
        step(sum, k, k < count ? z[k] : 0, k < count ? w[k] : 0, product, p);
        step(product, k + 1, k < count ? z[k] : 0, 0, none, p);
    }
    free(none);
    free(product);
}

static void check_sum(const clm_tree *tree, clm_random *random, const u32 *points, size_t count)
{
    clmodp_context *ctx = tree->ctx;
    const size_t all = tree->plan.points;
    const u32 p = tree->field.p;
    u32 *w = random_words(random, all, p), *got = device_need(all, sizeof *got);
    u32 *expected = device_need(all + 1, sizeof *expected);
    clm_buffer weights, sum = device_words(ctx, NULL, all);

    memset(w + count, 0, (all - count) * sizeof *w);
    weights = device_words(ctx, w, all);
    sum_of(expected, w, points, count, all, p);
    BATCH_OK(ctx, clm_tree_combine(tree, &sum, &weights));
    BATCH_OK(ctx, clm_buffer_read(ctx, &sum, 0, got, all * sizeof *got));
    for (size_t k = 0; k < all; k++)
        if (got[k] != expected[k])
            fail_msg("%zu points modulo %u: coefficient %zu is %u, not %u", count, p, k, got[k],
                     expected[k]);
    clm_buffer_destroy(ctx, &weights);
    clm_buffer_destroy(ctx, &sum);
    free(expected);
    free(got);
    free(w);
}

/* Numbers of polynomial lengths tried for so many points; `which` beyond them tests sums. */
enum { LENGTHS = 7 };

static void check(clmodp_context *ctx, size_t count, u32 p, size_t which)
{
    const size_t lengths[LENGTHS] = {0, 1, 2, count / 2, count, count + 1, 3 * count + 5};
    clm_random random = {count * 1009 + p + which};
    u32 *points = random_words(&random, count, p);
    clm_tree tree;

    BATCH_OK(ctx, clm_tree_create(ctx, &tree, points, count, p));
    if (which < LENGTHS)
        check_values(&tree, &random, points, count, lengths[which]);
    else
        check_sum(&tree, &random, points, count);
    clm_tree_destroy(&tree);
    free(points);
}

static void test_trees(void **state)
{
    static const size_t counts[] = {1, 2, 16, 17, 63, 65, 100, 129, 257, 800, 1500};

    (void)state;
    for (size_t t = batch_first(); t < BATCH_TUNINGS; t = batch_next(t)) {
        clmodp_context *ctx = batch_context(t);

        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
            /* Only sums: Oclgrind takes an inverse written by the host for uninitialised. */
            for (size_t which = small_tests() ? LENGTHS : 0; which <= LENGTHS; which++)
                if (batch_turn(k, 4)) {
                    ctx = batch_again(ctx, t);
                    check(ctx, counts[k], primes[(k + which + t) % PRIMES], which);
                }
        clmodp_context_destroy(ctx);
    }
}

static void test_wrong(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    clm_tree tree;

    (void)state;
    assert_int_equal(clm_tree_create(ctx, &tree, NULL, 3, 5), CLMODP_INVALID);
    clm_tree_destroy(&tree);
    assert_int_equal(clm_tree_create(ctx, &tree, (const u32[]){1}, 0, 5), CLMODP_INVALID);
    clm_tree_destroy(&tree);
    assert_int_equal(clm_tree_create(ctx, &tree, (const u32[]){1}, 1, 2), CLMODP_INVALID);
    clm_tree_destroy(&tree);
    assert_int_equal(clm_tree_create(ctx, &tree, (const u32[]){1}, (size_t)1 << 40, 5),
                     CLMODP_LIMIT);
    clm_tree_destroy(&tree);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(test_trees),
    cmocka_unit_test(test_wrong));
