/* Self-tests of batches: random pairs, compared with the host's results. Batches in device memory
 * are tested in both layouts, and also with zeros, constants and gaps. Batches of the host leave
 * most of these pairs to other algorithms. */
#include <string.h>

#include "arith/prime.h"
#include "cl/fpx/batch/euclid_shape.h"
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
    u32 *found;         /* three words for each pair */
    pair_lane *lanes;
    clm_buffer of_operands, of_results, of_fields, of_degrees;
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

/* Kinds of pairs: 0 has a common factor, 1 a lower degree of b, 2 a constant b, 3 either b = 0 or
 * an a of three terms, 4 a gap in the first remainder, and 6 and 7 a lower degree of a. */
static void make_pair(const trial *t, clm_random *random, size_t k)
{
    u32 *a = t->a + k * A, *b = t->b + k * B, factor[COMMON], rest[A];
    const size_t kind = k % 8, b_count = kind == 1 ? 6 : kind == 2 ? 1 : B;

    for (size_t i = 0; i < (kind > 5 ? A + 5 - kind : A); i++)
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

static clm_host_poly known_a(const trial *t, size_t k)
{
    return (clm_host_poly){t->a + k * A, clm_host_count(t->a + k * A, A)};
}

static clm_host_poly known_b(const trial *t, size_t k)
{
    return (clm_host_poly){t->b + k * B, clm_host_count(t->b + k * B, B)};
}

/* Computes the results of a pair on the host. */
static clmodp_status expect_pair(trial *t, size_t k)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &t->ctx->error;
    const clm_host_poly a = known_a(t, k), b = known_b(t, k);
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
    NEW(&ctx->error, t->found, 3 * t->count);
    NEW(&ctx->error, t->lanes, t->count);
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
    clm_buffers_destroy(t->ctx, &t->of_degrees, &t->of_fields, &t->of_results, &t->of_operands);
    free(t->lanes);
    free(t->found);
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

/* ---- batches of the host, whose results lie as in device memory, from word 0 on ---- */

/* Makes lanes of the pairs with a lockstep algorithm; returns their number. */
static size_t make_lanes(trial *t)
{
    const clm_resident_polys *out = t->batch.results;
    const bool gaps = t->operation == CLM_PAIRS_MULTIPLY || t->operation == CLM_PAIRS_DIVIDE;
    size_t count = 0;

    for (size_t k = 0; k < t->count; k++) {
        const size_t n = known_a(t, k).count, m = known_b(t, k).count;

        if (m < 2 || n < m || (k % 8 == 4 && !gaps))
            continue;
        t->lanes[count++] = (pair_lane){
            .pair = (u32)k, .a = (u32)(k * A), .b = (u32)(t->batch.b.at + k * B),
            .n = (u32)n - 1, .m = (u32)m - 1, .first = (u32)(k * out[0].count),
            .firsts = (u32)out[0].count,
            .second = (u32)(out[1].at - out[0].at + k * out[1].count),
            .seconds = (u32)out[1].count, .negate = n % 2 == 0 && m % 2 == 0};
    }
    return count;
}

/* Checks degrees of common divisors, and divisors and resultants, if they were computed. */
static clmodp_status check_found(trial *t, const clm_pair_results *found, size_t k)
{
    clmodp_status st = CLMODP_OK;
    const u32 *divisor = t->results + t->batch.results[0].at + k * A;
    u32 resultant;
    bool right = found->degrees[k] == t->numbers[k] - 1;

    if (right && found->resultants != NULL) {
        TRY(clm_host_resultant(&t->ctx->error, &resultant, known_a(t, k), known_b(t, k),
                               &t->modulus, 1, NULL));
        right = resultant == found->resultants[k] &&
                (t->numbers[k] == 1 || memcmp(found->divisors + found->places[k], divisor,
                                              t->numbers[k] * sizeof *divisor) == 0);
    }
    if (!right)
        TRY(clm_self_test_fail(t->ctx, "result", "batched polynomials"));
done:
    return st;
}

/* Computes a batch; *found gets the results of Euclid's algorithm. */
static clmodp_status compute_lanes(trial *t, const clm_pair_batch *batch, clm_pair_results *found)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = t->ctx;
    const size_t room = t->words - t->batch.results[0].at;

    switch (t->operation) {
    case CLM_PAIRS_MULTIPLY: TRY(clm_pairs_multiply(ctx, &t->of_results, room, batch)); break;
    case CLM_PAIRS_DIVIDE: TRY(clm_pairs_divide(ctx, &t->of_results, room, batch)); break;
    case CLM_PAIRS_EUCLID:
        found->resultants = t->found + t->count;
        found->places = t->found + 2 * t->count;
        TRY(clm_pairs_euclid(ctx, found, batch));
        break;
    case CLM_PAIRS_COFACTORS:
        TRY(clm_buffer_create(ctx, &t->of_degrees, t->count, sizeof(u32)));
        TRY(clm_pairs_cofactors(ctx, &t->of_degrees, &t->of_results, t->count * A, batch));
        TRY(clm_buffer_read(ctx, &t->of_degrees, 0, found->degrees, t->count * sizeof(u32)));
    }
done:
    return st;
}

static clmodp_status check_lanes(clmodp_context *ctx, const void *about)
{
    clmodp_status st = CLMODP_OK;
    const subject *s = about;
    trial t = {.ctx = ctx, .operation = s->operation, .modulus = clm_modulus_of(s->prime),
               .count = ctx->tuning.tile + MORE};
    const fp_field field = clm_field(s->prime);
    clm_pair_results found = {0};
    clm_pair_batch batch;
    size_t at;

    TRY(trial_create(&t));
    TRY(clm_buffer_load(ctx, &t.of_fields, &field, 1, sizeof field));
    TRY(clm_buffer_fill(ctx, &t.of_results, 0, t.words));
    at = t.batch.results[0].at;
    found.degrees = t.found;
    batch = (clm_pair_batch){
        .operands = {&t.of_operands, &t.of_operands, t.count * (A + B), t.count * (A + B),
                     &t.of_fields, 1, s->prime > EUCLID_PRIME_MAX},
        .pairs = t.lanes, .pairs_count = make_lanes(&t), .numbers = t.count};
    TRY(compute_lanes(&t, &batch, &found));
    for (size_t k = 0; k < batch.pairs_count; k++) {
        TRY(expect_pair(&t, t.lanes[k].pair));
        if (s->operation == CLM_PAIRS_EUCLID || s->operation == CLM_PAIRS_COFACTORS)
            TRY(check_found(&t, &found, t.lanes[k].pair));
    }
    if (s->operation != CLM_PAIRS_EUCLID)
        TRY(clm_self_test_compare(ctx, &t.of_results, t.results + at, t.words - at, "result",
                                  "batched polynomials"));
done:
    free(found.divisors);
    trial_destroy(&t);
    return st;
}

#define LARGE 2147483647
#define USUAL(operation) ((operation) == CLM_PAIRS_MULTIPLY ? LARGE : 998244353)

/* The self-tests of an operation for usual and for large primes; products have one for all. */
#define TESTS(check, operation, files, text)                                                      \
    {                                                                                             \
        {text " are correct", &files, check, &(const subject){operation, USUAL(operation)},       \
         true},                                                                                   \
            {text " are correct, modulo large primes", &files, check,                             \
             &(const subject){operation, LARGE}, true},                                           \
    }

static const clm_kernel_files
    multiply_files = CLM_KERNEL_FILES("fpx/pairs/multiply.cl"),
    divide_files = CLM_KERNEL_FILES("fpx/pairs/divide.cl"),
    euclid_files = CLM_KERNEL_FILES("fpx/pairs/euclid.cl"),
    cofactors_files = CLM_KERNEL_FILES("fpx/pairs/cofactors.cl");

static const clm_self_test self_tests[][2] = {
    [CLM_PAIRS_MULTIPLY] = TESTS(check_lanes, CLM_PAIRS_MULTIPLY, multiply_files,
                                 "known batched products"),
    [CLM_PAIRS_DIVIDE] = TESTS(check_lanes, CLM_PAIRS_DIVIDE, divide_files,
                               "known batched quotients"),
    [CLM_PAIRS_EUCLID] = TESTS(check_lanes, CLM_PAIRS_EUCLID, euclid_files,
                               "known batched resultants and gcds"),
    [CLM_PAIRS_COFACTORS] = TESTS(check_lanes, CLM_PAIRS_COFACTORS, cofactors_files,
                                  "known batched cofactors"),
};

#define FILES(stem) "fpx/pairs/assign.cl", "fpx/pairs/" stem ".cl", "fpx/pairs/general.cl"

static const clm_kernel_files resident_multiply = CLM_KERNEL_FILES("fpx/pairs/assign.cl",
                                                                   "fpx/pairs/multiply.cl"),
                              resident_divide = CLM_KERNEL_FILES(FILES("divide")),
                              resident_euclid = CLM_KERNEL_FILES(FILES("euclid")),
                              resident_cofactors = CLM_KERNEL_FILES(FILES("cofactors"));

#define RESIDENT(operation, files, text) \
    TESTS(check_resident, operation, files, "known batches of " text " in device memory")

static const clm_self_test resident_tests[][2] = {
    [CLM_PAIRS_MULTIPLY] = RESIDENT(CLM_PAIRS_MULTIPLY, resident_multiply, "products"),
    [CLM_PAIRS_DIVIDE] = RESIDENT(CLM_PAIRS_DIVIDE, resident_divide, "quotients"),
    [CLM_PAIRS_EUCLID] = RESIDENT(CLM_PAIRS_EUCLID, resident_euclid, "resultants and gcds"),
    [CLM_PAIRS_COFACTORS] = RESIDENT(CLM_PAIRS_COFACTORS, resident_cofactors, "cofactors"),
};

const clm_self_test *clm_pairs_self_test(clm_pair_operation operation, bool large)
{
    return &self_tests[operation][large && operation != CLM_PAIRS_MULTIPLY];
}

const clm_self_test *clm_resident_self_test(clm_pair_operation operation, bool large)
{
    return &resident_tests[operation][large && operation != CLM_PAIRS_MULTIPLY];
}
