/* Times schoolbook products, divisions and greatest common divisors over their program parameter
 * s, beside other libraries, at the sizes of [HMX, Tables 1 and 2] and others.
 *
 * Counts: products of residues necessary for the algorithm with any s: n m for a product, (n - m +
 * 1) (m - 1) for a division, and for a gcd 4 for each pair of coefficients in a step of Euclid's
 * algorithm, m (m - 1) / 2 + (n - m) m pairs. Prints for each size milliseconds by the clock for
 * each s (medians of RUNS runs, each with a wait); for the least of them 10^9 products a second,
 * and their part of the rate of word products (bench/fp), which includes nothing else; the other
 * libraries' milliseconds on one thread, with algorithms of their choice; and the least time of
 * the paper, on its GPU. Results are compared with the other libraries.
 *
 * Usage: schoolbook [RUNS [multiply|divide|gcd [FILE]]]
 *   FILE  for a plot of one operation: a curve for each size, the paper's dashed (SVG) */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arith/prime.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/schoolbook_plot.h"
#include "bench/rate.h"
#include "bench/timing.h"
#include "core/random.h"
#include "fpx/schoolbook/schoolbook.h"
#include "peers/fpx_peers.h"

#define PRIME 2147483647u

static const size_t parameters[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
#define PARAMETERS (sizeof parameters / sizeof *parameters)

typedef struct bench {
    clmodp_context *ctx;
    const struct operation *operation;
    size_t n, m;
    u32 *words; /* n of a and m of b; then results */
    clm_buffer a, b, out, work;
    size_t count; /* words of the result to compare, behind a and b */
} bench;

typedef struct operation {
    const char *name;
    const char *table; /* the paper's sizes and times; NULL: none */
    peer_operation peers;
    clm_schoolbook_shape (*shape)(const bench *b);
    clmodp_status (*run)(bench *b, clm_schoolbook_shape shape);
    double (*products)(double n, double m);
    size_t sizes[6][2]; /* further sizes, ending with 0 */
} operation;

static clm_schoolbook_shape multiply_shape(const bench *b)
{
    return clm_multiply_default(b->ctx, b->n, b->m);
}

static clmodp_status multiply(bench *b, clm_schoolbook_shape shape)
{
    b->count = b->n + b->m - 1;
    return clm_schoolbook_multiply(b->ctx, &b->out, (clm_poly){&b->a, b->n},
                                   (clm_poly){&b->b, b->m}, clm_field(PRIME), shape);
}

static double multiply_products(double n, double m)
{
    return n * m;
}

static clm_schoolbook_shape divide_shape(const bench *b)
{
    return clm_divide_default(b->ctx, b->n, b->m);
}

static clmodp_status divide(bench *b, clm_schoolbook_shape shape)
{
    b->count = b->n - b->m + 1;
    return clm_schoolbook_divide(b->ctx, &b->out, (clm_poly){&b->work, b->n},
                                 (clm_poly){&b->b, b->m}, clm_field(PRIME), shape);
}

static double divide_products(double n, double m)
{
    return (n - m + 1) * (m - 1);
}

static clm_schoolbook_shape gcd_shape(const bench *b)
{
    return clm_gcd_default(b->ctx, b->n, b->m);
}

static clmodp_status gcd(bench *b, clm_schoolbook_shape shape)
{
    return clm_schoolbook_gcd(b->ctx, &b->out, &b->count, (clm_poly){&b->a, b->n},
                              (clm_poly){&b->b, b->m}, clm_field(PRIME), shape, NULL);
}

static double gcd_products(double n, double m)
{
    return 4 * (m * (m - 1) / 2 + (n - m) * m);
}

static const operation operations[] = {
    {"multiply", "mmm_multiply.tsv", PEER_MUL, multiply_shape, multiply, multiply_products,
     {{1024, 1024}, {16384, 16384}}},
    {"divide", NULL, PEER_DIVREM, divide_shape, divide, divide_products,
     {{2000, 1500}, {8000, 4000}, {16000, 8000}, {20000, 1000}, {2048, 1024}, {32768, 16384}}},
    {"gcd", "mmm_gcd.tsv", PEER_GCD, gcd_shape, gcd, gcd_products,
     {{1024, 1023}, {16384, 16383}}},
};
#define OPERATIONS (sizeof operations / sizeof *operations)

static bench create(clmodp_context *ctx, const operation *o, size_t n, size_t m)
{
    bench b = {.ctx = ctx, .operation = o, .n = n, .m = m,
               .words = device_need(2 * (n + m), sizeof(u32))};
    clm_random random = {n + m};

    for (size_t k = 0; k < n + m; k++)
        b.words[k] = 1 + (u32)clm_random_below(&random, PRIME - 1);
    b.a = device_words(ctx, b.words, n);
    b.b = device_words(ctx, b.words + n, m);
    b.out = device_words(ctx, NULL, n + m);
    b.work = device_words(ctx, b.words, n);
    return b;
}

static void destroy(bench *b)
{
    clm_buffer_destroy(b->ctx, &b->work);
    clm_buffer_destroy(b->ctx, &b->out);
    clm_buffer_destroy(b->ctx, &b->b);
    clm_buffer_destroy(b->ctx, &b->a);
    free(b->words);
}

/* Returns the milliseconds of another library on one thread; compares the device's result. */
static double with_peer(bench *b, const fpx_peer *peer, size_t runs)
{
    const u32 *got = b->words + b->n + b->m;
    double seconds[TIMING_MOST];
    peer_job job = {.operation = b->operation->peers, .p = PRIME, .a = b->words,
                    .b = b->words + b->n, .n = b->n, .m = b->m, .runs = runs, .threads = 1,
                    .longest = 10, .seconds = seconds};

    job.result = device_need(b->n + b->m, sizeof *job.result);
    peer->run(&job);
    if (job.count != b->count || memcmp(job.result, got, job.count * sizeof *got) != 0) {
        (void)fprintf(stderr, "%zu and %zu: %s has another result\n", b->n, b->m, peer->name);
        exit(1);
    }
    free(job.result);
    return 1e3 * timing_median(seconds, job.done);
}

/* Returns the seconds for one s; infinite if local memory is too small for it. */
static double with_parameter(bench *b, size_t s, size_t runs)
{
    clm_schoolbook_shape shape = b->operation->shape(b);
    const size_t had = b->count; /* of the present result */
    timing t = {.warm_up = 1};
    clmodp_status st;

    shape.s = s;
    for (size_t run = 0; run <= runs; run++) {
        /* a division overwrites its dividend */
        device_must(b->ctx, clm_buffer_write(b->ctx, &b->work, 0, b->words, b->n * sizeof(u32)));
        device_must(b->ctx, clm_finish(b->ctx));
        timing_start(&t);
        st = b->operation->run(b, shape);
        if (st == CLMODP_LIMIT) {
            clm_error_clear(&b->ctx->error);
            b->count = had;
            return INFINITY;
        }
        device_must(b->ctx, st);
        device_must(b->ctx, clm_finish(b->ctx));
        timing_stop(&t);
    }
    device_must(b->ctx, clm_buffer_read(b->ctx, &b->out, 0, b->words + b->n + b->m,
                                        b->count * sizeof(u32)));
    return timing_median(t.wall, t.runs);
}

/* Prints a line and adds its curve; `paper` may have none. */
static void report(clmodp_context *ctx, const operation *o, const schoolbook_row *paper,
                   double rate, size_t runs, schoolbook_plot *plot)
{
    bench b = create(ctx, o, paper->n, paper->m);
    const double products = o->products((double)paper->n, (double)paper->m);
    schoolbook_row mine = {.n = paper->n, .m = paper->m, .count = PARAMETERS};
    double least = INFINITY;
    size_t count;
    const fpx_peer *peers = fpx_peer_list(&count);

    (void)printf("%6zu %6zu", b.n, b.m);
    for (size_t k = 0; k < PARAMETERS; k++) {
        mine.s[k] = (double)parameters[k];
        mine.seconds[k] = with_parameter(&b, parameters[k], runs);
        least = fmin(least, mine.seconds[k]);
        (void)printf(" %7.2f", 1e3 * mine.seconds[k]);
        (void)fflush(stdout);
    }
    (void)printf("  %6.1f %4.0f %%", 1e-9 * products / least, 100 * products / least / rate);
    for (size_t k = 0; k < count; k++)
        (void)printf(" %7.2f", with_peer(&b, &peers[k], runs));
    if (paper->count > 0)
        (void)printf(" %7.2f", 1e3 * schoolbook_row_least(paper));
    (void)printf("\n");
    schoolbook_plot_add(plot, &mine, paper);
    destroy(&b);
}

static void heading(const operation *o)
{
    size_t count;
    const fpx_peer *peers = fpx_peer_list(&count);

    (void)printf("\n%-8s        s = 1", o->name);
    for (size_t k = 1; k < PARAMETERS; k++)
        (void)printf(" %7zu", parameters[k]);
    (void)printf("  10^9/s  of it");
    for (size_t k = 0; k < count; k++)
        (void)printf(" %7s", peers[k].name);
    (void)printf("%s\n", o->table != NULL ? "   paper" : "");
}

/* Reports all sizes of an operation, the paper's first. */
static void report_all(clmodp_context *ctx, const operation *o, double rate, size_t runs,
                       schoolbook_plot *plot)
{
    schoolbook_row rows[SCHOOLBOOK_ROWS];
    size_t count = o->table == NULL ? 0 : schoolbook_table(rows, o->table);

    for (size_t k = 0; k < 6 && o->sizes[k][0] != 0 && count < SCHOOLBOOK_ROWS; k++)
        rows[count++] = (schoolbook_row){.n = o->sizes[k][0], .m = o->sizes[k][1]};
    heading(o);
    for (size_t k = 0; k < count; k++)
        report(ctx, o, &rows[k], rate, runs, plot);
}

int main(int argc, char **argv)
{
    size_t runs = 5;
    const argument arguments[] = {{&runs, 1, TIMING_MOST - 1, true}};
    const char *only = argc > 2 ? argv[2] : NULL, *path = argc > 3 ? argv[3] : NULL;
    bool known = only == NULL;
    clmodp_context *ctx;
    double rate = 0;

    for (size_t o = 0; o < OPERATIONS; o++)
        known = known || strcmp(only, operations[o].name) == 0;
    (void)arguments_read(known && argc > 1 && argc <= 4 ? 2 : argc, argv, arguments, 1,
                         "[RUNS [multiply|divide|gcd [FILE]]]");
    ctx = device_open(NULL);
    device_must(ctx, rate_of_device(ctx, &rate));
    (void)printf("%s: %.1f * 10^9 products of words a second\n", ctx->device.name, 1e-9 * rate);
    for (size_t o = 0; o < OPERATIONS; o++) {
        schoolbook_plot plot = {.count = 0};

        if (only != NULL && strcmp(only, operations[o].name) != 0)
            continue;
        report_all(ctx, &operations[o], rate, runs, &plot);
        if (path != NULL)
            schoolbook_plot_write(path, &plot, operations[o].name, ctx->device.name);
    }
    clmodp_context_destroy(ctx);
    return 0;
}
