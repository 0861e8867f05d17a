/* Drive the device through the stages, chunk by chunk. [Eme12, 4.1, steps (a) to (d)] */
#include "engines/euclid/worker.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/size.h"
#include "device/pace.h"
#include "engines/euclid/memory_plan.h"
#include "engines/euclid/cost.h"
#include "engines/euclid/plan.h"
#include "engines/euclid/programs.h"
#include "engines/euclid/progression.h"
#include "engines/euclid/degree_sequence.h"
#include "engines/euclid/window.h"
#include "fpx/divide.h"
#include "fpx/euclid.h"
#include "fpx/euclid_formal.h"
#include "fpx/interpolate.h"
#include "fpx/points.h"
#include "fpx/vandermonde.h"

#define MOST_SEQUENCES 3

/* Coefficients come from the device in pieces that stay in the caches while they are read, and
 * that are this part of the memory at most. */
#define PIECE_BYTES ((size_t)1 << 20)
#define PIECE_PART 32

/* The inputs on the device, the degree sequence of their remainders, and buffers for a chunk. */
typedef struct euclid_worker {
    clm_worker base; /* first */
    clmodp_context *ctx;
    const clm_euclid_plan *plan;
    const clm_row_layout *layout;
    size_t outputs, points, pairs; /* the plan's */
    clm_counts counts; /* since the last run ended */
    clm_random random; /* for the points of degree sequences */
    clm_memory_plan memory;
    clm_stage_clock clock;
    double lane_seconds; /* that a lane of a stripe should take */

    /* Of the chunk that is being done. */
    size_t first_prime, primes;   /* in the plan */
    double progress_from, progress; /* fractions of the plan: before it, of its own */

    /* On the device, for all runs. */
    clm_inputs inputs;
    clm_steps steps; /* of the degree sequence that lanes are assumed to follow */
    clm_lanes lanes; /* its info and its number of primes are the chunk's, with one of each prime
                        for every pair: to the stages these are primes of their own */
    clm_buffer info; /* for many pairs: of each prime once, to reduce the coefficients of all */
    clm_buffer residues;
    clm_buffer values, scratch; /* of one stripe */
    clm_buffer numerator; /* one output's behind the other's */
    clm_buffer denominator, flagged;
    clm_buffer coefficients; /* likewise */

    clm_staging piece; /* coefficients of some primes and outputs, on the host */
    size_t piece_rows;
    clm_staging repeated; /* info of the chunk, once for every output and pair */
} euclid_worker;

static void begin_stage(euclid_worker *r, clm_stage stage)
{
    clm_stage_next(r->ctx, &r->clock, &r->counts.times, stage);
}

static clmodp_status create_buffers(euclid_worker *r)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = r->ctx;
    size_t primes = r->memory.primes, images = r->outputs * primes;
    size_t lanes = primes * r->memory.lanes;

    TRY(clm_buffer_create(ctx, &r->lanes.info, images, sizeof(prime_info)));
    if (r->pairs > 1)
        TRY(clm_buffer_create(ctx, &r->info, primes / r->pairs, sizeof(prime_info)));
    if (images > primes / r->pairs)
        TRY(clm_staging_create(ctx, &r->repeated, images, sizeof(prime_info)));
    TRY(clm_buffer_create(ctx, &r->residues, primes * r->layout->residues, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->values, r->memory.value_words, sizeof(u32)));
    if (r->memory.scratch_words > 0)
        TRY(clm_buffer_create(ctx, &r->scratch, r->memory.scratch_words, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->numerator, r->outputs * lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->denominator, lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->flagged, 1 + lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &r->coefficients, images * r->points, sizeof(u32)));
    if (r->lanes.shared) { /* nobody else writes to padding lanes before they are divided */
        TRY(clm_buffer_fill(ctx, &r->numerator, 0, r->outputs * lanes));
        TRY(clm_buffer_fill(ctx, &r->denominator, 0, lanes));
    }
done:
    return st;
}

static void destroy_buffers(euclid_worker *r)
{
    clmodp_context *ctx = r->ctx;

    clm_inputs_destroy(ctx, &r->inputs);
    clm_steps_destroy(ctx, &r->steps);
    clm_buffer_destroy(ctx, &r->info);
    clm_buffer_destroy(ctx, &r->lanes.info);
    clm_buffer_destroy(ctx, &r->residues);
    clm_buffer_destroy(ctx, &r->values);
    clm_buffer_destroy(ctx, &r->scratch);
    clm_buffer_destroy(ctx, &r->numerator);
    clm_buffer_destroy(ctx, &r->denominator);
    clm_buffer_destroy(ctx, &r->flagged);
    clm_buffer_destroy(ctx, &r->coefficients);
    clm_staging_destroy(ctx, &r->piece);
    clm_staging_destroy(ctx, &r->repeated);
}

/* Take a fresh degree sequence, from the first prime of the chunk. */
static clmodp_status find_degrees(euclid_worker *r)
{
    clmodp_status st = CLMODP_OK;
    fp_field field = r->plan->info[r->first_prime].field;
    clm_degrees degrees = {0};

    TRY(clm_degree_sequence(&r->ctx->error, &degrees, r->layout, field, &r->random));
    clm_steps_destroy(r->ctx, &r->steps);
    TRY(clm_steps_upload(r->ctx, &r->steps, &degrees, r->outputs > 1));
done:
    clm_degrees_destroy(&degrees);
    return st;
}

/* Evaluate and run the remainder sequences of a chunk, stripe by stripe. */
static clmodp_status run_stripes(euclid_worker *r)
{
    clmodp_status st = CLMODP_OK;
    size_t tiles = clm_lanes_tiles(&r->lanes, r->ctx->tuning.tile);

    TRY(clm_buffer_fill(r->ctx, &r->flagged, 0, 1));
    for (size_t first = 0; first < tiles; first += r->memory.tiles) {
        size_t count = clm_size_min(r->memory.tiles, tiles - first);
        double done = (double)first / (double)tiles;

        begin_stage(r, CLM_STAGE_EVALUATE);
        TRY(clm_pace_unit(r->ctx, r->lane_seconds * (double)(count * r->ctx->tuning.tile),
                          r->progress_from + r->progress * done));
        TRY(clm_evaluate(r->ctx, &r->values, &r->scratch, &r->residues, &r->inputs.rows, &r->lanes,
                         first, count, r->memory.way));
        begin_stage(r, CLM_STAGE_EUCLID);
        TRY(clm_euclid_lockstep(r->ctx, &r->numerator, &r->denominator, &r->flagged, &r->values,
                                &r->steps, &r->lanes, first, count));
    }
done:
    return st;
}

/* Numerators and denominators of all lanes of the chunk. When most lanes leave the assumed
 * degree sequence its point was unlucky (or this chunk's primes are), so take another. */
static clmodp_status run_resultants(euclid_worker *r)
{
    clmodp_status st = CLMODP_OK;
    uint64_t pairs = (uint64_t)r->lanes.primes * r->lanes.points;
    uint32_t flagged = 0;

    for (int tries = 1; tries <= MOST_SEQUENCES; tries++) {
        if (tries > 1)
            TRY(find_degrees(r));
        TRY(run_stripes(r));
        TRY(clm_buffer_read(r->ctx, &r->flagged, 0, &flagged, sizeof flagged));
        if (flagged <= pairs / 2)
            break;
    }
    if (flagged > pairs)
        FAIL(&r->ctx->error, CLMODP_CORRUPT,
             "the device counted %u flagged lanes of %llu: " CLM_WRONG_VALUE, flagged,
             (unsigned long long)pairs);
    if (r->plan->base.options.redo_all) {
        flagged = (uint32_t)pairs;
        TRY(clm_points_list_all(r->ctx, &r->flagged, r->lanes.primes, r->lanes.points,
                                r->lanes.lanes));
    }
    begin_stage(r, CLM_STAGE_REDO);
    r->counts.unlucky += flagged;
    r->counts.fallback += flagged;
    if (flagged > 0)
        TRY(clm_euclid_formal(r->ctx, &r->numerator, &r->denominator, &r->values, &r->flagged,
                              flagged, &r->residues, &r->inputs.rows, &r->steps, &r->lanes));
done:
    return st;
}

/* Coefficients modulo number `prime` of the chunk to their image. Errors: CORRUPT */
static clmodp_status take_image(euclid_worker *r, clm_images *images, size_t output, size_t prime,
                                const uint32_t *coefficients)
{
    const clm_plan *plan = &r->plan->base;
    const size_t of_plan = r->first_prime + prime / r->pairs;
    uint32_t *image = clm_image(images, output, of_plan);
    size_t index;

    image += prime % r->pairs * plan->width;
    if (clm_window_read(r->plan, image, coefficients, of_plan, &index))
        return CLMODP_OK;
    if (plan->aim != CLM_PLAN_CANDIDATE)
        return clm_fail(&r->ctx->error, CLMODP_CORRUPT,
                        "coefficient %zu modulo %u must vanish and does not: " CLM_WRONG_VALUE,
                        index, r->plan->prime[of_plan]);
    r->counts.misfits++;
    return CLMODP_OK;
}

/* Those of `outputs` outputs from `first` on, one after the other in r->coefficients. */
static clmodp_status read_images(euclid_worker *r, clm_images *images, size_t first,
                                 size_t outputs)
{
    clmodp_status st = CLMODP_OK;
    const size_t primes = r->lanes.primes, rows = outputs * primes;
    const size_t bytes = r->points * sizeof(uint32_t);
    const uint32_t *piece = r->piece.data;
    size_t count;

    for (size_t done = 0; done < rows; done += count) {
        count = clm_size_min(r->piece_rows, rows - done);
        TRY(clm_buffer_read(r->ctx, &r->coefficients, done * bytes, r->piece.data, count * bytes));
        begin_stage(r, CLM_STAGE_CHECK);
        for (size_t k = 0; k < count; k++)
            TRY(take_image(r, images, first + (done + k) / primes, (done + k) % primes,
                           piece + k * r->points));
        begin_stage(r, CLM_STAGE_INTERPOLATE);
    }
done:
    return st;
}

/* Quotients to coefficients. What the last stripe and the division held is used. In a coset each
 * output has a copy of the primes of the chunk, as if it were that of primes of its own: all take
 * the same launches. A progression has one prime, and the outputs follow one another. */
static clmodp_status interpolate(euclid_worker *r, clm_images *images)
{
    clmodp_status st = CLMODP_OK;
    const bool progression = r->plan->progression;
    clm_lanes lanes = r->lanes;

    lanes.primes *= r->outputs;
    if (!progression) {
        TRY(clm_interpolate(r->ctx, &r->coefficients, &r->values, &r->numerator, &lanes));
        TRY(read_images(r, images, 0, r->outputs));
    }
    for (size_t n = 0; n < r->outputs && progression; n++) {
        TRY(clm_progression_interpolate(r->ctx, &r->coefficients, &r->numerator, n,
                                        &r->denominator, &r->values, r->piece.data, r->plan,
                                        &r->lanes, r->progress_from + r->progress));
        TRY(read_images(r, images, n, 1));
    }
done:
    return st;
}

/* The constants of the chunk's primes to the device, once for each output and pair. */
static clmodp_status write_info(euclid_worker *r)
{
    clmodp_status st = CLMODP_OK;
    const prime_info *info = r->plan->info + r->first_prime;
    const size_t images = r->outputs * r->lanes.primes;
    prime_info *repeated = r->repeated.data;

    if (r->pairs > 1)
        TRY(clm_buffer_write(r->ctx, &r->info, 0, info, r->primes * sizeof *info));
    for (size_t u = 0; u < images && repeated != NULL; u++)
        repeated[u] = info[u % r->lanes.primes / r->pairs];
    TRY(clm_buffer_write(r->ctx, &r->lanes.info, 0, repeated != NULL ? repeated : info,
                         images * sizeof *info));
done:
    return st;
}

/* The primes from r->first_prime on, r->primes of them. */
static clmodp_status run_chunk(euclid_worker *r, clm_images *images)
{
    clmodp_status st = CLMODP_OK;
    const clm_reduction_target to = {.residues = &r->residues,
                                     .info = r->pairs > 1 ? &r->info : &r->lanes.info};

    begin_stage(r, CLM_STAGE_REDUCE);
    TRY(write_info(r));
    TRY(clm_reduction_run(r->ctx, &r->inputs.reduction, &to, r->plan->base.prime, r->first_prime,
                          r->primes, r->progress_from));
    TRY(run_resultants(r));
    begin_stage(r, CLM_STAGE_DIVIDE);
    TRY(clm_divide(r->ctx, &r->numerator, &r->denominator, r->outputs, &r->lanes));
    begin_stage(r, CLM_STAGE_INTERPOLATE);
    TRY(interpolate(r, images));
    r->counts.chunks++;
    r->counts.evaluations += r->lanes.primes * r->points;
done:
    return st;
}

clmodp_status clm_euclid_worker_run(clm_worker *worker, clm_images *images, clm_counts *counts,
                                    size_t first, size_t count)
{
    clmodp_status st = CLMODP_OK;
    euclid_worker *r = (euclid_worker *)worker;
    const clm_plan *plan = &r->plan->base;
    /* A probe is but a prelude to work that takes longer. */
    const double all = plan->aim == CLM_PLAN_PROBE ? INFINITY : (double)plan->primes;

    clm_stage_start(r->ctx, &r->clock, CLM_STAGE_REDUCE);
    for (size_t done = 0; done < count; done += r->primes) {
        r->first_prime = first + done;
        r->primes = clm_size_min(r->memory.primes / r->pairs, count - done);
        r->lanes.primes = r->primes * r->pairs;
        r->progress_from = (double)r->first_prime / all;
        r->progress = (double)r->primes / all;
        TRY(run_chunk(r, images));
    }
    clm_stage_stop(r->ctx, &r->clock, &r->counts.times);
    TRY(clm_progress(r->ctx, (double)(first + count) / all));
    *counts = r->counts;
    r->counts = (clm_counts){0};
done:
    return st;
}

/* Words on the host for what comes from the device, and for a progression's points. */
static clmodp_status create_piece(euclid_worker *r, size_t most_primes)
{
    const size_t bytes = r->points * sizeof(uint32_t); /* points are below 2^31 */
    const uint64_t left = clm_memory_left(r->ctx) / PIECE_PART;
    const size_t most = left < PIECE_BYTES ? (size_t)left : PIECE_BYTES;

    r->piece_rows = clm_size_min(clm_size_max(most / bytes, 1),
                                 most_primes * r->pairs * r->outputs);
    return clm_staging_create(r->ctx, &r->piece, r->piece_rows * r->points, sizeof(uint32_t));
}

/* Chunks of whole primes, each for all pairs. */
static clmodp_status create_memory_plan(euclid_worker *r, size_t most_primes)
{
    clmodp_status st = CLMODP_OK;
    const bool progression = r->plan->progression;
    size_t all;

    if (!clm_size_mul(&all, most_primes, r->pairs))
        all = SIZE_MAX / 2;
    TRY(clm_memory_plan_create(r->ctx, &r->memory, r->points, all, r->outputs, r->layout,
                               progression ? CLM_EVALUATE_SUMS : r->plan->base.options.way,
                               progression ? clm_vandermonde_scratch(r->ctx, 1, r->points)
                                      : clm_interpolate_scratch(r->ctx, r->points)));
    if (r->memory.primes < r->pairs)
        FAIL(&r->ctx->error, CLMODP_DEVICE_MEMORY,
             "the device's memory does not hold %zu problems at once", r->pairs);
    r->memory.primes -= r->memory.primes % r->pairs;
done:
    return st;
}

clmodp_status clm_euclid_worker_create(clmodp_context *ctx, clm_worker **out,
                                       const clm_plan *base, size_t most_primes, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    const clm_euclid_plan *plan = clm_euclid_plan_of(base);
    euclid_worker *r = NULL;

    NEW(&ctx->error, r, 1);
    *r = (euclid_worker){.base = {ctx, base}, .ctx = ctx, .plan = plan, .layout = base->layout,
                         .outputs = base->outputs, .points = base->points, .pairs = base->pairs,
                         .random = {seed}};
    clm_stage_start(ctx, &r->clock, CLM_STAGE_REDUCE);
    clm_euclid_programs_declare(ctx);
    TRY(clm_inputs_create(ctx, &r->inputs, r->layout,
                          &(clm_reduction_plan){.primes = most_primes,
                                                .greatest = plan->prime[0]}));
    TRY(find_degrees(r));
    TRY(create_piece(r, most_primes));
    TRY(create_memory_plan(r, most_primes));
    r->lanes.points = r->points;
    r->lanes.wide = plan->prime[0] > EUCLID_PRIME_MAX;
    r->lanes.lanes = r->memory.lanes;
    r->lanes.shared = r->memory.way == CLM_EVALUATE_SHARED;
    r->lane_seconds = clm_euclid_lane_seconds(r->layout, &ctx->rates, ctx->device.compute_units);
    TRY(create_buffers(r));
    begin_stage(r, CLM_STAGE_REDUCE);
    *out = &r->base;
    r = NULL;
done:
    if (r != NULL)
        clm_euclid_worker_destroy(&r->base);
    return st;
}

void clm_euclid_worker_destroy(clm_worker *worker)
{
    euclid_worker *r = (euclid_worker *)worker;

    destroy_buffers(r);
    free(r);
}
