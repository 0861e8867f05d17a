/* clmodp tune: measures the parameters of a device, or an algorithm over its sizes and its program
 * parameter. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <clmodp/tuning.h>

#include "cli/environment.h"
#include "cli/failure.h"
#include "cli/formats/gnuplot.h"
#include "cli/formats/output.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/text.h"
#include "cli/progress.h"

/* ---- output for an algorithm: tables, and curves, of times over s ---- */

/* Losses up to which a choice counts as fine, and as good. */
#define FINE 0.10
#define GOOD 0.25

/* Rows of one size, from `first` to `end` - 1. */
typedef struct span {
    size_t first, end;
    size_t best;   /* the fastest measured row */
    size_t chosen; /* `end`: none */
} span;

static span span_at(const clmodp_tuned *rows, size_t count, size_t first)
{
    span s = {.first = first, .end = first, .best = first};

    while (s.end < count && rows[s.end].n == rows[first].n)
        s.end++;
    s.chosen = s.end;
    for (size_t k = first; k < s.end; k++) {
        if (rows[k].measured < rows[s.best].measured)
            s.best = k;
        if (rows[k].chosen)
            s.chosen = k;
    }
    return s;
}

/* Returns the chosen parameter's extra time, as a fraction of the best time. */
static double loss_of(const clmodp_tuned *rows, const span *s)
{
    return s->chosen == s->end ? NAN : rows[s->chosen].measured / rows[s->best].measured - 1.0;
}

/* A parameter as text. */
typedef struct parameter_text {
    char text[16];
} parameter_text;

static parameter_text parameter_name(clmodp_tune_algorithm algorithm, uint32_t s)
{
    const char *name = clmodp_tune_parameter(algorithm, s);
    parameter_text out;

    if (name != NULL)
        (void)snprintf(out.text, sizeof out.text, "%s", name);
    else
        (void)snprintf(out.text, sizeof out.text, "%" PRIu32, s);
    return out;
}

static void put_tuned_text(text_buffer *out, clmodp_tune_algorithm algorithm,
                           const clmodp_device *device, const clmodp_tuned *rows, size_t count)
{
    size_t sizes = 0, fine = 0, good = 0, signs = 0;
    double worst = 0;

    cli_text_printf(out, "%s on %s (%s, driver %s); microseconds\n",
                    clmodp_tune_name(algorithm), device->name, device->platform_name,
                    device->driver);
    for (span s = {0}; s.end < count;) {
        double loss;

        s = span_at(rows, count, s.end);
        loss = loss_of(rows, &s);
        cli_text_printf(out, "\nn = %" PRIu64 "\n%11s %14s %14s\n", rows[s.first].n, "s",
                        "predicted", "measured");
        for (size_t k = s.first; k < s.end; k++)
            cli_text_printf(out, "%11s %14.1f %14.1f%s%s\n",
                            parameter_name(algorithm, rows[k].s).text, 1e6 * rows[k].predicted,
                            1e6 * rows[k].measured, rows[k].chosen ? "  chosen" : "",
                            k == s.best ? "  best" : "");
        cli_text_printf(out, "s = %s takes %.1f %% longer than s = %s\n",
                        parameter_name(algorithm, s.chosen == s.end ? 0 : rows[s.chosen].s).text,
                        100 * loss, parameter_name(algorithm, rows[s.best].s).text);
        sizes++;
        fine += loss <= FINE;
        good += loss <= GOOD;
        worst = fmax(worst, loss);
        if (s.chosen < s.end)
            signs += (rows[s.chosen].predicted <= rows[s.first].predicted) ==
                     (rows[s.chosen].measured <= rows[s.first].measured);
    }
    cli_text_printf(out,
                    "\n%zu of %zu sizes within %.0f %%, %zu within %.0f %%, at worst %.1f %%; "
                    "correct predictions whether the chosen s beats s = %s: %zu of %zu\n", fine,
                    sizes, 100 * FINE, good, 100 * GOOD, 100 * worst,
                    parameter_name(algorithm, rows->s).text, signs, sizes);
}

static void put_tuned_csv(text_buffer *out, clmodp_tune_algorithm algorithm,
                          const clmodp_tuned *rows, size_t count)
{
    cli_text_string(out, "algorithm,n,s,predicted,measured,chosen,best\n");
    for (span s = {0}; s.end < count;) {
        s = span_at(rows, count, s.end);
        for (size_t k = s.first; k < s.end; k++)
            cli_text_printf(out, "%s,%" PRIu64 ",%s,%.6g,%.6g,%d,%d\n",
                            clmodp_tune_name(algorithm), rows[k].n,
                            parameter_name(algorithm, rows[k].s).text, rows[k].predicted,
                            rows[k].measured, rows[k].chosen != 0, k == s.best);
    }
}

static void put_tuned_json(text_buffer *out, clmodp_tune_algorithm algorithm,
                           const clmodp_device *device, const clmodp_tuned *rows, size_t count)
{
    const char *quote = clmodp_tune_parameter(algorithm, rows->s) != NULL ? "\"" : "";

    for (span s = {0}; s.end < count;) {
        s = span_at(rows, count, s.end);
        for (size_t k = s.first; k < s.end; k++) {
            cli_json_begin(out);
            cli_text_printf(out, ", \"algorithm\": \"%s\", \"device\": ",
                            clmodp_tune_name(algorithm));
            cli_json_string(out, device->name);
            cli_text_printf(out, ", \"n\": %" PRIu64 ", \"s\": %s%s%s", rows[k].n, quote,
                            parameter_name(algorithm, rows[k].s).text, quote);
            cli_text_printf(out, ", \"predicted\": %.6g, \"measured\": %.6g",
                            rows[k].predicted, rows[k].measured);
            cli_text_printf(out, ", \"chosen\": %s, \"best\": %s}\n",
                            rows[k].chosen ? "true" : "false", k == s.best ? "true" : "false");
        }
    }
}

typedef struct tune_chart {
    clmodp_tune_algorithm algorithm;
    const clmodp_tuned *rows;
    size_t count;
} tune_chart;

/* Returns whether two rows are on one curve: of one size over s or, if parameters have names, of
 * one parameter over n. */
static bool same_curve(const tune_chart *c, const clmodp_tuned *a, const clmodp_tuned *b)
{
    return clmodp_tune_parameter(c->algorithm, a->s) != NULL ? a->s == b->s : a->n == b->n;
}

static bool begins_curve(const tune_chart *c, size_t row)
{
    for (size_t k = 0; k < row; k++)
        if (same_curve(c, &c->rows[k], &c->rows[row]))
            return false;
    return true;
}

static void put_points(FILE *gnuplot, const tune_chart *c, size_t first, bool predicted)
{
    const bool named = clmodp_tune_parameter(c->algorithm, c->rows[first].s) != NULL;

    for (size_t k = first; k < c->count; k++) {
        const clmodp_tuned *row = &c->rows[k];

        if (same_curve(c, row, &c->rows[first]))
            (void)fprintf(gnuplot, "%" PRIu64 " %.9g\n", named ? row->n : (uint64_t)row->s,
                          1e3 * (predicted ? row->predicted : row->measured));
    }
    (void)fputs("e\n", gnuplot);
}

/* Draws measured curves, and predicted ones dashed in the same colours. */
static void draw_tuned(FILE *gnuplot, const void *what)
{
    const tune_chart *c = what;
    const bool named = clmodp_tune_parameter(c->algorithm, c->rows->s) != NULL;
    size_t curves = 0;

    (void)fprintf(gnuplot, "set title '%s' noenhanced\nset xlabel '%s'\nset ylabel 'milliseconds; "
                  "predicted: dashed'\nset logscale x 2\nset logscale y\nplot ",
                  clmodp_tune_name(c->algorithm), named ? "n" : "s");
    for (size_t k = 0; k < c->count; k++) {
        if (!begins_curve(c, k))
            continue;
        (void)fprintf(gnuplot, "%s'-' using 1:2 with linespoints lc %zu pt 7 ps 0.4 title '",
                      curves > 0 ? ", " : "", curves + 1);
        if (named)
            (void)fprintf(gnuplot, "%s", parameter_name(c->algorithm, c->rows[k].s).text);
        else
            (void)fprintf(gnuplot, "n = %" PRIu64, c->rows[k].n);
        (void)fprintf(gnuplot, "', '-' using 1:2 with lines lc %zu dt 2 notitle", ++curves);
    }
    (void)fputs("\n", gnuplot);
    for (size_t k = 0; k < c->count; k++)
        if (begins_curve(c, k)) {
            put_points(gnuplot, c, k, false);
            put_points(gnuplot, c, k, true);
        }
}

/* Prints an algorithm's rows. Errors: EXIT_FAILED */
static int print_tuned(output_format format, clmodp_tune_algorithm algorithm,
                       const clmodp_device *device, const clmodp_tuned *rows, size_t count,
                       failure *why)
{
    text_buffer out = {.to = stdout};

    if (format == FORMAT_SVG)
        CHECK(cli_gnuplot(draw_tuned, &(tune_chart){algorithm, rows, count}, why));
    else if (format == FORMAT_JSON)
        put_tuned_json(&out, algorithm, device, rows, count);
    else if (format == FORMAT_CSV)
        put_tuned_csv(&out, algorithm, rows, count);
    else
        put_tuned_text(&out, algorithm, device, rows, count);
    return cli_output_text(&out, why);
}

/* ---- parameters of the device ---- */

/* Refuses options for algorithms. Errors: EXIT_USAGE */
static int check_parameters(const settings *s, failure *why)
{
    if (s->sizes != NULL)
        return cli_fail_usage(why, "--n requires an algorithm");
    if (s->format != FORMAT_TEXT && s->format != FORMAT_JSON)
        return cli_fail_usage(why, "without an algorithm --format must be text or json");
    return EXIT_OK;
}

static const clmodp_parameters *chosen_parameters(const clmodp_parameters *rows, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (rows[k].chosen)
            return &rows[k];
    return rows;
}

/* Prints a line with all data for a row of the library's table. */
static void put_parameters_row(text_buffer *out, const clmodp_device *d,
                               const clmodp_parameters *best, double before)
{
    cli_text_printf(out, "row: %s %s; W %" PRIu32 ", T %" PRIu32 ", NT %" PRIu32
                    ", stripe %" PRIu64 " KiB, %" PRIu64 " a unit of %" PRIu32
                    "; %.2f times as fast as before; measured on %s, driver %s\n",
                    d->kind, d->family[0] != '\0' ? d->family : "-",
                    best->vector_width, best->tile, best->group, best->stripe_bytes >> 10,
                    (best->stripe_bytes >> 10) / d->compute_units, d->compute_units,
                    before / best->seconds, d->name, d->driver);
}

static void put_parameters_text(text_buffer *out, const clmodp_device *d,
                                const clmodp_parameters *rows, size_t count)
{
    cli_text_printf(out, "parameters of %s (%s, driver %s); milliseconds\n\n", d->name,
                    d->platform_name, d->driver);
    cli_text_printf(out, "%7s %6s %6s %12s %12s\n", "lanes", "tile", "group", "stripe, KiB",
                    "measured");
    for (size_t k = 0; k < count; k++) {
        cli_text_printf(out, "%7" PRIu32 " %6" PRIu32 " %6" PRIu32 " %12" PRIu64,
                        rows[k].vector_width, rows[k].tile, rows[k].group,
                        rows[k].stripe_bytes >> 10);
        if (isfinite(rows[k].seconds))
            cli_text_printf(out, " %12.3f", 1e3 * rows[k].seconds);
        else
            cli_text_printf(out, " %12s", "cannot");
        cli_text_printf(out, "%s%s\n", k == 0 ? "  before" : "", rows[k].chosen ? "  chosen" : "");
    }
    cli_text_string(out, "\n");
    put_parameters_row(out, d, chosen_parameters(rows, count), rows->seconds);
}

static void put_parameters_json(text_buffer *out, const clmodp_device *d,
                                const clmodp_parameters *rows, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        cli_json_begin(out);
        cli_json_member(out, "device", d->name);
        cli_json_member(out, "driver", d->driver);
        cli_json_member(out, "family", d->family[0] != '\0' ? d->family : NULL);
        cli_text_printf(out, ", \"vector_width\": %" PRIu32 ", \"tile\": %" PRIu32
                        ", \"group\": %" PRIu32 ", \"stripe_bytes\": %" PRIu64,
                        rows[k].vector_width, rows[k].tile, rows[k].group, rows[k].stripe_bytes);
        if (isfinite(rows[k].seconds))
            cli_text_printf(out, ", \"seconds\": %.6g", rows[k].seconds);
        else
            cli_text_string(out, ", \"seconds\": null");
        cli_text_printf(out, ", \"chosen\": %s}\n", rows[k].chosen ? "true" : "false");
    }
}

/* Finds the best parameters, and prints all measurements and a line for the library's table. */
static int measure_parameters(const settings *s, session *device, failure *why)
{
    text_buffer out = {.to = stdout};
    clmodp_parameters *rows = NULL;
    const clmodp_device *d;
    size_t count = 0;
    clmodp_status st;
    watched progress;

    CHECK(cli_session_open_tested(device, s, why));
    cli_progress_begin(&progress, device->context, 0);
    st = clmodp_parameters_tune(device->context, &rows, &count, s->runs);
    cli_progress_end(&progress);
    CHECK(cli_session_check(device, st, why));
    d = clmodp_context_device(device->context);
    (s->format == FORMAT_JSON ? put_parameters_json : put_parameters_text)(&out, d, rows, count);
    if (!chosen_parameters(rows, count)->kept)
        cli_remark("the parameters are not stored: that needs a writable cache (CLMODP_CACHE_DIR) "
                   "and no --max-memory");
    clmodp_parameters_free(rows);
    return cli_output_text(&out, why);
}

/* ---- the command ---- */

static int find_algorithm(clmodp_tune_algorithm *out, const settings *s, failure *why)
{
    char names[256] = "";
    size_t length = 0;

    for (int k = 0; k < CLMODP_TUNE_ALGORITHMS && length < sizeof names; k++) {
        *out = (clmodp_tune_algorithm)k;
        if (s->operand_count == 1 && strcmp(s->operands[0], clmodp_tune_name(*out)) == 0)
            return EXIT_OK;
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                   k > 0 ? ", " : "", clmodp_tune_name(*out));
    }
    return s->operand_count == 1
               ? cli_fail_usage(why, "there is no algorithm '%.64s'; there are %s",
                          s->operands[0], names)
               : cli_fail_usage(why, "expected at most one algorithm; there are %s", names);
}

static int measure_algorithm(const settings *s, clmodp_tune_algorithm algorithm, session *device,
                             failure *why)
{
    clmodp_tune_options options;
    clmodp_tuned *rows = NULL;
    size_t count = 0;
    clmodp_status st;
    watched progress;
    double from = 0, to = 0; /* 0: the default */
    int code;

    if (s->sizes != NULL)
        CHECK(cli_sizes_read(&from, &to, s->sizes, why));
    if (s->format == FORMAT_SVG)
        CHECK(cli_gnuplot_ready(why));
    CHECK(cli_session_open_tested(device, s, why));
    clmodp_tune_options_init(&options);
    options.from = (uint64_t)from;
    options.to = (uint64_t)to;
    if (s->runs > 0)
        options.runs = s->runs;
    cli_progress_begin(&progress, device->context, 0);
    st = clmodp_tune(device->context, &rows, &count, algorithm, &options);
    cli_progress_end(&progress);
    CHECK(cli_session_check(device, st, why));
    code = print_tuned(s->format, algorithm, clmodp_context_device(device->context), rows,
                       count, why);
    clmodp_tune_free(rows);
    return code;
}

static int run_tune(settings *s, failure *why)
{
    clmodp_tune_algorithm algorithm = CLMODP_TUNE_ALGORITHMS;
    const bool parameters = s->operand_count == 0;
    session device = {0};
    int code;

    CHECK(parameters ? check_parameters(s, why) : find_algorithm(&algorithm, s, why));
    s->engine = CLMODP_ENGINE_EUCLID; /* a device, whatever the environment says */
    cli_pin_pocl_threads();
    code = parameters ? measure_parameters(s, &device, why)
                      : measure_algorithm(s, algorithm, &device, why);
    cli_session_close(&device);
    return code;
}

const command cli_command_tune = {
    .name = "tune",
    .summary = "find the fastest parameters of a device or of an algorithm",
    .help = {"Usage: clmodp tune [ALGORITHM] [OPTION...]\n"
            "\n"
            "Without an algorithm: find the lanes, tiles, groups and stripes with the fastest\n"
            "resultants on the device, and keep them in the cache directory for this device,\n"
            "driver and version of clmodp. All kernels are compiled up to eight times. The last\n"
            "line is a row for the library's table of devices. Results do not depend on these\n"
            "parameters. Afterwards run clmodp calibrate again.\n"
            "\n"
            "With an algorithm: measure it at sizes n that double and for all values of its\n"
            "program parameter s that fit the device. Print the times beside those that the\n"
            "cost model predicts, and the loss of the default parameter against the best. Runs\n"
            "take turns, and the fastest counts. Algorithms:\n"
            "\n"
            "  multiplication  schoolbook product of two polynomials of n coefficients over F_p;\n"
            "                  a row of sums covers s coefficients of the second factor\n"
            "  division        schoolbook division of n coefficients by n / 2; s steps per\n"
            "                  launch\n"
            "  gcd             schoolbook gcd of two polynomials of n coefficients; s degrees\n"
            "                  per launch\n"
            "  scan            prefix sums of n words; a work-item adds s of them\n"
            "  radix-sort      n random words sorted by the device's best method; s bits per\n"
            "                  pass\n"
            "  splits          the same words sorted by one-bit splits\n"
            "  transform       n residues, forward and back; passes of radix s at most\n"
            "  half-gcd        gcd of two polynomials of n coefficients by half-GCDs; base\n"
            "                  cases of degree s\n"
            "  product         product of two polynomials of n coefficients by the algorithm s:\n"
            "                  host, schoolbook or fast\n"
            "  common-divisor  gcd of two polynomials of n coefficients by the algorithm s\n"
            "\n",
            "Options:\n"
            "  --n A..B          sizes A, 2A, 4A ... up to B, such as 2^10..2^14\n"
            "  --runs R          runs of each parameter; default 5\n"
            "  --device SPEC     the device; see clmodp help devices\n"
            "  --max-memory SIZE memory that may be used, such as 512M\n"
            "  --format FORMAT   text (the default) or json (an object per row); with an\n"
            "                    algorithm also csv or svg (drawn by gnuplot)\n"
            "  --quiet           nothing on stderr but errors\n"
            "  --help            this text\n"
            "\n"
            "Before clmodp calibrate has measured the device, predictions use the library's cost\n"
            "coefficients.\n"
            "\n"
            "Exit status: 0 done; 1 if a measurement or output fails; 2 for wrong arguments; 3\n"
            "if no device can be used.\n"},
    .options = OPTION_DEVICE | OPTION_MEMORY | OPTION_CHART | OPTION_QUIET | OPTION_SIZES |
               OPTION_RUNS,
    .run = run_tune,
};
