/* Drive the device through the stages, chunk by chunk. */
#include "resultant/pipeline.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/size.h"
#include "fpx/divide.h"
#include "fpx/interpolate.h"
#include "multimodular/reduce.h"
#include "resultant/sample.h"

#define MOST_SAMPLES 3

typedef struct run {
    clmodp_context *ctx;
    clmodp_resultant_report *report;
    const clm_plan *plan;
    const clm_row_layout *layout;
    clm_random *random;
    const clm_pipeline_options *options;
    clm_chunks chunks;
    double stage_began;
    size_t chunk;       /* which one is being done */
    size_t first_prime; /* of this chunk */

    /* On the device, for the whole run. */
    clm_integers integers;
    clm_rows rows;
    clm_steps steps; /* of the degree sequence that lanes are assumed to follow */
    clm_lanes lanes; /* its info and its number of primes are this chunk's */
    clm_buffer residues;
    clm_buffer values, scratch; /* of one stripe */
    clm_buffer numerator, denominator, flagged;
    clm_buffer coefficients, powers; /* the powers are scratch of the interpolation */
} run;

/* Wait for the device and book the time since the last call on `stage`. */
static clmodp_status end_stage(run *r, clmodp_stage stage)
{
    clmodp_status st = clm_finish(r->ctx);
    double now = clm_clock_seconds();

    r->report->stage_seconds[stage] += now - r->stage_began;
    r->stage_began = now;
    return st;
}

static clmodp_status create_buffers(run *r)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = r->ctx;
    size_t primes = r->chunks.primes;
    size_t lanes = primes * r->chunks.lanes;

    TRY(clm_buffer_create(ctx, &r->lanes.info, primes, sizeof(prime_info)));
    TRY(clm_buffer_create(ctx, &r->residues, primes * r->layout->residues, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->values, r->chunks.value_words, sizeof(u32)));
    if (r->chunks.scratch_words > 0)
        TRY(clm_buffer_create(ctx, &r->scratch, r->chunks.scratch_words, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->numerator, lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->denominator, lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->flagged, 1 + lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->coefficients, primes * r->plan->points, sizeof(u32)));
    r->lanes.primes = primes;
    TRY(clm_buffer_create(ctx, &r->powers, clm_interpolate_scratch(&r->lanes), sizeof(u32)));
done:
    return st;
}

static void destroy_buffers(run *r)
{
    clmodp_context *ctx = r->ctx;

    clm_integers_destroy(ctx, &r->integers);
    clm_buffer_destroy(ctx, &r->rows.table);
    clm_steps_destroy(ctx, &r->steps);
    clm_buffer_destroy(ctx, &r->lanes.info);
    clm_buffer_destroy(ctx, &r->residues);
    clm_buffer_destroy(ctx, &r->values);
    clm_buffer_destroy(ctx, &r->scratch);
    clm_buffer_destroy(ctx, &r->numerator);
    clm_buffer_destroy(ctx, &r->denominator);
    clm_buffer_destroy(ctx, &r->flagged);
    clm_buffer_destroy(ctx, &r->coefficients);
    clm_buffer_destroy(ctx, &r->powers);
}

static clmodp_status upload_inputs(run *r)
{
    clmodp_status st = CLMODP_OK;
    const clm_row_layout *layout = r->layout;

    TRY(clm_integers_upload(r->ctx, &r->integers, layout->coefficients, layout->residues));
    r->rows = (clm_rows){.count = layout->count,
                         .residues = layout->residues,
                         .longest = layout->longest};
    TRY(clm_buffer_create(r->ctx, &r->rows.table, layout->count, sizeof *layout->row));
    TRY(clm_buffer_write(r->ctx, &r->rows.table, 0, layout->row,
                         layout->count * sizeof *layout->row));
done:
    return st;
}

/* Take a fresh degree sequence, from the first prime of the chunk. */
static clmodp_status sample(run *r)
{
    clmodp_status st = CLMODP_OK;
    fp_field field = r->plan->info[r->first_prime].field;
    clm_degrees degrees = {0};

    TRY(clm_sample_degrees(&r->ctx->error, &degrees, r->layout, field, r->random));
    clm_steps_destroy(r->ctx, &r->steps);
    TRY(clm_steps_upload(r->ctx, &r->steps, &degrees));
done:
    clm_degrees_destroy(&degrees);
    return st;
}

/* Evaluate and run the remainder sequences of a chunk, stripe by stripe. */
static clmodp_status run_stripes(run *r)
{
    clmodp_status st = CLMODP_OK;
    size_t tiles = r->lanes.primes * (r->lanes.lanes / r->ctx->tuning.tile);

    TRY(clm_buffer_fill(r->ctx, &r->flagged, 0, 1));
    for (size_t first = 0; first < tiles; first += r->chunks.tiles) {
        size_t count = clm_size_min(r->chunks.tiles, tiles - first);
        double done = (double)first / (double)tiles;

        TRY(clm_progress(r->ctx, ((double)r->chunk + done) / (double)r->chunks.count));
        TRY(clm_evaluate(r->ctx, &r->values, &r->scratch, &r->residues, &r->rows, &r->lanes,
                         first, count, r->chunks.way));
        TRY(end_stage(r, CLMODP_STAGE_EVALUATE));
        TRY(clm_euclid_lockstep(r->ctx, &r->numerator, &r->denominator, &r->flagged, &r->values,
                                &r->steps, &r->lanes, first, count));
        TRY(end_stage(r, CLMODP_STAGE_EUCLID));
    }
done:
    return st;
}

/* Flag every lane that stands for a point. */
static clmodp_status flag_all(run *r, uint32_t *count)
{
    clmodp_status st = CLMODP_OK;
    size_t points = r->lanes.points;
    uint32_t *list = NULL;
    size_t n = 0;

    NEW(&r->ctx->error, list, 1 + r->lanes.primes * points);
    for (size_t prime = 0; prime < r->lanes.primes; prime++)
        for (size_t k = 0; k < points; k++)
            list[++n] = (uint32_t)(prime * r->lanes.lanes + k);
    list[0] = *count = (uint32_t)n;
    TRY(clm_buffer_write(r->ctx, &r->flagged, 0, list, (1 + n) * sizeof *list));
done:
    free(list);
    return st;
}

/* Numerators and denominators of all lanes of the chunk. When most lanes leave the assumed
 * degree sequence the sample was unlucky (or this chunk's primes are), so take another. */
static clmodp_status run_resultants(run *r)
{
    clmodp_status st = CLMODP_OK;
    uint64_t pairs = (uint64_t)r->lanes.primes * r->lanes.points;
    uint32_t flagged = 0;

    for (int samples = 1; samples <= MOST_SAMPLES; samples++) {
        if (samples > 1)
            TRY(sample(r));
        TRY(run_stripes(r));
        TRY(clm_buffer_read(r->ctx, &r->flagged, 0, &flagged, sizeof flagged));
        if (flagged <= pairs / 2)
            break;
    }
    if (flagged > pairs)
        FAIL(&r->ctx->error, CLMODP_CORRUPT,
             "the device counted %u flagged lanes of %llu; its driver cannot be trusted",
             flagged, (unsigned long long)pairs);
    if (r->options->redo_all)
        TRY(flag_all(r, &flagged));
    r->report->flagged += flagged;
    if (flagged > 0)
        TRY(clm_euclid_formal(r->ctx, &r->numerator, &r->denominator, &r->values, &r->flagged,
                              flagged, &r->residues, &r->rows, r->layout->p, r->layout->q,
                              &r->lanes));
    TRY(end_stage(r, CLMODP_STAGE_REDO));
done:
    return st;
}

static clmodp_status run_chunk(run *r, uint32_t *residues)
{
    clmodp_status st = CLMODP_OK;
    const clm_plan *plan = r->plan;
    size_t words;

    r->first_prime = r->chunk * r->chunks.primes;
    r->lanes.primes = clm_size_min(r->chunks.primes, plan->primes - r->first_prime);
    words = r->lanes.primes * plan->points;
    TRY(clm_buffer_write(r->ctx, &r->lanes.info, 0, plan->info + r->first_prime,
                         r->lanes.primes * sizeof *plan->info));
    TRY(clm_reduce(r->ctx, &r->residues, &r->integers, &r->lanes));
    TRY(end_stage(r, CLMODP_STAGE_REDUCE));
    TRY(run_resultants(r));
    TRY(clm_divide(r->ctx, &r->numerator, &r->denominator, &r->lanes));
    TRY(end_stage(r, CLMODP_STAGE_DIVIDE));
    TRY(clm_interpolate(r->ctx, &r->coefficients, &r->numerator, &r->powers,
                        &r->lanes));
    TRY(clm_buffer_read(r->ctx, &r->coefficients, 0, residues + r->first_prime * plan->points,
                        words * sizeof *residues));
    TRY(end_stage(r, CLMODP_STAGE_INTERPOLATE));
done:
    return st;
}

clmodp_status clm_pipeline_run(clmodp_context *ctx, uint32_t *residues,
                               clmodp_resultant_report *report, const clm_plan *plan,
                               const clm_row_layout *layout, clm_random *random,
                               const clm_pipeline_options *options)
{
    clmodp_status st = CLMODP_OK;
    run r = {.ctx = ctx, .report = report, .plan = plan, .layout = layout, .random = random,
             .options = options, .stage_began = clm_clock_seconds()};

    clm_memory_reset_peak(ctx);
    TRY(upload_inputs(&r));
    TRY(sample(&r));
    TRY(clm_chunks_create(ctx, &r.chunks, plan, layout, options->max_memory, options->way));
    r.lanes.points = plan->points;
    r.lanes.lanes = r.chunks.lanes;
    report->chunks = r.chunks.count;
    TRY(create_buffers(&r));
    for (r.chunk = 0; r.chunk < r.chunks.count; r.chunk++)
        TRY(run_chunk(&r, residues));
    TRY(clm_progress(ctx, 1.0));
done:
    report->device_bytes = ctx->memory_peak;
    destroy_buffers(&r);
    return st;
}
