/* clmodp_calibrate: makes, stores and applies all measurements of a device (memory: memory.c). */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <clmodp/tuning.h>

#include "arith/prime.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/random.h"
#include "cost/cost.h"
#include "fpx/batch/batch.h"
#include "fpx/batch/euclid.h"
#include "fpx/batch/move.h"
#include "fpx/host/arithmetic.h"
#include "lab/tuning/tuning.h"
#include "opencl/kernel.h"
#include "opencl/tuning.h"

/* Fails with CORRUPT; `does` describes the wrong result of the device. */
static clmodp_status fail_wrong(clmodp_context *ctx, const char *does)
{
    return clm_fail(&ctx->error, CLMODP_CORRUPT, "the device \"%s\" (driver %s) %s: "
                    CLM_WRONG_VALUE, ctx->device.name, ctx->device.driver, does);
}

/* ---- launches, waits and transfers ---- */

#define MOVED_WORDS ((size_t)1 << 20)

typedef struct nothing {
    const clm_kernel *kernel;
    clm_buffer out;
    u32 *words; /* on the host, MOVED_WORDS */
} nothing;

static clmodp_status launch_nothing(clmodp_context *ctx, void *user)
{
    const nothing *n = user;

    return clm_launch(ctx, n->kernel, 1, 1, ARG_OUT(&n->out, 1, u32));
}

static clmodp_status launch_and_wait(clmodp_context *ctx, void *user)
{
    clmodp_status st = CLMODP_OK;

    TRY(launch_nothing(ctx, user));
    TRY(clm_finish(ctx));
done:
    return st;
}

static clmodp_status send_words(clmodp_context *ctx, void *user)
{
    const nothing *n = user;

    return clm_buffer_write(ctx, &n->out, 0, n->words, MOVED_WORDS * sizeof(u32));
}

static clmodp_status receive_words(clmodp_context *ctx, void *user)
{
    const nothing *n = user;

    return clm_buffer_read(ctx, &n->out, 0, n->words, MOVED_WORDS * sizeof(u32));
}

/* Fills launch, wait, send and receive. */
static clmodp_status measure_launches(clmodp_context *ctx, clmodp_calibration *out)
{
    clmodp_status st = CLMODP_OK;
    nothing n = {.kernel = NULL};

    TRY(clm_kernel_get(ctx, &n.kernel, "tuning/calibrate.cl", "calibrate_nothing"));
    TRY(clm_buffer_create(ctx, &n.out, MOVED_WORDS, sizeof(u32)));
    NEW(&ctx->error, n.words, MOVED_WORDS);
    TRY(clm_trial_measure(ctx, &out->launch, launch_nothing, &n, 1));
    TRY(clm_trial_measure(ctx, &out->wait, launch_and_wait, &n, 1));
    TRY(clm_trial_measure(ctx, &out->send, send_words, &n, (double)MOVED_WORDS));
    TRY(clm_trial_measure(ctx, &out->receive, receive_words, &n, (double)MOVED_WORDS));
done:
    free(n.words);
    clm_buffer_destroy(ctx, &n.out);
    return st;
}

/* ---- local memory ---- */

#define LOCAL_WORDS 2048   /* of a group; a power of two */
#define LOCAL_ROUNDS 8192  /* a multiple of LOCAL_WORDS, so that the sums are known */
#define LOCAL_GROUPS 16    /* of a compute unit */

typedef struct reading {
    const clm_kernel *kernel;
    clm_buffer out;
    size_t items, group;
} reading;

static clmodp_status read_words(clmodp_context *ctx, void *user)
{
    const reading *r = user;

    return clm_launch(ctx, r->kernel, r->items, r->group,
                      ARG_OUT(&r->out, r->items * ctx->tuning.vector_width, u32),
                      ARG_LOCAL(LOCAL_WORDS * sizeof(u32)), ARG_U32(LOCAL_WORDS),
                      ARG_U32(LOCAL_ROUNDS));
}

/* Sum of the first lane, which adds 0, step, 2 step, ... below LOCAL_WORDS cyclically. */
static u32 first_sum(const clmodp_context *ctx, size_t group)
{
    const u32 step = (u32)group * ctx->tuning.vector_width, turns = LOCAL_WORDS / step;

    return LOCAL_ROUNDS / turns * (step * (turns * (turns - 1) / 2));
}

/* Fills local. */
static clmodp_status measure_local(clmodp_context *ctx, clmodp_calibration *out)
{
    clmodp_status st = CLMODP_OK;
    const size_t group = ctx->tuning.group & (~ctx->tuning.group + 1);
    const size_t width = ctx->tuning.vector_width;
    reading r = {.group = width > 1 ? 1 : group};
    u32 sum;

    r.items = ctx->device.compute_units * LOCAL_GROUPS * r.group;
    TRY(clm_kernel_get(ctx, &r.kernel, "tuning/calibrate.cl", "calibrate_local"));
    TRY(clm_buffer_create(ctx, &r.out, r.items * width, sizeof(u32)));
    TRY(clm_trial_measure(ctx, &out->local, read_words, &r,
                          (double)r.items * (double)width * LOCAL_ROUNDS));
    TRY(clm_buffer_read(ctx, &r.out, 0, &sum, sizeof sum));
    if (sum != first_sum(ctx, r.group))
        TRY(fail_wrong(ctx, "computes a wrong sum of words of local memory"));
done:
    clm_buffer_destroy(ctx, &r.out);
    return st;
}

/* ---- products of residues ---- */

#define PRODUCT_CHAINS 8   /* CALIBRATE_CHAINS of the kernel */
#define PRODUCT_PRIME 2147483647u
#define FACTOR 123456789u /* in Montgomery form */
#define PRODUCT_ROUNDS 4096
#define ROUNDS_ALONE 65536 /* of a single work-item, to outlast the launch */
#define PRODUCT_GROUPS 16  /* of a compute unit */

typedef struct multiplying {
    const clm_kernel *kernel;
    clm_buffer out;
    fp_field field;
    size_t items, group;
    u32 rounds;
} multiplying;

static clmodp_status multiply_residues(clmodp_context *ctx, void *user)
{
    const multiplying *m = user;

    return clm_launch(ctx, m->kernel, m->items, m->group,
                      ARG_OUT(&m->out, m->items * ctx->tuning.vector_width, u32),
                      ARG_STRUCT(m->field), ARG_U32(FACTOR), ARG_U32(m->rounds));
}

/* Returns the expected sum of the chains 1, 2, ... */
static u32 sum_of_chains(fp_field f, u32 rounds)
{
    u32 power = f.one, sum = 0;

    for (u32 k = 0; k < rounds; k++)
        power = fp_mul(power, FACTOR, f);
    for (u32 c = 1; c <= PRODUCT_CHAINS; c++)
        sum = fp_add(sum, fp_mul(c, power, f), f);
    return sum;
}

/* Measures the nanoseconds of a product with `items` work-items. */
static clmodp_status measure_products(clmodp_context *ctx, clmodp_figure *out, multiplying *m,
                                      size_t items)
{
    clmodp_status st = CLMODP_OK;
    const size_t lanes = items * ctx->tuning.vector_width;
    u32 sum;

    m->items = items;
    m->rounds = items == 1 ? ROUNDS_ALONE : PRODUCT_ROUNDS;
    m->group = clm_size_min(items, ctx->tuning.vector_width > 1 ? 1 : ctx->tuning.group);
    TRY(clm_trial_measure(ctx, out, multiply_residues, m,
                          (double)lanes * m->rounds * PRODUCT_CHAINS));
    TRY(clm_buffer_read(ctx, &m->out, (lanes - 1) * sizeof sum, &sum, sizeof sum));
    if (sum != sum_of_chains(m->field, m->rounds))
        TRY(fail_wrong(ctx, "computes a wrong product of known residues"));
done:
    return st;
}

/* Measures the largest throughput of 2, 4, 8, ... work-groups, relative to one. */
static clmodp_status measure_groups(clmodp_context *ctx, clmodp_figure *out, multiplying *m)
{
    clmodp_status st = CLMODP_OK;
    const size_t group = ctx->tuning.vector_width > 1 ? 1 : ctx->tuning.group;
    const size_t most = ctx->device.compute_units * PRODUCT_GROUPS;
    clmodp_figure one, many;

    TRY(measure_products(ctx, &one, m, group));
    *out = (clmodp_figure){1, one.spread};
    for (size_t groups = 2; groups <= most; groups *= 2) {
        TRY(measure_products(ctx, &many, m, groups * group));
        if (one.value / many.value > out->value)
            *out = (clmodp_figure){one.value / many.value, one.spread + many.spread};
    }
done:
    return st;
}

/* Fills product, alone and groups. */
static clmodp_status measure_all_products(clmodp_context *ctx, clmodp_calibration *out)
{
    clmodp_status st = CLMODP_OK;
    const size_t items = (size_t)ctx->device.compute_units * PRODUCT_GROUPS *
                         (ctx->tuning.vector_width > 1 ? 1 : ctx->tuning.group);
    multiplying m = {.field = clm_field(PRODUCT_PRIME)};

    TRY(clm_kernel_get(ctx, &m.kernel, "tuning/calibrate.cl", "calibrate_products"));
    TRY(clm_buffer_create(ctx, &m.out, items * ctx->tuning.vector_width, sizeof(u32)));
    TRY(measure_products(ctx, &out->product, &m, items));
    TRY(measure_products(ctx, &out->alone, &m, 1));
    TRY(measure_groups(ctx, &out->groups, &m));
done:
    clm_buffer_destroy(ctx, &m.out);
    return st;
}

/* ---- remainder sequences ----
 *
 * Measures lockstep Euclid (fpx/batch/euclid.h) on polynomials of one degree, which takes most of
 * the time of a resultant. No other figure predicts it: lockstep Euclid sums products in double
 * words and keeps values in registers, so that devices with equally fast products differ in it. */

#define PAIRS_PRIME 1000000007u
#define DEGREE 128       /* of both; a tile fits a core's second-level cache */
#define COEFFICIENTS (DEGREE + 1)
#define ROWS (2 * COEFFICIENTS)
#define TILES_A_UNIT 8
#define LANES_A_UNIT 2048 /* on GPUs: enough to hide latencies and to exceed the caches */

/* All lanes have the same two polynomials, since the steps do not depend on the values. The
 * algorithm overwrites the values, which are copied again for each run: a word for 60 pairs. */
typedef struct pairs {
    fp_field field;
    u32 f[COEFFICIENTS], g[COEFFICIENTS]; /* in Montgomery form */
    clm_steps steps;
    clm_point_batch batch;
    size_t tiles, words; /* words: of all values */
    clm_buffer before, values, numerator, denominator, unlucky;
} pairs;

static clmodp_status run_sequences(clmodp_context *ctx, void *user)
{
    clmodp_status st = CLMODP_OK;
    const pairs *p = user;
    const clm_sequences sequences = {&p->numerator, &p->denominator, &p->unlucky, &p->steps,
                                     &p->batch};

    TRY(clm_move(ctx, &p->values, &p->before, (move_piece){.count = (u32)p->words}));
    TRY(clm_lockstep_run(ctx, &sequences, &p->values, 0, p->tiles));
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
        f[k] = p->f[k] = 1 + (u32)clm_random_below(&random, PAIRS_PRIME - 1);
        g[k] = p->g[k] = 1 + (u32)clm_random_below(&random, PAIRS_PRIME - 1);
    }
    TRY(clm_degrees_find(&ctx->error, &degrees, p->field, (clm_dense){f, DEGREE},
                         (clm_dense){g, DEGREE}));
    TRY(clm_steps_upload(ctx, &p->steps, &degrees, CLM_MINORS_RESULTANT, (clm_step_blocks){0}));
done:
    clm_degrees_destroy(&degrees);
    return st;
}

/* Uploads the values of all tiles, coefficient by coefficient (cl/arith/tile.h). */
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

static clmodp_status prepare_pairs(clmodp_context *ctx, pairs *p)
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
    TRY(clm_buffer_load(ctx, &p->batch.info, &info, 1, sizeof info));
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

/* Compares the resultant of the last lane with the host's. */
static clmodp_status check_resultant(clmodp_context *ctx, const pairs *p)
{
    clmodp_status st = CLMODP_OK;
    const size_t last = (p->batch.lanes - 1) * sizeof(u32);
    const clm_modulus modulus = clm_modulus_of(PAIRS_PRIME);
    uint32_t f[COEFFICIENTS], g[COEFFICIENTS], expected, above, below;

    for (int k = 0; k < COEFFICIENTS; k++) {
        f[k] = fp_from(p->f[k], p->field);
        g[k] = fp_from(p->g[k], p->field);
    }
    TRY(clm_host_resultant(&ctx->error, &expected, (clm_host_poly){f, COEFFICIENTS},
                           (clm_host_poly){g, COEFFICIENTS}, &modulus, 1, NULL));
    TRY(clm_buffer_read(ctx, &p->numerator, last, &above, sizeof above));
    TRY(clm_buffer_read(ctx, &p->denominator, last, &below, sizeof below));
    if (below == 0 || fp_from(above, p->field) !=
                          fp_mul(expected, below, p->field)) /* integer times Montgomery form */
        TRY(fail_wrong(ctx, "computes a wrong value of a known resultant"));
done:
    return st;
}

/* Fills pair. */
static clmodp_status measure_pairs(clmodp_context *ctx, clmodp_calibration *out)
{
    clmodp_status st = CLMODP_OK;
    pairs p = {.field = clm_field(PAIRS_PRIME)};

    TRY(prepare_pairs(ctx, &p));
    TRY(clm_trial_measure(ctx, &out->pair, run_sequences, &p,
                          (double)p.batch.lanes * DEGREE * DEGREE));
    TRY(check_resultant(ctx, &p));
done:
    clm_buffers_destroy(ctx, &p.unlucky, &p.denominator, &p.numerator, &p.values, &p.before,
                        &p.batch.info);
    clm_steps_destroy(ctx, &p.steps);
    return st;
}

/* ---- calibrations ---- */

static clmodp_figure ratio(clmodp_figure a, clmodp_figure b)
{
    return (clmodp_figure){a.value / b.value, a.spread + b.spread};
}

void clm_calibration_derive(clmodp_calibration *c)
{
    c->U = ratio(c->stream, c->product);
    c->L = ratio(c->chase[0], c->alone);
    c->P = ratio(c->alone, c->product);
    c->P.value = fmax(c->P.value, 1.0);
    c->X = ratio(ratio(c->chase[0], c->random), c->P);
    c->X.value = fmax(c->X.value, 1.0);
}

/* Makes all measurements. *whole: the memory measured exceeds the caches. Progress fractions
 * approximate the shares of the time. */
static clmodp_status calibrate_device(clmodp_context *ctx, clmodp_calibration *out, bool *whole)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_context_open(ctx));
    TRY(measure_launches(ctx, out));
    TRY(clm_progress(ctx, 0.1));
    TRY(measure_all_products(ctx, out));
    TRY(clm_progress(ctx, 0.2));
    TRY(measure_pairs(ctx, out));
    TRY(clm_progress(ctx, 0.3));
    TRY(measure_local(ctx, out));
    TRY(clm_progress(ctx, 0.35));
    TRY(clm_calibrate_memory(ctx, out, whole));
    clm_calibration_derive(out);
    out->seconds = (uint64_t)time(NULL);
    if (!clm_calibration_is_valid(out))
        FAIL(&ctx->error, CLMODP_DEVICE,
             "a measurement on \"%s\" took no time: the clock is wrong, or clFinish returns early",
             ctx->device.name);
    TRY(clm_progress(ctx, 1.0));
done:
    return st;
}

/* Returns the greatest spread of all figures. */
static double greatest_spread(const clmodp_calibration *c)
{
    double most = 0.0;

    for (const clmodp_figure *f = &c->launch; f <= &c->X; f++)
        most = fmax(most, f->spread);
    return most;
}

/* Stores the calibration and applies it to this context, unless caches were measured or other
 * programs disturbed it. */
static void apply_calibration(clmodp_context *ctx, const clmodp_calibration *calibration,
                              bool whole)
{
    if (!whole) {
        clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                     "the calibration is not stored: memory beyond the caches was not measured");
        return;
    }
    if (greatest_spread(calibration) > CLMODP_MOST_SPREAD) {
        clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                     "the calibration is not stored: a figure has a spread of %.0f %%, since "
                     "other programs worked, too; calibrate again while the machine is idle",
                     100 * greatest_spread(calibration));
        return;
    }
    if (!clm_calibration_store(ctx, calibration))
        clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                     "calibration cannot be stored: set CLMODP_CACHE_DIR to a writable folder");
    clm_calibration_apply(ctx, calibration);
}

clmodp_status clmodp_calibrate(clmodp_context *context, clmodp_calibration *calibration)
{
    clmodp_status st = CLMODP_OK;
    clmodp_calibration found;
    clm_call call;
    bool whole = false;

    START(context, &context->error);
    REQUIRE(&context->error, calibration != NULL);
    TRY(clm_report_check(&context->error, calibration));
    clmodp_calibration_init(&found);
    clm_call_begin(&call, context, 0, true);
    TRY(clm_call_end(context, &call, calibrate_device(context, &found, &whole)));
    apply_calibration(context, &found, whole);
    clm_report_write(calibration, &found, sizeof found);
done:
    return clm_error_complete(&context->error, st);
}
