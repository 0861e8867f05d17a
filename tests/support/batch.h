/* A context with a chosen tuning, for tests of single kernels; problems/chunk.h has the primes. */
#ifndef TESTS_SUPPORT_BATCH_H
#define TESTS_SUPPORT_BATCH_H

#include <stdio.h>

#include "arith/prime.h"
#include "core/random.h"
#include "core/size.h"
#include "fpx/batch/batch.h"
#include "problems/chunk.h"
#include "support/context.h"
#include "support/small.h"

/* Tunings that must all give the same words: scalar, vectors, wide tiles; with assembly where the
 * driver takes it. */
static const clm_tuning batch_tunings[] = {
    {.vector_width = 1, .tile = 1, .group = 1, .stripe_bytes = 1 << 20},
    {.vector_width = 8, .tile = 8, .group = 16, .stripe_bytes = 1 << 20,
     .assembly = CLM_ASSEMBLY_X86},
    {.vector_width = 16, .tile = 16, .group = 4, .stripe_bytes = 1 << 20},
    {.vector_width = 1, .tile = 32, .group = 32, .stripe_bytes = 1 << 20},
    {.vector_width = 4, .tile = 32, .group = 8, .stripe_bytes = 1 << 20},
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

    if (context_tuned_for_gpu() && batch_tunings[tuning].vector_width == 1)
        return ctx;
    ctx->tuning = batch_tunings[tuning];
    if (ctx->tuning.assembly != own.assembly || ctx->tuning.vector_width > own.vector_width)
        ctx->tuning.assembly = CLM_ASSEMBLY_NONE;
    ctx->tuning.binaries = own.binaries;
    return ctx;
}

/* A context for another case, of the same tuning: a new one where kernels are interpreted, since
 * Oclgrind takes what is written to memory that was released before for uninitialised. */
static inline clmodp_context *batch_again(clmodp_context *ctx, size_t tuning)
{
    if (!small_tests())
        return ctx;
    clmodp_context_destroy(ctx);
    return batch_context(tuning);
}

/* Fail the test with the context's message unless the call succeeded. */
#define BATCH_OK(ctx, call)                                                       \
    do {                                                                          \
        clmodp_status batch_status_ = (call);                                     \
        if (batch_status_ != CLMODP_OK)                                           \
            fail_msg("%s: %d: %s", #call, batch_status_, (ctx)->error.message);   \
    } while (0)

/* A buffer with the given words. */
static inline clm_buffer batch_buffer(clmodp_context *ctx, const u32 *words, size_t count)
{
    return device_words(ctx, words, count);
}

/* A random residue of the field. */
static inline u32 batch_residue(clm_random *random, fp_field field)
{
    return (u32)clm_random_below(random, field.p);
}

#endif
