/* Text, JSON, CSV, and curves by gnuplot. */
#include "cli/commands/model_output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/formats/gnuplot.h"
#include "cli/formats/json.h"
#include "cli/formats/output.h"

/* The rows of a sweep, or one. */
typedef struct table {
    model_row *row;
    double *swept; /* the values of the parameter that is swept */
    size_t count;
} table;

/* none: what stands for no number. */
static void put_model_value(text_buffer *out, const model_value *v, const char *none)
{
    if (v->word != NULL)
        cli_text_string(out, v->word);
    else if (isfinite(v->value))
        cli_text_printf(out, "%.15g", v->value);
    else
        cli_text_string(out, none);
}

static void put_row_text(text_buffer *out, const model_settings *s, const model_row *row)
{
    cli_text_printf(out, "%s %s%s%s\n", s->model, s->algorithm, s->naive ? ", naive" : "",
                    s->corrected ? ", corrected" : "");
    for (size_t k = 0; k < row->count; k++) {
        const model_value *v = &row->value[k];
        char number[32];

        (void)snprintf(number, sizeof number, isfinite(v->value) ? "%.8g" : "-", v->value);
        cli_text_printf(out, "  %-14s %14s  %s\n", v->name, v->word != NULL ? v->word : number,
                        v->meaning);
    }
    for (size_t k = 0; k < row->notes; k++)
        cli_text_printf(out, "  %s\n", row->note[k]);
}

static void put_table_text(text_buffer *out, const model_settings *s, const table *t)
{
    cli_text_printf(out, "%10s", cli_model_letter_name(s->swept));
    for (size_t k = 0; k < t->row->count; k++)
        cli_text_printf(out, " %14s", t->row->value[k].name);
    cli_text_string(out, "\n");
    for (size_t i = 0; i < t->count; i++) {
        cli_text_printf(out, "%10.6g", t->swept[i]);
        for (size_t k = 0; k < t->row[i].count; k++) {
            const model_value *v = &t->row[i].value[k];
            char number[32];

            (void)snprintf(number, sizeof number, isfinite(v->value) ? "%.6g" : "-", v->value);
            cli_text_printf(out, " %14s", v->word != NULL ? v->word : number);
        }
        cli_text_string(out, "\n");
    }
}

static void put_table_csv(text_buffer *out, const model_settings *s, const table *t)
{
    if (s->sweeps)
        cli_text_printf(out, "%s,", cli_model_letter_name(s->swept));
    for (size_t k = 0; k < t->row->count; k++)
        cli_text_printf(out, "%s%s", k > 0 ? "," : "", t->row->value[k].name);
    cli_text_string(out, "\n");
    for (size_t i = 0; i < t->count; i++) {
        if (s->sweeps)
            cli_text_printf(out, "%.15g,", t->swept[i]);
        for (size_t k = 0; k < t->row[i].count; k++) {
            cli_text_string(out, k > 0 ? "," : "");
            put_model_value(out, &t->row[i].value[k], "");
        }
        cli_text_string(out, "\n");
    }
}

static void put_table_json(text_buffer *out, const model_settings *s, const table *t)
{
    for (size_t i = 0; i < t->count; i++) {
        const model_row *row = &t->row[i];

        cli_json_begin(out);
        cli_text_printf(out, ", \"model\": \"%s\", \"algorithm\": \"%s\"", s->model,
                        s->algorithm);
        cli_text_printf(out, ", \"variant\": \"%s\", \"corrected\": %s",
                        s->naive ? "naive" : "optimized", s->corrected ? "true" : "false");
        if (s->sweeps)
            cli_text_printf(out, ", \"%s\": %.15g", cli_model_letter_name(s->swept), t->swept[i]);
        for (size_t k = 0; k < row->count; k++) {
            cli_text_printf(out, ", \"%s\": ", row->value[k].name);
            if (row->value[k].word != NULL)
                cli_json_string(out, row->value[k].word);
            else
                put_model_value(out, &row->value[k], "null");
        }
        if (row->refused) {
            cli_text_string(out, ", \"error\": ");
            cli_json_string(out, row->why);
        }
        cli_text_string(out, "}\n");
    }
}

/* Whether a column has numbers. */
static bool has_numbers(const table *t, size_t column)
{
    for (size_t i = 0; i < t->count; i++)
        if (isfinite(t->row[i].value[column].value))
            return true;
    return false;
}

typedef struct model_chart {
    const model_settings *settings;
    const table *table;
} model_chart;

static void draw_table(FILE *gnuplot, const void *what)
{
    const model_settings *s = ((const model_chart *)what)->settings;
    const table *t = ((const model_chart *)what)->table;
    size_t curves = 0;

    (void)fprintf(gnuplot,
                  "set logscale xy\nset title '%s %s%s%s' noenhanced\nset xlabel '%s'\nplot ",
                  s->model, s->algorithm, s->naive ? ", naive" : "",
                  s->corrected ? ", corrected" : "", cli_model_letter_name(s->swept));
    for (size_t k = 0; k < t->row->count; k++)
        if (has_numbers(t, k))
            (void)fprintf(gnuplot, "%s'-' using 1:2 with linespoints title '%s' noenhanced",
                          curves++ > 0 ? ", " : "", t->row->value[k].name);
    (void)fputs("\n", gnuplot);
    for (size_t k = 0; k < t->row->count; k++) {
        if (!has_numbers(t, k))
            continue;
        for (size_t i = 0; i < t->count; i++)
            if (isfinite(t->row[i].value[k].value) && t->row[i].value[k].value > 0)
                (void)fprintf(gnuplot, "%.15g %.15g\n", t->swept[i], t->row[i].value[k].value);
        (void)fputs("e\n", gnuplot);
    }
}

static int fill_table(table *t, const model_settings *s, failure *why)
{
    model_settings one = *s;
    size_t count = 1, known = 0;
    int code = EXIT_OK;

    for (double value = s->from; s->sweeps && 2 * value <= s->to; value *= 2)
        count++;
    t->row = calloc(count, sizeof *t->row);
    t->swept = calloc(count, sizeof *t->swept);
    if (t->row == NULL || t->swept == NULL)
        return cli_fail(why, EXIT_FAILED, "out of memory");
    t->count = count;
    for (size_t i = 0; i < count && code == EXIT_OK; i++) {
        if (s->sweeps) {
            t->swept[i] = ldexp(s->from, (int)i);
            one.value[s->swept] = t->swept[i];
            one.given[s->swept] = true;
        }
        code = cli_model_row(&t->row[i], &one, why);
        known += !t->row[i].refused;
    }
    if (code == EXIT_OK && known == 0)
        code = cli_fail(why, EXIT_USAGE, "%s", t->row->why);
    return code;
}

int cli_model_print(const model_settings *s, failure *why)
{
    text_buffer out = {.to = stdout};
    table t = {.count = 0};
    int code = fill_table(&t, s, why);

    if (code == EXIT_OK && s->format == FORMAT_SVG)
        code = cli_gnuplot(draw_table, &(model_chart){s, &t}, why);
    else if (code == EXIT_OK && s->format == FORMAT_JSON)
        put_table_json(&out, s, &t);
    else if (code == EXIT_OK && s->format == FORMAT_CSV)
        put_table_csv(&out, s, &t);
    else if (code == EXIT_OK && s->sweeps)
        put_table_text(&out, s, &t);
    else if (code == EXIT_OK)
        put_row_text(&out, s, t.row);
    if (!cli_text_finish(&out) && code == EXIT_OK)
        code = cli_fail(why, EXIT_FAILED, "out of memory");
    free(t.row);
    free(t.swept);
    return code == EXIT_OK ? cli_output_flush(why) : code;
}
