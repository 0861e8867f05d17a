/* Tests CRT combination of block sums by transforms, up to the greatest sums, against GMP. */
#include "multimodular/convolution.h"

#include <gmp.h>

#include "cl/multimodular/positional_shape.h"
#include "support/batch.h"

/* Primes in a product tree, and sums of its blocks for some values. */
typedef struct problem {
    clm_product_tree *tree;
    size_t depth, count; /* blocks */
    size_t *blocks;      /* their nodes */
    size_t columns;
    mpz_t *expected; /* sum of S_b P / P_b, for each column */
} problem;

static problem problem_create(clmodp_context *ctx, size_t primes, size_t depth, uint32_t below,
                              size_t count)
{
    problem p = {.depth = depth, .columns = clm_round_up(count, ctx->tuning.tile)};
    uint32_t *prime = calloc(primes, sizeof *prime);

    for (size_t i = 0; i < primes; i++) {
        while (!clm_is_prime_u32(--below))
            ;
        prime[i] = below;
    }
    BATCH_OK(ctx, clm_product_tree_create(&ctx->error, &p.tree, prime, primes, 1, NULL));
    free(prime);
    p.blocks = calloc(p.tree->node_count, sizeof *p.blocks);
    p.count = clm_tree_blocks(p.tree, depth, p.blocks);
    p.expected = calloc(p.columns, sizeof *p.expected);
    for (size_t k = 0; k < p.columns; k++)
        mpz_init(p.expected[k]);
    return p;
}

static void problem_destroy(problem *p)
{
    for (size_t k = 0; k < p->columns; k++)
        mpz_clear(p->expected[k]);
    free(p->expected);
    free(p->blocks);
    clm_product_tree_destroy(p->tree);
}

/* Chooses the sum of block b in a column: the greatest, then 0, then random ones. */
static void choose_sum(mpz_t sum, gmp_randstate_t random, const problem *p, size_t b,
                       size_t column)
{
    size_t end, first = clm_tree_primes(p->tree, p->blocks[b], &end);
    const clm_tree_node *block = &p->tree->nodes[p->blocks[b]];
    mpz_t product;

    mpz_mul_ui(sum, mpz_roinit_n(product, block->product, (mp_size_t)block->limbs), end - first);
    if (column == 0)
        mpz_sub_ui(sum, sum, 1);
    else if (column == 1)
        mpz_set_ui(sum, 0);
    else
        mpz_urandomm(sum, random, sum);
}

/* Writes a sum as slices; each but the last also has some words of the next. */
static void put_slices(u32 *words, gmp_randstate_t random, mpz_t sum, size_t slices,
                       size_t columns)
{
    mpz_t slice, above;

    mpz_inits(slice, above, NULL);
    for (size_t s = 0; s < slices; s++) {
        mpz_fdiv_r_2exp(slice, sum, POSITIONAL_SLICE_BITS);
        mpz_fdiv_q_2exp(sum, sum, POSITIONAL_SLICE_BITS);
        mpz_urandomb(above, random, s + 1 < slices ? 40 : 0);
        if (s + 1 == slices || mpz_cmp(above, sum) > 0)
            mpz_set(above, sum);
        mpz_sub(sum, sum, above);
        mpz_mul_2exp(above, above, POSITIONAL_SLICE_BITS);
        mpz_add(slice, slice, above);
        for (size_t k = 0; k < POSITIONAL_WORDS; k++, words += columns) {
            *words = (u32)mpz_get_ui(slice);
            mpz_fdiv_q_2exp(slice, slice, 32);
        }
        assert_int_equal(mpz_sgn(slice), 0);
    }
    mpz_clears(slice, above, NULL);
}

/* Sets sums for every column, and their combined values. */
static void fill(problem *p, u32 *sums, const clm_positional *positional)
{
    const clm_tree_node *root = &p->tree->nodes[0];
    mpz_t sum, whole;
    gmp_randstate_t random;

    gmp_randinit_default(random);
    mpz_init(sum);
    mpz_roinit_n(whole, root->product, (mp_size_t)root->limbs);
    for (size_t b = 0; b < p->count; b++) {
        const clm_tree_node *block = &p->tree->nodes[p->blocks[b]];
        size_t first = positional->first_slice[p->blocks[b]];
        size_t end =
            b + 1 < p->count ? positional->first_slice[p->blocks[b + 1]] : positional->slices;
        mpz_t cofactor, product;

        mpz_init(cofactor);
        mpz_divexact(cofactor, whole,
                     mpz_roinit_n(product, block->product, (mp_size_t)block->limbs));
        for (size_t k = 0; k < p->columns; k++) {
            choose_sum(sum, random, p, b, k);
            mpz_addmul(p->expected[k], sum, cofactor);
            put_slices(sums + first * POSITIONAL_WORDS * p->columns + k, random, sum, end - first,
                       p->columns);
        }
        mpz_clear(cofactor);
    }
    mpz_clear(sum);
    gmp_randclear(random);
}

static void compare(const problem *p, const clm_convolution_plan *plan, const u32 *words)
{
    const size_t limbs = p->tree->nodes[0].limbs + 1;
    mp_limb_t *value = calloc(limbs, sizeof *value);

    for (size_t k = 0; k < p->columns; k++) {
        mpz_t got;

        clm_convolution_value(plan, words, p->columns, k, limbs, value);
        if (mpz_cmp(mpz_roinit_n(got, value, (mp_size_t)limbs), p->expected[k]) != 0)
            fail_msg("%zu primes, %zu blocks, length %zu: value %zu", p->tree->count, p->count,
                     plan->length, k);
    }
    free(value);
}

/* Returns the length of the transforms. */
static size_t check(clmodp_context *ctx, size_t primes, size_t depth, uint32_t below, size_t count)
{
    problem p = problem_create(ctx, primes, depth, below, count);
    clm_positional positional = {0};
    clm_convolution convolution = {0};
    clm_buffer sums, spectra, products, words;
    clm_convolution_plan plan;
    u32 *host;
    size_t size;

    BATCH_OK(ctx, clm_positional_create(ctx, &positional, p.tree, depth, false));
    BATCH_OK(ctx, clm_convolution_create(ctx, &convolution, p.tree, depth));
    plan = convolution.plan;
    size = clm_size_max(positional.slices * POSITIONAL_WORDS,
                        clm_size_max(plan.spectrum_words, plan.segment_words));
    size = clm_size_max(size, plan.product_words) * p.columns;
    host = malloc(size * sizeof *host);
    memset(host, 0xa5, size * sizeof *host); /* unwritten words must not matter */
    spectra = batch_buffer(ctx, host, plan.spectrum_words * p.columns);
    products = batch_buffer(ctx, host, plan.product_words * p.columns);
    words = batch_buffer(ctx, host, plan.segment_words * p.columns);
    fill(&p, host, &positional);
    sums = batch_buffer(ctx, host, positional.slices * POSITIONAL_WORDS * p.columns);
    BATCH_OK(ctx, clm_convolution_run(ctx, &words, &sums, &spectra, &products, &convolution,
                                      &positional, p.columns));
    BATCH_OK(ctx, clm_buffer_read(ctx, &words, 0, host,
                                  plan.segment_words * p.columns * sizeof *host));
    compare(&p, &plan, host);
    free(host);
    clm_buffer_destroy(ctx, &sums);
    clm_buffer_destroy(ctx, &words);
    clm_buffer_destroy(ctx, &products);
    clm_buffer_destroy(ctx, &spectra);
    clm_convolution_destroy(ctx, &convolution);
    clm_positional_destroy(ctx, &positional);
    problem_destroy(&p);
    return plan.length;
}

/* One block, few, and as many as possible; transforms with even and odd numbers of layers. */
static void all_sizes(void **state)
{
    static const size_t sizes[] = {1, 18, 40, 5, 32, 33, 64, 100, 130, 257, 700};
    size_t most = small_tests() ? 3 : sizeof sizes / sizeof *sizes, lengths = 0;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t i = 0; i < most; i++)
            for (size_t depth = 0; depth < 5; depth++) {
                if (small_tests() && (i == 0 || depth + 1 != i)) /* 18, then 40 in two blocks */
                    continue;
                lengths |= check(ctx, sizes[i], depth, i % 2 == 0 ? UINT32_C(1) << 31 : 10000,
                                 small_tests() ? 1 : 19);
            }
        clmodp_context_destroy(ctx);
    }
    assert_int_equal(lengths & 0x60, 0x60); /* 32 and 64 */
    assert_true(small_tests() || (lengths & 0x7f0) == 0x7f0);
}

/* The greatest possible number of primes, with sums of products near their limit. */
static void most_primes(void **state)
{
    clmodp_context *ctx = batch_context(1);
    clm_product_tree *tree = NULL;
    uint32_t primes[12000];

    (void)state;
    if (!small_tests())
        assert_true(check(ctx, 11000, 5, UINT32_C(1) << 31, 1) > 0);
    assert_int_equal(clm_primes_below(primes, 12000, UINT32_C(1) << 31, 2), 12000);
    BATCH_OK(ctx, clm_product_tree_create(&ctx->error, &tree, primes, 12000, 1, NULL));
    assert_int_equal(clm_convolution_choose(tree, 5, &ctx->costs).length, 0);
    clm_product_tree_destroy(tree);
    clmodp_context_destroy(ctx);
}

static void refusals(void **state)
{
    clmodp_context *ctx = batch_context(1);
    clm_product_tree *tree = NULL;
    clm_positional positional = {0};
    clm_convolution convolution = {0};
    static const uint32_t prime = 65537;
    static const u32 zeros[1024];
    clm_buffer large[4], small = batch_buffer(ctx, zeros, 8);

    (void)state;
    BATCH_OK(ctx, clm_product_tree_create(&ctx->error, &tree, &prime, 1, 1, NULL));
    BATCH_OK(ctx, clm_positional_create(ctx, &positional, tree, 0, false));
    BATCH_OK(ctx, clm_convolution_create(ctx, &convolution, tree, 0));
    assert_true(convolution.plan.spectrum_words * 8 <= 1024);
    for (size_t i = 0; i < 4; i++)
        large[i] = batch_buffer(ctx, zeros, 1024);
    for (size_t k = 0; k < 5; k++) {
        const clm_buffer *b[4];

        for (size_t i = 0; i < 4; i++)
            b[i] = i == k ? &small : &large[i];
        assert_int_equal(clm_convolution_run(ctx, b[0], b[1], b[2], b[3], &convolution,
                                             &positional, k == 4 ? 7 : 8),
                         CLMODP_INVALID);
    }
    clm_convolution_destroy(ctx, &convolution);
    clm_positional_destroy(ctx, &positional);
    clm_product_tree_destroy(tree);
    clm_buffer_destroy(ctx, &small);
    for (size_t i = 0; i < 4; i++)
        clm_buffer_destroy(ctx, &large[i]);
    assert_int_equal(ctx->memory_now, 0);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(all_sizes),
    cmocka_unit_test(most_primes),
    cmocka_unit_test(refusals));
