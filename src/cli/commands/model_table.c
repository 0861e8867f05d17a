/* Prints predictions of models as text, JSON or CSV, or as curves by gnuplot. */
#include <math.h>
#include <stdlib.h>

#include "cli/commands/model.h"
#include "cli/formats/gnuplot.h"
#include "cli/formats/output.h"
#include "cli/text.h"

/* The rows of a sweep, or a single one. */
typedef struct table {
    const model_settings *asked;
    model_row *row;
    double *swept; /* values of the swept parameter */
    size_t count;
} table;

/* A buffer for a number as text. */
typedef char number_text[32];

/* Returns the word, the number with `digits` digits (0: 15, or all of an integer), or `none`. */
static const char *value_text(number_text number, const model_value *v, int digits,
                              const char *none)
{
    const bool whole = digits == 0 && v->value == floorl(v->value) && v->value < 0x1p64L;

    (void)snprintf(number, sizeof(number_text), whole ? "%.*Lf" : "%.*Lg",
                   digits == 0 && !whole ? 15 : digits, v->value);
    return v->word != NULL ? v->word : isfinite(v->value) ? number : none;
}

static void put_row_text(text_buffer *out, const model_settings *s, const model_row *row)
{
    cli_text_printf(out, "%s %s%s%s\n", s->model, s->algorithm, s->naive ? ", naive" : "",
                    s->corrected ? ", corrected" : "");
    for (size_t k = 0; k < row->count; k++) {
        const model_value *v = &row->value[k];
        number_text number;

        cli_text_printf(out, "  %-14s %14s  %s\n", v->name, value_text(number, v, 8, "-"),
                        v->meaning);
    }
    for (size_t k = 0; k < row->notes; k++)
        cli_text_printf(out, "  %s\n", row->note[k]);
}

static void put_table_text(text_buffer *out, const model_settings *s, const table *t)
{
    number_text number;

    cli_text_printf(out, "%10s", cli_model_letters[s->swept]);
    for (size_t k = 0; k < t->row->count; k++)
        cli_text_printf(out, " %14s", t->row->value[k].name);
    cli_text_string(out, "\n");
    for (size_t i = 0; i < t->count; i++) {
        cli_text_printf(out, "%10.6g", t->swept[i]);
        for (size_t k = 0; k < t->row[i].count; k++)
            cli_text_printf(out, " %14s", value_text(number, &t->row[i].value[k], 6, "-"));
        cli_text_string(out, "\n");
    }
}

static void put_table_csv(text_buffer *out, const model_settings *s, const table *t)
{
    number_text number;

    if (s->sweeps)
        cli_text_printf(out, "%s,", cli_model_letters[s->swept]);
    for (size_t k = 0; k < t->row->count; k++)
        cli_text_printf(out, "%s%s", k > 0 ? "," : "", t->row->value[k].name);
    cli_text_string(out, "\n");
    for (size_t i = 0; i < t->count; i++) {
        if (s->sweeps)
            cli_text_printf(out, "%s,",
                            value_text(number, &(model_value){.value = t->swept[i]}, 0, ""));
        for (size_t k = 0; k < t->row[i].count; k++)
            cli_text_printf(out, "%s%s", k > 0 ? "," : "",
                            value_text(number, &t->row[i].value[k], 0, ""));
        cli_text_string(out, "\n");
    }
}

static void put_table_json(text_buffer *out, const model_settings *s, const table *t)
{
    for (size_t i = 0; i < t->count; i++) {
        const model_row *row = &t->row[i];
        number_text number;

        cli_json_begin(out);
        cli_text_printf(out, ", \"model\": \"%s\", \"algorithm\": \"%s\"", s->model, s->algorithm);
        cli_text_printf(out, ", \"variant\": \"%s\", \"corrected\": %s",
                        s->naive ? "naive" : "optimized", s->corrected ? "true" : "false");
        if (s->sweeps)
            cli_text_printf(out, ", \"%s\": %s", cli_model_letters[s->swept],
                            value_text(number, &(model_value){.value = t->swept[i]}, 0, ""));
        for (size_t k = 0; k < row->count; k++) {
            const model_value *v = &row->value[k];

            if (v->word != NULL)
                cli_json_member(out, v->name, v->word);
            else
                cli_text_printf(out, ", \"%s\": %s", v->name, value_text(number, v, 0, "null"));
        }
        if (row->refused)
            cli_json_member(out, "error", row->why);
        cli_text_string(out, "}\n");
    }
}

static bool has_numbers(const table *t, size_t column)
{
    for (size_t i = 0; i < t->count; i++)
        if (isfinite(t->row[i].value[column].value))
            return true;
    return false;
}

static void draw_table(FILE *gnuplot, const void *what)
{
    const table *t = what;
    const model_settings *s = t->asked;
    size_t curves = 0;

    (void)fprintf(gnuplot,
                  "set logscale xy\nset title '%s %s%s%s' noenhanced\nset xlabel '%s'\nplot ",
                  s->model, s->algorithm, s->naive ? ", naive" : "",
                  s->corrected ? ", corrected" : "", cli_model_letters[s->swept]);
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
                (void)fprintf(gnuplot, "%.15g %.15Lg\n", t->swept[i], t->row[i].value[k].value);
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
        return cli_fail_memory(why);
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
    table t = {.asked = s};
    int code;

    CHECK_DONE(fill_table(&t, s, why));
    if (s->format == FORMAT_SVG)
        CHECK_DONE(cli_gnuplot(draw_table, &t, why));
    else if (s->format == FORMAT_JSON)
        put_table_json(&out, s, &t);
    else if (s->format == FORMAT_CSV)
        put_table_csv(&out, s, &t);
    else if (s->sweeps)
        put_table_text(&out, s, &t);
    else
        put_row_text(&out, s, t.row);
    code = cli_output_text(&out, why);
done:
    free(t.row);
    free(t.swept);
    return code;
}
