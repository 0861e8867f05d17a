/* Tables, and curves, of times over s. */
#include "cli/tune_output.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/gnuplot.h"
#include "cli/json.h"
#include "cli/output.h"
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

static void put_text(text_buffer *out, const char *algorithm, const clmodp_device *device,
                     const clmodp_tuned *rows, size_t count)
{
    size_t sizes = 0, fine = 0, good = 0, signs = 0;
    double worst = 0;

    cli_text_printf(out, "%s on %s (%s, driver %s); microseconds\n", algorithm, device->name,
                    device->platform_name, device->driver);
    for (span s = {0}; s.end < count;) {
        double loss;

        s = span_at(rows, count, s.end);
        loss = loss_of(rows, &s);
        cli_text_printf(out, "\nn = %" PRIu64 "\n%6s %14s %14s\n", rows[s.first].n, "s",
                        "predicted", "measured");
        for (size_t k = s.first; k < s.end; k++)
            cli_text_printf(out, "%6" PRIu32 " %14.1f %14.1f%s%s\n", rows[k].s,
                            1e6 * rows[k].predicted, 1e6 * rows[k].measured,
                            rows[k].chosen ? "  chosen" : "", k == s.best ? "  best" : "");
        cli_text_printf(out, "s = %" PRIu32 " takes %.1f %% longer than s = %" PRIu32 "\n",
                        s.chosen == s.end ? 0 : rows[s.chosen].s, 100 * loss, rows[s.best].s);
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
                    "rightly better than s = %" PRIu32 " or not: %zu\n", fine, sizes, 100 * FINE,
                    good, 100 * GOOD, 100 * worst, rows->s, signs);
}

static void put_csv(text_buffer *out, const char *algorithm, const clmodp_tuned *rows,
                    size_t count)
{
    cli_text_string(out, "algorithm,n,s,predicted,measured,chosen,best\n");
    for (span s = {0}; s.end < count;) {
        s = span_at(rows, count, s.end);
        for (size_t k = s.first; k < s.end; k++)
            cli_text_printf(out, "%s,%" PRIu64 ",%" PRIu32 ",%.6g,%.6g,%d,%d\n", algorithm,
                            rows[k].n, rows[k].s, rows[k].predicted, rows[k].measured,
                            rows[k].chosen != 0, k == s.best);
    }
}

static void put_json(text_buffer *out, const char *algorithm, const clmodp_device *device,
                     const clmodp_tuned *rows, size_t count)
{
    for (span s = {0}; s.end < count;) {
        s = span_at(rows, count, s.end);
        for (size_t k = s.first; k < s.end; k++) {
            cli_json_begin(out);
            cli_text_printf(out, ", \"algorithm\": \"%s\", \"device\": ", algorithm);
            cli_json_string(out, device->name);
            cli_text_printf(out, ", \"n\": %" PRIu64 ", \"s\": %" PRIu32, rows[k].n, rows[k].s);
            cli_text_printf(out, ", \"predicted\": %.6g, \"measured\": %.6g",
                            rows[k].predicted, rows[k].measured);
            cli_text_printf(out, ", \"chosen\": %s, \"best\": %s}\n",
                            rows[k].chosen ? "true" : "false", k == s.best ? "true" : "false");
        }
    }
}

typedef struct tune_chart {
    const char *algorithm;
    const clmodp_tuned *rows;
    size_t count;
} tune_chart;

/* A curve for each size, the predicted one dashed in the same colour. */
static void draw(FILE *gnuplot, const void *what)
{
    const tune_chart *c = what;
    size_t sizes = 0;

    (void)fprintf(gnuplot,
                  "set title '%s' noenhanced\nset xlabel 's'\nset ylabel 'milliseconds; "
                  "predicted: dashed'\nset logscale x 2\nset logscale y\nplot ", c->algorithm);
    for (span s = {0}; s.end < c->count; sizes++) {
        s = span_at(c->rows, c->count, s.end);
        (void)fprintf(gnuplot,
                      "%s'-' using 1:2 with linespoints lc %zu pt 7 ps 0.4 title 'n = %" PRIu64
                      "', '-' using 1:2 with lines lc %zu dt 2 notitle",
                      sizes > 0 ? ", " : "", sizes + 1, c->rows[s.first].n, sizes + 1);
    }
    (void)fputs("\n", gnuplot);
    for (span s = {0}; s.end < c->count;) {
        s = span_at(c->rows, c->count, s.end);
        for (int predicted = 0; predicted < 2; predicted++) {
            for (size_t k = s.first; k < s.end; k++)
                (void)fprintf(gnuplot, "%" PRIu32 " %.9g\n", c->rows[k].s,
                              1e3 * (predicted ? c->rows[k].predicted : c->rows[k].measured));
            (void)fputs("e\n", gnuplot);
        }
    }
}

int cli_tune_print(output_format format, const char *algorithm, const clmodp_device *device,
                   const clmodp_tuned *rows, size_t count, failure *why)
{
    text_buffer out = {.to = stdout};
    int leave = LEAVE_FINE;

    if (format == FORMAT_SVG)
        leave = cli_gnuplot(draw, &(tune_chart){algorithm, rows, count}, why);
    else if (format == FORMAT_JSON)
        put_json(&out, algorithm, device, rows, count);
    else if (format == FORMAT_CSV)
        put_csv(&out, algorithm, rows, count);
    else
        put_text(&out, algorithm, device, rows, count);
    if (!cli_text_finish(&out) && leave == LEAVE_FINE)
        leave = cli_fail(why, LEAVE_FAILED, "out of memory");
    return leave == LEAVE_FINE ? cli_output_flush(why) : leave;
}
