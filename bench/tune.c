/* Runs clmodp tune with the parameters of a GPU, W = 1, on any device, to test choices whose cost
 * coefficients were not fitted. Calibrates the device with these parameters, keeps the calibration
 * in the cache (set CLMODP_CACHE_DIR), and prints rows like clmodp tune --format csv.
 *
 * Usage: tune ALGORITHM [RUNS] */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <clmodp/tuning.h>

#include "bench/arguments.h"
#include "bench/device.h"
#include "problems/gpu.h"

static void print(const clmodp_tuned *rows, size_t count, clmodp_tune_algorithm algorithm)
{
    (void)printf("algorithm,n,s,predicted,measured,chosen\n");
    for (size_t k = 0; k < count; k++) {
        const clmodp_tuned *row = &rows[k];
        const char *name = clmodp_tune_parameter(algorithm, row->s);

        (void)printf("%s,%" PRIu64 ",", clmodp_tune_name(algorithm), row->n);
        if (name != NULL)
            (void)printf("%s", name);
        else
            (void)printf("%" PRIu32, row->s);
        (void)printf(",%.6g,%.6g,%d\n", row->predicted, row->measured, row->chosen);
    }
}

/* Returns the algorithm with this name, or CLMODP_TUNE_ALGORITHMS. */
static clmodp_tune_algorithm find(const char *name)
{
    int k = 0;

    while (k < CLMODP_TUNE_ALGORITHMS &&
           strcmp(name, clmodp_tune_name((clmodp_tune_algorithm)k)) != 0)
        k++;
    return (clmodp_tune_algorithm)k;
}

int main(int argc, char **argv)
{
    clmodp_tune_algorithm algorithm = CLMODP_TUNE_ALGORITHMS;
    clmodp_context *ctx;
    clmodp_calibration calibration;
    clmodp_tune_options options;
    clmodp_tuned *rows;
    size_t count, runs;

    clmodp_tune_options_init(&options);
    runs = options.runs;
    if (argc == 2 || (argc == 3 && argument_number(&runs, argv[2], 1, 1000)))
        algorithm = find(argv[1]);
    if (algorithm == CLMODP_TUNE_ALGORITHMS) {
        (void)fprintf(stderr, "usage: tune ALGORITHM [RUNS], an algorithm of clmodp tune\n");
        return 2;
    }
    options.runs = (uint32_t)runs;
    ctx = device_open(NULL);
    gpu_tune(ctx);
    clmodp_calibration_init(&calibration);
    device_must(ctx, clmodp_calibration_get(ctx, &calibration));
    if (calibration.seconds == 0)
        device_must(ctx, clmodp_calibrate(ctx, &calibration));
    device_must(ctx, clmodp_tune(ctx, &rows, &count, algorithm, &options));
    print(rows, count, algorithm);
    clmodp_tune_free(rows);
    clmodp_context_destroy(ctx);
    return 0;
}
