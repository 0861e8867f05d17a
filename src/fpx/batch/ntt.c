/* Launches of ntt.cl for the passes of transforms, and tables of roots by roots.cl. */
#include "fpx/batch/ntt.h"

#include <math.h>

#include "arith/prime.h"
#include "cl/fpx/batch/ntt_shape.h"
#include "cl/fpx/batch/roots_shape.h"
#include "core/memory.h"
#include "core/size.h"
#include "opencl/kernel.h"

clmodp_status clm_root_table_fill(clmodp_context *ctx, const clm_root_table *t)
{
    clmodp_status st = CLMODP_OK;
    size_t end;

    if (!clm_size_add(&end, t->begin, clm_size_times(t->primes, t->order)) || end > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "roots of order %zu for %zu prime%s do not fit", t->order,
             t->primes, CLM_S(t->primes));
    TRY(clm_run(ctx, KERNEL("fpx/batch/roots.cl", "roots_fill"),
                t->primes * clm_div_up(t->order, ROOTS_RUN), clm_independent_group_size(ctx),
                ARG_OUT(t->table, end, u32), ARG_U32(t->begin),
                ARG_IN(t->info, t->first_prime + t->primes, prime_info), ARG_U32(t->first_prime),
                ARG_U32(t->primes), ARG_U32(t->order), ARG_U32(t->exponent)));
done:
    return st;
}

/* A batch and derived sizes. */
typedef struct ntt_job {
    const clm_ntt_batch *batch;
    ntt_shape s;
    size_t vectors;
    size_t data_end, roots_end, info_end; /* used words of the buffers */
} ntt_job;

static clmodp_status make_ntt_job(clmodp_context *ctx, ntt_job *out, const clm_ntt_plan *plan,
                                  const clm_ntt_batch *batch)
{
    clmodp_status st = CLMODP_OK;
    size_t count, words, table;

    *out = (ntt_job){.batch = batch, .info_end = batch->first_prime + batch->primes};
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

/* The kernel for a radix and a direction: radices 6, 8 and 9 take two rounds. */
static clm_kernel_key pass_kernel(u32 radix, bool backward)
{
    const u32 b = radix == 9 ? 3 : radix == 8 || radix == 6 ? 2 : 1;

    return clm_kernel_with("fpx/batch/ntt.cl", "ntt_pass", CLM_NTT_DEFINITIONS, radix / b, b,
                           (int)backward);
}

/* Runs a pass from blocks of `block` words to blocks of block / radix words, or backward. */
static clmodp_status run_ntt_pass(clmodp_context *ctx, const ntt_job *job, bool backward,
                                  u32 radix, size_t block)
{
    ntt_shape s = job->s;

    s.block = (u32)block;
    s.parts = (u32)clm_vector_parts(ctx, job->vectors,
                                    (size_t)s.rows * (s.length / radix));
    return clm_run(ctx, pass_kernel(radix, backward), job->vectors * s.parts,
                   clm_independent_group_size(ctx),
                   ARG_INOUT(job->batch->data, job->data_end, u32),
                   ARG_IN(job->batch->roots, job->roots_end, u32),
                   ARG_IN(job->batch->info, job->info_end, prime_info), ARG_STRUCT(s));
}

clmodp_status clm_ntt_run(clmodp_context *ctx, const clm_ntt_plan *plan,
                          const clm_ntt_batch *batch, clm_ntt_direction direction)
{
    clmodp_status st = CLMODP_OK;
    const bool backward = direction == CLM_NTT_BACKWARD;
    ntt_job job;

    TRY(make_ntt_job(ctx, &job, plan, batch));
    if (job.s.count == 0 || batch->rows == 0)
        return CLMODP_OK;
    for (size_t k = 0, block = backward ? 1 : plan->length; k < plan->passes; k++) {
        const u32 radix = plan->radix[backward ? plan->passes - 1 - k : k];

        block *= backward ? radix : 1;
        TRY(run_ntt_pass(ctx, &job, backward, radix, block));
        block /= backward ? 1 : radix;
    }
done:
    return st;
}

clmodp_status clm_ntt_field_create(clmodp_context *ctx, clm_ntt_field *out, const u32 *prime,
                                   size_t primes, size_t length)
{
    clmodp_status st = CLMODP_OK;
    prime_info *info = NULL;
    clm_root_table table;

    *out = (clm_ntt_field){.plan = clm_ntt_plan_for(length), .primes = primes};
    if (!isfinite(out->plan.ns))
        FAIL(&ctx->error, CLMODP_INVALID, "no transform of length %zu exists", length);
    NEW(&ctx->error, info, primes);
    for (size_t n = 0; n < primes; n++) {
        if ((prime[n] - 1) % length != 0)
            FAIL(&ctx->error, CLMODP_INVALID, "no transform of length %zu modulo %u exists",
                 length, (unsigned)prime[n]);
        info[n] = clm_prime_info(prime[n], (u32)length, clm_field(prime[n]).one);
    }
    TRY(clm_buffer_load(ctx, &out->info, info, primes, sizeof *info));
    TRY(clm_buffer_create(ctx, &out->roots, clm_size_times(primes, length), sizeof(u32)));
    table = (clm_root_table){.table = &out->roots, .info = &out->info, .primes = primes,
                             .order = length, .exponent = 1};
    TRY(clm_root_table_fill(ctx, &table));
done:
    if (st != CLMODP_OK)
        clm_ntt_field_destroy(ctx, out);
    free(info);
    return st;
}

void clm_ntt_field_destroy(clmodp_context *ctx, clm_ntt_field *field)
{
    clm_buffers_destroy(ctx, &field->info, &field->roots);
    *field = (clm_ntt_field){0};
}

clm_ntt_batch clm_ntt_field_batch(const clm_ntt_field *field, const clm_buffer *data,
                                  size_t lanes, size_t rows)
{
    return (clm_ntt_batch){.data = data, .roots = &field->roots, .info = &field->info,
                           .primes = field->primes, .lanes = lanes, .rows = rows};
}
