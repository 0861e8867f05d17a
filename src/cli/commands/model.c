/* clmodp model: what models of many-core machines say of algorithms. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/tuning.h>

#include "cli/commands/model_row.h"
#include "cli/formats/machine.h"
#include "cli/formats/output.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/text.h"
#include "cli/values.h"
#include "cli/watch.h"

/* ---- arguments, and machines from files ---- */

#define MOST_SWEPT 64 /* values: doublings of a double that is a size */

static bool is_name(model_letter letter, const char *name, size_t length)
{
    const char *own = cli_model_letter_name(letter);

    return strlen(own) == length && memcmp(own, name, length) == 0;
}

static bool find_letter(model_letter *out, const char *name, size_t length)
{
    for (int k = 0; k < MODEL_LETTERS; k++)
        if (is_name((model_letter)k, name, length)) {
            *out = (model_letter)k;
            return true;
        }
    return false;
}

static int set_letter(model_settings *s, model_letter letter, const char *value, failure *why)
{
    double number;
    const char *end = cli_number_read(&number, value);

    if (end == NULL || *end != '\0')
        return cli_fail(why, EXIT_USAGE, "--%s %s: expected a number, such as 4096 or 2^12",
                        cli_model_letter_name(letter), value);
    s->value[letter] = number;
    s->given[letter] = true;
    return EXIT_OK;
}

/* NAME=A..B */
static int set_sweep(model_settings *s, const char *value, failure *why)
{
    const char *equals = strchr(value, '=');

    if (equals == NULL || !find_letter(&s->swept, value, (size_t)(equals - value)) ||
        !cli_number_range(&s->from, &s->to, equals + 1) || s->from < 1 || s->to < s->from ||
        s->to / s->from > exp2(MOST_SWEPT))
        return cli_fail(why, EXIT_USAGE, "--sweep %s: expected a letter and two numbers from 1 "
                        "on, at most 2^%d times each other, such as s=1..512", value,
                        MOST_SWEPT);
    s->sweeps = true;
    return EXIT_OK;
}

/* A line of a machine's file. What the command line gave stays. */
static int take_machine_line(void *user, const char *word, char *value, const machine_line *line,
                             failure *why)
{
    model_settings *s = user;
    model_letter letter;
    const bool found = find_letter(&letter, word, strlen(word)) && letter >= MODEL_MACHINE;

    if (!found && cli_machine_knows(word))
        return EXIT_OK;
    if (!found || *value == '\0' || strpbrk(value, " \t") != NULL)
        return cli_fail(why, EXIT_USAGE, "%s, line %zu: expected one of U Z L C P X, and a "
                        "number", line->file, line->number);
    if (s->given[letter])
        return EXIT_OK;
    return set_letter(s, letter, value, why) == EXIT_OK
               ? EXIT_OK
               : cli_fail(why, EXIT_USAGE, "%s, line %zu: %s %s: expected a number, such as 4096 "
                          "or 2^12", line->file, line->number, word, value);
}

static int set_variant(model_settings *s, const char *value, failure *why)
{
    s->naive = strcmp(value, "naive") == 0;
    if (!s->naive && strcmp(value, "optimized") != 0)
        return cli_fail(why, EXIT_USAGE, "--variant %s: expected naive or optimized", value);
    return EXIT_OK;
}

/* Options that are no letters and have a value. */
static const char *const words[] = {"format", "machine", "sweep", "variant"};
enum { WORD_FORMAT, WORD_MACHINE, WORD_SWEEP, WORD_VARIANT, WORDS };

static int refuse_model_option(const char *name, size_t length, failure *why)
{
    const char *hint = NULL;
    char typed[32] = "";
    size_t best = SIZE_MAX;

    if (length < sizeof typed)
        memcpy(typed, name, length);
    for (int k = 0; k < WORDS; k++) {
        const size_t distance = cli_distance(typed, words[k]);

        if (distance < best) {
            best = distance;
            hint = words[k];
        }
    }
    if (hint != NULL && cli_close_enough(typed, best))
        return cli_fail(why, EXIT_USAGE, "unknown option --%.*s; did you mean --%s?",
                        (int)(length < 64 ? length : 64), name, hint);
    return cli_fail(why, EXIT_USAGE, "unknown option --%.*s", (int)(length < 64 ? length : 64),
                    name);
}

static int set_model_option(model_settings *s, const char **machine, int word, const char *value,
                            failure *why)
{
    switch (word) {
    case WORD_FORMAT: return cli_format_read(&s->format, value, FORMAT_CHARTS, why);
    case WORD_SWEEP: return set_sweep(s, value, why);
    case WORD_VARIANT: return set_variant(s, value, why);
    default: *machine = value; return EXIT_OK;
    }
}

/* Read the option at *argument and move on to its last argument. */
static int read_model_option(model_settings *s, const char **machine, char ***argument,
                             failure *why)
{
    const char *name = **argument + 2, *value;
    const size_t length = strcspn(name, "=");
    model_letter letter = MODEL_N;
    int word = 0;

    if (strcmp(name, "help") == 0) {
        s->help = true;
        return EXIT_OK;
    }
    if (strcmp(name, "quiet") == 0) {
        cli_set_quiet();
        return EXIT_OK;
    }
    if (strncmp(name, "corrected=", 10) == 0 || strncmp(name, "quiet=", 6) == 0)
        return cli_fail(why, EXIT_USAGE, "--%.*s takes no value", (int)length, name);
    if (strcmp(name, "corrected") == 0) {
        s->corrected = true;
        return EXIT_OK;
    }
    if (strcmp(name, "device") == 0 || strncmp(name, "device=", 7) == 0) {
        s->device = true;
        s->device_name = name[6] == '=' ? name + 7 : NULL;
        return EXIT_OK;
    }
    while (word < WORDS && (strlen(words[word]) != length ||
                            memcmp(words[word], name, length) != 0))
        word++;
    if (word == WORDS && !find_letter(&letter, name, length))
        return refuse_model_option(name, length, why);
    value = name[length] == '=' ? name + length + 1 : (*argument)[1];
    if (value == NULL)
        return cli_fail(why, EXIT_USAGE, "--%.*s needs a value", (int)length, name);
    if (name[length] != '=')
        ++*argument;
    if (word < WORDS)
        return set_model_option(s, machine, word, value, why);
    s->typed[letter] = true;
    return set_letter(s, letter, value, why);
}

/* Read the NULL-terminated arguments. Errors: EXIT_USAGE */
static int read_model_settings(model_settings *out, char **arguments, failure *why)
{
    const char *machine = NULL;
    int code = EXIT_OK;

    *out = (model_settings){.format = FORMAT_TEXT};
    for (char **argument = arguments; *argument != NULL && code == EXIT_OK; argument++) {
        if (strncmp(*argument, "--", 2) == 0)
            code = read_model_option(out, &machine, &argument, why);
        else if (out->model == NULL)
            out->model = *argument;
        else if (out->algorithm == NULL)
            out->algorithm = *argument;
        else
            code = cli_fail(why, EXIT_USAGE, "one model and one algorithm are wanted; what is "
                            "'%.64s'?", *argument);
    }
    if (code == EXIT_OK && machine != NULL)
        code = cli_machine_lines(machine, take_machine_line, out, why);
    return code;
}

/* ---- the letters of a machine, from a device that was calibrated ---- */

static int recall_machine(model_settings *s, session *device, failure *why)
{
    const settings wanted = {.device = s->device_name, .engine = CLMODP_ENGINE_EUCLID};
    clmodp_calibration known;
    clmodp_status st;

    CHECK(cli_session_open(device, &wanted, why));
    clmodp_calibration_init(&known);
    st = clmodp_calibration_get(device->context, &known);
    if (st != CLMODP_OK)
        return cli_fail_status(why, st, clmodp_context_message(device->context));
    if (known.seconds == 0)
        return cli_fail(why, EXIT_FAILED, "%s has not been measured with this driver and version "
                        "yet: run clmodp calibrate",
                        clmodp_context_device(device->context)->name);

    const clmodp_mmm_machine mmm = clmodp_calibration_mmm(&known);
    const clmodp_tmm_machine tmm = clmodp_calibration_tmm(&known);
    const double values[MODEL_LETTERS] = {
        [MODEL_U] = mmm.U, [MODEL_Z] = mmm.Z, [MODEL_LATENCY] = tmm.L,
        [MODEL_C] = tmm.C, [MODEL_P] = tmm.P, [MODEL_X] = tmm.X,
    };

    for (int k = MODEL_MACHINE; k < MODEL_LETTERS; k++)
        if (!s->given[k]) {
            s->value[k] = values[k];
            s->given[k] = true;
        }
    return EXIT_OK;
}

/* Give the letters of machines that were not given. Errors: EXIT_NO_DEVICE, EXIT_FAILED (the
 * device was never calibrated) */
static int take_letters_of_device(model_settings *s, failure *why)
{
    session device = {0};
    const int code = recall_machine(s, &device, why);

    cli_session_close(&device);
    return code;
}

/* ---- rows for people and for programs: text, JSON, CSV, and curves by gnuplot ---- */

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
        cli_text_printf(out, ", \"model\": \"%s\", \"algorithm\": \"%s\"", s->model, s->algorithm);
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
            cli_json_member(out, "error", row->why);
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

/* Print what the settings ask about, one row or a sweep of them, in the format asked for.
 * Errors: EXIT_USAGE (those of cli_model_row; nothing to be had for any value of a sweep),
 * EXIT_FAILED (no gnuplot, no memory, no room for output) */
static int print_model(const model_settings *s, failure *why)
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

/* ---- the command ---- */

static int run_model(char **arguments, failure *why)
{
    model_settings s;
    int code = read_model_settings(&s, arguments, why);

    if (code == EXIT_OK && s.help)
        return cli_print_help("model", why);
    if (code == EXIT_OK && (s.model == NULL || s.algorithm == NULL))
        code = cli_fail_usage(why, "which model and algorithm? For instance: clmodp model mmm "
                                   "division");
    if (code == EXIT_OK && s.format == FORMAT_SVG && !s.sweeps)
        code = cli_fail_usage(why, "--format svg draws a sweep; see --sweep");
    if (code == EXIT_OK && s.device && cli_model_has_machine(s.model))
        code = take_letters_of_device(&s, why);
    if (code == EXIT_OK)
        code = print_model(&s, why);
    why->usage = code == EXIT_USAGE; /* also of files and of what the models refuse */
    return code;
}

const command cli_command_model = {
    .name = "model",
    .summary = "what machine models say of an algorithm",
    .help = {"Usage: clmodp model mmm|tmm|brent ALGORITHM --LETTER VALUE... [OPTION...]\n"
            "\n"
            "Print what a model of many-core machines says of an algorithm: quantities and a\n"
            "bound or estimate of the time. Letters are the papers':\n"
            "\n"
            "  mmm    the many-core machine model of Haque, Moreno Maza and Xie: division,\n"
            "         multiplication, gcd (--n, --m terms), radix-sort (--n keys of --bits);\n"
            "         --s program parameter, --l threads of a block, --U time to move a word,\n"
            "         --Z words of local memory (optional)\n"
            "  tmm    the threaded many-core memory model of Ma, Agrawal and Chamberlain:\n"
            "         reduce, scan, merge, blocked-merge, merge-sort, odd-even-sort, fft,\n"
            "         connected-components, spanning-tree (--n nodes, --m edges),\n"
            "         suffix-tree, suffix-array (--n queries of length --k, reference --m),\n"
            "         list-ranking, all-pairs; --L latency, --C words of an access, --P cores,\n"
            "         --X threads a core, --Z words of fast memory, --T threads in use\n",
            "  brent  Brent's theorem on --p processors: scan, scan-runs (--f elements a run),\n"
            "         scan-doubling, each of --n elements, a power of two\n"
            "\n"
            "Values are numbers such as 4096, 1e6 or 2^20.\n"
            "\n"
            "Options:\n"
            "  --variant V        optimized (the default) or naive; of mmm\n"
            "  --corrected        formulas as they follow from the algorithms, where those of\n"
            "                     the papers do not\n"
            "  --machine FILE     letters of a machine, one with its value a line; options go\n"
            "                     before it; clmodp calibrate --format machine writes some\n"
            "  --device[=SPEC]    letters of a machine that are not given are those that clmodp\n"
            "                     calibrate found for this device; see clmodp help devices\n"
            "  --sweep NAME=A..B  a row for each of A, 2A, 4A ... up to B\n"
            "  --format FORMAT    text (the default), json (an object a row), csv, or svg (a\n"
            "                     sweep, drawn by gnuplot)\n"
            "  --quiet            nothing on stderr but errors\n"
            "  --help             this text\n"
            "\n",
            "Example: clmodp model mmm gcd --n 1e4 --m 1e4 --l 256 --U 100 --sweep s=1..512\n"
            "\n"
            "Exit status: 0; 1 if output fails or the device was never calibrated; 2 for wrong\n"
            "arguments; 3 if --device finds none.\n"},
    .run_arguments = run_model,
};
