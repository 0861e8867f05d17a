/* Runs lockstep Euclid, then formal Euclid for the unlucky lanes, and compares with resultants and
 * subresultants by direct 64-bit arithmetic. */
#include <stdio.h>

#include "support/lockstep.h"

#include "core/random.h"
#include "fpx/batch/euclid.h"
#include "support/minors.h"

/* The device's results for a chunk. */
typedef struct outcome {
    u32 *numerator, *denominator, *unlucky;
    clm_minors minors;
} outcome;

static void outcome_destroy(outcome *o)
{
    free(o->numerator);
    free(o->denominator);
    free(o->unlucky);
}

#define STRIPE 3 /* tiles of a launch, at most */
#define ROOM 5   /* lanes of a launch of the formal kernel */

/* Buffers that kernels write and read again, created before all others of a context: Oclgrind
 * 21.10 loses data written to a buffer that is larger than the first buffer of its number was. */
static clm_buffer scratch, stripe_values;

clmodp_context *lockstep_start(size_t tuning)
{
    clmodp_context *ctx = batch_context(tuning);

    BATCH_OK(ctx, clm_buffer_create(ctx, &scratch, 2 * ROOM * (LOCKSTEP_DEGREE + 1), 4));
    BATCH_OK(ctx, clm_buffer_create(ctx, &stripe_values,
                                    LOCKSTEP_LANES * STRIPE * (LOCKSTEP_DEGREE + 1), 4));
    return ctx;
}

void lockstep_finish(clmodp_context *ctx)
{
    clm_buffer_destroy(ctx, &scratch);
    clm_buffer_destroy(ctx, &stripe_values);
    clmodp_context_destroy(ctx);
}

/* Runs lockstep Euclid in stripes of `stripe` tiles, then the unlucky lanes, ROOM a launch. */
static outcome solve(const euclid_problem *c, const clm_degrees *degrees, size_t stripe,
                     clm_minors minors)
{
    clmodp_context *ctx = c->chunk.ctx;
    const clm_point_batch *batch = &c->chunk.batch;
    size_t tile = ctx->tuning.tile, total = batch->primes * batch->lanes;
    size_t words = c->rows.count * tile, all = clm_point_batch_tiles(batch, tile);
    const size_t planes = clm_minors_outputs(minors);
    outcome o = {calloc(planes * total, 4), calloc(minors.count * total, 4), calloc(total + 1, 4),
                 minors};
    u32 *values = euclid_problem_values(c);
    clm_buffer n = batch_buffer(ctx, o.numerator, planes * total);
    clm_buffer d = batch_buffer(ctx, o.denominator, minors.count * total);
    clm_buffer unlucky = batch_buffer(ctx, o.unlucky, total + 1);
    clm_buffer residues = batch_buffer(ctx, c->residues, batch->primes * c->rows.residues);
    clm_steps steps;
    const clm_sequences sequences = {&n, &d, &unlucky, &steps, batch};

    scratch.bytes = ROOM * clm_fallback_scratch(c->p, c->q) * sizeof(u32);
    BATCH_OK(ctx, clm_steps_upload(ctx, &steps, degrees, minors, c->blocks));
    for (size_t first = 0; first < all; first += stripe) {
        size_t tiles = clm_size_min(stripe, all - first);

        BATCH_OK(ctx, clm_buffer_write(ctx, &stripe_values, 0, values + first * words,
                                       tiles * words * sizeof(u32)));
        BATCH_OK(ctx, clm_lockstep_run(ctx, &sequences, &stripe_values, first, tiles));
    }
    BATCH_OK(ctx, clm_buffer_read(ctx, &unlucky, 0, o.unlucky, (total + 1) * 4));
    BATCH_OK(ctx, clm_fallback_run(ctx, &sequences, &scratch, o.unlucky[0], &residues, &c->rows));
    BATCH_OK(ctx, clm_buffer_read(ctx, &n, 0, o.numerator, planes * total * 4));
    BATCH_OK(ctx, clm_buffer_read(ctx, &d, 0, o.denominator, minors.count * total * 4));
    clm_steps_destroy(ctx, &steps);
    clm_buffer_destroy(ctx, &n);
    clm_buffer_destroy(ctx, &d);
    clm_buffer_destroy(ctx, &unlucky);
    clm_buffer_destroy(ctx, &residues);
    free(values);
    return o;
}

/* Compares lane t with the reference. */
static void check_lane(const euclid_problem *c, const outcome *o, size_t t, const char *what)
{
    const clm_point_batch *batch = &c->chunk.batch;
    size_t prime = t / batch->lanes, total = batch->primes * batch->lanes;
    u32 x = euclid_problem_point(c, prime, t % batch->lanes);
    fp_field field = c->chunk.info[prime].field;

    for (size_t i = 0, plane = 0; i < o->minors.count; i++) {
        const size_t index = clm_minors_index(o->minors, i);
        const u32 d = o->denominator[i * total + t];
        uint64_t *want = device_need(index + 1, sizeof *want);

        euclid_problem_subresultant(want, index, c, prime, x);
        if (index == 0)
            assert_int_equal(want[0], euclid_problem_resultant(c, prime, x));
        for (size_t j = clm_minors_lowest(o->minors, i); j <= index; j++, plane++) {
            u32 n = o->numerator[plane * total + t];
            u32 got = fp_from(fp_mul(n, fp_inv(d, field), field), field);

            if (d == 0 || n >= field.p || d >= field.p || got != want[j])
                fail_msg("%s: degrees %zu, %zu, prime %u, lane %zu of %zu, W = %u, T = %u: y^%zu "
                         "of S_%zu: %u / %u is %u, expected %u", what, c->p, c->q, field.p, t,
                         batch->lanes, c->chunk.ctx->tuning.vector_width,
                         c->chunk.ctx->tuning.tile, j, index, n, d, got, (u32)want[j]);
        }
        free(want);
    }
}

/* Computes `other`, and asserts that the lanes of points have the same words as in `own`. */
static void compare(const euclid_problem *other, const clm_degrees *degrees, const outcome *own,
                    const char *how)
{
    const clm_point_batch *batch = &other->chunk.batch;
    const size_t total = batch->primes * batch->lanes;
    outcome o = solve(other, degrees, STRIPE, own->minors);

    assert_int_equal(o.unlucky[0], own->unlucky[0]);
    for (size_t t = 0; t < total; t++) {
        bool same = true;

        for (size_t k = 0; k < own->minors.count; k++)
            same = same && o.denominator[k * total + t] == own->denominator[k * total + t];
        for (size_t k = 0; k < clm_minors_outputs(own->minors); k++)
            same = same && o.numerator[k * total + t] == own->numerator[k * total + t];
        if (t % batch->lanes < batch->points && !same)
            fail_msg("degrees %zu, %zu: lane %zu of %zu, %zu points, W = %u, T = %u: other words "
                     "%s", other->p, other->q, t, total, batch->points,
                     other->chunk.ctx->tuning.vector_width, other->chunk.ctx->tuning.tile, how);
    }
    outcome_destroy(&o);
}

static void compare_shared(const euclid_problem *c, const clm_degrees *degrees, const outcome *own)
{
    euclid_problem other = *c;

    other.chunk.batch.shared = !c->chunk.batch.shared;
    compare(&other, degrees, own, "in shared tiles");
}

static void compare_single(const euclid_problem *c, const clm_degrees *degrees, const outcome *own)
{
    euclid_problem other = *c;

    other.blocks = (clm_step_blocks){0};
    compare(&other, degrees, own, "in blocks");
}

size_t lockstep_check(const euclid_problem *c, const clm_degrees *degrees, size_t stripe,
                      const char *what)
{
    const clm_point_batch *batch = &c->chunk.batch;
    clm_random random = {1000 * c->p + c->q};
    size_t unlucky = 0;

    for (int with = 0; with < 2; with++) {
        const clm_minors minors =
            with == 0 ? CLM_MINORS_RESULTANT : random_minors(&random, c->p, c->q);
        const outcome o = solve(c, degrees, stripe, minors);

        assert_true(with == 0 || o.unlucky[0] <= unlucky); /* R needs all steps */
        if (with == 0)
            unlucky = o.unlucky[0];
        assert_true(o.unlucky[0] <= batch->primes * batch->points);
        for (size_t k = 1; k <= o.unlucky[0]; k++)
            assert_true(o.unlucky[k] % batch->lanes < batch->points);
        for (size_t t = 0; t < batch->primes * batch->lanes; t++)
            if (t % batch->lanes < batch->points)
                check_lane(c, &o, t, what);
        /* A vector with a prime too great for the kernel is unlucky as a whole. */
        if (batch->shared && (batch->large || c->chunk.info->field.p <= EUCLID_PRIME_MAX))
            compare_shared(c, degrees, &o);
        if (c->blocks.steps > 0 && (c->chunk.info->field.p - 1) % c->blocks.order == 0)
            compare_single(c, degrees, &o);
        outcome_destroy(&(outcome){o.numerator, o.denominator, o.unlucky, minors});
    }
    return unlucky;
}

size_t lockstep_case(euclid_problem *c, enum euclid_shape shape)
{
    clm_degrees degrees;
    char what[40];
    size_t unlucky = 0;
    u32 x = 12345;

    euclid_problem_fill(c, shape, 1000 * c->p + 10 * c->q + shape);
    for (int i = 0; i < 20 && !euclid_problem_degrees(c, &degrees, x); i++)
        x += 1000;
    if (degrees.count >= 2) {
        (void)snprintf(what, sizeof what, "shape %d", (int)shape);
        unlucky = lockstep_check(c, &degrees, STRIPE, what);
        if (shape == COMMON && c->p > 0 && c->q > 0 && c->chunk.info->field.p > 1000)
            assert_true(degrees.common_factor);
    }
    clm_degrees_destroy(&degrees);
    return unlucky;
}

size_t lockstep_run(clmodp_context *ctx, enum euclid_shape shape, size_t p, size_t q,
                    size_t points, uint32_t below, bool large)
{
    euclid_problem c;
    size_t unlucky;

    if (p + q == 0) /* there is nothing to compute */
        return 0;
    c = euclid_problem_create(ctx, p, q, 2, points, below);
    c.chunk.batch.large = large;
    unlucky = lockstep_case(&c, shape);
    euclid_problem_destroy(&c);
    return unlucky;
}
