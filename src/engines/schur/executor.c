/* Executor of the Schur engine: runs its stages on the device, chunk by chunk. */
#include "engines/schur/plan.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "engines/schur/schur.h"
#include "fpx/batch/batch.h"
#include "fpx/batch/vandermonde.h"
#include "opencl/queue.h"

typedef struct schur_executor {
    clm_executor base; /* first */
    clmodp_context *ctx;
    const clm_schur_plan *plan;
    const clm_row_layout *layout;
    size_t initial; /* initial points per prime */
    clm_schur_class how;
    size_t word; /* bytes */
    clm_stage_clock clock;

    size_t chunk; /* primes at a time */
    size_t first; /* index in the plan of the chunk's first prime */

    /* Constants of the inputs, sent with the first chunk, and of the chunk's primes. */
    clm_tables tables;
    clm_inputs inputs;
    clm_points points; /* of the chunk's primes; each launch selects some of them */

    /* On the device, for all chunks. */
    clm_values values;
    clm_buffer residues, numerator, denominator, unlucky, coefficients;
    clm_buffer scratch; /* of one stage at a time */

    uint32_t *collected; /* number of values of each prime, on the host */
    uint64_t values_sum; /* values of all primes */
    clm_staging words; /* coefficients, on the host */
} schur_executor;

static void begin_stage(schur_executor *s, clm_stage stage)
{
    clm_stage_next(s->ctx, &s->clock, &s->base.counts.times, stage);
}

/* Returns the scratch words for `primes` primes: enough pairs at a time to keep the device busy,
 * as far as a buffer's size allows. */
static uint64_t scratch_words(const schur_executor *s, size_t primes)
{
    const uint64_t schur = clm_schur_scratch(s->ctx, &s->plan->matrix, s->how);
    const uint64_t euclid = clm_point_fallback_scratch(s->layout->p, s->layout->q);
    const uint64_t most = primes * (uint64_t)s->initial;
    const uint64_t wanted =
        clm_size_min(s->ctx->tuning.stripe_bytes, s->ctx->device.max_allocation) / s->word;
    uint64_t words = clm_vandermonde_scratch(s->ctx, primes, s->plan->needed);

    words = clm_size_max(words, clm_size_min(most * schur, clm_size_max(schur, wanted)));
    return clm_size_max(words, clm_size_min(most * euclid, clm_size_max(euclid, wanted)));
}

/* Returns the bytes for `primes` primes, on the device and as staging. */
static uint64_t chunk_bytes(const schur_executor *s, size_t primes)
{
    const uint64_t points = s->initial, needed = s->plan->needed;
    const uint64_t words = s->layout->residues + 4 * points + 2 * needed;
    const uint64_t numbers = points + 1; /* of unlucky points, and of values */

    return primes * (sizeof(clm_residue_prime) + s->word * words + sizeof(u32) * numbers) +
           sizeof(u32) + s->word * scratch_words(s, primes);
}

/* Returns whether buffers can hold `primes` primes, with 32-bit indices. */
static bool buffers_fit(const schur_executor *s, size_t primes)
{
    const uint64_t largest = s->ctx->device.max_allocation / s->word;
    const uint64_t widest = clm_size_max(s->layout->residues, s->initial);

    return primes * widest <= clm_size_min(largest, UINT32_MAX) &&
           scratch_words(s, primes) <= largest;
}

/* Chooses as many primes at a time as fit, in chunks of even sizes. */
static clmodp_status choose_chunk(schur_executor *s, size_t most_primes)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = s->ctx;
    const uint64_t tables = s->tables.bytes + ctx->part_alignment; /* with the tables of primes */
    const uint64_t all = clm_memory_left(ctx), left = all > tables ? all - tables : 0;
    size_t chunk = most_primes;

    while (chunk > 1 && (chunk_bytes(s, chunk) > left || !buffers_fit(s, chunk)))
        chunk = (chunk + 1) / 2;
    if (chunk_bytes(s, chunk) > left)
        FAIL(&ctx->error, CLMODP_DEVICE_MEMORY,
             "one prime with its %zu point%s needs %llu bytes of device memory, and the cap "
             "leaves %llu: raise the cap by %llu at least or lower the degrees",
             s->initial, CLM_S(s->initial), (unsigned long long)chunk_bytes(s, chunk),
             (unsigned long long)left, (unsigned long long)(chunk_bytes(s, chunk) - left));
    s->chunk = clm_div_up(most_primes, clm_div_up(most_primes, chunk));
done:
    return st;
}

static clmodp_status create_buffers(schur_executor *s)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = s->ctx;
    const clm_schur_plan *plan = s->plan;
    const size_t values = s->chunk * s->initial, results = s->chunk * plan->needed;

    s->values.capacity = s->initial;
    TRY(clm_buffer_create(ctx, &s->residues, s->chunk * s->layout->residues, s->word));
    TRY(clm_buffer_create(ctx, &s->numerator, values, s->word));
    TRY(clm_buffer_create(ctx, &s->denominator, values, s->word));
    TRY(clm_buffer_create(ctx, &s->values.x, values, s->word));
    TRY(clm_buffer_create(ctx, &s->values.y, values, s->word));
    TRY(clm_buffer_create(ctx, &s->values.count, s->chunk, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &s->unlucky, 1 + values, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &s->scratch, (size_t)scratch_words(s, s->chunk), s->word));
    TRY(clm_buffer_create(ctx, &s->coefficients, results, s->word));
    TRY(clm_staging_create_mapped(ctx, &s->words, results, s->word));
    NEW(&ctx->error, s->collected, s->chunk);
done:
    return st;
}

static void destroy_buffers(schur_executor *s)
{
    clmodp_context *ctx = s->ctx;

    clm_inputs_destroy(ctx, &s->inputs);
    clm_buffer_destroy(ctx, &s->points.info);
    clm_tables_destroy(ctx, &s->tables);
    clm_buffers_destroy(ctx, &s->residues, &s->numerator, &s->denominator, &s->values.x,
                        &s->values.y, &s->values.count, &s->unlucky, &s->scratch,
                        &s->coefficients);
    clm_staging_destroy(ctx, &s->words);
    free(s->collected);
}

static clm_schur_call call_of(const schur_executor *s)
{
    return (clm_schur_call){.numerator = &s->numerator, .denominator = &s->denominator,
                            .scratch = &s->scratch, .residues = &s->residues,
                            .rows = &s->inputs.rows, .points = &s->points};
}

/* Computes numerators and denominators at `count` points from `first` on, by Schur's algorithm. */
static clmodp_status run_schur(schur_executor *s, size_t first, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_amounts tile = clm_schur_cost(&s->plan->matrix, s->ctx->tuning.vector_width);
    const clm_schur_call call = call_of(s);
    const double ns = clm_device_elapsed(s->ctx, &tile);
    const size_t launch = 1 + (size_t)(clm_limit_ns(CLM_LIMIT_LAUNCH) / ns);
    size_t tiles;

    begin_stage(s, CLM_STAGE_SCHUR);
    s->points.first = first;
    s->points.count = count;
    tiles = clm_schur_tiles(s->ctx, &s->points);
    for (size_t done = 0; done < tiles; done += launch) {
        const double part = (double)s->points.primes * (double)done / (double)tiles;
        const size_t now = clm_size_min(launch, tiles - done);

        TRY(clm_throttle_begin_batch(s->ctx, 1e-9 * ns * (double)now,
                                     ((double)s->first + part) / (double)s->plan->base.primes));
        TRY(clm_schur(s->ctx, &call, &s->plan->matrix, s->how, done, now));
    }
    s->base.counts.evaluations += s->points.primes * count;
done:
    return st;
}

/* Divides, and appends the lucky points to the values; *unlucky: number of the other points. */
static clmodp_status collect_values(schur_executor *s, size_t *unlucky)
{
    clmodp_status st = CLMODP_OK;
    const size_t primes = s->points.primes, points = primes * s->points.count;
    const uint64_t before = s->values_sum;

    begin_stage(s, CLM_STAGE_DIVIDE);
    TRY(clm_buffer_fill(s->ctx, &s->unlucky, 0, 1));
    TRY(clm_compact(s->ctx, &s->values, &s->unlucky, &s->numerator, &s->denominator, &s->points,
                    s->plan->base.bounds.valuation));
    TRY(clm_buffer_read(s->ctx, &s->values.count, 0, s->collected, primes * sizeof *s->collected));
    s->values_sum = 0;
    for (size_t n = 0; n < primes; n++)
        s->values_sum += s->collected[n];
    if (s->values_sum < before || s->values_sum - before > points)
        FAIL(&s->ctx->error, CLMODP_CORRUPT,
             "the device counted %llu values more at %zu points: " CLM_WRONG_VALUE,
             (unsigned long long)(s->values_sum - before), points);
    *unlucky = points - (size_t)(s->values_sum - before);
    s->base.counts.unlucky += *unlucky;
done:
    return st;
}

static size_t points_lacking(const schur_executor *s)
{
    size_t most = 0;

    for (size_t n = 0; n < s->points.primes; n++)
        if (s->collected[n] < s->plan->needed)
            most = clm_size_max(most, s->plan->needed - s->collected[n]);
    return most;
}

/* Appends the first `count` points of s->unlucky to the values, by Euclid. */
static clmodp_status run_euclid(schur_executor *s, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_schur_call call = call_of(s);

    begin_stage(s, CLM_STAGE_FALLBACK);
    TRY(clm_point_fallback(s->ctx, &call, &s->unlucky, count, s->layout->p, s->layout->q));
    begin_stage(s, CLM_STAGE_DIVIDE);
    TRY(clm_compact_listed(s->ctx, &s->values, &s->unlucky, count, &s->numerator, &s->denominator,
                           &s->points, s->plan->base.bounds.valuation));
    s->base.counts.fallback += count;
done:
    return st;
}

/* Computes all required points without the Schur algorithm. */
static clmodp_status values_by_euclid(schur_executor *s)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = s->points.primes * s->plan->needed;

    s->points.first = 0;
    s->points.count = s->plan->needed;
    TRY(clm_unlucky_all(s->ctx, &s->unlucky, s->points.primes, s->plan->needed, s->plan->needed));
    TRY(run_euclid(s, count));
    s->base.counts.evaluations += count;
    s->base.counts.unlucky += count;
done:
    return st;
}

/* Computes as many values as needed: at the initial points; if too many are unlucky, at further
 * points [Eme12, 4]; if none are left or too many unlucky again, by Euclid at the unlucky points
 * of the last launch, which yields as many values as points. */
static clmodp_status values_by_schur(schur_executor *s)
{
    clmodp_status st = CLMODP_OK;
    const clm_schur_plan *plan = s->plan;
    size_t unlucky, more;

    TRY(run_schur(s, 0, s->initial));
    TRY(collect_values(s, &unlucky));
    more = points_lacking(s);
    if (more == 0)
        goto done;
    more = clm_size_min(2 * more + 2, s->initial);
    if (plan->most_points - s->initial >= more) {
        TRY(run_schur(s, s->initial, more));
        TRY(collect_values(s, &unlucky));
    }
    if (points_lacking(s) > 0)
        TRY(run_euclid(s, unlucky));
done:
    return st;
}

/* Interpolates, and copies all but the redundant coefficients, which must vanish. */
static clmodp_status interpolate_chunk(schur_executor *s, clm_images *images)
{
    clmodp_status st = CLMODP_OK;
    const clm_schur_plan *plan = s->plan;
    const size_t needed = plan->needed * s->word, width = plan->base.width * s->word;
    static const char zeros[sizeof(uint64_t)];

    begin_stage(s, CLM_STAGE_INTERPOLATE);
    TRY(clm_vandermonde(s->ctx,
                        &(clm_vandermonde_call){.kind = plan->base.options.residues,
                                                .coefficients = &s->coefficients,
                                                .x = &s->values.x,
                                                .y = &s->values.y,
                                                .scratch = &s->scratch,
                                                .info = &s->points.info,
                                                .primes = s->points.primes,
                                                .points = plan->needed,
                                                .stride = s->values.capacity,
                                                .progress = (double)(s->first + s->points.primes) /
                                                            (double)plan->base.primes}));
    TRY(clm_buffer_read(s->ctx, &s->coefficients, 0, s->words.data, s->points.primes * needed));
    begin_stage(s, CLM_STAGE_CHECK);
    for (size_t n = 0; n < s->points.primes; n++) {
        const char *image = (const char *)s->words.data + n * needed;

        if (memcmp(image + width, zeros, s->word) != 0)
            FAIL(&s->ctx->error, CLMODP_CORRUPT,
                 "coefficient %zu modulo %llu must vanish and does not: " CLM_WRONG_VALUE,
                 plan->base.width, (unsigned long long)plan->prime[s->first + n]);
        memcpy(clm_image(images, 0, s->first + n), image, width);
    }
done:
    return st;
}

/* Computes s->points.primes primes from s->first on. */
static clmodp_status run_chunk(schur_executor *s, clm_images *images)
{
    clmodp_status st = CLMODP_OK;
    const clm_plan *plan = &s->plan->base;
    const clm_reduction_target to = {.type = s->points.type, .kind = plan->options.residues,
                                     .residues = &s->residues, .info = &s->points.info};

    begin_stage(s, CLM_STAGE_REDUCE);
    TRY(clm_tables_set(s->ctx, &s->tables, &s->points.info, s->plan->info + s->first,
                       s->points.primes * sizeof *s->plan->info));
    TRY(clm_tables_send(s->ctx, &s->tables));
    TRY(clm_buffer_fill(s->ctx, &s->values.count, 0, s->points.primes));
    s->values_sum = 0;
    TRY(clm_reduction_run(s->ctx, &s->inputs.reduction, &to, plan->prime, s->first,
                          s->points.primes, (double)s->first / (double)plan->primes));
    TRY(s->plan->regular ? values_by_schur(s) : values_by_euclid(s));
    TRY(interpolate_chunk(s, images));
    s->base.counts.chunks++;
done:
    return st;
}

clmodp_status clm_schur_executor_run(clm_executor *worker, clm_images *images, size_t first,
                                     size_t count)
{
    clmodp_status st = CLMODP_OK;
    schur_executor *s = (schur_executor *)worker;

    clm_stage_start(s->ctx, &s->clock, CLM_STAGE_REDUCE);
    for (size_t done = 0; done < count; done += s->points.primes) {
        s->first = first + done;
        s->points.primes = clm_size_min(s->chunk, count - done);
        TRY(run_chunk(s, images));
    }
    clm_stage_stop(s->ctx, &s->clock, &s->base.counts.times);
done:
    return st;
}

clmodp_status clm_schur_executor_create(clmodp_context *ctx, clm_executor **out,
                                        const clm_plan *base, size_t most_primes, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    const clm_schur_plan *plan = clm_schur_plan_of(base);
    const clm_residue_type *type = clm_residue_type_of(base->options.residues);
    schur_executor *s;

    (void)seed; /* this engine is deterministic */
    NEW(&ctx->error, s, 1);
    *out = &s->base;
    *s = (schur_executor){.base = {.plan = base}, .ctx = ctx, .plan = plan,
                        .layout = base->layout, .initial = base->points, .word = type->word_bytes,
                        .how = clm_schur_class_of(ctx, type, &plan->matrix),
                        .points = {.type = type}};
    clm_stage_start(ctx, &s->clock, CLM_STAGE_REDUCE);
    TRY(clm_inputs_create(
        ctx, &s->inputs, s->layout,
        &(clm_reduction_plan){.type = type, .primes = most_primes, .greatest = plan->prime[0]},
        &s->tables));
    TRY(choose_chunk(s, most_primes));
    TRY(clm_tables_add(ctx, &s->tables, &s->points.info, NULL, s->chunk, sizeof *plan->info));
    TRY(clm_tables_create(ctx, &s->tables));
    TRY(create_buffers(s));
    begin_stage(s, CLM_STAGE_REDUCE);
done:
    return st;
}

void clm_schur_executor_clear(clm_executor *worker)
{
    schur_executor *s = (schur_executor *)worker;

    destroy_buffers(s);
}
