/* Launch the transforms of cl/fpx/batch/ntt.cl. */
#include "fpx/batch/ntt.h"

#include <math.h>

#include "base/size.h"
#include "cl/fpx/batch/ntt_shape.h"
#include "device/kernel.h"
#include "fpx/batch/parts.h"

#define FILE_NAME "fpx/batch/ntt.cl"

enum { LEAST_RADIX = 2 };

/* A batch and what follows from it. */
typedef struct work {
    const clm_ntt_batch *batch;
    ntt_shape s;
    size_t vectors;
    size_t data_end, roots_end, info_end; /* what is used of the buffers */
} work;

static clmodp_status make_job(clmodp_context *ctx, work *out, const clm_ntt_plan *plan,
                              const clm_ntt_batch *batch)
{
    clmodp_status st = CLMODP_OK;
    size_t count, words, table;

    *out = (work){.batch = batch, .info_end = batch->first_prime + batch->primes};
    REQUIRE(&ctx->error, isfinite(plan->ns) && batch->lanes % ctx->tuning.tile == 0);
    if (!clm_size_mul(&count, batch->primes, batch->lanes) || count > UINT32_MAX ||
        !clm_size_mul(&words, plan->length, batch->rows) || words > UINT32_MAX / 2 ||
        !clm_size_mul(&words, words, count) ||
        !clm_size_mul(&table, batch->primes, plan->length) ||
        !clm_size_add(&out->data_end, words, batch->data_begin) ||
        !clm_size_add(&out->roots_end, table, batch->roots_begin) ||
        batch->data_begin > UINT32_MAX || batch->roots_begin > UINT32_MAX ||
        out->info_end > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu row%s of %zu words in %zu lane%s for each of %zu "
             "prime%s are too many for transforms", batch->rows, CLM_S(batch->rows), plan->length,
             batch->lanes, CLM_S(batch->lanes), batch->primes, CLM_S(batch->primes));
    out->s = (ntt_shape){.data = (u32)batch->data_begin, .table = (u32)batch->roots_begin,
                         .first_prime = (u32)batch->first_prime, .lanes = (u32)batch->lanes,
                         .count = (u32)count, .rows = (u32)batch->rows,
                         .length = (u32)plan->length};
    out->vectors = count / ctx->tuning.vector_width;
done:
    return st;
}

/* A kernel of the program for a radix and direction. */
static clmodp_status get_kernel(clmodp_context *ctx, const clm_kernel **out, const char *name,
                                u32 radix, bool backward)
{
    u32 a, b;

    clm_ntt_factors(radix, &a, &b);
    return clm_kernel_get_with(ctx, out, FILE_NAME, name, CLM_NTT_DEFINITIONS, a, b,
                               (int)backward);
}

/* A pass from blocks of `block` words to those of block / radix, or backward. */
static clmodp_status run_pass(clmodp_context *ctx, const work *job, bool backward, u32 radix,
                              size_t block)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    ntt_shape s = job->s;

    s.block = (u32)block;
    s.parts = (u32)clm_vector_parts(ctx, job->vectors,
                                    (size_t)s.rows * (s.length / radix));
    TRY(get_kernel(ctx, &kernel, "ntt_pass", radix, backward));
    TRY(clm_launch(ctx, kernel, job->vectors * s.parts, clm_free_group(ctx),
                   ARG_INOUT(job->batch->data, job->data_end, u32),
                   ARG_IN(job->batch->roots, job->roots_end, u32),
                   ARG_IN(job->batch->info, job->info_end, prime_info), ARG_STRUCT(s)));
done:
    return st;
}

/* In a program that a pass needs as well. */
static clmodp_status run_scale(clmodp_context *ctx, const work *job, const clm_ntt_plan *plan,
                               bool backward)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    ntt_shape s = job->s;

    s.parts = (u32)clm_div_up(s.length, NTT_SCALE_RUN);
    TRY(get_kernel(ctx, &kernel, "ntt_scale",
                   plan->passes > 0 ? plan->radix[0] : LEAST_RADIX, backward));
    TRY(clm_launch(ctx, kernel, job->vectors * s.parts, clm_free_group(ctx),
                   ARG_INOUT(job->batch->data, job->data_end, u32),
                   ARG_IN(job->batch->info, job->info_end, prime_info), ARG_STRUCT(s)));
done:
    return st;
}

static clmodp_status run_forward(clmodp_context *ctx, const work *job, const clm_ntt_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    size_t block = plan->length;

    for (size_t pass = 0; pass < plan->passes; pass++) {
        TRY(run_pass(ctx, job, false, plan->radix[pass], block));
        block /= plan->radix[pass];
    }
done:
    return st;
}

static clmodp_status run_backward(clmodp_context *ctx, const work *job, const clm_ntt_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    size_t block = 1;

    for (size_t pass = plan->passes; pass-- > 0;) {
        block *= plan->radix[pass];
        TRY(run_pass(ctx, job, true, plan->radix[pass], block));
    }
done:
    return st;
}

clmodp_status clm_ntt_run(clmodp_context *ctx, const clm_ntt_plan *plan,
                          const clm_ntt_batch *batch, clm_ntt_way way)
{
    clmodp_status st = CLMODP_OK;
    work job;

    TRY(make_job(ctx, &job, plan, batch));
    if (job.s.count == 0 || batch->rows == 0)
        return CLMODP_OK;
    if (way == CLM_NTT_VALUES)
        TRY(run_scale(ctx, &job, plan, false));
    if (way == CLM_NTT_FORWARD || way == CLM_NTT_VALUES)
        TRY(run_forward(ctx, &job, plan));
    else
        TRY(run_backward(ctx, &job, plan));
    if (way == CLM_NTT_COEFFICIENTS)
        TRY(run_scale(ctx, &job, plan, true));
done:
    return st;
}
