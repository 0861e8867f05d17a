/* Times the rows of [Eme12, Table 1] one by one and as one batch.
 *
 *     build/bench/rows [RUNS [FIRST LAST]]
 *
 * RUNS (default 5) runs of rows FIRST to LAST (default 1 to 16) in turns, by clmodp_resultant for
 * each row and by clmodp_compute_batch for all; CLMODP_DEVICE names a device. Prints medians of
 * the time, and the sums of the host's and the device's times over all rows and stages. The batch
 * overlaps host and device by as much as it takes less time than these sums. */
#include <stdio.h>

#include <clmodp/clmodp.h>

#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/device.h"
#include "bench/inputs.h"
#include "bench/timing.h"

static input_shape shapes[INPUTS_MOST];
static clmodp_problem problems[INPUTS_MOST];
static clmodp_resultant_report reports[INPUTS_MOST];
static clmodp_zx *single[INPUTS_MOST], *batched[INPUTS_MOST];
static size_t count;

/* The times of all rows, computed by one method. */
typedef struct row_times {
    timing time;
    double host[TIMING_MOST], device[TIMING_MOST]; /* sums over rows and stages */
} row_times;

static void prepare(void)
{
    for (size_t k = 0; k < count; k++) {
        clmodp_zxy *f, *g;

        shapes[k].density = 100;
        inputs_create(&f, &g, &shapes[k]);
        must(clmodp_zx_create(&single[k]));
        must(clmodp_zx_create(&batched[k]));
        reports[k].size = sizeof reports[k];
        clmodp_problem_init(&problems[k]);
        problems[k].f = f;
        problems[k].g = g;
        problems[k].report = &reports[k];
    }
}

static void one_by_one(void)
{
    for (size_t k = 0; k < count; k++)
        must(clmodp_resultant(context, single[k], &reports[k], problems[k].f, problems[k].g,
                              NULL));
}

static void together(void)
{
    for (size_t k = 0; k < count; k++)
        problems[k].r = batched[k];
    must(clmodp_compute_batch(context, problems, count, NULL));
    for (size_t k = 0; k < count; k++)
        must(problems[k].status);
}

static void run(row_times *w, void (*compute)(void))
{
    const size_t n = w->time.runs;

    timing_start(&w->time);
    compute();
    timing_stop(&w->time);
    w->host[n] = w->device[n] = 0.0;
    for (size_t k = 0; k < count; k++)
        for (uint32_t stage = 0; stage < reports[k].stage_count; stage++) {
            w->host[n] += reports[k].stages[stage].host_seconds;
            w->device[n] += reports[k].stages[stage].device_seconds;
        }
}

static void compare(void)
{
    for (size_t k = 0; k < count; k++)
        if (!clmodp_zx_equal(single[k], batched[k])) {
            (void)fprintf(stderr, "row %u: the batch has another result\n", shapes[k].row);
            exit(1);
        }
}

static void print(const char *name, row_times *w, size_t runs)
{
    const double host = timing_median(w->host, runs), device = timing_median(w->device, runs);
    const double cpu = timing_median(w->time.cpu, runs);

    (void)printf("%-10s %10.4f %10.4f %10.4f %10.4f\n", name, timing_median(w->time.wall, runs),
                 cpu, host, device);
}

int main(int argc, char **argv)
{
    static row_times alone, all;
    size_t runs = 5, rows[2] = {1, 16};
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true}, {&rows[0], 1, 16, false},
                                  {&rows[1], 1, 16, true}};

    (void)arguments_read(argc, argv, arguments, 3, "[RUNS [FIRST LAST]]");
    context = device_open(NULL);
    count = inputs_select(shapes, inputs_table(shapes, 0), rows[0], rows[1]);
    prepare();
    one_by_one(); /* compiles */
    together();
    for (size_t n = 0; n < runs; n++) {
        run(&alone, one_by_one);
        run(&all, together);
        compare();
    }
    (void)printf("%s; %zu rows\n%-10s %10s %10s %10s %10s\n", context->device.name, count, "",
                 "seconds", "processor", "host", "device");
    print("one by one", &alone, runs);
    print("a batch", &all, runs);
    for (size_t k = 0; k < count; k++) {
        clmodp_zxy_destroy((clmodp_zxy *)(uintptr_t)problems[k].f);
        clmodp_zxy_destroy((clmodp_zxy *)(uintptr_t)problems[k].g);
        clmodp_zx_destroy(single[k]);
        clmodp_zx_destroy(batched[k]);
    }
    clmodp_context_destroy(context);
    return 0;
}
