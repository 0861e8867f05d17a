/* Cut the work into chunks, and make room for one. */
#include "engines/euclid/memory.h"

#include <stdlib.h>

#include "base/size.h"
#include "engines/euclid/geometric.h"
#include "fpx/interpolate.h"
#include "fpx/vandermonde.h"

/* List geometric points, and their powers. Those of padding lanes are 0, which divides
 * to 0. */
static clmodp_status list_geometric(clmodp_context *ctx, clm_euclid_memory *m,
                                    const clm_euclid_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    const bool divides = clm_geometric_divides(plan);
    const size_t outputs = plan->base.outputs, points = plan->base.points;
    const size_t lanes = clm_round_up(points, ctx->tuning.tile);
    uint32_t *words;

    TRY(clm_staging_create(ctx, &m->geometric, (outputs + divides) * lanes, sizeof *words));
    words = m->geometric.data;
    for (size_t n = 0; n < outputs; n++)
        clm_geometric_points(words + n * lanes, points, plan);
    TRY(clm_tables_add(ctx, &m->tables, &m->points, words, outputs * lanes, sizeof *words));
    if (divides) {
        words += outputs * lanes;
        clm_geometric_divisors(words, points, plan);
        TRY(clm_tables_add(ctx, &m->tables, &m->powers, words, lanes, sizeof *words));
    }
done:
    return st;
}

/* Chunks of whole primes, each for all pairs, beside the tables. */
static clmodp_status cut(clmodp_context *ctx, clm_euclid_memory *m,
                                   const clm_euclid_plan *plan, size_t most_primes)
{
    clmodp_status st = CLMODP_OK;
    const bool geometric = plan->geometric;
    const size_t pairs = plan->base.pairs, points = plan->base.points;
    const size_t bytes = m->tables.bytes + 2 * ctx->part_alignment; /* with those of primes */
    size_t all;

    if (!clm_size_mul(&all, most_primes, pairs))
        all = SIZE_MAX / 2;
    TRY(clm_memory_take(ctx, bytes));
    st = clm_memory_plan_create(ctx, &m->plan, points, all, plan->base.outputs, plan->base.layout,
                           geometric ? CLM_EVALUATE_SUMS : plan->base.options.method,
                           geometric ? clm_vandermonde_scratch(ctx, plan->base.outputs, points)
                                       : clm_interpolate_scratch(ctx, points));
    clm_memory_give(ctx, bytes);
    TRY(st);
    if (m->plan.primes < pairs)
        FAIL(&ctx->error, CLMODP_DEVICE_MEMORY,
             "the device's memory does not hold %zu problems at once", pairs);
    m->plan.primes -= m->plan.primes % pairs;
done:
    return st;
}

/* The primes' constants, and with them the buffer of all tables. */
static clmodp_status create_tables(clmodp_context *ctx, clm_euclid_memory *m,
                                   const clm_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    const size_t primes = m->plan.primes, once = primes / plan->pairs;
    const size_t images = plan->outputs * primes;

    if (plan->pairs > 1)
        TRY(clm_tables_add(ctx, &m->tables, &m->info, NULL, once, sizeof(prime_info)));
    TRY(clm_tables_add(ctx, &m->tables, &m->batch.info, NULL, images, sizeof(prime_info)));
    if (images > once)
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
    const size_t coefficients = plan->outputs * primes * plan->points;

    TRY(clm_buffer_create(ctx, &m->residues, primes * plan->layout->residues, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &m->values, m->plan.value_words, sizeof(u32)));
    if (m->plan.scratch_words > 0)
        TRY(clm_buffer_create(ctx, &m->scratch, m->plan.scratch_words, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &m->numerator, numerators, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &m->denominator, lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &m->unlucky, 1 + lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &m->coefficients, coefficients, sizeof(u32)));
    TRY(clm_staging_create(ctx, &m->words, coefficients, sizeof(u32)));
    if (m->batch.shared) { /* nobody else writes to padding lanes before they are divided */
        TRY(clm_buffer_fill(ctx, &m->numerator, 0, numerators));
        TRY(clm_buffer_fill(ctx, &m->denominator, 0, lanes));
    }
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
    TRY(clm_steps_tabulate(&ctx->error, &out->steps, &out->step_table, degrees,
                           base->outputs > 1));
    TRY(clm_tables_add(ctx, &out->tables, &out->steps.table, out->step_table,
                       (size_t)out->steps.steps + 2, sizeof *out->step_table));
    if (plan->geometric)
        TRY(list_geometric(ctx, out, plan));
    TRY(cut(ctx, out, plan, most_primes));
    out->batch.points = base->points;
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
    clm_inputs_destroy(ctx, &memory->inputs);
    clm_steps_destroy(ctx, &memory->steps);
    free(memory->step_table);
    clm_buffer_destroy(ctx, &memory->info);
    clm_buffer_destroy(ctx, &memory->batch.info);
    clm_buffer_destroy(ctx, &memory->points);
    clm_buffer_destroy(ctx, &memory->powers);
    clm_tables_destroy(ctx, &memory->tables);
    clm_staging_destroy(ctx, &memory->geometric);
    clm_staging_destroy(ctx, &memory->repeated);
    clm_buffer_destroy(ctx, &memory->residues);
    clm_buffer_destroy(ctx, &memory->values);
    clm_buffer_destroy(ctx, &memory->scratch);
    clm_buffer_destroy(ctx, &memory->numerator);
    clm_buffer_destroy(ctx, &memory->denominator);
    clm_buffer_destroy(ctx, &memory->unlucky);
    clm_buffer_destroy(ctx, &memory->coefficients);
    clm_staging_destroy(ctx, &memory->words);
    *memory = (clm_euclid_memory){0};
}

clmodp_status clm_euclid_memory_send(clmodp_context *ctx, clm_euclid_memory *memory,
                                     const clm_euclid_plan *plan, size_t first, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const prime_info *info = plan->info + first;
    const size_t pairs = plan->base.pairs, images = plan->base.outputs * count * pairs;
    prime_info *repeated = memory->repeated.data;

    memory->batch.primes = count * pairs;
    for (size_t u = 0; u < images && repeated != NULL; u++)
        repeated[u] = info[u % memory->batch.primes / pairs];
    if (pairs > 1)
        TRY(clm_tables_set(ctx, &memory->tables, &memory->info, info, count * sizeof *info));
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
    return clm_steps_upload(ctx, &memory->steps, degrees, plan->base.outputs > 1);
}
