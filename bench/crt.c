/* Times the methods of CRT reconstruction, and measures their cost coefficients.
 *
 * Counts: the unit is one value and two primes (N^2 units for a value). Prints for each size and
 * method processor time of all threads in nanoseconds a unit, without preparation; the best number
 * of levels of the product tree left to the host; milliseconds of the clock and of the processor;
 * and the estimate of clm_crt_ns, which should be proportional to the clock. The last line shows
 * the method chosen. Every result is compared with the known value.
 *
 * Then prints the cost coefficients of src/cost/cost.c as measured on this device.
 *
 * Usage: crt [RUNS [VALUES PRIMES]] */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/timing.h"
#include "core/size.h"
#include "cost/cost.h"
#include "multimodular/convolution.h"
#include "multimodular/crt.h"
#include "multimodular/positional.h"
#include "problems/crt.h"

typedef struct shape {
    size_t values, primes;
} shape;

static const shape shapes[] = {
    {20, 3},     {200, 10},   {560, 20},    {560, 43},    {560, 100},  {560, 357},
    {2916, 200}, {2916, 903}, {1011, 2064}, {2911, 2067}, {50001, 280},
};

typedef struct bench {
    clmodp_context *ctx;
    size_t runs;
    shape shape;
    crt_problem p;
} bench;

#define DISTINCT 64 /* values; computing residues of long ones takes long */

static void create(bench *b)
{
    crt_problem_start(&b->p, b->shape.primes, b->shape.values, b->shape.values, DEVICE_BELOW);
    crt_problem_fill(&b->p, 1, DISTINCT);
}

/* Least times of preparation and of reconstruction, after one run that compiles. */
typedef struct times {
    double made, wall, cpu;
    clm_crt_method method;
} times;

static times measure(bench *b, const clm_crt_options *options)
{
    clmodp_context *ctx = b->ctx;
    crt_problem *p = &b->p;
    size_t wrong;
    timing made = {.warm_up = 1}, ran = {.warm_up = 1};
    times least;

    for (size_t run = 0; run <= b->runs; run++) {
        clm_crt *crt = NULL;

        timing_start(&made);
        device_must(ctx, clm_crt_create(ctx, &crt, p->primes, p->n, p->count, options));
        timing_stop(&made);
        timing_start(&ran);
        device_must(ctx, clm_crt_run(ctx, crt, p->pointers, p->count, p->residues, p->stride));
        timing_stop(&ran);
        least.method = clm_crt_chosen(crt);
        clm_crt_destroy(ctx, crt);
    }
    wrong = crt_problem_wrong(p);
    if (wrong < p->count) {
        fprintf(stderr, "%s: value %zu is wrong\n", clm_crt_method_name(least.method), wrong);
        exit(1);
    }
    least.made = timing_least(made.cpu, made.runs);
    least.wall = timing_least(ran.wall, ran.runs);
    least.cpu = timing_least(ran.cpu, ran.runs);
    return least;
}

/* Finds the best number of levels of a method and prints a line. */
static void report_method(bench *b, clm_crt_method method)
{
    const shape s = b->shape;
    const double units = (double)s.values * (double)s.primes * (double)s.primes;
    times best = {.cpu = INFINITY};
    clm_product_tree *tree = NULL;
    size_t most = method == CLM_CRT_TREE ? 1 : SIZE_MAX, best_levels = 0;

    for (size_t levels = 1; levels <= most; levels++) {
        times t;

        if (levels > 1 && s.primes >> (levels + 2) == 0)
            break;
        t = measure(b, &(clm_crt_options){.method = method, .levels = levels});
        if (t.made + t.cpu < best.made + best.cpu || levels == 1) {
            best = t;
            best_levels = levels;
        }
    }
    device_must(b->ctx, clm_product_tree_create(&b->ctx->error, &tree, b->p.primes, s.primes,
                                                b->ctx->threads, NULL));
    printf("%6zu %6zu  %-12s %8.4f %8zu %10.2f %10.2f %10.2f %10.2f\n", s.values, s.primes,
           clm_crt_method_name(best.method), 1e9 * best.cpu / units, best_levels - 1,
           1e3 * best.made, 1e3 * best.cpu, 1e3 * best.wall,
           1e-6 * clm_crt_ns(b->ctx, tree, method, best_levels - 1, s.values));
    fflush(stdout);
    clm_product_tree_destroy(tree);
}

static void report(bench *b)
{
    clm_crt *crt = NULL;

    create(b);
    for (clm_crt_method method = CLM_CRT_TREE; method < CLM_CRT_METHODS; method++)
        report_method(b, method);
    device_must(b->ctx, clm_crt_create(b->ctx, &crt, b->p.primes, b->shape.primes, b->shape.values,
                                       &(clm_crt_options){0}));
    printf("%14s  %s\n", "chosen", clm_crt_method_name(clm_crt_chosen(crt)));
    clm_crt_destroy(b->ctx, crt);
    crt_problem_stop(&b->p);
}

/* Returns the seconds of a launch times the compute units; on a CPU its processor time. */
static double device_seconds(bench *b, timing *t)
{
    double units = b->ctx->device.compute_units;

    if (strcmp(b->ctx->device.kind, "cpu") == 0)
        return timing_median(t->cpu, t->runs);
    return timing_median(t->wall, t->runs) * units;
}

/* Prints the cost coefficient of transforms. sums: any words, enough for blocks of n / 8 primes */
static void report_convolution(bench *b, const clm_buffer *sums, const clm_product_tree *tree,
                               size_t columns)
{
    enum { DEPTH = 3 };
    clmodp_context *ctx = b->ctx;
    const clm_convolution_plan plan = clm_convolution_choose(tree, DEPTH, &ctx->costs);
    clm_positional positional = {0};
    clm_convolution convolution = {0};
    clm_buffer spectra = device_words(ctx, NULL, plan.spectrum_words * columns);
    clm_buffer products = device_words(ctx, NULL, plan.product_words * columns);
    clm_buffer words = device_words(ctx, NULL, plan.segment_words * columns);
    timing t = {.warm_up = 1};

    device_must(ctx, clm_positional_create(ctx, &positional, tree, DEPTH, false));
    device_must(ctx, clm_convolution_create(ctx, &convolution, tree, DEPTH));
    for (size_t run = 0; run <= b->runs; run++) {
        timing_start(&t);
        device_must(ctx, clm_convolution_run(ctx, &words, sums, &spectra, &products, &convolution,
                                             &positional, columns));
        device_must(ctx, clm_finish(ctx));
        timing_stop(&t);
    }
    /* counts a product of spectra as the corresponding part of a butterfly */
    printf("butterfly %.4f\n",
           1e9 * device_seconds(b, &t) /
               ((plan.butterflies + plan.products * ctx->costs.ns[CLM_OP_CRT_SPECTRUM] /
                                        ctx->costs.ns[CLM_OP_CRT_BUTTERFLY]) *
                (double)columns));
    clm_buffer_destroy(ctx, &words);
    clm_buffer_destroy(ctx, &products);
    clm_buffer_destroy(ctx, &spectra);
    clm_convolution_destroy(ctx, &convolution);
    clm_positional_destroy(ctx, &positional);
}

/* Prints the cost coefficients of the kernels, from one stripe of values. */
static void report_kernels(bench *b)
{
    clmodp_context *ctx = b->ctx;
    const size_t n = 512, tile = ctx->tuning.tile;
    size_t columns = clm_round_up(ctx->tuning.vector_width > 1 ? 256 : 65536, tile);
    clm_product_tree *tree = NULL;
    clm_positional positional = {0};
    clm_mixed_radix mixed = {0};
    clm_buffer residues, digits, sums;
    clm_positional_size size;
    timing sum = {.warm_up = 1}, digit = {.warm_up = 1};

    device_must(ctx,
                clm_product_tree_create(&ctx->error, &tree, b->p.primes, n, ctx->threads, NULL));
    size = clm_positional_measure(tree, 0, false);
    device_must(ctx, clm_positional_create(ctx, &positional, tree, 0, false));
    device_must(ctx, clm_mixed_radix_create(ctx, &mixed, b->p.primes, n));
    residues = device_words(ctx, NULL, n * columns);
    digits = device_words(ctx, NULL, n * columns);
    sums = device_words(ctx, NULL, 2 * size.sum_words * columns); /* or sums of blocks */
    device_must(ctx, clm_buffer_fill(ctx, &residues, 12345, n * columns));
    for (size_t run = 0; run <= b->runs; run++) {
        timing_start(&digit);
        device_must(ctx, clm_mixed_radix_digits(ctx, &digits, &residues, &mixed, columns));
        device_must(ctx, clm_finish(ctx));
        timing_stop(&digit);
        timing_start(&sum);
        device_must(ctx, clm_positional_sums(ctx, &sums, &digits, &positional, columns));
        device_must(ctx, clm_finish(ctx));
        timing_stop(&sum);
    }
    printf("sum   %8.4f\n",
           1e9 * device_seconds(b, &sum) / ((double)size.weights / 4 * (double)columns));
    printf("digit %8.4f\n",
           1e9 * device_seconds(b, &digit) / ((double)(n * n) / 2 * (double)columns));
    clm_buffer_destroy(ctx, &digits);
    clm_buffer_destroy(ctx, &residues);
    report_convolution(b, &sums, tree, columns);
    clm_buffer_destroy(ctx, &sums);
    clm_mixed_radix_destroy(ctx, &mixed);
    clm_positional_destroy(ctx, &positional);
    clm_product_tree_destroy(tree);
}

/* Prints the time to move a word in either direction. */
static void report_transfers(bench *b)
{
    clmodp_context *ctx = b->ctx;
    const size_t words = (size_t)1 << 20;
    clm_buffer buffer = device_words(ctx, NULL, words);
    timing t = {0};

    for (size_t run = 0; run <= b->runs; run++) {
        timing_start(&t);
        device_must(ctx,
                    clm_buffer_write(ctx, &buffer, 0, b->p.residues, words * sizeof(uint32_t)));
        device_must(ctx,
                    clm_buffer_read(ctx, &buffer, 0, b->p.residues, words * sizeof(uint32_t)));
        timing_stop(&t);
    }
    clm_buffer_destroy(ctx, &buffer);
    printf("word  %8.4f\n", 1e9 * timing_median(t.wall, t.runs) / (2.0 * (double)words));
}

static void report_host(void)
{
    static const size_t sizes[] = {8, 16, 32, 64, 128, 256, 512, 1024};
    mp_limb_t *a = device_need(1024, sizeof *a), *c = device_need(2048, sizeof *c);

    memset(a, 0x5a, 1024 * sizeof *a);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n = sizes[i], rounds = ((size_t)1 << 24) / (n * n) + 1;
        timing t = {0};

        timing_start(&t);
        for (size_t k = 0; k < rounds; k++)
            mpn_mul(c, a, (mp_size_t)n, a, (mp_size_t)n - 1);
        timing_stop(&t);
        printf("product of %4zu limbs %10.1f ns, estimated %10.1f\n", n,
               1e9 * t.cpu[0] / (double)rounds,
               clm_limb_products((double)n) * clm_cost(CLM_MACHINE_POCL, CLM_OP_LIMB_PRODUCT));
    }
    free(c);
    free(a);
}

static void report_costs(bench *b)
{
    b->shape = (shape){16, 3};
    create(b);
    printf("\ncost coefficients, in nanoseconds:\nstripe %7.0f\n",
           1e9 * measure(b, &(clm_crt_options){.method = CLM_CRT_POSITIONAL}).wall);
    crt_problem_stop(&b->p);
    b->shape = (shape){4096, 512};
    create(b);
    report_transfers(b);
    report_kernels(b);
    report_host();
    crt_problem_stop(&b->p);
}

int main(int argc, char **argv)
{
    bench b = {.runs = 5};
    const argument arguments[] = {{&b.runs, 1, TIMING_MOST, true},
                                  {&b.shape.values, 1, ARGUMENT_MOST, false},
                                  {&b.shape.primes, 1, ARGUMENT_MOST, true}};
    const size_t given = arguments_read(argc, argv, arguments, 3, "[RUNS [VALUES PRIMES]]");

    b.ctx = device_open(NULL);
    printf("values primes  method          ns/N^2   levels    made ms     cpu ms    wall ms"
           "  estimated\n");
    if (given == 3) {
        report(&b);
    } else {
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
            b.shape = shapes[i];
            report(&b);
        }
        report_costs(&b);
    }
    clmodp_context_destroy(b.ctx);
    return 0;
}
