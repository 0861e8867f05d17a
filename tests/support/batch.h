/* Contexts with a chosen tuning, for tests of single kernels; primes are in problems/chunk.h. */
#ifndef TESTS_SUPPORT_BATCH_H
#define TESTS_SUPPORT_BATCH_H


#include "arith/prime.h"
#include "core/random.h"
#include "fpx/batch/batch.h"
#include "problems/chunk.h"
#include "support/context.h"
#include "support/small.h"

/* Tunings to be compared, all with the same results: scalars, vectors, wide tiles; with inline
 * assembly if the driver supports it. */
static const clm_tuning batch_tunings[] = {
    {.vector_width = 1, .tile = 1, .group = 1, .stripe_bytes = 1 << 20},
    {.vector_width = 8, .tile = 8, .group = 16, .stripe_bytes = 1 << 20,
     .assembly = CLM_ASSEMBLY_X86},
    {.vector_width = 16, .tile = 16, .group = 4, .stripe_bytes = 1 << 20},
    {.vector_width = 1, .tile = 32, .group = 32, .stripe_bytes = 1 << 20},
    {.vector_width = 4, .tile = 32, .group = 8, .stripe_bytes = 1 << 20},
};
#define BATCH_TUNINGS (sizeof batch_tunings / sizeof *batch_tunings)

/* Tests of tunings loop from batch_first to BATCH_TUNINGS by batch_next. Kernels take long to
 * compile, once for each tuning, and to interpret. Repeated runs try only two tunings, vectors and
 * scalars. The vectors do not have 16 lanes, since Oclgrind takes permutations of 16 words for
 * uninitialised. With the parameters of a GPU only scalars are tried, and under Oclgrind the test
 * functions of a file take vectors and scalars in turns. */
static inline bool batch_few(void)
{
    return getenv("CLMODP_TEST_FEW") != NULL;
}

static inline bool batch_in_turns(void)
{
    return getenv("CLMODP_TEST_TURNS") != NULL;
}

static inline size_t batch_first(void)
{
    static size_t turn;

    return context_tuned_for_gpu() || (batch_in_turns() && turn++ % 2 == 1) ? 3 : batch_few();
}

static inline size_t batch_next(size_t tuning)
{
    const size_t step = batch_few() || context_tuned_for_gpu() ? 2 : 1;

    return batch_in_turns() ? BATCH_TUNINGS : tuning + step;
}

/* Returns true if case `number` should run: always, but only every `turns`-th time if kernels are
 * interpreted. For cases that differ in data, or take the same branches of a kernel. */
static inline int batch_turn(size_t number, size_t turns)
{
    return !small_tests() || number % turns == 0;
}

/* Returns a context with batch_tunings[tuning], or with the parameters of a GPU instead of scalars
 * if they are requested. */
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

/* Returns a context of this tuning for another case: a new one if kernels are interpreted, since
 * Oclgrind takes data written to previously released memory for uninitialised. */
static inline clmodp_context *batch_again(clmodp_context *ctx, size_t tuning)
{
    if (!small_tests())
        return ctx;
    clmodp_context_destroy(ctx);
    return batch_context(tuning);
}

/* Fails the test with the context's message unless the call succeeds. */
#define BATCH_OK(ctx, call)                                                       \
    do {                                                                          \
        clmodp_status batch_status_ = (call);                                     \
        if (batch_status_ != CLMODP_OK)                                           \
            fail_msg("%s: %d: %s", #call, batch_status_, (ctx)->error.message);   \
    } while (0)

/* Creates a buffer with the given words. */
static inline clm_buffer batch_buffer(clmodp_context *ctx, const u32 *words, size_t count)
{
    return device_words(ctx, words, count);
}

/* Returns a random residue of the field. */
static inline u32 batch_residue(clm_random *random, fp_field field)
{
    return (u32)clm_random_below(random, field.p);
}

#endif
