/* Measures cost coefficients of launches, divisions, interpolation and joining of cosets. */
#include "bench/costs_device.h"

#include <math.h>
#include <stdio.h>

#include "bench/device.h"
#include "bench/timing.h"
#include "cl/fpx/batch/divide_shape.h"
#include "fpx/batch/cosets.h"
#include "fpx/batch/interpolate.h"
#include "problems/interpolate.h"

enum { LAUNCHES = 1000 };

void costs_print_one(const clmodp_context *context, clm_operation operation, double ns)
{
    (void)printf("%-20s %12.2f %12.2f\n", clm_operation_name(operation), ns,
                 context->costs.ns[operation]);
}

/* Launches divisions of a few values, which are almost no work. */
static void measure_launches(clmodp_context *context, size_t runs)
{
    device_chunk chunk = device_chunk_create(context, 1, 8, DEVICE_BELOW);
    const clm_point_batch *batch = &chunk.batch;
    clm_buffer a = device_words(context, NULL, batch->lanes);
    clm_buffer b = device_words(context, NULL, batch->lanes);
    timing row = {0}, wait = {0};

    device_must(context, clm_buffer_fill(context, &a, 1, batch->lanes));
    device_must(context, clm_buffer_fill(context, &b, 1, batch->lanes));
    for (size_t k = 0; k < runs; k++) {
        timing_start(&row);
        for (size_t n = 0; n < LAUNCHES; n++)
            device_must(context, clm_divide(context, &a, 0, 1, &b, 0, batch));
        device_must(context, clm_finish(context));
        timing_stop(&row);
        timing_start(&wait);
        for (size_t n = 0; n < LAUNCHES; n++) {
            device_must(context, clm_divide(context, &a, 0, 1, &b, 0, batch));
            device_must(context, clm_finish(context));
        }
        timing_stop(&wait);
    }
    costs_print_one(context, CLM_OP_LAUNCH, 1e9 * timing_median(row.wall, runs) / LAUNCHES);
    costs_print_one(context, CLM_OP_WAIT, 1e9 * (wait.wall[0] - row.wall[0]) / LAUNCHES);
    clm_buffer_destroy(context, &b);
    clm_buffer_destroy(context, &a);
    device_chunk_destroy(&chunk);
}

/* Returns the processor nanoseconds of a division, for `primes` primes with `points` points. */
static double time_division(clmodp_context *context, size_t runs, size_t primes, size_t points,
                            size_t numerators)
{
    device_chunk chunk = device_chunk_create(context, primes, points, DEVICE_BELOW);
    const size_t lanes = primes * chunk.batch.lanes;
    clm_buffer a = device_words(context, NULL, numerators * lanes);
    clm_buffer b = device_words(context, NULL, lanes);
    timing t = {.warm_up = 1};

    device_must(context, clm_buffer_fill(context, &a, 1, numerators * lanes));
    device_must(context, clm_buffer_fill(context, &b, 1, lanes));
    for (size_t k = 0; k <= runs; k++) {
        timing_start(&t);
        device_must(context, clm_divide(context, &a, 0, numerators, &b, 0, &chunk.batch));
        device_must(context, clm_finish(context));
        timing_stop(&t);
    }
    clm_buffer_destroy(context, &b);
    clm_buffer_destroy(context, &a);
    device_chunk_destroy(&chunk);
    return 1e9 * timing_median(t.cpu, t.runs);
}

/* Measures lanes that share inversions, the same with more numerators, and single inversions. */
static void measure_divisions(clmodp_context *context, size_t runs)
{
    const size_t tile = context->tuning.tile, points = 256 * tile, primes = 256;
    const double lanes = (double)(primes * points); /* in full runs */
    const double one = time_division(context, runs, primes, points, 1) / lanes;
    const double three = time_division(context, runs, primes, points, 3) / lanes;
    const double alone = time_division(context, runs, 64 * primes, tile, 1) /
                         (double)(64 * primes * tile);
    const double numerator = fmax(three - one, 0.0) / 2.0;
    const double inversion = (alone - one) / (1.0 - 1.0 / DIVIDE_RUN);

    costs_print_one(context, CLM_OP_DIVIDE_LANE, one - numerator - inversion / DIVIDE_RUN);
    costs_print_one(context, CLM_OP_DIVIDE_NUMERATOR, numerator);
    costs_print_one(context, CLM_OP_DIVIDE_INVERSION, inversion);
}

/* Measures the time of interpolation besides the passes of its transforms. */
static void measure_interpolation(clmodp_context *context, size_t runs)
{
    const size_t points = 4096, primes = 16 * context->tuning.vector_width;
    const double words = (double)(points * primes);
    interpolate_problem problem =
        interpolate_problem_create(context, primes, points, DEVICE_BELOW);
    clm_buffer out = device_words(context, NULL, primes * points);
    clm_buffer scratch =
        device_words(context, NULL, context->tuning.stripe_bytes / sizeof(u32));
    clm_amounts passes = clm_interpolate_cost((double)primes, points);
    timing t = {.warm_up = 1};
    double taken;

    passes.of[CLM_OP_INTERPOLATE_WORD] = 0.0;
    for (size_t k = 0; k <= runs; k++) {
        timing_start(&t);
        device_must(context, clm_interpolate(context, &out, &scratch, &problem.in,
                                             &problem.chunk.batch));
        device_must(context, clm_finish(context));
        timing_stop(&t);
    }
    taken = 1e9 * timing_median(t.cpu, t.runs) - clm_nanoseconds(&passes, &context->costs);
    costs_print_one(context, CLM_OP_INTERPOLATE_WORD, taken / words);
    clm_buffer_destroy(context, &scratch);
    clm_buffer_destroy(context, &out);
    interpolate_problem_destroy(&problem);
}

/* Measures adding one of several cosets to the others, for each word of the joined polynomials. */
static void measure_joining(clmodp_context *context, size_t runs)
{
    const size_t points = 4096, primes = 16, cosets = 4;
    const size_t words = primes * points, weights = primes * cosets * COSETS_WEIGHTS(cosets);
    device_chunk chunk = device_chunk_create(context, primes, points, DEVICE_BELOW);
    clm_buffer joined = device_words(context, NULL, words * cosets);
    clm_buffer remainders = device_words(context, NULL, words);
    clm_buffer weight = device_words(context, NULL, weights);
    const clm_cosets_call call = {.joined = &joined, .remainders = &remainders,
                                  .weights = &weight, .batch = &chunk.batch, .outputs = 1,
                                  .pairs = 1, .cosets = cosets, .coset = 1, .begin = 1000};
    timing t = {.warm_up = 1};

    device_must(context, clm_buffer_fill(context, &joined, 1, words * cosets));
    device_must(context, clm_buffer_fill(context, &remainders, 1, words));
    device_must(context, clm_buffer_fill(context, &weight, 1, weights));
    for (size_t k = 0; k <= runs; k++) {
        timing_start(&t);
        device_must(context, clm_cosets_add(context, &call));
        device_must(context, clm_finish(context));
        timing_stop(&t);
    }
    costs_print_one(context, CLM_OP_COSET_PRODUCT,
                    1e9 * timing_median(t.cpu, t.runs) / (double)(words * cosets));
    clm_buffer_destroy(context, &weight);
    clm_buffer_destroy(context, &remainders);
    clm_buffer_destroy(context, &joined);
    device_chunk_destroy(&chunk);
}

void costs_of_device(clmodp_context *context, size_t runs)
{
    measure_launches(context, runs);
    measure_divisions(context, runs);
    measure_interpolation(context, runs);
    measure_joining(context, runs);
}
