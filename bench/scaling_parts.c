/* Determines the costs of the parts of a resultant, by closed forms and by measuring. */
#include "bench/scaling_parts.h"

#include <math.h>

#include "bench/device.h"
#include "bench/timing.h"
#include "core/size.h"
#include "distributed/runner.h"
#include "engines/engine.h"
#include "fpx/batch/interpolate.h"
#include "multimodular/crt.h"
#include "multimodular/crt_tree.h"
#include "resultant/check.h"

enum { RUNS = 3 };
#define CHECKED_BYTES 6.4e7 /* of the result checked, from which larger results are extrapolated */
#define IMAGE_PRIMES 16
#define TRIED_SECONDS 2.0 /* of the unit measured */

static void must(const scaling_parts *parts, clmodp_status st)
{
    device_must(parts->ctx, st);
}

clmodp_plan *scaling_plan(const scaling_parts *parts, size_t unit_primes)
{
    const clmodp_problem problem = {.size = sizeof problem,
                                    .operation = CLMODP_OPERATION_RESULTANT,
                                    .f = parts->f, .g = parts->g};
    clmodp_resultant_options how;
    clmodp_plan_options options;
    clmodp_plan *plan = NULL;

    clmodp_resultant_options_init(&how);
    how.engine = CLMODP_ENGINE_EUCLID;
    how.max_result = UINT64_MAX;
    clmodp_plan_options_init(&options);
    options.resultant = &how;
    options.unit_primes = unit_primes;
    must(parts, clmodp_plan_create(parts->ctx, &plan, &problem, &options));
    return plan;
}

static void measure_plan(scaling_parts *parts)
{
    timing t = {0};

    for (int run = 0; run < RUNS; run++) {
        clmodp_plan_destroy(parts->plan);
        timing_start(&t);
        parts->plan = scaling_plan(parts, 1);
        timing_stop(&t);
    }
    parts->planned = timing_median(t.wall, t.runs);
    parts->p = parts->plan;
    parts->image_bytes = (double)(parts->p->width * parts->p->word_bytes);
    parts->result_bytes = (double)parts->p->width *
                          ceil((double)parts->p->prepared.bounds.height_bits / 8.0);
}

static void measure_tree(scaling_parts *parts)
{
    const clmodp_plan *p = parts->p;
    const clm_crt_options options = {.method = CLM_CRT_AUTO};
    uint32_t *primes = device_need(p->primes, sizeof *primes);
    clm_crt *crt = NULL;
    timing t = {0};

    for (size_t k = 0; k < p->primes; k++)
        primes[k] = (uint32_t)p->prime[k];
    for (int run = 0; run < RUNS; run++) {
        clm_product_tree_destroy(parts->tree);
        timing_start(&t);
        must(parts, clm_product_tree_create(&parts->ctx->error, &parts->tree, primes, p->primes,
                                            1, NULL));
        timing_stop(&t);
    }
    parts->tree_made = timing_median(t.wall, t.runs);
    must(parts, clm_crt_create(parts->ctx, &crt, primes, p->primes, p->width, &options));
    parts->method = clm_crt_chosen(crt);
    parts->depth = clm_crt_depth(crt);
    clm_crt_destroy(parts->ctx, crt);
    free(primes);
}

/* Writes and reads images of some primes, all zero. */
static void measure_images(scaling_parts *parts)
{
    clmodp_plan *plan = scaling_plan(parts, IMAGE_PRIMES);
    clmodp_images *images = NULL, *read = NULL;
    timing written = {0}, again = {0};
    unsigned char *bytes;
    size_t size;

    must(parts, clm_images_new(&parts->ctx->error, &images, plan, 0));
    size = clmodp_images_size(images);
    bytes = device_need(size, 1);
    for (int run = 0; run < RUNS; run++) {
        timing_start(&written);
        clmodp_images_write(images, bytes);
        timing_stop(&written);
        timing_start(&again);
        must(parts, clmodp_images_read(parts->ctx, &read, plan, bytes, size));
        timing_stop(&again);
        clmodp_images_destroy(read);
    }
    parts->byte_written = timing_median(written.wall, written.runs) / (double)size;
    parts->byte_read = timing_median(again.wall, again.runs) / (double)size;
    free(bytes);
    clmodp_images_destroy(images);
    clmodp_plan_destroy(plan);
}

/* Returns the seconds of a check of `count` coefficients of the largest length the result may
 * have. The coefficients are wrong, which the check only detects at the end. */
static double check_seconds(const scaling_parts *parts, size_t count)
{
    const uint64_t bits = parts->p->prepared.bounds.height_bits;
    clm_random random = {1};
    clmodp_zx *r = NULL;
    timing t = {0};
    bool agrees;
    mpz_t c;

    mpz_init(c);
    mpz_setbit(c, bits);
    mpz_sub_ui(c, c, 12345);
    must(parts, clmodp_zx_create(&r));
    for (size_t k = count; k > 0; k--)
        must(parts, clmodp_zx_set_coeff(r, c, k - 1));
    for (int run = 0; run < RUNS; run++) {
        timing_start(&t);
        must(parts, clm_check_fresh_prime(&parts->ctx->error, &agrees, &r, CLM_MINORS_RESULTANT,
                                          parts->f, parts->g, clm_fresh_prime(&random), 1,
                                          &random, NULL));
        timing_stop(&t);
    }
    clmodp_zx_destroy(r);
    mpz_clear(c);
    return timing_median(t.wall, t.runs);
}

static void measure_check(scaling_parts *parts)
{
    const double width = (double)parts->p->width;
    const double some = ceil(fmin(width, CHECKED_BYTES * width / parts->result_bytes));
    const double none = check_seconds(parts, 0);

    parts->checked = none + (check_seconds(parts, (size_t)some) - none) * width / some;
}

/* Measures a unit of as many primes as a vector has lanes, or fewer if that takes long, after a
 * unit that compiles. */
static void measure_unit(scaling_parts *parts)
{
    const double one = scaling_unit_seconds(parts, 1, 1.0);
    const size_t most = clm_size_min(parts->ctx->tuning.vector_width, parts->p->primes / 2);
    const size_t primes = clm_size_max(1, clm_size_min(most, (size_t)(TRIED_SECONDS / one)));
    clmodp_plan *plan = scaling_plan(parts, primes);
    clm_runner runner;
    timing t = {0};

    clm_runner_begin(&runner, parts->ctx, plan);
    for (uint64_t unit = 0; unit < 2; unit++) {
        clmodp_images *images = NULL;

        t.runs = 0;
        timing_start(&t);
        device_must(&runner.call, clm_unit_run(&runner, &images, unit));
        timing_stop(&t);
        clmodp_images_destroy(images);
    }
    must(parts, clm_runner_close(&runner, CLMODP_OK));
    clmodp_plan_destroy(plan);
    parts->unit_factor = t.wall[0] / scaling_unit_seconds(parts, primes, 1.0);
}

void scaling_parts_measure(scaling_parts *out, clmodp_context *ctx, const input_shape *shape)
{
    *out = (scaling_parts){.ctx = ctx, .unit_factor = 1.0};
    inputs_create(&out->f, &out->g, shape);
    measure_plan(out);
    measure_tree(out);
    measure_images(out);
    measure_check(out);
    measure_unit(out);
}

void scaling_parts_destroy(scaling_parts *parts)
{
    clm_product_tree_destroy(parts->tree);
    clmodp_plan_destroy(parts->plan);
    clmodp_zxy_destroy(parts->g);
    clmodp_zxy_destroy(parts->f);
}

double scaling_unit_seconds(const scaling_parts *parts, size_t primes, double cores)
{
    const clmodp_context *ctx = parts->ctx;
    const clmodp_plan *p = parts->p;
    const double lanes = (double)ctx->tuning.vector_width, count = (double)primes;
    /* interpolation has one prime in each lane, so a partial vector takes as long as a full one */
    const clm_amounts idle = clm_interpolate_cost(ceil(count / lanes) * lanes - count, p->points);
    clm_amounts all = p->prepared.engine->cost(&p->prepared.layout, p->task.minors,
                                              (double)p->points, count, 1.0, ctx);

    clm_amounts_add(&all, &idle, 1.0);
    return 1e-9 * parts->unit_factor * clm_elapsed(&all, &ctx->costs, cores, cores);
}

double scaling_crt_seconds(const scaling_parts *parts, double values, double cores)
{
    const clm_amounts all =
        clm_crt_cost(parts->ctx, parts->tree, parts->method, parts->depth, (size_t)values);
    const double threads = clm_crt_combine_threads(parts->tree, (size_t)values);

    return 1e-9 * clm_elapsed(&all, &parts->ctx->costs, cores, fmin(cores, threads));
}
