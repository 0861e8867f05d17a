/* Compares predicted with measured costs, and prints the table of cost coefficients.
 *
 * Prints each cost coefficient for the kind of the open device, with the command that measures it;
 * the cost coefficients of engine selection and of bounds measured here, least or median of RUNS
 * runs (default 9); then, for pairs of growing size, microseconds by the clock: the stages of the
 * engine for devices, both engines in total (the host's on all threads), and the engine chosen.
 * The cost of opening the device is only valid with warm caches: run the program twice.
 *
 * Usage: costs [RUNS] */
#include <math.h>
#include <stdio.h>

#include <clmodp/clmodp.h>

#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/costs_device.h"
#include "bench/device.h"
#include "bench/inputs.h"
#include "bench/stages.h"
#include "bench/timing.h"
#include "bounds/bounds.h"
#include "bounds/circle.h"
#include "bounds/height.h"
#include "core/parallel.h"
#include "engines/euclid/engine.h"
#include "engines/euclid/memory_plan.h"
#include "engines/host/engine.h"
#include "fpx/batch/euclid.h"
#include "fpx/batch/evaluate.h"
#include "fpx/batch/interpolate.h"
#include "resultant/task.h"

static size_t runs = 9;

static const input_shape shapes[] = {
    {.deg_y_f = 2, .deg_y_g = 2, .deg_x_f = 2, .deg_x_g = 2, .bits = 8, .density = 100},
    {.deg_y_f = 6, .deg_y_g = 6, .deg_x_f = 6, .deg_x_g = 6, .bits = 16, .density = 100},
    {.deg_y_f = 10, .deg_y_g = 10, .deg_x_f = 10, .deg_x_g = 10, .bits = 32, .density = 100},
    {.deg_y_f = 20, .deg_y_g = 16, .deg_x_f = 7, .deg_x_g = 11, .bits = 300, .density = 100},
    {.deg_y_f = 31, .deg_y_g = 23, .deg_x_f = 42, .deg_x_g = 33, .bits = 24, .density = 100},
    {.deg_y_f = 60, .deg_y_g = 75, .deg_x_f = 20, .deg_x_g = 23, .bits = 32, .density = 100},
};

/* Returns the seconds of the fastest run, by the clock. */
static double solve(clmodp_resultant_report *report, clmodp_engine engine, const clmodp_zxy *f,
                    const clmodp_zxy *g)
{
    clmodp_resultant_options options;
    clmodp_zx *r = NULL;
    timing t = {.warm_up = 1};

    clmodp_resultant_options_init(&options);
    options.engine = engine;
    must(clmodp_zx_create(&r));
    for (size_t k = 0; k <= runs; k++) {
        report->size = sizeof *report;
        timing_start(&t);
        must(clmodp_resultant(context, r, report, f, g, &options));
        timing_stop(&t);
    }
    clmodp_zx_destroy(r);
    return timing_least(t.wall, t.runs);
}

static void print_costs(void)
{
    const clmodp_device *d = &context->device;
    const clm_machine machine = clm_machine_of(d->kind, d->platform_name, d->vendor);

    (void)printf("%s: a %s, whose cost coefficients are %s\n\n", d->name,
                 clm_machine_name(machine),
                 clm_machine_measured(machine) ? "measured" : "predicted, not measured");
    for (clm_operation k = 0; k < CLM_OPERATIONS; k++)
        (void)printf("%-20s %12.3f ns   %s\n", clm_operation_name(k), context->costs.ns[k],
                     clm_operation_command(k));
    for (clm_limit k = 0; k < CLM_LIMITS; k++)
        (void)printf("limit of %-11s %12.0f ns\n", clm_limit_name(k), clm_limit_ns(k));
}

/* Measures the processor time of opening a context with the engine's programs from the cache;
 * `began` is the time before its creation. */
static void measure_device_init(double began)
{
    clmodp_resultant_report report;
    clmodp_zxy *f, *g;
    double opened;
    const size_t all = runs;

    inputs_create(&f, &g, &shapes[0]);
    runs = 1;
    (void)solve(&report, CLMODP_ENGINE_EUCLID, f, g);
    opened = timing_clock(CLOCK_PROCESS_CPUTIME_ID) - began;
    runs = all;
    opened -= 2.0 * solve(&report, CLMODP_ENGINE_EUCLID, f, g);
    costs_print_one(context, CLM_OP_DEVICE_INIT, 1e9 * opened);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

static clmodp_status nothing(void *user, size_t index, size_t thread)
{
    (void)user;
    (void)index;
    (void)thread;
    return CLMODP_OK;
}

static void measure_threads(void)
{
    const size_t threads = context->threads > 1 ? context->threads : 2;
    timing t = {0};

    for (size_t k = 0; k < runs; k++) {
        timing_start(&t);
        must(clm_parallel_for(threads, threads, nothing, NULL));
        timing_stop(&t);
    }
    costs_print_one(context, CLM_OP_THREADS, 1e9 * timing_median(t.wall, runs));
    costs_print_one(context, CLM_OP_THREAD,
                    1e9 * timing_median(t.wall, runs) / (double)(threads - 1));
}

/* Prints the nanoseconds of processor time of a bound computed `done` times in each run. */
static void print_bound(clm_operation operation, timing *t, double done)
{
    costs_print_one(context, operation, 1e9 * timing_median(t->cpu, t->runs) / done);
}

/* Measures the bounds on the height of dense rows. */
static void measure_heights(const clmodp_zxy *f, const clmodp_zxy *g)
{
    timing weight = {0}, columns = {0}, mahler = {0}, circle = {0}, rows_alone = {0};
    clm_norms nf = {0}, ng = {0};
    size_t samples;
    double bits, rows;

    must(clm_norms_create(NULL, &nf, f));
    must(clm_norms_create(NULL, &ng, g));
    rows = (double)(nf.rows + ng.rows);
    samples = clm_height_samples(&nf, &ng);
    for (size_t k = 0; k < runs; k++) {
        timing_start(&weight);
        (void)clm_height_weight(&nf, &ng);
        timing_stop(&weight);
        timing_start(&columns);
        must(clm_height_by_columns(NULL, &bits, &nf, &ng, 0));
        timing_stop(&columns);
        timing_start(&mahler);
        must(clm_height_by_mahler(NULL, &bits, &nf, &ng, 0));
        timing_stop(&mahler);
        timing_start(&circle);
        must(clm_height_on_circle(NULL, &bits, f, &nf, g, &ng, 0, 0, samples));
        timing_stop(&circle);
        timing_start(&rows_alone); /* the same without columns */
        must(clm_height_on_circle(NULL, &bits, f, &nf, g, &ng, 0, 1, samples));
        timing_stop(&rows_alone);
    }
    print_bound(CLM_OP_BOUND_WEIGHT, &weight, rows);
    print_bound(CLM_OP_BOUND_COLUMNS, &columns, rows);
    print_bound(CLM_OP_BOUND_MAHLER, &mahler, rows);
    print_bound(CLM_OP_BOUND_SAMPLE, &circle, rows * (double)samples);
    print_bound(CLM_OP_BOUND_BUTTERFLY, &rows_alone,
                0.25 * (rows + 2.0) * (double)samples * log2((double)samples));
    costs_print_one(context, CLM_OP_BOUND_COLUMN,
                    1e9 * (circle.cpu[0] - rows_alone.cpu[0]) /
                        ((rows - 2.0) * (double)(samples / 2 + 1)));
    clm_norms_destroy(&ng);
    clm_norms_destroy(&nf);
}

/* Measures all bounds, for each coefficient of the result, and each bound alone. */
static void measure_bounds(void)
{
    clmodp_zxy *f, *g;
    clm_bounds b = {0};
    timing t = {0};

    inputs_create(&f, &g, &shapes[3]);
    for (size_t k = 0; k < runs; k++) {
        timing_start(&t);
        must(clm_bounds_compute(NULL, &b, f, g, NULL));
        timing_stop(&t);
    }
    print_bound(CLM_OP_BOUND_WIDTH, &t, (double)(b.degree - b.valuation) + 1.0);
    measure_heights(f, g);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

/* Returns the microseconds of work shared by the compute units. */
static double shared_us(clm_amounts amounts)
{
    return 1e-3 * clm_elapsed(&amounts, &context->costs,
                              fmax((double)context->device.compute_units, 1.0),
                              (double)context->threads);
}

static void print_pair(double predicted, double seconds)
{
    (void)printf(" %9.0f %9.0f", predicted, 1e6 * seconds);
}

/* Prints the stages of the engine for devices: reduction, evaluation, remainder sequences,
 * divisions, interpolation. */
static void print_stages(const clm_row_layout *layout, const clmodp_resultant_report *report)
{
    const clm_rows rows = clm_row_layout_shape(layout);
    const double primes = (double)report->primes, points = (double)report->points;
    const size_t tile = context->tuning.tile;
    const clm_point_batch batch = {.primes = 1, .points = (size_t)report->points,
                                   .lanes = ((size_t)report->points + tile - 1) / tile * tile};
    const clm_evaluation_plan plan =
        clm_evaluate_plan(context, &rows, &batch, CLM_EVALUATE_AUTO);
    const clm_step_blocks none = {0};
    const clm_amounts lane = clm_step_blocks_cost((double)layout->p, (double)layout->q, none);
    const double all = primes * (double)batch.lanes;
    clm_amounts sequences = {.of = {0.0}};

    clm_amounts_add(&sequences, &lane, primes * points);
    print_pair(shared_us(clm_euclid_reduction_cost(layout, primes)),
               stages_seconds(report, CLM_STAGE_REDUCE));
    print_pair(1e-3 * plan.ns * primes / fmax((double)context->device.compute_units, 1.0),
               stages_seconds(report, CLM_STAGE_EVALUATE));
    print_pair(shared_us(sequences), stages_seconds(report, CLM_STAGE_EUCLID));
    print_pair(shared_us(clm_divide_cost(all, all)), stages_seconds(report, CLM_STAGE_DIVIDE));
    print_pair(shared_us(clm_interpolate_cost(primes, batch.points)),
               stages_seconds(report, CLM_STAGE_INTERPOLATE));
}

static void compare(const input_shape *shape)
{
    clmodp_resultant_report device, host;
    clm_row_layout layout = {0};
    clm_choice_case problem;
    clm_bounds b = {0};
    clmodp_zxy *f, *g;
    double of_device, of_host;

    inputs_create(&f, &g, shape);
    of_device = solve(&device, CLMODP_ENGINE_EUCLID, f, g);
    of_host = solve(&host, CLMODP_ENGINE_HOST, f, g);
    must(clm_row_layout_create(&context->error, &layout, f, g, false));
    must(clm_bounds_compute(NULL, &b, f, g, NULL));
    problem = (clm_choice_case){
        .p = layout.p, .q = layout.q, .cells = layout.residues,
        .division = clm_division_of(f, g), .minors = CLM_MINORS_RESULTANT,
        .limbs = (double)layout.residues * ceil((double)shape->bits / GMP_NUMB_BITS),
        .width = (double)(b.degree - b.valuation) + 1.0, .height_bits = b.height_bits};
    (void)printf("%2zu/%-2zu %4zu", layout.p, layout.q, shape->bits);
    print_stages(&layout, &device);
    print_pair(1e-3 * clm_choice_predict(context, &clm_euclid_engine, &problem), of_device);
    print_pair(1e-3 * clm_choice_predict(context, &clm_host_engine, &problem), of_host);
    (void)printf("  %s\n", clm_choice_predict(context, &clm_euclid_engine, &problem) <
                                   clm_choice_predict(context, &clm_host_engine, &problem)
                               ? "device"
                               : "host");
    (void)fflush(stdout);
    clm_row_layout_destroy(&layout);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

int main(int argc, char **argv)
{
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true}};
    double began;

    (void)arguments_read(argc, argv, arguments, 1, "[RUNS]");
    began = timing_clock(CLOCK_PROCESS_CPUTIME_ID);
    context = device_open(NULL);
    print_costs();
    (void)printf("\n%-20s %12s %12s\n", "nanoseconds", "measured", "the table's");
    measure_device_init(began);
    costs_of_device(context, runs);
    measure_threads();
    measure_bounds();
    (void)printf("\nmicroseconds, predicted and measured\n"
                 "%-10s %19s %19s %19s %19s %19s %19s %19s\n",
                 "deg y bits", "reduce", "evaluate", "euclid", "divide", "interpolate",
                 "all on the device", "all on the host");
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        compare(&shapes[k]);
    clmodp_context_destroy(context);
    return 0;
}
