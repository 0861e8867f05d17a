/* Lockstep Euclid (fpx/batch/euclid.h) on polynomials of one degree: what most of a resultant is.
 * No other figure stands for it: it sums products in double words, and keeps what it can in
 * registers, so that devices whose single products take equally long differ in it. */
#include "tune/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "arith/field.h"
#include "base/memory.h"
#include "base/random.h"
#include "fpx/batch/euclid.h"
#include "fpx/host/gcd.h"
#include "fpx/batch/move.h"
#include "tune/trial.h"

#define PRIME 1000000007u
#define DEGREE 128       /* of both; a tile stays in a core's second-level cache */
#define COEFFICIENTS (DEGREE + 1)
#define ROWS (2 * COEFFICIENTS)
#define TILES_A_UNIT 8
#define LANES_A_UNIT 2048 /* of GPUs: many hide what each waits for, and no cache has all */

/* All lanes have the same two polynomials: the algorithm does the same whatever they are. It
 * overwrites the values, which are copied anew for each run: a word for 60 pairs. */
typedef struct pairs {
    fp_field field;
    u32 f[COEFFICIENTS], g[COEFFICIENTS]; /* Montgomery */
    clm_steps steps;
    clm_point_batch batch;
    size_t tiles, words; /* words: of all values */
    clm_buffer before, values, numerator, denominator, unlucky;
} pairs;

static clmodp_status follow(clmodp_context *ctx, void *user, size_t times)
{
    clmodp_status st = CLMODP_OK;
    const pairs *p = user;
    const clm_sequences sequences = {&p->numerator, &p->denominator, &p->unlucky, &p->steps,
                                     &p->batch};

    for (size_t k = 0; k < times; k++) {
        TRY(clm_move(ctx, &p->values, &p->before, (move_piece){.count = (u32)p->words}));
        TRY(clm_lockstep_run(ctx, &sequences, &p->values, 0, p->tiles));
    }
done:
    return st;
}

static clmodp_status make_steps(clmodp_context *ctx, pairs *p)
{
    clmodp_status st = CLMODP_OK;
    u32 f[COEFFICIENTS], g[COEFFICIENTS];
    clm_degrees degrees = {0};
    clm_random random = {DEGREE};

    for (int k = 0; k < COEFFICIENTS; k++) {
        f[k] = p->f[k] = 1 + (u32)clm_random_below(&random, PRIME - 1);
        g[k] = p->g[k] = 1 + (u32)clm_random_below(&random, PRIME - 1);
    }
    TRY(clm_degrees_find(&ctx->error, &degrees, p->field, (clm_dense){f, DEGREE},
                         (clm_dense){g, DEGREE}));
    TRY(clm_steps_upload(ctx, &p->steps, &degrees, false, (clm_step_blocks){0}));
done:
    clm_degrees_destroy(&degrees);
    return st;
}

/* The values of all tiles, coefficient by coefficient (cl/arith/tile.h). */
static clmodp_status send_values(clmodp_context *ctx, const pairs *p)
{
    clmodp_status st = CLMODP_OK;
    const size_t tile = ctx->tuning.tile, words = tile * ROWS;
    u32 *of_tile = NULL;

    NEW(&ctx->error, of_tile, words);
    for (size_t k = 0; k < words; k++) {
        const size_t row = k / tile;

        of_tile[k] = row < COEFFICIENTS ? p->f[row] : p->g[row - COEFFICIENTS];
    }
    for (size_t k = 0; k < p->tiles; k++)
        TRY(clm_buffer_write(ctx, &p->before, k * words * sizeof(u32), of_tile,
                             words * sizeof(u32)));
done:
    free(of_tile);
    return st;
}

static clmodp_status prepare(clmodp_context *ctx, pairs *p)
{
    clmodp_status st = CLMODP_OK;
    const prime_info info = {.field = p->field};
    const size_t tile = ctx->tuning.tile, bytes = tile * ROWS * sizeof(u32);
    const uint64_t fit = clm_memory_left(ctx) / 8 / bytes;
    const size_t of_unit =
        ctx->tuning.vector_width > 1 ? TILES_A_UNIT : clm_div_up(LANES_A_UNIT, tile);
    size_t lanes;

    p->tiles = clm_size_min((size_t)ctx->device.compute_units * of_unit,
                            (size_t)(fit > 0 ? fit : 1));
    lanes = p->tiles * tile;
    p->words = lanes * ROWS;
    p->batch.primes = 1;
    p->batch.points = p->batch.lanes = lanes;
    TRY(make_steps(ctx, p));
    TRY(clm_buffer_create(ctx, &p->batch.info, 1, sizeof info));
    TRY(clm_buffer_write(ctx, &p->batch.info, 0, &info, sizeof info));
    TRY(clm_buffer_create(ctx, &p->before, p->words, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &p->values, p->words, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &p->numerator, lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &p->denominator, lanes, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &p->unlucky, lanes + 1, sizeof(u32)));
    TRY(clm_buffer_fill(ctx, &p->unlucky, 0, lanes + 1));
    TRY(send_values(ctx, p));
done:
    return st;
}

/* The last lane's resultant against the host's. */
static clmodp_status check(clmodp_context *ctx, const pairs *p)
{
    clmodp_status st = CLMODP_OK;
    const size_t last = (p->batch.lanes - 1) * sizeof(u32);
    const clm_modulus modulus = clm_modulus_of(PRIME);
    uint32_t f[COEFFICIENTS], g[COEFFICIENTS], expected, above, below;

    for (int k = 0; k < COEFFICIENTS; k++) {
        f[k] = fp_from(p->f[k], p->field);
        g[k] = fp_from(p->g[k], p->field);
    }
    TRY(clm_host_resultant(&ctx->error, &expected, (clm_host_poly){f, COEFFICIENTS},
                           (clm_host_poly){g, COEFFICIENTS}, &modulus, NULL));
    TRY(clm_buffer_read(ctx, &p->numerator, last, &above, sizeof above));
    TRY(clm_buffer_read(ctx, &p->denominator, last, &below, sizeof below));
    if (below == 0 || fp_from(above, p->field) !=
                          fp_mul(expected, below, p->field)) /* of an integer and Montgomery */
        FAIL(&ctx->error, CLMODP_CORRUPT,
             "the device \"%s\" (driver %s) computes a known resultant wrongly: " CLM_WRONG_VALUE,
             ctx->device.name, ctx->device.driver);
done:
    return st;
}

clmodp_status clm_tune_pairs(clmodp_context *ctx, clmodp_calibration *out)
{
    clmodp_status st = CLMODP_OK;
    pairs p = {.field = clm_field(PRIME)};

    TRY(prepare(ctx, &p));
    TRY(clm_trial_measure(ctx, &out->pair, follow, &p,
                          (double)p.batch.lanes * DEGREE * DEGREE));
    TRY(check(ctx, &p));
done:
    clm_buffer_destroy(ctx, &p.unlucky);
    clm_buffer_destroy(ctx, &p.denominator);
    clm_buffer_destroy(ctx, &p.numerator);
    clm_buffer_destroy(ctx, &p.values);
    clm_buffer_destroy(ctx, &p.before);
    clm_buffer_destroy(ctx, &p.batch.info);
    clm_steps_destroy(ctx, &p.steps);
    return st;
}
