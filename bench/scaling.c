/* Determines the scaling limits of one resultant: simulates N devices with the model, and measures
 * one and two workers. bench/scaling makes the tables of docs/scaling.md from the output.
 *
 * A device is one core of this machine, or CORES of them. Units are assigned whole, at simulated
 * times: by the unit queue as to ranks (src/distributed/unit_queue.c), or to the first request, as
 * from a folder. Units and CRT reconstruction take the times predicted by closed forms. All parts
 * without closed forms are measured here: planning, the start of a process, files, checksums, the
 * product tree, the check. One unit is run, and its ratio to the prediction applied to all units.
 * Messages take the given network times. Parts follow each other without overlap.
 *
 * Prints, separated by tabs: lines of a case, `case`; of its simulated times, `model`, for each
 * number of devices and each method (bench/scaling_model.h); and with CORES = 1, if a device alone
 * should take at most SECONDS, lines `job` with measurements and predictions.
 *
 * Usage: scaling [FIRST LAST [SECONDS [CORES [MEGABYTES_A_SECOND MICROSECONDS [PERCENT]]]]]
 *   FIRST, LAST  cases, from 1 to 6; default: all
 *   SECONDS      default 60
 *   CORES        of a device; default 1
 *   the network's rate and latency; default 1250 and 50
 *   PERCENT      deviation of the devices' speeds, up and down; default 5 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/size.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/scaling_jobs.h"
#include "bench/scaling_model.h"

enum { CASES = 6, MOST_DEVICES = 1024, WORKERS = 2, TABLE_ROWS = 2, JOB_UNITS = 16 };

/* Rows of bench/resultant_table1.tsv, and larger degrees. */
static const unsigned rows[TABLE_ROWS] = {10, 16};
static const input_shape larger[CASES - TABLE_ROWS] = {
    {.deg_y_f = 100, .deg_y_g = 100, .deg_x_f = 50, .deg_x_g = 50, .bits = 64, .density = 100},
    {.deg_y_f = 200, .deg_y_g = 200, .deg_x_f = 50, .deg_x_g = 50, .bits = 64, .density = 100},
    {.deg_y_f = 200, .deg_y_g = 200, .deg_x_f = 100, .deg_x_g = 100, .bits = 64, .density = 100},
    {.deg_y_f = 400, .deg_y_g = 400, .deg_x_f = 100, .deg_x_g = 100, .bits = 64, .density = 100},
};

typedef struct settings {
    size_t first, last, seconds, cores, rate, latency, percent;
} settings;

static input_shape case_shape(size_t number)
{
    input_shape shapes[INPUTS_MOST];
    const size_t count = inputs_table(shapes, 0);

    for (size_t k = 0; k < count && number <= TABLE_ROWS; k++)
        if (shapes[k].row == rows[number - 1])
            return shapes[k];
    if (number <= TABLE_ROWS) /* inputs_table has printed the reason */
        exit(1);
    return larger[number - 1 - TABLE_ROWS];
}

static void print_case(const scaling_parts *parts, size_t number, const input_shape *shape)
{
    (void)printf("case\t%zu\t%u\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%" PRIu64
                 "\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\n",
                 number, shape->row, shape->deg_y_f, shape->deg_y_g, shape->deg_x_f,
                 shape->deg_x_g, shape->bits, parts->p->primes, parts->p->points,
                 parts->p->width, parts->p->prepared.bounds.height_bits,
                 (double)parts->plan->bytes, parts->image_bytes * (double)parts->p->primes,
                 parts->result_bytes, parts->first_start, parts->start, parts->unit_factor,
                 parts->taken, parts->scanned, parts->marked, 1e9 * parts->byte_written,
                 1e9 * parts->byte_read);
}

static void print_parts(const scaling_times *t)
{
    for (int k = 0; k < SCALING_PARTS; k++)
        (void)printf("\t%.6g", t->part[k]);
    (void)printf("\t%.6g", t->total);
}

static void print_models(const scaling_parts *parts, const scaling_machine *machine,
                         size_t number)
{
    const scaling_times alone = scaling_times_alone(parts, machine);

    for (scaling_method method = 0; method < SCALING_METHODS; method++)
        for (size_t devices = 1; devices <= MOST_DEVICES; devices *= 2) {
            const scaling_times t = scaling_times_of(parts, machine, method, devices, 0);

            (void)printf("model\t%zu\t%s\t%zu\t%zu\t%" PRIu64, number, scaling_method_name(method),
                         devices, t.unit_primes, t.units);
            print_parts(&t);
            (void)printf("\t%.6g\t%s\n", alone.total / t.total,
                         scaling_part_name(scaling_limit(&t, &alone, devices)));
        }
}

/* Prints measured jobs beside predictions for equal devices on a file system of this machine. */
static void print_jobs(const scaling_parts *parts, size_t number)
{
    const scaling_machine here = {.cores = 1.0, .bytes_second = 1e12};
    const size_t cores = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
    const size_t unit_primes = clm_round_up(clm_div_up(parts->p->primes, JOB_UNITS),
                                            parts->ctx->tuning.vector_width);

    for (size_t workers = 1; workers <= WORKERS && workers <= cores; workers++) {
        const scaling_times t = scaling_times_of(parts, &here, SCALING_FOLDER, workers,
                                                 unit_primes);
        scaling_job job;

        scaling_jobs_run(&job, parts, unit_primes, workers);
        (void)printf("job\t%zu\t%zu\t%zu\t%" PRIu64 "\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g",
                     number, workers, t.unit_primes, t.units, job.planned, job.made, job.worked,
                     job.finished, job.reconstructed, job.checked);
        print_parts(&t);
        (void)printf("\n");
    }
}

static void run_case(clmodp_context *ctx, const settings *w, size_t number)
{
    const input_shape shape = case_shape(number);
    const scaling_machine machine = {.cores = (double)w->cores,
                                     .bytes_second = 1e6 * (double)w->rate,
                                     .latency = 1e-6 * (double)w->latency,
                                     .spread = 0.01 * (double)w->percent};
    scaling_parts parts;

    scaling_parts_measure(&parts, ctx, &shape);
    scaling_jobs_measure(&parts);
    print_case(&parts, number, &shape);
    print_models(&parts, &machine, number);
    if (w->cores == 1 && scaling_times_alone(&parts, &machine).total <= (double)w->seconds)
        print_jobs(&parts, number);
    (void)fflush(stdout);
    scaling_parts_destroy(&parts);
}

int main(int argc, char **argv)
{
    settings w = {1, CASES, 60, 1, 1250, 50, 5};
    const argument arguments[] = {{&w.first, 1, CASES, false},
                                  {&w.last, 1, CASES, true},
                                  {&w.seconds, 0, 100000, true},
                                  {&w.cores, 1, 100000, true},
                                  {&w.rate, 1, ARGUMENT_MOST, false},
                                  {&w.latency, 1, ARGUMENT_MOST, true},
                                  {&w.percent, 0, 99, true}};
    clmodp_context *ctx;

    (void)arguments_read(argc, argv, arguments, 7, "[FIRST LAST [SECONDS [CORES "
                         "[MEGABYTES_A_SECOND MICROSECONDS [PERCENT]]]]]");
    /* a device is one core, namely the one to which its worker is pinned */
    (void)setenv("POCL_MAX_PTHREAD_COUNT", "1", 1);
    (void)setenv("POCL_CPU_MAX_CU_COUNT", "1", 1);
    (void)setenv("POCL_AFFINITY", "0", 1);
    ctx = device_open(NULL);
    ctx->threads = 1;
    for (size_t number = w.first; number <= w.last; number++)
        run_case(ctx, &w, number);
    clmodp_context_destroy(ctx);
    return 0;
}
