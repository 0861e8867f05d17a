/* Drive the device through the stages, chunk by chunk. */
#include "resultant/pipeline.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/size.h"
#include "fpx/divide.h"
#include "fpx/euclid.h"
#include "fpx/euclid_formal.h"
#include "fpx/interpolate.h"
#include "fpx/points.h"
#include "fpx/vandermonde.h"
#include "resultant/progression.h"
#include "resultant/sample.h"
#include "resultant/stage_clock.h"

#define MOST_SAMPLES 3

struct clm_pipeline {
    clmodp_context *ctx;
    clm_counts counts; /* since the last run ended */
    const clm_plan *plan;
    const clm_row_layout *layout;
    clm_random random; /* for samples of the degree sequence */
    const clm_pipeline_options *options;
    clm_chunks chunks;
    double stage_began;

    /* Of the chunk that is being done. */
    size_t first_prime;           /* in the plan */
    double progress_from, progress; /* fractions of the plan: before it, of its own */

    /* On the device, for all runs. */
    clm_inputs inputs;
    clm_steps steps; /* of the degree sequence that lanes are assumed to follow */
    clm_lanes lanes; /* its info and its number of primes are the chunk's */
    clm_buffer residues;
    clm_buffer values, scratch; /* of one stripe */
    clm_buffer numerator; /* one result's behind the other's */
    clm_buffer denominator, flagged;
    clm_buffer coefficients; /* likewise */
};

/* Wait for the device and book the time since the last call on `stage`. */
static clmodp_status end_stage(clm_pipeline *r, clmodp_stage stage)
{
    clmodp_status st = clm_finish(r->ctx);

    clm_stage_end(r->counts.seconds, stage, &r->stage_began);
    return st;
}

static clmodp_status create_buffers(clm_pipeline *r)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = r->ctx;
    size_t primes = r->chunks.primes, images = r->plan->results * primes;
    size_t lanes = primes * r->chunks.lanes;

    TRY(clm_buffer_create(ctx, &r->lanes.info, images, sizeof(prime_info)));
    TRY(clm_buffer_create(ctx, &r->residues, primes * r->layout->residues, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->values, r->chunks.value_words, sizeof(u32)));
    if (r->chunks.scratch_words > 0)
        TRY(clm_buffer_create(ctx, &r->scratch, r->chunks.scratch_words, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->numerator, r->plan->results * lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->denominator, lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->flagged, 1 + lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->coefficients, images * r->plan->points, sizeof(u32)));
done:
    return st;
}

static void destroy_buffers(clm_pipeline *r)
{
    clmodp_context *ctx = r->ctx;

    clm_inputs_destroy(ctx, &r->inputs);
    clm_steps_destroy(ctx, &r->steps);
    clm_buffer_destroy(ctx, &r->lanes.info);
    clm_buffer_destroy(ctx, &r->residues);
    clm_buffer_destroy(ctx, &r->values);
    clm_buffer_destroy(ctx, &r->scratch);
    clm_buffer_destroy(ctx, &r->numerator);
    clm_buffer_destroy(ctx, &r->denominator);
    clm_buffer_destroy(ctx, &r->flagged);
    clm_buffer_destroy(ctx, &r->coefficients);
}

/* Take a fresh degree sequence, from the first prime of the chunk. */
static clmodp_status sample(clm_pipeline *r)
{
    clmodp_status st = CLMODP_OK;
    fp_field field = r->plan->info[r->first_prime].field;
    clm_degrees degrees = {0};

    TRY(clm_sample_degrees(&r->ctx->error, &degrees, r->layout, field, &r->random));
    clm_steps_destroy(r->ctx, &r->steps);
    TRY(clm_steps_upload(r->ctx, &r->steps, &degrees, r->plan->results > 1));
done:
    clm_degrees_destroy(&degrees);
    return st;
}

/* Evaluate and run the remainder sequences of a chunk, stripe by stripe. */
static clmodp_status run_stripes(clm_pipeline *r)
{
    clmodp_status st = CLMODP_OK;
    size_t tiles = r->lanes.primes * (r->lanes.lanes / r->ctx->tuning.tile);

    TRY(clm_buffer_fill(r->ctx, &r->flagged, 0, 1));
    for (size_t first = 0; first < tiles; first += r->chunks.tiles) {
        size_t count = clm_size_min(r->chunks.tiles, tiles - first);
        double done = (double)first / (double)tiles;

        TRY(clm_progress(r->ctx, r->progress_from + r->progress * done));
        TRY(clm_evaluate(r->ctx, &r->values, &r->scratch, &r->residues, &r->inputs.rows, &r->lanes,
                         first, count, r->chunks.way));
        TRY(end_stage(r, CLMODP_STAGE_EVALUATE));
        TRY(clm_euclid_lockstep(r->ctx, &r->numerator, &r->denominator, &r->flagged, &r->values,
                                &r->steps, &r->lanes, first, count));
        TRY(end_stage(r, CLMODP_STAGE_EUCLID));
    }
done:
    return st;
}

/* Numerators and denominators of all lanes of the chunk. When most lanes leave the assumed
 * degree sequence the sample was unlucky (or this chunk's primes are), so take another. */
static clmodp_status run_resultants(clm_pipeline *r)
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
             "the device counted %u flagged lanes of %llu: " CLM_WRONG_VALUE, flagged,
             (unsigned long long)pairs);
    if (r->options->redo_all) {
        flagged = (uint32_t)pairs;
        TRY(clm_points_list_all(r->ctx, &r->flagged, r->lanes.primes, r->lanes.points,
                                r->lanes.lanes));
    }
    r->counts.flagged += flagged;
    if (flagged > 0)
        TRY(clm_euclid_formal(r->ctx, &r->numerator, &r->denominator, &r->values, &r->flagged,
                              flagged, &r->residues, &r->inputs.rows, &r->steps, &r->lanes));
    TRY(end_stage(r, CLMODP_STAGE_REDO));
done:
    return st;
}

/* Quotients to coefficients. What the last stripe and the division held is used. In a coset each
 * result has a copy of the primes of the chunk, as if it were that of primes of its own: all take
 * the same launches. A progression has one prime, and the results follow one another. */
static clmodp_status interpolate(clm_pipeline *r, uint32_t *residues)
{
    clmodp_status st = CLMODP_OK;
    const clm_plan *plan = r->plan;
    const size_t bytes = r->lanes.primes * plan->points * sizeof *residues;
    clm_lanes images = r->lanes;

    images.primes *= plan->results;
    if (!plan->progression)
        TRY(clm_interpolate(r->ctx, &r->coefficients, &r->values, &r->numerator, &images));
    for (size_t n = 0; n < plan->results; n++) {
        uint32_t *words = residues + (n * plan->primes + r->first_prime) * plan->points;

        if (plan->progression)
            TRY(clm_progression_interpolate(r->ctx, &r->coefficients, &r->numerator, n,
                                            &r->denominator, &r->values, words, plan, &r->lanes,
                                            r->progress_from + r->progress));
        TRY(clm_buffer_read(r->ctx, &r->coefficients, plan->progression ? 0 : n * bytes, words,
                            bytes));
    }
done:
    return st;
}

/* The primes from r->first_prime on, r->lanes.primes of them. */
static clmodp_status run_chunk(clm_pipeline *r, uint32_t *residues)
{
    clmodp_status st = CLMODP_OK;
    const clm_plan *plan = r->plan;
    const size_t bytes = r->lanes.primes * sizeof *plan->info;
    const clm_reduction_target to = {.residues = &r->residues, .info = &r->lanes.info};
    const clm_prime_words primes = {plan->prime, sizeof *plan->prime};

    for (size_t n = 0; n < plan->results; n++)
        TRY(clm_buffer_write(r->ctx, &r->lanes.info, n * bytes, plan->info + r->first_prime,
                             bytes));
    TRY(clm_reduction_run(r->ctx, &r->inputs.reduction, &to, primes, r->first_prime,
                          r->lanes.primes, r->progress_from));
    TRY(end_stage(r, CLMODP_STAGE_REDUCE));
    TRY(run_resultants(r));
    TRY(clm_divide(r->ctx, &r->numerator, &r->denominator, plan->results, &r->lanes));
    TRY(end_stage(r, CLMODP_STAGE_DIVIDE));
    TRY(interpolate(r, residues));
    TRY(end_stage(r, CLMODP_STAGE_INTERPOLATE));
    r->counts.chunks++;
    r->counts.pairs += r->lanes.primes * plan->points;
done:
    return st;
}

clmodp_status clm_pipeline_run(clm_pipeline *r, uint32_t *residues, clm_counts *counts,
                               size_t first, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    const double all = r->options->prelude ? INFINITY : (double)r->plan->primes;

    r->stage_began = clm_clock_seconds();
    for (size_t done = 0; done < primes; done += r->lanes.primes) {
        r->first_prime = first + done;
        r->lanes.primes = clm_size_min(r->chunks.primes, primes - done);
        r->progress_from = (double)r->first_prime / all;
        r->progress = (double)r->lanes.primes / all;
        TRY(run_chunk(r, residues));
    }
    TRY(clm_progress(r->ctx, (double)(first + primes) / all));
    *counts = r->counts;
    r->counts = (clm_counts){0};
done:
    return st;
}

clmodp_status clm_pipeline_create(clmodp_context *ctx, clm_pipeline **out, const clm_plan *plan,
                                  size_t most_primes, const clm_row_layout *layout, uint64_t seed,
                                  const clm_pipeline_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_pipeline *r = NULL;

    NEW(&ctx->error, r, 1);
    *r = (clm_pipeline){.ctx = ctx, .plan = plan, .layout = layout, .random = {seed},
                        .options = options,
                        .stage_began = clm_clock_seconds()};
    TRY(clm_inputs_create(ctx, &r->inputs, layout,
                          &(clm_reduction_plan){.primes = most_primes,
                                                .greatest = plan->prime[0]}));
    TRY(sample(r));
    TRY(clm_chunks_create(ctx, &r->chunks, plan->points, most_primes, plan->results, layout,
                          plan->progression ? CLM_EVALUATE_SUMS : options->way,
                          plan->progression ? clm_vandermonde_scratch(ctx, 1, plan->points)
                                            : clm_interpolate_scratch(ctx, plan->points)));
    r->lanes.points = plan->points;
    r->lanes.wide = plan->prime[0] > EUCLID_PRIME_MAX;
    r->lanes.lanes = r->chunks.lanes;
    TRY(create_buffers(r));
    clm_stage_end(r->counts.seconds, CLMODP_STAGE_REDUCE, &r->stage_began);
    *out = r;
    r = NULL;
done:
    clm_pipeline_destroy(r);
    return st;
}

void clm_pipeline_destroy(clm_pipeline *pipeline)
{
    if (pipeline == NULL)
        return;
    destroy_buffers(pipeline);
    free(pipeline);
}

clmodp_status clm_pipeline_residues(clmodp_context *ctx, clm_staging *out, const clm_plan *plan)
{
    size_t words;

    if (!clm_size_mul(&words, plan->primes, plan->points) ||
        !clm_size_mul(&words, words, plan->results))
        return clm_fail(&ctx->error, CLMODP_LIMIT,
                        "%zu prime%s with %zu point%s are too many for this host",
                        plan->primes, CLM_S(plan->primes), plan->points, CLM_S(plan->points));
    return clm_staging_create(ctx, out, words, sizeof(uint32_t));
}
