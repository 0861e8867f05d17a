/* Certified and probable mode on curves, whose bounds are loose: for f and its y-derivative the
 * (prime, point) pairs of both, what probable mode may spend at most, and the time.
 *
 *     build/bench/modes [RUNS]
 *
 * The roses are (x^2 + y^2)^k - 4 x^2 y^2 - 1/100 with the denominator cleared, the circles
 * products of (x - a)^2 + (y - b)^2 - r^2. Results of the two modes are compared. */
#include <stdio.h>
#include <string.h>

#include <clmodp/clmodp.h>

#include "base/random.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/timing.h"

#define MOST_TEXT 4096

static clmodp_context *context;

static void must(clmodp_status status)
{
    device_must(context, status);
}

/* One mode: its report, with the median of the seconds. */
static void measure(clmodp_zx *r, clmodp_resultant_report *report, const clmodp_zxy *f,
                    const clmodp_zxy *g, clmodp_mode mode, size_t runs)
{
    clmodp_resultant_options options;
    timing t = {0};

    clmodp_resultant_options_init(&options);
    options.mode = mode;
    report->size = sizeof *report;
    must(clmodp_resultant(context, r, report, f, g, &options));
    for (size_t k = 0; k < runs; k++) {
        options.seed = k + 1;
        timing_start(&t);
        must(clmodp_resultant(context, r, report, f, g, &options));
        timing_stop(&t);
    }
    report->seconds = timing_median(t.wall, t.runs);
}

/* A line for the curve with this equation. */
static void compare(const char *name, size_t n, const char *equation, size_t runs)
{
    clmodp_resultant_report proved = {0}, likely = {0};
    clmodp_zxy *f = NULL, *g = NULL;
    clmodp_zx *r = NULL, *s = NULL;

    must(clmodp_zxy_create(&f));
    must(clmodp_zxy_create(&g));
    must(clmodp_zx_create(&r));
    must(clmodp_zx_create(&s));
    must(clmodp_zxy_from_text(f, NULL, equation, strlen(equation), "x", "y", NULL));
    must(clmodp_zxy_set(g, f));
    clmodp_zxy_derivative_y(g);
    measure(r, &proved, f, g, CLMODP_MODE_CERTIFIED, runs);
    measure(s, &likely, f, g, CLMODP_MODE_PROBABLE, runs);
    if (!clmodp_zx_equal(r, s)) {
        (void)fprintf(stderr, "%s %zu: the modes differ\n", name, n);
        exit(1);
    }
    (void)printf("%-8s %2zu %6ld %6llu %9llu %9llu %9.0f %9llu %9.4f %9.4f %9.1e\n", name, n,
                 clmodp_zx_degree(r), (unsigned long long)likely.width_bound,
                 (unsigned long long)proved.pairs, (unsigned long long)likely.pairs,
                 1.15 * (double)likely.necessary_pairs + 2.0 * (double)likely.width_bound,
                 (unsigned long long)likely.necessary_pairs, proved.seconds, likely.seconds,
                 likely.error_probability);
    clmodp_zx_destroy(s);
    clmodp_zx_destroy(r);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

static void rose(size_t k, size_t runs)
{
    char text[MOST_TEXT];

    (void)snprintf(text, sizeof text, "100*(x^2 + y^2)^%zu - 400*x^2*y^2 - 1", k);
    compare("rose", k, text, runs);
}

static void circles(size_t n, size_t runs)
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
    compare("circles", n, text, runs);
}

int main(int argc, char **argv)
{
    size_t runs = 5;
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true}};

    (void)arguments_read(argc, argv, arguments, 1, "[RUNS]");
    context = device_open(NULL);
    (void)printf("%-11s %6s %6s %29s %9s %19s %9s\n", "", "", "", "pairs", "", "seconds", "");
    (void)printf("%-11s %6s %6s %9s %9s %9s %9s %9s %9s %9s\n", "curve", "degree", "M",
                 "certified", "probable", "allowed", "necessary", "certified", "probable",
                 "P(wrong)");
    for (size_t k = 4; k <= 9; k++)
        rose(k, runs);
    for (size_t n = 3; n <= 10; n++)
        circles(n, runs);
    clmodp_context_destroy(context);
    return 0;
}
