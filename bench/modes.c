/* Compares the cost of probable mode with certified mode: with a forced search, and with the
 * library's choice between search and proof.
 *
 *     build/bench/modes [RUNS]
 *
 * The roses are (x^2 + y^2)^k - 4 x^2 y^2 - 1/100 with the denominator cleared, the circles
 * products of (x - a)^2 + (y - b)^2 - r^2, the curves dense, each with its y-derivative; the pairs
 * are dense or sparse. The three modes take turns, and their results are compared. Prints (prime,
 * point) pairs and medians of processor time of RUNS runs (default 5); at the end the largest
 * ratio of probable to certified mode, and the predicted over the measured time of the longest
 * proof. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <clmodp/clmodp.h>

#include "core/random.h"
#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/device.h"
#include "bench/timing.h"
#include "opencl/context.h"
#include "engines/euclid/engine.h"
#include "resultant/probable.h"

#define MOST_TEXT 65536
#define FLOOR 5e-3 /* seconds; below, noise of other processes exceeds the effect of the mode */

enum { CERTIFIED, SEARCH, CHOSEN, MODES };

typedef struct mode_runs {
    clmodp_resultant_report report;
    clmodp_zx *r;
    timing time;
    double seconds; /* median of the processor time */
} mode_runs;

static size_t runs = 5;
static double worst_ratio;
static double longest, longest_ratio; /* seconds of the longest proof; predicted over measured */

static void run(mode_runs *c, int which, const clmodp_zxy *f, const clmodp_zxy *g, uint64_t seed)
{
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    options.mode = which == CERTIFIED ? CLMODP_MODE_CERTIFIED : CLMODP_MODE_PROBABLE;
    options.seed = seed;
    context->overrides.always_searches = which == SEARCH;
    c->report.size = sizeof c->report;
    timing_start(&c->time);
    must(clmodp_resultant(context, c->r, &c->report, f, g, &options));
    timing_stop(&c->time);
}

/* Returns the predicted seconds of the proof. */
static double predict(const clmodp_zxy *f, const clmodp_zxy *g,
                      const clmodp_resultant_report *report)
{
    clm_cost_window bounds = {.minors = CLM_MINORS_RESULTANT, .width = (double)report->width_bound,
                              .primes = (double)report->primes,
                              .engine = &clm_euclid_engine, .ctx = context};
    clm_row_layout layout = {0};
    clm_amounts proof;

    must(clm_row_layout_create(&context->error, &layout, f, g, false));
    bounds.layout = &layout;
    proof = clm_cost_proof(&bounds);
    clm_row_layout_destroy(&layout);
    return 1e-9 * clm_nanoseconds(&proof, &context->costs);
}

/* Collects the figures of the last lines. */
static void summarise(const clmodp_zxy *f, const clmodp_zxy *g, const mode_runs *c)
{
    if (c->seconds > FLOOR)
        worst_ratio = fmax(worst_ratio, c[CHOSEN].seconds / c->seconds);
    if (c->seconds < longest)
        return;
    longest = c->seconds;
    longest_ratio = predict(f, g, &c->report) / c->seconds;
}

static void print(const char *name, const mode_runs *c)
{
    const double ratio = c[CHOSEN].seconds / c[CERTIFIED].seconds;

    (void)printf("%-14s %5llu %6llu %8llu %8llu %8llu %9.2f %9.2f %9.2f %6.2f  %s\n", name,
                 (unsigned long long)c->report.width_bound,
                 (unsigned long long)c->report.primes, (unsigned long long)c->report.evaluations,
                 (unsigned long long)c[SEARCH].report.evaluations,
                 (unsigned long long)c->report.necessary_evaluations, 1e3 * c[CERTIFIED].seconds,
                 1e3 * c[SEARCH].seconds, 1e3 * c[CHOSEN].seconds, ratio,
                 c[CHOSEN].report.error_probability > 0 ? "searched" : "proved");
    (void)fflush(stdout);
}

/* Measures a pair and prints a line. */
static void compare(const char *name, const clmodp_zxy *f, const clmodp_zxy *g)
{
    mode_runs c[MODES] = {{.seconds = 0.0}};

    for (int k = 0; k < MODES; k++) {
        must(clmodp_zx_create(&c[k].r));
        c[k].time.warm_up = 1;
        run(&c[k], k, f, g, 0);
        if (!clmodp_zx_equal(c->r, c[k].r)) {
            (void)fprintf(stderr, "%s: the modes differ\n", name);
            exit(1);
        }
    }
    for (size_t seed = 1; seed <= runs; seed++)
        for (int k = 0; k < MODES; k++)
            run(&c[k], k, f, g, seed);
    for (int k = 0; k < MODES; k++) {
        c[k].seconds = timing_median(c[k].time.cpu, c[k].time.runs);
        clmodp_zx_destroy(c[k].r);
    }
    print(name, c);
    summarise(f, g, c);
}

static clmodp_zxy *parse(const char *text)
{
    clmodp_zxy *f = NULL;

    must(clmodp_zxy_create(&f));
    must(clmodp_zxy_from_text(f, NULL, text, strlen(text), "x", "y", NULL, NULL));
    return f;
}

/* Compares the modes on f and its y-derivative. Takes ownership of f. */
static void compare_curve(const char *family, size_t n, clmodp_zxy *f)
{
    char name[32];
    clmodp_zxy *g = NULL;

    (void)snprintf(name, sizeof name, "%s %zu", family, n);
    must(clmodp_zxy_create(&g));
    must(clmodp_zxy_set(g, f));
    clmodp_zxy_derivative_y(g);
    compare(name, f, g);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

static void rose(size_t k)
{
    char text[128];

    (void)snprintf(text, sizeof text, "100*(x^2 + y^2)^%zu - 400*x^2*y^2 - 1", k);
    compare_curve("rose", k, parse(text));
}

static void circles(size_t n)
{
    clm_random random = {n};
    char text[MOST_TEXT];
    size_t end = 0;

    for (size_t k = 0; k < n; k++) {
        unsigned a = (unsigned)clm_random_below(&random, 20);
        unsigned b = (unsigned)clm_random_below(&random, 20);
        unsigned r = 1 + (unsigned)clm_random_below(&random, 10);

        end += (size_t)snprintf(text + end, sizeof text - end, "%s((x - %u)^2 + (y - %u)^2 - %u)",
                                k > 0 ? "*" : "", a, b, r * r);
    }
    compare_curve("circles", n, parse(text));
}

/* Returns all terms of total degree up to n, or a random one in `every`, of `bits` bits. */
static clmodp_zxy *triangle(size_t n, unsigned bits, unsigned every, uint64_t seed)
{
    clm_random random = {seed};
    clmodp_zxy *f = NULL;

    must(clmodp_zxy_create(&f));
    for (size_t j = 0; j <= n; j++)
        for (size_t i = 0; i + j <= n; i++) {
            const bool corner = i == n || j == n || i + j == 0;
            const long c = 1 + (long)clm_random_below(&random, (UINT64_C(1) << bits) - 1);

            if (clm_random_below(&random, every) == 0 || corner)
                must(clmodp_zxy_set_coeff_si(f, c % 2 != 0 ? c : -c, i, j));
        }
    return f;
}

static void pair(const char *family, size_t n, unsigned bits, unsigned every)
{
    clmodp_zxy *f = triangle(n, bits, every, n), *g = triangle(n - 1, bits, every, n + 100);
    char name[32];

    (void)snprintf(name, sizeof name, "%s %zu", family, n);
    compare(name, f, g);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

int main(int argc, char **argv)
{
    static const size_t degrees[] = {3, 6, 10, 16, 24};
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true}};

    (void)arguments_read(argc, argv, arguments, 1, "[RUNS]");
    context = device_open(NULL);
    (void)printf("%-14s %5s %6s %26s %29s\n", "", "", "", "pairs", "milliseconds");
    (void)printf("%-14s %5s %6s %8s %8s %8s %9s %9s %9s %6s\n", "system", "M", "primes",
                 "proof", "search", "needed", "certified", "search", "probable", "ratio");
    for (size_t k = 4; k <= 9; k++)
        rose(k);
    for (size_t k = 10; k <= 50; k += k)
        rose(k);
    for (size_t n = 3; n <= 10; n++)
        circles(n);
    for (size_t n = 13; n <= 25; n += 4)
        circles(n);
    for (size_t k = 0; k < sizeof degrees / sizeof *degrees; k++) {
        compare_curve("curve", degrees[k], triangle(degrees[k], 16, 1, 7));
        pair("dense", degrees[k], 60, 1);
        pair("sparse", degrees[k], 16, 6);
    }
    (void)printf("probable over certified, above %.0f ms: at most %.2f\n", 1e3 * FLOOR,
                 worst_ratio);
    (void)printf("longest proof: %.2f s, predicted over measured %.2f\n", longest, longest_ratio);
    clmodp_context_destroy(context);
    return 0;
}
