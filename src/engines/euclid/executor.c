/* Executor of the default engine: runs the stages by chunks. [Eme12, 4.1, steps (a) to (d)] */
#include "engines/euclid/plan.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "core/size.h"
#include "engines/euclid/memory.h"
#include "engines/euclid/memory_plan.h"
#include "fpx/batch/batch.h"
#include "fpx/batch/cosets.h"
#include "fpx/batch/determinant.h"
#include "fpx/batch/euclid.h"
#include "fpx/batch/interpolate.h"
#include "fpx/batch/powers.h"
#include "fpx/batch/vandermonde.h"
#include "multimodular/rows.h"
#include "opencl/queue.h"

/* Layout of images: an image is a part of an interpolated output modulo one prime.
 *
 * With several cosets the output combines all (clm_cosets_add), and begins with the image.
 *
 * With one coset it is the output modulo x^m - s^m, m points and s the shift of the prime: index
 * i mod m holds coefficient i, with the factor s^(m floor(i / m)). Only the window valuation ...
 * valuation + width - 1, width <= m, is non-zero, so nothing overlaps. */

static void multiply_image(uint32_t *image, size_t count, u32 factor, fp_field field)
{
    for (size_t k = 0; k < count; k++)
        image[k] = fp_mul(image[k], factor, field);
}

/* Returns whether the coefficients from `begin` to `end` vanish. */
static bool are_zero(const uint32_t *coefficients, size_t begin, size_t end, size_t *index)
{
    for (size_t k = begin; k < end; k++)
        if (coefficients[k] != 0) {
            *index = k;
            return false;
        }
    return true;
}

/* Reads the image of a plan with one coset. */
static bool read_remainder(const clm_euclid_plan *plan, uint32_t *image,
                           const uint32_t *coefficients, size_t prime, size_t *index)
{
    const prime_info *info = &plan->info[prime];
    const size_t m = plan->base.points, width = plan->base.width;
    const uint64_t valuation = plan->base.bounds.valuation - plan->lowered;
    const size_t begin = (size_t)(valuation % m);
    const size_t before = clm_size_min(width, m - begin), after = width - before;
    const uint64_t turns = valuation / m;

    memcpy(image, coefficients + begin, before * sizeof *image);
    memcpy(image + before, coefficients, after * sizeof *image);
    if (turns > 0 || after > 0) {
        const u32 turn = fp_pow(info->shift_inverse, (u32)m, info->field);
        const u32 factor = fp_pow(turn, (u32)(turns % (info->field.p - 1)), info->field);

        if (turns > 0)
            multiply_image(image, before, factor, info->field);
        multiply_image(image + before, after, fp_mul(factor, turn, info->field), info->field);
    }
    return are_zero(coefficients, after, begin, index) &&
           are_zero(coefficients, begin + before, m, index);
}

/* Sets image to the window, without powers of the shift. Returns whether all coefficients outside
 * vanish. One wrong value changes all of them or, with several cosets, at least those of the m
 * highest powers of x.
 *
 * Out:    image         plan->base.width words
 *         index         of a coefficient that does not vanish
 * In:     coefficients  plan->base.points words */
static bool image_layout_read(const clm_euclid_plan *plan, uint32_t *image,
                              const uint32_t *coefficients, size_t prime, size_t *index)
{
    const size_t width = plan->base.width;

    if (plan->base.cosets == 1)
        return read_remainder(plan, image, coefficients, prime, index);
    memcpy(image, coefficients, width * sizeof *image);
    return are_zero(coefficients, width, plan->base.points, index);
}

/* The degree sequence of nearly all evaluations, found at a random point modulo one prime. */

#define MOST_DRAWS 16

/* Sets the degree sequence of generic inputs: p, q, then one less at a time. */
static clmodp_status generic_degrees(clm_error *error, clm_degrees *out, size_t p, size_t q)
{
    clmodp_status st = CLMODP_OK;
    size_t least = clm_size_min(p, q);

    NEW(error, out->degree, least + 2);
    out->degree[0] = (uint32_t)p;
    out->degree[1] = (uint32_t)q;
    for (size_t k = 0; k < least; k++)
        out->degree[2 + k] = (uint32_t)(least - 1 - k);
    out->count = least + 2;
done:
    return st;
}

/* Finds the degrees from the rows' values by a first division by powers of y, without expanding
 * the longer polynomial. */
static clmodp_status divided_degrees(clm_error *error, clm_degrees *out,
                                     const clm_row_layout *layout, const u32 *values,
                                     fp_field field)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = clm_size_min(layout->p, layout->q), rows = layout->count;
    const size_t terms = rows - (m + 1);
    const bool f_longer = layout->p >= layout->q;
    const clm_mont64 wide = clm_mont64_of(field.p);
    clm_degrees rest = {0};
    uint64_t *row = NULL, *remainder, *term, *divisor;
    u32 *shorter = NULL, *last;
    size_t k = m;

    NEW(error, row, rows + 5 * m); /* with the remainder and its working space */
    NEW(error, shorter, 2 * m + 1);
    remainder = row + rows;
    term = f_longer ? row : row + (m + 1);
    divisor = f_longer ? row + terms : row;
    last = shorter + m + 1;
    for (size_t i = 0; i < rows; i++)
        row[i] = clm_mont64_to(fp_from(values[i], field), &wide);
    clm_powers_divide_host(remainder, &layout->powers, term, terms, divisor, m, remainder + m,
                           &wide);
    memcpy(shorter, values + (divisor - row), (m + 1) * sizeof *shorter);
    for (size_t i = 0; i < m; i++)
        last[i] = fp_to((u32)clm_mont64_from(remainder[i], &wide), field);
    while (k > 0 && last[k - 1] == 0)
        k--;
    NEW(error, out->degree, m + 2);
    out->degree[out->count++] = (uint32_t)layout->p;
    out->degree[out->count++] = (uint32_t)layout->q;
    out->common_factor = k == 0;
    if (k > 0) {
        TRY(clm_degrees_find(error, &rest, field, (clm_dense){shorter, m},
                             (clm_dense){last, k - 1}));
        for (size_t i = 1; i < rest.count; i++)
            out->degree[out->count++] = rest.degree[i];
        out->common_factor = rest.common_factor;
    }
done:
    clm_degrees_destroy(&rest);
    free(shorter);
    free(row);
    return st;
}

/* Runs Euclid's algorithm on the host on f(x0, y) and g(x0, y) modulo the field's prime at a
 * random x0. Draws another point if a leading coefficient vanishes. If one vanishes at all points
 * tried, because the prime divides it, the degrees in `out` are the formal ones, falling one by
 * one: then all lanes of this prime are unlucky.
 *
 * Out:    out  released with clm_degrees_destroy
 * Cost:   the inputs modulo one prime, and p*q operations; if the first division is by powers, its
 *         operations and min(p, q)^2 */
static clmodp_status degree_sequence(clm_error *error, clm_degrees *out,
                                     const clm_row_layout *layout, fp_field field,
                                     clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    const size_t p = layout->p, q = layout->q, rows = layout->count;
    const size_t f_rows = !layout->by_powers ? p + 1 : p >= q ? rows - (q + 1) : p + 1;
    u32 *values = NULL;

    *out = (clm_degrees){.divided = layout->by_powers};
    NEW(error, values, rows);
    for (int draw = 0; draw < MOST_DRAWS; draw++) {
        u32 x = (u32)clm_random_below(random, field.p);

        clm_row_layout_values(values, layout, x, field);
        if (values[f_rows - 1] == 0 || values[rows - 1] == 0)
            continue;
        if (layout->by_powers)
            TRY(divided_degrees(error, out, layout, values, field));
        else
            TRY(clm_degrees_find(error, out, field, (clm_dense){values, p},
                                 (clm_dense){values + f_rows, q}));
        goto done;
    }
    TRY(generic_degrees(error, out, p, q));
done:
    free(values);
    return st;
}

#define MOST_SEQUENCES 3
#define READ_WORDS ((size_t)1 << 17) /* read by one thread in some 100 us */

typedef struct euclid_executor {
    clm_executor base; /* first */
    clmodp_context *ctx;
    const clm_euclid_plan *plan;
    clm_random random; /* for the points of degree sequences */
    clm_stage_clock clock;
    double lane_seconds; /* predicted for a lane of a stripe */

    /* Current chunk. */
    size_t first_prime;             /* index in the plan */
    double progress_from, progress; /* fractions of the plan: before this coset, and of it */

    clm_euclid_memory memory;
} euclid_executor;

static void begin_stage(euclid_executor *r, clm_stage stage)
{
    clm_stage_next(r->ctx, &r->clock, &r->base.counts.times, stage);
}

/* Finds a degree sequence modulo prime number `first` of the plan. */
static clmodp_status find_degrees(euclid_executor *r, clm_degrees *degrees, size_t first)
{
    return degree_sequence(&r->ctx->error, degrees, r->plan->base.layout,
                           r->plan->info[first].field, &r->random);
}

/* Finds the degree sequence anew, modulo the first prime of the chunk. */
static clmodp_status replace_degrees(euclid_executor *r)
{
    clmodp_status st = CLMODP_OK;
    clm_degrees degrees = {0};

    TRY(find_degrees(r, &degrees, r->first_prime));
    TRY(clm_euclid_memory_follow(r->ctx, &r->memory, r->plan, &degrees));
done:
    clm_degrees_destroy(&degrees);
    return st;
}

static clm_sequences sequences_of(const clm_euclid_memory *m)
{
    return (clm_sequences){&m->numerator, &m->denominator, &m->unlucky, &m->steps, &m->batch};
}

static bool has_matrix(const euclid_executor *r)
{
    return r->plan->base.layout->matrix.order > 0;
}

static clm_determinants determinants_of(const euclid_executor *r)
{
    const clm_euclid_memory *m = &r->memory;

    return (clm_determinants){&m->numerator, &m->unlucky, &m->blocks, &m->envelope,
                              r->plan->prime[0], &m->batch};
}

/* Runs the remainder sequences of a stripe, after the first division by powers of y, if any. */
static clmodp_status run_sequences(euclid_executor *r, size_t first, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_euclid_memory *m = &r->memory;
    const clm_row_layout *layout = r->plan->base.layout;
    const clm_sequences sequences = sequences_of(m);
    const size_t least = clm_size_min(layout->p, layout->q);

    if (layout->by_powers)
        TRY(clm_powers_divide(r->ctx,
                              &(clm_powers_call){.divided = &m->divided, .values = &m->values,
                                                 .steps = &m->inputs.powers, .batch = &m->batch,
                                                 .count = layout->powers.steps,
                                                 .terms = layout->count - least - 1, .m = least,
                                                 .divisor_first = layout->p < layout->q},
                              first, count));
    TRY(clm_lockstep_run(r->ctx, &sequences, layout->by_powers ? &m->divided : &m->values, first,
                         count));
done:
    return st;
}

/* Evaluates and runs a coset's remainder sequences or determinants, stripe by stripe. */
static clmodp_status run_stripes(euclid_executor *r)
{
    clmodp_status st = CLMODP_OK;
    clm_euclid_memory *m = &r->memory;
    const clm_evaluate_call call = {&m->values, &m->scratch, &m->residues, &m->inputs.rows,
                                    &m->batch};
    const clm_determinants all = determinants_of(r);
    size_t tiles = clm_point_batch_tiles(&m->batch, r->ctx->tuning.tile);

    TRY(clm_buffer_fill(r->ctx, &m->unlucky, 0, 1));
    for (size_t first = 0; first < tiles; first += m->plan.tiles) {
        size_t count = clm_size_min(m->plan.tiles, tiles - first);
        double done = (double)first / (double)tiles;

        begin_stage(r, CLM_STAGE_EVALUATE);
        TRY(clm_throttle_begin_batch(r->ctx,
                                     r->lane_seconds * (double)(count * r->ctx->tuning.tile),
                                     r->progress_from + r->progress * done));
        TRY(clm_evaluate(r->ctx, &call, first, count, m->plan.method));
        begin_stage(r, has_matrix(r) ? CLM_STAGE_LU : CLM_STAGE_EUCLID);
        TRY(has_matrix(r) ? clm_determinants_run(r->ctx, &all, &m->values, first, count)
                          : run_sequences(r, first, count));
    }
done:
    return st;
}

/* Recomputes the results of the unlucky lanes, `unlucky` in number. */
static clmodp_status run_fallback(euclid_executor *r, size_t unlucky)
{
    clm_euclid_memory *m = &r->memory;
    const clm_sequences sequences = sequences_of(m);
    const clm_determinants all = determinants_of(r);

    return has_matrix(r) ? clm_determinants_pivot(r->ctx, &all, &m->values, unlucky, &m->residues,
                                                  &m->inputs.rows)
                         : clm_fallback_run(r->ctx, &sequences, &m->values, unlucky, &m->residues,
                                            &m->inputs.rows);
}

/* Lets the host prepare the reconstruction while the device works. */
static clmodp_status work_meanwhile(euclid_executor *r)
{
    clmodp_status (*const meanwhile)(clmodp_context *, void *) = r->base.meanwhile;
    const clm_stage stage = r->clock.stage;
    clmodp_status st = CLMODP_OK;

    r->base.meanwhile = NULL;
    if (meanwhile == NULL)
        return CLMODP_OK;
    TRY(clm_queue_flush(r->ctx));
    begin_stage(r, CLM_STAGE_CRT);
    st = meanwhile(r->ctx, r->base.meanwhile_user);
    begin_stage(r, stage);
done:
    return st;
}

/* Computes determinants, or numerators and denominators, of all lanes of a coset. If most lanes
 * leave the assumed degree sequence, the point at which it was found or the primes of this chunk
 * were unlucky: then finds another sequence. */
static clmodp_status run_resultants(euclid_executor *r)
{
    clmodp_status st = CLMODP_OK;
    clm_euclid_memory *m = &r->memory;
    uint64_t pairs = (uint64_t)m->batch.primes * m->batch.points;
    uint32_t unlucky = 0;

    for (int tries = 1; tries <= MOST_SEQUENCES; tries++) {
        if (tries > 1)
            TRY(replace_degrees(r));
        TRY(run_stripes(r));
        TRY(work_meanwhile(r));
        TRY(clm_buffer_read(r->ctx, &m->unlucky, 0, &unlucky, sizeof unlucky));
        if (unlucky <= pairs / 2 || has_matrix(r))
            break;
    }
    if (unlucky > pairs)
        FAIL(&r->ctx->error, CLMODP_CORRUPT,
             "the device counted %u unlucky lanes of %llu: " CLM_WRONG_VALUE, unlucky,
             (unsigned long long)pairs);
    if (r->plan->base.options.fallback_all) {
        unlucky = (uint32_t)pairs;
        TRY(clm_unlucky_all(r->ctx, &m->unlucky, m->batch.primes, m->batch.points,
                            m->batch.lanes));
    }
    begin_stage(r, CLM_STAGE_FALLBACK);
    r->base.counts.unlucky += unlucky;
    r->base.counts.fallback += unlucky;
    if (unlucky > 0)
        TRY(run_fallback(r, unlucky));
done:
    return st;
}

/* State of reading images from a chunk's results: a row for each output and prime. */
typedef struct reading {
    euclid_executor *worker;
    clm_images *images;
    size_t primes, rows;
    size_t each;          /* rows read by a thread at a time */
    atomic_size_t misfit; /* first row with non-zero coefficients that must vanish, or `rows` */
    atomic_size_t misfits;
} reading;

/* Copies row number k to its image. False: coefficient *index must vanish and does not. */
static bool take_image(const reading *a, size_t k, size_t *index)
{
    const euclid_executor *r = a->worker;
    const clm_plan *plan = &r->plan->base;
    const size_t prime = k % a->primes, of_plan = r->first_prime + prime / plan->pairs;
    const uint32_t *coefficients = r->memory.words.data;
    uint32_t *image = clm_image(a->images, k / a->primes, of_plan);

    image += prime % plan->pairs * plan->width;
    return image_layout_read(r->plan, image, coefficients + k * plan->points, of_plan, index);
}

static clmodp_status take_images(void *argument, size_t piece, size_t thread)
{
    reading *a = argument;
    const size_t end = clm_size_min((piece + 1) * a->each, a->rows);
    size_t index;

    (void)thread;
    for (size_t k = piece * a->each; k < end; k++)
        if (!take_image(a, k, &index)) {
            size_t first = atomic_load(&a->misfit);

            atomic_fetch_add(&a->misfits, 1);
            while (k < first && !atomic_compare_exchange_weak(&a->misfit, &first, k))
                ;
        }
    return CLMODP_OK;
}

/* Counts misfits if the aim allows them, or else fails. Errors: CORRUPT */
static clmodp_status check_misfits(euclid_executor *r, const reading *a)
{
    const size_t k = atomic_load(&a->misfit);
    const size_t of_plan = r->first_prime + k % a->primes / r->plan->base.pairs;
    size_t index = 0;

    if (k == a->rows)
        return CLMODP_OK;
    r->base.counts.misfits += atomic_load(&a->misfits);
    if (r->plan->base.aim == CLM_PLAN_CANDIDATE)
        return CLMODP_OK;
    (void)take_image(a, k, &index);
    return clm_fail(&r->ctx->error, CLMODP_CORRUPT,
                    "coefficient %zu modulo %u must vanish and does not: " CLM_WRONG_VALUE, index,
                    r->plan->prime[of_plan]);
}

static clmodp_status read_images(euclid_executor *r, clm_images *images)
{
    clmodp_status st = CLMODP_OK;
    const clm_euclid_memory *m = &r->memory;
    const size_t primes = m->batch.primes, rows = r->plan->base.outputs * primes;
    const size_t points = r->plan->base.points;
    reading a = {.worker = r, .images = images, .primes = primes, .rows = rows,
                 .each = 1 + READ_WORDS / points, .misfit = rows};

    TRY(clm_buffer_read(r->ctx, clm_euclid_memory_result(m), 0, m->words.data,
                        rows * points * sizeof(uint32_t)));
    begin_stage(r, CLM_STAGE_CHECK);
    if (clm_parallel_for(clm_div_up(rows, a.each), r->ctx->threads, take_images, &a) != CLMODP_OK)
        TRY(clm_out_of_memory(&r->ctx->error, r->ctx->threads, 1));
    TRY(check_misfits(r, &a));
done:
    return st;
}

/* Adds a coset to the combined coefficients. */
static clmodp_status add_coset(euclid_executor *r, const clm_point_batch *rows, size_t coset)
{
    const clm_euclid_memory *m = &r->memory;
    const clm_plan *plan = &r->plan->base;

    return clm_cosets_add(r->ctx,
                          &(clm_cosets_call){.joined = &m->joined, .remainders = &m->coefficients,
                                             .weights = &m->weights, .batch = rows,
                                             .outputs = plan->outputs, .pairs = plan->pairs,
                                             .cosets = plan->cosets, .coset = coset,
                                             .begin = plan->bounds.valuation % r->plan->order});
}

/* Interpolates quotients to coefficients, in the memory of the last stripe. Each output has a copy
 * of the chunk's primes, so that all share launches. */
static clmodp_status interpolate_coset(euclid_executor *r, size_t coset)
{
    clmodp_status st = CLMODP_OK;
    clm_euclid_memory *m = &r->memory;
    clm_point_batch batch = m->batch;

    batch.primes *= r->plan->base.outputs;
    if (!r->plan->geometric) {
        TRY(clm_interpolate(r->ctx, &m->coefficients, &m->values, &m->numerator, &batch));
        if (r->plan->base.cosets > 1)
            TRY(add_coset(r, &batch, coset));
        goto done;
    }
    if (m->divisors.mem != NULL)
        TRY(clm_divide(r->ctx, &m->numerator, 0, r->plan->base.outputs, &m->divisors, 0,
                       &m->batch));
    TRY(clm_vandermonde(r->ctx,
                        &(clm_vandermonde_call){.kind = CLM_RESIDUE_MONTGOMERY31,
                                                .coefficients = &m->coefficients, .x = &m->points,
                                                .y = &m->numerator, .scratch = &m->values,
                                                .info = &batch.info, .primes = batch.primes,
                                                .points = batch.points, .stride = batch.lanes,
                                                .progress = r->progress_from + r->progress}));
done:
    return st;
}

/* Computes coefficients from residues at one coset of each prime of the chunk. */
static clmodp_status run_coset(euclid_executor *r, size_t coset)
{
    clmodp_status st = CLMODP_OK;
    clm_euclid_memory *m = &r->memory;
    const clm_minors minors = r->plan->base.minors;

    TRY(run_resultants(r));
    begin_stage(r, CLM_STAGE_DIVIDE);
    for (size_t n = 0; n < minors.count && !has_matrix(r); n++)
        TRY(clm_divide(r->ctx, &m->numerator, clm_minors_before(minors, n),
                       clm_minors_length(minors, n), &m->denominator, n, &m->batch));
    begin_stage(r, CLM_STAGE_INTERPOLATE);
    TRY(interpolate_coset(r, coset));
    r->base.counts.evaluations += m->batch.primes * m->batch.points;
    r->progress_from += r->progress;
done:
    return st;
}

/* Computes `count` primes from r->first_prime on. */
static clmodp_status run_chunk(euclid_executor *r, clm_images *images, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_euclid_memory *m = &r->memory;
    const clm_plan *plan = &r->plan->base;
    const clm_reduction_target to = {.residues = &m->residues,
                                     .info = plan->pairs > 1 ? &m->info : &m->batch.info};

    begin_stage(r, CLM_STAGE_REDUCE);
    for (size_t coset = 0; coset < plan->cosets; coset++) {
        TRY(clm_euclid_memory_send(r->ctx, m, r->plan, r->first_prime, count, coset));
        if (coset == 0)
            TRY(clm_reduction_run(r->ctx, &m->inputs.reduction, &to, plan->prime, r->first_prime,
                                  count, r->progress_from));
        TRY(run_coset(r, coset));
    }
    TRY(read_images(r, images));
    r->base.counts.chunks++;
done:
    return st;
}

clmodp_status clm_euclid_executor_run(clm_executor *worker, clm_images *images, size_t first,
                                      size_t count)
{
    clmodp_status st = CLMODP_OK;
    euclid_executor *r = (euclid_executor *)worker;
    const clm_plan *plan = &r->plan->base;
    const size_t most = r->memory.plan.primes / plan->pairs;
    /* A probe precedes work that takes longer. */
    const double all = plan->aim == CLM_PLAN_PROBE ? INFINITY : (double)plan->primes;
    size_t primes;

    clm_stage_start(r->ctx, &r->clock, CLM_STAGE_REDUCE);
    for (size_t done = 0; done < count; done += primes) {
        primes = clm_size_min(most, count - done);
        r->first_prime = first + done;
        r->progress_from = (double)r->first_prime / all;
        r->progress = (double)primes / all / (double)plan->cosets;
        TRY(run_chunk(r, images, primes));
    }
    clm_stage_stop(r->ctx, &r->clock, &r->base.counts.times);
    TRY(clm_progress(r->ctx, (double)(first + count) / all));
done:
    return st;
}

clmodp_status clm_euclid_executor_create(clmodp_context *ctx, clm_executor **out,
                                         const clm_plan *base, size_t most_primes, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    const clm_euclid_plan *plan = clm_euclid_plan_of(base);
    clm_degrees degrees = {0};
    euclid_executor *r;

    NEW(&ctx->error, r, 1);
    *out = &r->base;
    *r = (euclid_executor){.base = {.plan = base}, .ctx = ctx, .plan = plan,
                         .random = {seed}};
    clm_stage_start(ctx, &r->clock, CLM_STAGE_REDUCE);
    if (!has_matrix(r))
        TRY(find_degrees(r, &degrees, 0));
    TRY(clm_euclid_memory_create(ctx, &r->memory, plan, most_primes, &degrees));
    if (r->memory.refined != NULL)
        r->plan = r->memory.refined;
    r->lane_seconds = clm_euclid_point_seconds(base->layout, r->plan->order, ctx);
    begin_stage(r, CLM_STAGE_REDUCE);
done:
    clm_degrees_destroy(&degrees);
    return st;
}

void clm_euclid_executor_clear(clm_executor *worker)
{
    euclid_executor *r = (euclid_executor *)worker;

    clm_euclid_memory_destroy(r->ctx, &r->memory);
}
