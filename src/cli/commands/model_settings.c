/* Read letters with their values; also those of a machine from a file. */
#include "cli/commands/model_settings.h"

#include <math.h>
#include <string.h>

#include "cli/formats/machine.h"
#include "cli/number.h"
#include "cli/suggest.h"
#include "cli/verbosity.h"

#define MOST_SWEPT 64 /* values: doublings of a double that is a size */

static const char *const letters[MODEL_LETTERS] = {
    [MODEL_N] = "n",       [MODEL_M] = "m",         [MODEL_K] = "k",
    [MODEL_BITS] = "bits", [MODEL_S] = "s",         [MODEL_THREADS] = "l",
    [MODEL_F] = "f",       [MODEL_T] = "T",         [MODEL_PROCESSORS] = "p",
    [MODEL_U] = "U",       [MODEL_Z] = "Z",         [MODEL_LATENCY] = "L",
    [MODEL_C] = "C",       [MODEL_P] = "P",         [MODEL_X] = "X",
};

const char *cli_model_letter_name(model_letter letter)
{
    return letters[letter];
}

static bool find_letter(model_letter *out, const char *name, size_t length)
{
    for (int k = 0; k < MODEL_LETTERS; k++)
        if (strlen(letters[k]) == length && memcmp(letters[k], name, length) == 0) {
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
                        letters[letter], value);
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

int cli_model_settings_read(model_settings *out, char **arguments, failure *why)
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
