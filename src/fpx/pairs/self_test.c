/* Self-tests of batched arithmetic: compares random pairs with the host's results. */

#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/random.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/product.h"
#include "fpx/pairs/pairs.h"

/* Pair k has degrees LEAST + 3 + k mod 5 and LEAST + k mod 3; every fourth pair has a common
 * factor of degree COMMON. MORE pairs than a tile has lanes. */
enum { LEAST = 9, COMMON = 4, ROOM = 20, MORE = 3 };

typedef struct trial {
    clmodp_context *ctx;
    clm_modulus modulus;
    size_t count;
    u32 *words;       /* ROOM for each polynomial: a, b */
    u32 *results;     /* 2 ROOM for each pair */
    pair_lane *pairs;
    clm_buffer of_words, of_fields, of_results;
    clm_pair_batch batch;
} trial;

static const u32 usual_prime = 998244353, large_prime = 2147483647;

static clmodp_status pairs_wrong(const trial *t, const char *result)
{
    return clm_self_test_fail(t->ctx, result, "batched polynomials");
}

static clm_host_poly known_poly(const trial *t, size_t at, u32 degree)
{
    return (clm_host_poly){t->words + at, (size_t)degree + 1};
}

static void fill_random(const trial *t, clm_random *random, u32 *c, u32 degree)
{
    for (u32 k = 0; k <= degree; k++)
        c[k] = 1 + (u32)clm_random_below(random, t->modulus.p - 1);
}

static void make_known_pair(trial *t, clm_random *random, size_t k)
{
    const u32 n = LEAST + 3 + (u32)(k % 5), m = LEAST + (u32)(k % 3);
    pair_lane *pair = &t->pairs[k];
    u32 common[COMMON + 1], rest[ROOM];

    *pair = (pair_lane){.pair = (u32)k, .a = (u32)(2 * k * ROOM), .b = (u32)((2 * k + 1) * ROOM),
                        .n = n, .m = m, .first = (u32)(2 * k * ROOM), .firsts = 2 * ROOM,
                        .second = (u32)((2 * k + 1) * ROOM), .seconds = ROOM,
                        .negate = n % 2 != 0 && m % 2 != 0};
    fill_random(t, random, t->words + pair->a, n);
    fill_random(t, random, t->words + pair->b, m);
    if (k % 4 != 0)
        return;
    fill_random(t, random, common, COMMON);
    for (int j = 0; j < 2; j++) {
        u32 *c = t->words + (j == 0 ? pair->a : pair->b);
        const u32 degree = (j == 0 ? n : m) - COMMON;

        memcpy(rest, c, (degree + 1) * sizeof *rest);
        clm_host_multiply(c, (clm_host_poly){rest, degree + 1},
                          (clm_host_poly){common, COMMON + 1}, &t->modulus);
    }
}

static clmodp_status trial_create(trial *t)
{
    clmodp_status st = CLMODP_OK;
    const fp_field field = clm_field(t->modulus.p);
    clm_random random = {t->modulus.p};
    const size_t words = 2 * t->count * ROOM;

    NEW(&t->ctx->error, t->words, words);
    NEW(&t->ctx->error, t->results, words);
    NEW(&t->ctx->error, t->pairs, t->count);
    for (size_t k = 0; k < t->count; k++)
        make_known_pair(t, &random, k);
    TRY(clm_buffer_load(t->ctx, &t->of_words, t->words, words, sizeof(u32)));
    TRY(clm_buffer_create(t->ctx, &t->of_results, words, sizeof(u32)));
    TRY(clm_buffer_load(t->ctx, &t->of_fields, &field, 1, sizeof field));
    TRY(clm_buffer_fill(t->ctx, &t->of_results, 0, words));
    t->batch = (clm_pair_batch){
        .operands = {&t->of_words, &t->of_words, words, words, &t->of_fields, 1,
                     t->modulus.p == large_prime},
        .pairs = t->pairs, .pairs_count = t->count, .numbers = t->count};
done:
    return st;
}

static void trial_destroy(trial *t)
{
    clm_buffers_destroy(t->ctx, &t->of_results, &t->of_fields, &t->of_words);
    free(t->pairs);
    free(t->results);
    free(t->words);
}

static clmodp_status compare_results(const trial *t, const char *result)
{
    return clm_self_test_compare(t->ctx, &t->of_results, t->results, 2 * t->count * ROOM, result,
                                 "batched polynomials");
}

static clmodp_status check_products(trial *t)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_pairs_multiply(t->ctx, &t->of_results, 2 * t->count * ROOM, &t->batch));
    for (size_t k = 0; k < t->count; k++) {
        const pair_lane *pair = &t->pairs[k];

        clm_host_multiply(t->results + pair->first, known_poly(t, pair->a, pair->n),
                          known_poly(t, pair->b, pair->m), &t->modulus);
    }
    TRY(compare_results(t, "product"));
done:
    return st;
}

static clmodp_status check_quotients(trial *t)
{
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < t->count; k++)
        t->pairs[k].firsts = ROOM;
    TRY(clm_pairs_divide(t->ctx, &t->of_results, 2 * t->count * ROOM, &t->batch));
    for (size_t k = 0; k < t->count; k++) {
        const pair_lane *pair = &t->pairs[k];

        TRY(clm_host_divide(&t->ctx->error, t->results + pair->first, t->results + pair->second,
                            known_poly(t, pair->a, pair->n), known_poly(t, pair->b, pair->m),
                            &t->modulus, 1, NULL));
    }
    TRY(compare_results(t, "quotient"));
done:
    return st;
}

static clmodp_status check_pair(trial *t, const clm_pair_results *found, size_t k)
{
    clmodp_status st = CLMODP_OK;
    const pair_lane *pair = &t->pairs[k];
    const clm_host_poly a = known_poly(t, pair->a, pair->n), b = known_poly(t, pair->b, pair->m);
    u32 divisor[ROOM], resultant;
    clm_host_result g = {divisor, 0};

    TRY(clm_host_gcd(&t->ctx->error, &g, NULL, a, b, &t->modulus, 1, NULL));
    TRY(clm_host_resultant(&t->ctx->error, &resultant, a, b, &t->modulus, 1, NULL));
    if (found->degrees[k] != g.count - 1 || found->resultants[k] != resultant)
        TRY(pairs_wrong(t, "resultant"));
    if (g.count > 1 &&
        memcmp(found->divisors + found->places[k], divisor, g.count * sizeof *divisor) != 0)
        TRY(pairs_wrong(t, "greatest common divisor"));
done:
    return st;
}

static clmodp_status check_divisors(trial *t)
{
    clmodp_status st = CLMODP_OK;
    clm_pair_results found = {.degrees = t->results, .resultants = t->results + t->count,
                            .places = t->results + 2 * t->count};

    TRY(clm_pairs_euclid(t->ctx, &found, &t->batch));
    for (size_t k = 0; k < t->count; k++)
        TRY(check_pair(t, &found, k));
done:
    free(found.divisors);
    return st;
}

/* Checks u a + v b = g, and the length of u. */
static clmodp_status check_cofactors(trial *t, const u32 *degrees, const u32 *results, size_t k)
{
    clmodp_status st = CLMODP_OK;
    const pair_lane *pair = &t->pairs[k];
    const size_t apart = 2 * t->count * ROOM;
    const u32 *g = results + pair->first, *u = g + apart, *v = u + apart;
    u32 sum[3 * ROOM] = {0}, divisor[ROOM];
    clm_host_result expected = {divisor, 0};

    TRY(clm_host_gcd(&t->ctx->error, &expected, NULL, known_poly(t, pair->a, pair->n),
                     known_poly(t, pair->b, pair->m), &t->modulus, 1, NULL));
    if (degrees[k] != expected.count - 1 ||
        memcmp(g, divisor, expected.count * sizeof *divisor) != 0)
        TRY(pairs_wrong(t, "greatest common divisor"));
    for (size_t j = 0; j < expected.count; j++)
        sum[j] = divisor[j];
    TRY(clm_host_add_product(&t->ctx->error, -1, sum, (clm_host_poly){u, ROOM},
                             known_poly(t, pair->a, pair->n), 3 * ROOM, &t->modulus, 1, NULL));
    TRY(clm_host_add_product(&t->ctx->error, -1, sum, (clm_host_poly){v, ROOM},
                             known_poly(t, pair->b, pair->m), 3 * ROOM, &t->modulus, 1, NULL));
    if (clm_host_count(sum, 3 * ROOM) != 0 || clm_host_count(u, 2 * ROOM) > pair->m - degrees[k])
        TRY(pairs_wrong(t, "cofactor"));
done:
    return st;
}

static clmodp_status check_all_cofactors(trial *t)
{
    clmodp_status st = CLMODP_OK;
    const size_t apart = 2 * t->count * ROOM;
    clm_buffer degrees = {0}, results = {0};
    u32 *words = NULL;

    NEW(&t->ctx->error, words, 3 * apart);
    TRY(clm_buffer_create(t->ctx, &degrees, t->count, sizeof(u32)));
    TRY(clm_buffer_create(t->ctx, &results, 3 * apart, sizeof(u32)));
    TRY(clm_pairs_cofactors(t->ctx, &degrees, &results, apart, &t->batch));
    TRY(clm_buffer_read(t->ctx, &degrees, 0, t->results, t->count * sizeof(u32)));
    TRY(clm_buffer_read(t->ctx, &results, 0, words, 3 * apart * sizeof(u32)));
    for (size_t k = 0; k < t->count; k++)
        TRY(check_cofactors(t, t->results, words, k));
done:
    clm_buffers_destroy(t->ctx, &results, &degrees);
    free(words);
    return st;
}

typedef struct subject {
    clm_pair_operation operation;
    const u32 *prime;
} subject;

static clmodp_status check_operation(clmodp_context *ctx, const void *about)
{
    static clmodp_status (*const run[])(trial *t) = {[CLM_PAIRS_MULTIPLY] = check_products,
                                                     [CLM_PAIRS_DIVIDE] = check_quotients,
                                                     [CLM_PAIRS_EUCLID] = check_divisors,
                                                     [CLM_PAIRS_COFACTORS] = check_all_cofactors};
    clmodp_status st = CLMODP_OK;
    const subject *s = about;
    trial t = {.ctx = ctx, .modulus = clm_modulus_of(*s->prime),
               .count = ctx->tuning.tile + MORE};

    TRY(trial_create(&t));
    TRY(run[s->operation](&t));
done:
    trial_destroy(&t);
    return st;
}

static const clm_kernel_files
    multiply_files = CLM_KERNEL_FILES("fpx/pairs/multiply.cl"),
    divide_files = CLM_KERNEL_FILES("fpx/pairs/divide.cl"),
    euclid_files = CLM_KERNEL_FILES("fpx/pairs/euclid.cl"),
    cofactors_files = CLM_KERNEL_FILES("fpx/pairs/cofactors.cl");

static const subject subjects[][2] = {
    [CLM_PAIRS_MULTIPLY] = {{CLM_PAIRS_MULTIPLY, &large_prime},
                            {CLM_PAIRS_MULTIPLY, &large_prime}},
    [CLM_PAIRS_DIVIDE] = {{CLM_PAIRS_DIVIDE, &usual_prime}, {CLM_PAIRS_DIVIDE, &large_prime}},
    [CLM_PAIRS_EUCLID] = {{CLM_PAIRS_EUCLID, &usual_prime}, {CLM_PAIRS_EUCLID, &large_prime}},
    [CLM_PAIRS_COFACTORS] = {{CLM_PAIRS_COFACTORS, &usual_prime},
                             {CLM_PAIRS_COFACTORS, &large_prime}},
};

#define LARGE ", modulo large primes"
#define PROPERTY(operation, files, large, text) \
    {text, &files, check_operation, &subjects[operation][large], true}

/* Products have one self-test for all primes. */
static const clm_self_test self_tests[][2] = {
    [CLM_PAIRS_MULTIPLY] = {PROPERTY(CLM_PAIRS_MULTIPLY, multiply_files, 0,
                                     "known batched products are correct")},
    [CLM_PAIRS_DIVIDE] = {PROPERTY(CLM_PAIRS_DIVIDE, divide_files, 0,
                                   "known batched quotients are correct"),
                          PROPERTY(CLM_PAIRS_DIVIDE, divide_files, 1,
                                   "known batched quotients are correct" LARGE)},
    [CLM_PAIRS_EUCLID] = {PROPERTY(CLM_PAIRS_EUCLID, euclid_files, 0,
                                   "known batched resultants and gcds are correct"),
                          PROPERTY(CLM_PAIRS_EUCLID, euclid_files, 1,
                                   "known batched resultants and gcds are correct" LARGE)},
    [CLM_PAIRS_COFACTORS] = {PROPERTY(CLM_PAIRS_COFACTORS, cofactors_files, 0,
                                      "known batched cofactors are correct"),
                             PROPERTY(CLM_PAIRS_COFACTORS, cofactors_files, 1,
                                      "known batched cofactors are correct" LARGE)},
};

const clm_self_test *clm_pairs_self_test(clm_pair_operation operation, bool large)
{
    return &self_tests[operation][large && operation != CLM_PAIRS_MULTIPLY];
}
