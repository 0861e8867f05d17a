/* A context with a chosen tuning and a chunk of primes, for tests of single kernels. */
#ifndef TESTS_SUPPORT_BATCH_H
#define TESTS_SUPPORT_BATCH_H

#include <stdio.h>

#include "arith/field.h"
#include "arith/prime.h"
#include "base/random.h"
#include "base/size.h"
#include "fpx/lanes.h"
#include "support/context.h"
#include "support/small.h"

/* Tunings that must all give the same words: scalar, vectors, wide tiles; with assembly where the
 * driver takes it. */
static const clm_tuning batch_tunings[] = {
    {.lanes = 1, .tile = 1, .group = 1, .stripe_bytes = 1 << 20},
    {.lanes = 8, .tile = 8, .group = 16, .stripe_bytes = 1 << 20, .assembly = true},
    {.lanes = 16, .tile = 16, .group = 4, .stripe_bytes = 1 << 20},
    {.lanes = 1, .tile = 32, .group = 32, .stripe_bytes = 1 << 20},
    {.lanes = 4, .tile = 32, .group = 8, .stripe_bytes = 1 << 20},
};
#define BATCH_TUNINGS (sizeof batch_tunings / sizeof *batch_tunings)

/* Tests of tunings go from batch_first to BATCH_TUNINGS by batch_next. Kernels take long to
 * compile, once more for each tuning, and to interpret: where tests repeat two tunings do, one of
 * vectors and one of scalars. Not that of 16 lanes: Oclgrind takes permutations of 16 words for
 * uninitialised. Where the parameters of a GPU are asked for, these are the only ones: scalars. */
static inline bool batch_few(void)
{
    return getenv("CLMODP_TEST_FEW") != NULL;
}

static inline size_t batch_first(void)
{
    return context_tuned_for_gpu() ? 3 : batch_few() ? 1 : 0;
}

static inline size_t batch_next(size_t tuning)
{
    return tuning + (batch_few() || context_tuned_for_gpu() ? 2 : 1);
}

/* True if the number-th of many cases should run: all do, but only every `turns`-th where kernels
 * are interpreted. For cases that differ in data or take the same ways through a kernel. */
static inline int batch_turn(size_t number, size_t turns)
{
    return !small_tests() || number % turns == 0;
}

/* A context with batch_tunings[tuning], or instead of scalars the parameters of a GPU where these
 * are asked for. */
static inline clmodp_context *batch_context(size_t tuning)
{
    clmodp_context *ctx = context_open(NULL);
    const clm_tuning own = ctx->tuning;

    if (context_tuned_for_gpu() && batch_tunings[tuning].lanes == 1)
        return ctx;
    ctx->tuning = batch_tunings[tuning];
    ctx->tuning.assembly &= own.assembly && ctx->tuning.lanes <= own.lanes;
    ctx->tuning.binaries = own.binaries;
    return ctx;
}

/* Fail the test with the context's message unless the call succeeded. */
#define BATCH_OK(ctx, call)                                                       \
    do {                                                                          \
        clmodp_status batch_status_ = (call);                                     \
        if (batch_status_ != CLMODP_OK)                                           \
            fail_msg("%s: %d: %s", #call, batch_status_, (ctx)->error.message);   \
    } while (0)

typedef struct batch {
    clmodp_context *ctx;
    prime_info *info; /* on the host */
    clm_lanes lanes;
} batch;

/* `primes` primes below `below`, each with `points` points; release with batch_destroy. */
static inline batch batch_create(clmodp_context *ctx, size_t primes, size_t points,
                                 uint32_t below)
{
    batch b = {.ctx = ctx};
    uint32_t *prime = calloc(primes, sizeof *prime);
    clm_random random = {points};

    b.info = calloc(primes, sizeof *b.info);
    assert_non_null(prime);
    assert_non_null(b.info);
    assert_int_equal(clm_primes_below(prime, primes, below, (uint32_t)points), primes);
    for (size_t n = 0; n < primes; n++) {
        u32 shift = 1 + (u32)clm_random_below(&random, prime[n] - 1);

        b.info[n] = clm_prime_info(prime[n], (u32)points, shift);
    }
    b.lanes = (clm_lanes){.primes = primes, .points = points,
                          .lanes = clm_round_up(points, ctx->tuning.tile)};
    BATCH_OK(ctx, clm_buffer_create(ctx, &b.lanes.info, primes, sizeof *b.info));
    BATCH_OK(ctx, clm_buffer_write(ctx, &b.lanes.info, 0, b.info, primes * sizeof *b.info));
    free(prime);
    return b;
}

static inline void batch_destroy(batch *b)
{
    clm_buffer_destroy(b->ctx, &b->lanes.info);
    free(b->info);
}

/* A buffer with the given words. */
static inline clm_buffer batch_buffer(clmodp_context *ctx, const u32 *words, size_t count)
{
    clm_buffer buffer = {0};

    BATCH_OK(ctx, clm_buffer_create(ctx, &buffer, count, sizeof *words));
    BATCH_OK(ctx, clm_buffer_write(ctx, &buffer, 0, words, count * sizeof *words));
    return buffer;
}

/* A random residue of the field. */
static inline u32 batch_residue(clm_random *random, fp_field field)
{
    return (u32)clm_random_below(random, field.p);
}

#endif
