/* Self-tests of batches in device memory: compares random pairs, also zeros, constants and gaps,
 * in both layouts with the host's results. */
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/product.h"
#include "fpx/pairs/resident.h"

/* Coefficients of the polynomials, and of a common factor; pairs beyond a tile. */
enum { A = 14, B = 11, COMMON = 4, MORE = 3, ROOM = A + B };

typedef struct subject {
    clm_pair_operation operation;
    u32 prime;
} subject;

typedef struct trial {
    clmodp_context *ctx;
    clm_pair_operation operation;
    clm_modulus modulus;
    bool tiles;
    size_t count;       /* pairs */
    size_t words;       /* of a result, in all */
    u32 *a, *b;         /* in rows */
    u32 *operands, *results, *numbers; /* in the layout */
    clm_buffer of_operands, of_results;
    clm_resident_batch batch;
} trial;

/* The index of coefficient i of polynomial k. */
static size_t layout_at(const trial *t, size_t k, size_t i, size_t count)
{
    const size_t tile = t->ctx->tuning.tile;

    return t->tiles ? (k / tile * count + i) * tile + k % tile : k * count + i;
}

static void put(const trial *t, u32 *words, size_t k, const u32 *c, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words[layout_at(t, k, i, count)] = c[i];
}

/* Kinds of pairs: 0 has a common factor, 1 a lower degree of b, 2 a constant b, 3 a zero, 4 a gap
 * in the first remainder, and 5 to 7 nothing special. */
static void make_pair(const trial *t, clm_random *random, size_t k)
{
    u32 *a = t->a + k * A, *b = t->b + k * B, factor[COMMON], rest[A];
    const size_t kind = k % 8, b_count = kind == 1 ? 6 : kind == 2 ? 1 : B;

    for (size_t i = 0; i < A; i++)
        a[i] = 1 + (u32)clm_random_below(random, t->modulus.p - 1);
    for (size_t i = 0; i < b_count; i++)
        b[i] = 1 + (u32)clm_random_below(random, t->modulus.p - 1);
    if (kind == 3)
        memset(k % 16 == 3 && t->operation != CLM_PAIRS_DIVIDE ? b : a, 0, B * sizeof *b);
    if (kind == 4)
        memcpy(a + 3, b, B * sizeof *b);
    if (kind != 0)
        return;
    memcpy(factor, b, sizeof factor);
    memcpy(rest, a, sizeof rest);
    clm_host_multiply(a, (clm_host_poly){rest, A - COMMON + 1}, (clm_host_poly){factor, COMMON},
                      &t->modulus);
    memcpy(rest, b, B * sizeof *b);
    clm_host_multiply(b, (clm_host_poly){rest, B - COMMON + 1}, (clm_host_poly){factor, COMMON},
                      &t->modulus);
}

/* v := (g - u a) / b, or 0 if b is 0. */
static clmodp_status other_cofactor(const trial *t, u32 *v, clm_host_poly a, clm_host_poly b,
                                    clm_host_result g, clm_host_result u)
{
    clmodp_status st = CLMODP_OK;
    u32 sum[2 * ROOM] = {0}, rest[B];
    size_t count;

    if (b.count == 0)
        goto done;
    memcpy(sum, g.c, g.count * sizeof *sum);
    TRY(clm_host_add_product(&t->ctx->error, -1, sum, (clm_host_poly){u.c, u.count}, a, 2 * ROOM,
                             &t->modulus, 1, NULL));
    count = clm_host_count(sum, 2 * ROOM);
    TRY(clm_host_divide(&t->ctx->error, v, rest, (clm_host_poly){sum, count}, b, &t->modulus,
                        1, NULL));
done:
    return st;
}

/* Computes the results of a pair on the host. */
static clmodp_status expect_pair(trial *t, size_t k)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &t->ctx->error;
    const clm_host_poly a = {t->a + k * A, clm_host_count(t->a + k * A, A)};
    const clm_host_poly b = {t->b + k * B, clm_host_count(t->b + k * B, B)};
    u32 made[3][ROOM] = {{0}};
    clm_host_result g = {made[0], 0}, u = {made[1], 0};

    switch (t->operation) {
    case CLM_PAIRS_MULTIPLY: clm_host_multiply(made[0], a, b, &t->modulus); break;
    case CLM_PAIRS_DIVIDE:
        TRY(clm_host_divide(error, made[0], made[1], a, b, &t->modulus, 1, NULL));
        break;
    case CLM_PAIRS_EUCLID:
        if (t->batch.results[0].count == 0) {
            TRY(clm_host_resultant(error, &t->numbers[k], a, b, &t->modulus, 1, NULL));
            break;
        }
        TRY(clm_host_gcd(error, &g, NULL, a, b, &t->modulus, 1, NULL));
        t->numbers[k] = (u32)g.count;
        break;
    case CLM_PAIRS_COFACTORS:
        TRY(clm_host_gcd(error, &g, &u, a, b, &t->modulus, 1, NULL));
        t->numbers[k] = (u32)g.count;
        TRY(other_cofactor(t, made[2], a, b, g, u));
    }
    for (size_t j = 0; j < 3; j++)
        put(t, t->results + t->batch.results[j].at, k, made[j], t->batch.results[j].count);
done:
    return st;
}

/* Sets the batch: all operands are in one buffer, all results in another. */
static void describe(trial *t, size_t *operand_words, size_t *result_words)
{
    static const size_t rooms[][3] = {[CLM_PAIRS_MULTIPLY] = {A + B}, [CLM_PAIRS_DIVIDE] = {A, B},
                                      [CLM_PAIRS_EUCLID] = {A}, [CLM_PAIRS_COFACTORS] = {A, A, A}};
    clm_resident_batch *b = &t->batch;

    *operand_words = clm_resident_words(t->ctx, t->tiles, t->count, A);
    *b = (clm_resident_batch){.operation = t->operation, .p = t->modulus.p, .pairs = t->count,
                              .tiles = t->tiles, .a = {.count = A},
                              .b = {.at = *operand_words, .count = B}};
    *operand_words += clm_resident_words(t->ctx, t->tiles, t->count, B);
    *result_words = t->count;
    for (size_t j = 0; j < 3; j++) {
        b->results[j].at = *result_words;
        b->results[j].count = rooms[t->operation][j];
        *result_words += clm_resident_words(t->ctx, t->tiles, t->count, b->results[j].count);
    }
}

static clmodp_status trial_create(trial *t)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = t->ctx;
    clm_random random = {t->modulus.p};
    size_t operands;

    describe(t, &operands, &t->words);
    NEW(&ctx->error, t->a, t->count * A);
    NEW(&ctx->error, t->b, t->count * B);
    NEW(&ctx->error, t->operands, operands);
    NEW(&ctx->error, t->results, t->words);
    t->numbers = t->results;
    for (size_t k = 0; k < t->count; k++) {
        make_pair(t, &random, k);
        put(t, t->operands, k, t->a + k * A, A);
        put(t, t->operands + t->batch.b.at, k, t->b + k * B, B);
    }
    TRY(clm_buffer_load(ctx, &t->of_operands, t->operands, operands, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->of_results, t->words, sizeof(u32)));
    t->batch.a.buffer = t->batch.b.buffer = t->of_operands;
    t->batch.words = t->of_results;
    for (size_t j = 0; j < 3; j++)
        t->batch.results[j].buffer = t->of_results;
done:
    return st;
}

static void trial_destroy(trial *t)
{
    clm_buffers_destroy(t->ctx, &t->of_results, &t->of_operands);
    free(t->results);
    free(t->operands);
    free(t->b);
    free(t->a);
}

static clmodp_status compare_batch(trial *t)
{
    clmodp_status st = CLMODP_OK;

    memset(t->results, 0, t->words * sizeof *t->results);
    TRY(clm_buffer_fill(t->ctx, &t->of_results, 0, t->words));
    TRY(clm_pairs_resident(t->ctx, &t->batch));
    for (size_t k = 0; k < t->count; k++)
        TRY(expect_pair(t, k));
    TRY(clm_self_test_compare(t->ctx, &t->of_results, t->results, t->words, "result",
                              "polynomials in its memory"));
done:
    return st;
}

static clmodp_status check_resident(clmodp_context *ctx, const void *about)
{
    clmodp_status st = CLMODP_OK;
    const subject *s = about;
    trial t = {0};

    for (int tiles = 0; tiles < 2; tiles++) {
        t = (trial){.ctx = ctx, .operation = s->operation, .modulus = clm_modulus_of(s->prime),
                    .tiles = tiles != 0, .count = ctx->tuning.tile + MORE};
        TRY(trial_create(&t));
        TRY(compare_batch(&t));
        t.batch.results[0].count = 0;
        if (s->operation == CLM_PAIRS_EUCLID) /* resultants */
            TRY(compare_batch(&t));
        trial_destroy(&t);
    }
    return st;
done:
    trial_destroy(&t);
    return st;
}

#define USUAL 998244353
#define LARGE 2147483647

#define FILES(stem) "fpx/pairs/assign.cl", "fpx/pairs/" stem ".cl", "fpx/pairs/general.cl"

static const clm_kernel_files multiply_files = CLM_KERNEL_FILES("fpx/pairs/assign.cl",
                                                                "fpx/pairs/multiply.cl"),
                              divide_files = CLM_KERNEL_FILES(FILES("divide")),
                              euclid_files = CLM_KERNEL_FILES(FILES("euclid")),
                              cofactors_files = CLM_KERNEL_FILES(FILES("cofactors"));

#define TEST(operation, files, text)                                                              \
    {                                                                                             \
        {"known batches of " text " in device memory are correct", &files, check_resident,        \
         &(const subject){operation, USUAL}, true},                                               \
            {"known batches of " text " in device memory are correct, modulo large primes",       \
             &files, check_resident, &(const subject){operation, LARGE}, true},                   \
    }

static const clm_self_test self_tests[][2] = {
    [CLM_PAIRS_MULTIPLY] = TEST(CLM_PAIRS_MULTIPLY, multiply_files, "products"),
    [CLM_PAIRS_DIVIDE] = TEST(CLM_PAIRS_DIVIDE, divide_files, "quotients"),
    [CLM_PAIRS_EUCLID] = TEST(CLM_PAIRS_EUCLID, euclid_files, "resultants and gcds"),
    [CLM_PAIRS_COFACTORS] = TEST(CLM_PAIRS_COFACTORS, cofactors_files, "cofactors"),
};

const clm_self_test *clm_resident_self_test(clm_pair_operation operation, bool large)
{
    return &self_tests[operation][large && operation != CLM_PAIRS_MULTIPLY];
}
