/* Tables, and curves, of times over s. */
#include "cli/commands/tune_output.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/formats/gnuplot.h"
#include "cli/formats/json.h"
#include "cli/formats/output.h"
#include "cli/text.h"

/* Losses that count as fine, and as bad. */
#define FINE 0.10
#define GOOD 0.25

/* Rows of one size: from `first` to `end` - 1. */
typedef struct span {
    size_t first, end;
    size_t best;   /* measured */
    size_t chosen; /* `end`: none of them */
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

/* What the chosen parameter takes longer than the best, as a fraction of that. */
static double loss_of(const clmodp_tuned *rows, const span *s)
{
    return s->chosen == s->end ? NAN : rows[s->chosen].measured / rows[s->best].measured - 1.0;
}

/* A parameter as it is written. */
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
        cli_text_printf(out, "\nn = %" PRIu64 "\n%6s %14s %14s\n", rows[s.first].n, "s",
                        "predicted", "measured");
        for (size_t k = s.first; k < s.end; k++)
            cli_text_printf(out, "%6s %14.1f %14.1f%s%s\n",
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
                    "predicted rightly whether the chosen s beats s = %s: %zu of %zu\n", fine,
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

/* One curve: rows of one size over s or, where parameters have names, of one of these over n. */
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

/* The predicted curve is dashed, in the colour of the measured one. */
static void draw_tuned(FILE *gnuplot, const void *what)
{
    const tune_chart *c = what;
    const bool named = clmodp_tune_parameter(c->algorithm, c->rows->s) != NULL;
    size_t curves = 0;

    (void)fprintf(gnuplot,
                  "set title '%s' noenhanced\nset xlabel '%s'\nset ylabel 'milliseconds; "
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

int cli_tune_print(output_format format, clmodp_tune_algorithm algorithm,
                   const clmodp_device *device, const clmodp_tuned *rows, size_t count,
                   failure *why)
{
    text_buffer out = {.to = stdout};
    int code = EXIT_OK;

    if (format == FORMAT_SVG)
        code = cli_gnuplot(draw_tuned, &(tune_chart){algorithm, rows, count}, why);
    else if (format == FORMAT_JSON)
        put_tuned_json(&out, algorithm, device, rows, count);
    else if (format == FORMAT_CSV)
        put_tuned_csv(&out, algorithm, rows, count);
    else
        put_tuned_text(&out, algorithm, device, rows, count);
    if (!cli_text_finish(&out) && code == EXIT_OK)
        code = cli_fail(why, EXIT_FAILED, "out of memory");
    return code == EXIT_OK ? cli_output_flush(why) : code;
}
