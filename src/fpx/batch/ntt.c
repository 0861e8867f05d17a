/* Plans of transforms, launches of ntt.cl for their passes, and tables of roots by roots.cl. */
#include "fpx/batch/ntt.h"

#include <math.h>
#include <string.h>

#include "arith/prime.h"
#include "cl/fpx/batch/ntt_shape.h"
#include "cl/fpx/batch/roots_shape.h"
#include "core/memory.h"
#include "core/size.h"
#include "opencl/kernel.h"

/* The radices a * b, a the larger. */
static const struct {
    u32 radix, a, b;
} radices[] = {
    {2, 2, 1}, {3, 3, 1}, {4, 4, 1}, {5, 5, 1}, {6, 3, 2}, {7, 7, 1}, {8, 4, 2}, {9, 3, 3},
};
#define RADICES (sizeof radices / sizeof *radices)

_Static_assert(4 * CLM_NTT_MOST_PASSES <= 64 && CLM_NTT_MOST_RADIX < 16,
               "clm_ntt_packed_radices has four bits per pass");

/* Returns log2 x, rounded down. */
static double log2_of(size_t x)
{
    return (double)(clm_size_bits(x) - 1);
}

static clm_operation operation_of(u32 radix)
{
    return (clm_operation)(CLM_OP_NTT_2 + radix - 2);
}

/* Nanoseconds of a pass on one machine: self-tests are selected without a context. */
static double pass_cost(u32 radix)
{
    return clm_cost(CLM_MACHINE_POCL, operation_of(radix));
}

/* Finds the cheapest of the first `known` radices with product plan->length, by branch and bound:
 * a binary digit takes at least `bit` nanoseconds. Returns whether any take less than `most`. */
static bool choose_radices(clm_ntt_plan *plan, size_t known, double bit, double most)
{
    const size_t length = plan->length;
    bool found = length == 1 && most > 0.0;

    plan->passes = 0;
    plan->ns = found ? 0.0 : most;
    for (size_t k = known; k-- > 0 && length > 1;) {
        const u32 radix = radices[k].radix;
        const double pass = pass_cost(radix);
        clm_ntt_plan rest = {.length = length / radix};

        if (length % radix != 0 || pass + bit * log2_of(rest.length) >= plan->ns)
            continue;
        if (choose_radices(&rest, k + 1, bit, plan->ns - pass) &&
            rest.passes < CLM_NTT_MOST_PASSES) {
            found = true;
            plan->ns = pass + rest.ns;
            plan->radix[0] = radix;
            memcpy(plan->radix + 1, rest.radix, rest.passes * sizeof *rest.radix);
            plan->passes = rest.passes + 1;
        }
    }
    return found;
}

clm_ntt_plan clm_ntt_plan_within(size_t length, u32 most)
{
    clm_ntt_plan plan = {.length = length, .ns = INFINITY};
    double bit = INFINITY;
    size_t known = 0;

    for (; known < RADICES && radices[known].radix <= most; known++)
        bit = fmin(bit, pass_cost(radices[known].radix) / log2_of(2 * radices[known].radix - 1));
    if (length > 0 && length <= UINT32_MAX)
        (void)choose_radices(&plan, known, bit, INFINITY);
    return plan;
}

clm_ntt_plan clm_ntt_plan_for(size_t length)
{
    return clm_ntt_plan_within(length, CLM_NTT_MOST_RADIX);
}

clm_amounts clm_ntt_cost(const clm_ntt_plan *plan, double words)
{
    clm_amounts all = {.of = {0.0}};

    for (size_t pass = 0; pass < plan->passes; pass++)
        all.of[operation_of(plan->radix[pass])] += words;
    return all;
}

uint64_t clm_ntt_packed_radices(const clm_ntt_plan *plan)
{
    uint64_t packed = 0;

    for (size_t pass = 0; pass < plan->passes; pass++)
        packed = packed << 4 | plan->radix[pass];
    return packed;
}

size_t clm_ntt_index(const clm_ntt_plan *plan, size_t place)
{
    return ntt_index(clm_ntt_packed_radices(plan), (u32)place);
}

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

/* The kernel for a radix, from 2 to 9, and a direction. */
static clm_kernel_key pass_kernel(u32 radix, bool backward)
{
    return clm_kernel_with("fpx/batch/ntt.cl", "ntt_pass", CLM_NTT_DEFINITIONS,
                           radices[radix - 2].a, radices[radix - 2].b, (int)backward);
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
