/* Chooses the default engine's chunks, and allocates the memory of one. */
#include "engines/euclid/memory.h"

#include <stddef.h>
#include <stdlib.h>

#include "arith/residue.h"
#include "core/memory.h"
#include "core/size.h"
#include "engines/euclid/plan.h"
#include "fpx/batch/cosets.h"
#include "fpx/batch/vandermonde.h"
#include "opencl/buffer.h"
#include "opencl/context.h"

/* clm_vandermonde reads only the field. */
_Static_assert(sizeof(prime_info) == sizeof(clm_residue_prime) &&
                   offsetof(prime_info, field) == offsetof(clm_residue_prime, field),
               "a prime_info will do for a residue_prime");

/* words[k] := first * ratio^k. */
static void fill_powers(uint32_t *words, size_t count, u32 first, u32 ratio, fp_field field)
{
    for (size_t k = 0; k < count; k++) {
        words[k] = first;
        first = fp_mul(first, ratio, field);
    }
}

/* Lists geometric points and divisors of values. Padding lanes are 0 and divide to 0. */
static clmodp_status list_geometric(clmodp_context *ctx, clm_euclid_memory *m,
                                    const clm_euclid_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    const prime_info *info = plan->info;
    const fp_field field = info->field;
    /* Power of x divided out; orders of root and shift divide p - 1. */
    const u32 exponent = (u32)(plan->lowered % (field.p - 1));
    const bool divides = exponent != 0;
    const size_t outputs = plan->base.outputs, points = plan->base.points;
    const size_t lanes = clm_round_up(points, ctx->tuning.tile);
    uint32_t *words;

    TRY(clm_staging_create(ctx, &m->geometric, (outputs + divides) * lanes, sizeof *words));
    words = m->geometric.data;
    for (size_t n = 0; n < outputs; n++)
        fill_powers(words + n * lanes, points, info->shift, info->root, field);
    TRY(clm_tables_add(ctx, &m->tables, &m->points, words, outputs * lanes, sizeof *words));
    if (divides) {
        words += outputs * lanes;
        fill_powers(words, points, fp_pow(info->shift, exponent, field),
                    fp_pow(info->root, exponent, field), field);
        TRY(clm_tables_add(ctx, &m->tables, &m->divisors, words, lanes, sizeof *words));
    }
done:
    return st;
}

/* Refines the plan to cosets that fit memory, and runs their self-tests, which the plan does not
 * require, while memory for tests remains. */
static clmodp_status refine_cosets(clmodp_context *ctx, clm_euclid_memory *m,
                                   const clm_euclid_plan *plan)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_euclid_plan_refine(ctx, &m->refined, plan, m->plan.parts));
    TRY(clm_self_tests_ensure(ctx, m->refined->base.needs, m->refined->base.need_count));
done:
    return st;
}

/* Chooses chunks of whole primes, each for all pairs, in the memory left by the tables. */
static clmodp_status cut_chunks(clmodp_context *ctx, clm_euclid_memory *m,
                                const clm_euclid_plan *plan, size_t most_primes)
{
    clmodp_status st = CLMODP_OK;
    const bool geometric = plan->geometric;
    const size_t pairs = plan->base.pairs;
    /* with the tables of primes, and of weights */
    const size_t bytes = m->tables.bytes + 3 * ctx->part_alignment;
    const clm_row_layout *layout = plan->base.layout;
    clm_memory_work work = {.layout = layout, .points = plan->order,
                            .cosets = plan->base.cosets, .results = plan->base.outputs,
                            .denominators = clm_euclid_denominators(layout, plan->base.minors),
                            .roots = plan->roots, .blocks = plan->base.options.blocks,
                            .method = geometric ? CLM_EVALUATE_SUMS : plan->base.options.method,
                            .geometric = geometric};

    if (!clm_size_mul(&work.primes, most_primes, pairs))
        work.primes = SIZE_MAX / 2;
    TRY(clm_memory_take(ctx, bytes));
    st = clm_memory_plan_create(ctx, &m->plan, &work);
    clm_memory_give(ctx, bytes);
    TRY(st);
    if (m->plan.primes < pairs)
        FAIL(&ctx->error, CLMODP_DEVICE_MEMORY,
             "the device's memory does not hold %zu problems at once", pairs);
    m->plan.primes -= m->plan.primes % pairs;
    if (m->plan.parts > 1)
        TRY(refine_cosets(ctx, m, plan));
done:
    return st;
}

static clmodp_status create_tables(clmodp_context *ctx, clm_euclid_memory *m,
                                   const clm_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    const size_t primes = m->plan.primes, once = primes / plan->pairs;
    const size_t images = plan->outputs * primes;
    const size_t weights = clm_size_times(once * plan->cosets, COSETS_WEIGHTS(plan->cosets));

    if (plan->cosets > 1) {
        TRY(clm_tables_add(ctx, &m->tables, &m->weights, NULL, weights, sizeof(u32)));
        TRY(clm_staging_create(ctx, &m->weighed, weights, sizeof(u32)));
    }
    if (plan->pairs > 1)
        TRY(clm_tables_add(ctx, &m->tables, &m->info, NULL, once, sizeof(prime_info)));
    TRY(clm_tables_add(ctx, &m->tables, &m->batch.info, NULL, images, sizeof(prime_info)));
    if (images > once || plan->cosets > 1)
        TRY(clm_staging_create(ctx, &m->repeated, images, sizeof(prime_info)));
    TRY(clm_tables_create(ctx, &m->tables));
done:
    return st;
}

static clmodp_status create_buffers(clmodp_context *ctx, clm_euclid_memory *m,
                                    const clm_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    const size_t primes = m->plan.primes, lanes = primes * m->plan.lanes;
    const size_t numerators = plan->outputs * lanes;
    const size_t denominators = lanes * clm_euclid_denominators(plan->layout, plan->minors);
    const size_t coefficients = plan->outputs * primes * plan->points;
    const size_t of_coset = coefficients / plan->cosets;

    TRY(clm_scratch_create_exactly(ctx, &m->residues, primes * plan->layout->residues,
                                   sizeof(u32)));
    TRY(clm_scratch_create_exactly(ctx, &m->values, m->plan.value_words, sizeof(u32)));
    if (m->plan.scratch_words > 0)
        TRY(clm_scratch_create_exactly(ctx, &m->scratch, m->plan.scratch_words, sizeof(u32)));
    if (m->plan.divided_words > 0)
        TRY(clm_scratch_create_exactly(ctx, &m->divided, m->plan.divided_words, sizeof(u32)));
    TRY(clm_scratch_create_exactly(ctx, &m->numerator, numerators, sizeof(u32)));
    if (denominators > 0)
        TRY(clm_scratch_create_exactly(ctx, &m->denominator, denominators, sizeof(u32)));
    TRY(clm_scratch_create_exactly(ctx, &m->unlucky, 1 + lanes, sizeof(u32)));
    TRY(clm_scratch_create_exactly(ctx, &m->coefficients, of_coset, sizeof(u32)));
    if (plan->cosets > 1)
        TRY(clm_scratch_create_exactly(ctx, &m->joined, coefficients, sizeof(u32)));
    TRY(clm_staging_create_mapped(ctx, &m->words, coefficients, sizeof(u32)));
    if (m->batch.shared) { /* kernels do not write padding lanes before their division */
        TRY(clm_buffer_fill(ctx, &m->numerator, 0, numerators));
        if (denominators > 0)
            TRY(clm_buffer_fill(ctx, &m->denominator, 0, denominators));
    }
done:
    return st;
}

/* Lists the zeros of a matrix, or the steps of remainder sequences, among the tables. */
static clmodp_status list_steps(clmodp_context *ctx, clm_euclid_memory *m, const clm_plan *plan,
                                const clm_degrees *degrees)
{
    clmodp_status st = CLMODP_OK;
    const clm_row_layout *layout = plan->layout;
    clm_blocks *blocks = &m->blocks;

    if (layout->matrix.order > 0) {
        TRY(clm_blocks_create(&ctx->error, blocks, layout->matrix.first, layout->place,
                              layout->count, layout->matrix.order));
        TRY(clm_tables_add(ctx, &m->tables, &m->envelope, blocks->table, blocks->words,
                           sizeof *blocks->table));
        goto done;
    }
    TRY(clm_steps_tabulate(&ctx->error, &m->steps, &m->step_table, degrees, plan->minors));
    TRY(clm_tables_add(ctx, &m->tables, &m->steps.table, m->step_table,
                       (size_t)m->steps.steps + 2, sizeof *m->step_table));
done:
    return st;
}

clmodp_status clm_euclid_memory_create(clmodp_context *ctx, clm_euclid_memory *out,
                                       const clm_euclid_plan *plan, size_t most_primes,
                                       const clm_degrees *degrees)
{
    clmodp_status st = CLMODP_OK;
    const clm_plan *base = &plan->base;

    *out = (clm_euclid_memory){0};
    TRY(clm_inputs_create(ctx, &out->inputs, base->layout,
                          &(clm_reduction_plan){.primes = most_primes,
                                                .greatest = plan->prime[0]}, &out->tables));
    TRY(list_steps(ctx, out, base, degrees));
    if (plan->geometric)
        TRY(list_geometric(ctx, out, plan));
    TRY(cut_chunks(ctx, out, plan, most_primes));
    if (out->step_table != NULL)
        clm_steps_block(&out->steps, out->step_table, out->plan.blocks);
    if (out->refined != NULL) {
        plan = out->refined;
        base = &plan->base;
    }
    out->batch.points = plan->order;
    out->batch.large = plan->prime[0] > EUCLID_PRIME_MAX;
    out->batch.lanes = out->plan.lanes;
    out->batch.shared = out->plan.method == CLM_EVALUATE_SHARED;
    TRY(create_tables(ctx, out, base));
    TRY(create_buffers(ctx, out, base));
done:
    if (st != CLMODP_OK)
        clm_euclid_memory_destroy(ctx, out);
    return st;
}

void clm_euclid_memory_destroy(clmodp_context *ctx, clm_euclid_memory *memory)
{
    if (memory->refined != NULL)
        clm_plan_destroy(&memory->refined->base);
    clm_inputs_destroy(ctx, &memory->inputs);
    clm_steps_destroy(ctx, &memory->steps);
    free(memory->step_table);
    if (memory->blocks.table != NULL)
        clm_blocks_destroy(&memory->blocks);
    clm_buffers_destroy(ctx, &memory->envelope, &memory->weights, &memory->info,
                        &memory->batch.info, &memory->points, &memory->divisors);
    clm_tables_destroy(ctx, &memory->tables);
    clm_staging_destroy(ctx, &memory->geometric);
    clm_staging_destroy(ctx, &memory->weighed);
    clm_staging_destroy(ctx, &memory->repeated);
    clm_scratches_destroy(ctx, &memory->residues, &memory->values, &memory->scratch,
                          &memory->divided, &memory->numerator, &memory->denominator,
                          &memory->unlucky, &memory->coefficients, &memory->joined);
    clm_staging_destroy(ctx, &memory->words);
    *memory = (clm_euclid_memory){0};
}

/* Sends the weights of all cosets of each prime of a chunk. */
static clmodp_status set_weights(clmodp_context *ctx, clm_euclid_memory *m,
                                 const clm_euclid_plan *plan, size_t first, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const size_t cosets = plan->base.cosets, each = cosets * COSETS_WEIGHTS(cosets);
    const uint64_t turns = plan->base.bounds.valuation / plan->order;
    u32 *weights = m->weighed.data, t[CLM_MOST_COSETS];

    for (size_t n = first; n < first + count; n++, weights += each) {
        const fp_field f = plan->info[n].field;

        for (size_t j = 0; j < cosets; j++)
            t[j] = fp_pow(plan->shift[n * cosets + j], (u32)plan->order, f);
        clm_cosets_weigh(weights, t, cosets, turns, f);
    }
    TRY(clm_tables_set(ctx, &m->tables, &m->weights, m->weighed.data,
                       count * each * sizeof *weights));
done:
    return st;
}

/* Copies the constants of a chunk's primes at a coset, once for every output and pair. */
static void repeat_info(prime_info *out, const clm_euclid_plan *plan, size_t first, size_t count,
                        size_t coset)
{
    const size_t pairs = plan->base.pairs, images = count * pairs;

    for (size_t n = 0; n < count; n++) {
        const prime_info info = clm_euclid_prime(plan, first + n, coset);

        for (size_t u = 0; u < plan->base.outputs * pairs; u++)
            out[u / pairs * images + n * pairs + u % pairs] = info;
    }
}

clmodp_status clm_euclid_memory_send(clmodp_context *ctx, clm_euclid_memory *memory,
                                     const clm_euclid_plan *plan, size_t first, size_t count,
                                     size_t coset)
{
    clmodp_status st = CLMODP_OK;
    const prime_info *info = plan->info + first;
    const size_t pairs = plan->base.pairs, images = plan->base.outputs * count * pairs;
    prime_info *repeated = memory->repeated.data;

    memory->batch.primes = count * pairs;
    if (repeated != NULL)
        repeat_info(repeated, plan, first, count, coset);
    if (pairs > 1 && coset == 0)
        TRY(clm_tables_set(ctx, &memory->tables, &memory->info, info, count * sizeof *info));
    if (plan->base.cosets > 1 && coset == 0)
        TRY(set_weights(ctx, memory, plan, first, count));
    TRY(clm_tables_set(ctx, &memory->tables, &memory->batch.info,
                       repeated != NULL ? repeated : info, images * sizeof *info));
    TRY(clm_tables_send(ctx, &memory->tables));
done:
    return st;
}

clmodp_status clm_euclid_memory_follow(clmodp_context *ctx, clm_euclid_memory *memory,
                                       const clm_euclid_plan *plan, const clm_degrees *degrees)
{
    clm_steps_destroy(ctx, &memory->steps);
    return clm_steps_upload(ctx, &memory->steps, degrees, plan->base.minors,
                            memory->plan.blocks);
}
