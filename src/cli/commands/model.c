/* clmodp model: predictions of many-core machine models for algorithms. */
#include <math.h>
#include <string.h>

#include <clmodp/tuning.h>

#include "cli/commands/model.h"
#include "cli/formats/machine.h"
#include "cli/option.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "cli/values.h"

/* ---- arguments, and machine files ---- */

#define MOST_SWEPT 64 /* values: doublings within the sizes of a double */

static bool find_letter(model_letter *out, const char *name, size_t length)
{
    *out = (model_letter)cli_model_name(cli_model_letters, MODEL_LETTERS, name, length);
    return *out < MODEL_LETTERS;
}

static int set_letter(model_settings *s, model_letter letter, const char *value, failure *why)
{
    double number;
    const char *end = cli_number_read(&number, value);

    if (end == NULL || *end != '\0')
        return cli_fail(why, EXIT_USAGE, "--%s %s: expected a number, such as 4096 or 2^12",
                        cli_model_letters[letter], value);
    s->value[letter] = number;
    s->given[letter] = true;
    return EXIT_OK;
}

/* Reads the value of the parameter with the number option->most. */
static int read_letter(void *out, const cli_option *option, const char *value, failure *why)
{
    model_settings *const s = out;

    s->typed[option->most] = true;
    return set_letter(s, (model_letter)option->most, value, why);
}

/* Reads NAME=A..B. */
static int read_sweep(void *out, const cli_option *option, const char *value, failure *why)
{
    model_settings *const s = out;
    const char *equals = strchr(value, '=');

    (void)option;
    if (equals == NULL || !find_letter(&s->swept, value, (size_t)(equals - value)) ||
        !cli_number_range(&s->from, &s->to, equals + 1) || s->from < 1 || s->to < s->from ||
        s->to / s->from > exp2(MOST_SWEPT))
        return cli_fail(why, EXIT_USAGE, "--sweep %s: expected a parameter and two numbers from 1 "
                        "on, with a ratio of at most 2^%d, such as s=1..512", value, MOST_SWEPT);
    s->sweeps = true;
    return EXIT_OK;
}

/* Takes a line of a machine file. Parameters from the command line have priority. */
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

static int read_variant(void *out, const cli_option *option, const char *value, failure *why)
{
    bool *const naive = out;

    (void)option;
    *naive = strcmp(value, "naive") == 0;
    if (!*naive && strcmp(value, "optimized") != 0)
        return cli_fail(why, EXIT_USAGE, "--variant %s: expected naive or optimized", value);
    return EXIT_OK;
}

static int read_format(void *out, const cli_option *option, const char *value, failure *why)
{
    (void)option;
    return cli_format_read(out, value, FORMAT_CHARTS, why);
}

static int read_device(void *out, const cli_option *option, const char *value, failure *why)
{
    model_settings *const s = out;

    (void)option;
    (void)why;
    s->device = true;
    s->device_name = value;
    return EXIT_OK;
}

#define TO(member) .id = 1, .at = offsetof(model_settings, member)

/* The options that are no parameters of models. */
static const cli_option options[] = {
    {"corrected", TO(corrected)},
    {"device", .id = 1, .read = read_device, .optional = true},
    {"format", TO(format), .read = read_format},
    {"help", TO(help)},
    {"machine", TO(machine), .read = cli_read_text},
    {"quiet", TO(quiet)},
    {"sweep", .id = 1, .read = read_sweep},
    {"variant", TO(naive), .read = read_variant},
};

static int read_model_option(model_settings *s, char ***argument, failure *why)
{
    const char *name = **argument + 2, *value;
    cli_option parameter = {.read = read_letter};
    const cli_option *option = &parameter;
    model_letter letter;

    if (find_letter(&letter, name, strcspn(name, "="))) {
        parameter.name = cli_model_letters[letter];
        parameter.most = letter;
    } else {
        CHECK(cli_option_find(&option, options, sizeof options / sizeof *options, 1, name, "",
                              why));
    }
    CHECK(cli_option_value(&value, option, argument, why));
    return cli_option_store(s, option, value, why);
}

/* Reads the NULL-terminated arguments. Errors: EXIT_USAGE */
static int read_model_settings(model_settings *out, char **arguments, failure *why)
{
    int code = EXIT_OK;

    *out = (model_settings){.format = FORMAT_TEXT};
    for (char **argument = arguments; *argument != NULL && code == EXIT_OK; argument++) {
        if (strncmp(*argument, "--", 2) == 0)
            code = read_model_option(out, &argument, why);
        else if (out->model == NULL)
            out->model = *argument;
        else if (out->algorithm == NULL)
            out->algorithm = *argument;
        else
            code = cli_fail(why, EXIT_USAGE, "expected one model and one algorithm; unexpected "
                            "argument '%.64s'%s", *argument, out->device
                                ? ": a device follows '=', as in --device=gpu" : "");
    }
    if (out->quiet)
        cli_set_quiet();
    if (code == EXIT_OK && out->machine != NULL)
        code = cli_machine_lines(out->machine, take_machine_line, out, why);
    return code;
}

/* ---- machine parameters of a calibrated device ---- */

/* Sets the missing machine parameters. */
static void take_letters(model_settings *s, const clmodp_calibration *known)
{
    const clmodp_mmm_machine mmm = clmodp_calibration_mmm(known);
    const clmodp_tmm_machine tmm = clmodp_calibration_tmm(known);
    const double values[MODEL_LETTERS] = {
        [MODEL_U] = mmm.U, [MODEL_Z] = mmm.Z, [MODEL_LATENCY] = tmm.L,
        [MODEL_C] = tmm.C, [MODEL_P] = tmm.P, [MODEL_X] = tmm.X,
    };

    for (int k = MODEL_MACHINE; k < MODEL_LETTERS; k++)
        if (!s->given[k]) {
            s->value[k] = values[k];
            s->given[k] = true;
        }
}

/* Takes machine parameters from a calibration. Errors: EXIT_NO_DEVICE, EXIT_FAILED (there is
 * none) */
static int load_machine(model_settings *s, failure *why)
{
    const settings wanted = {.device = s->device_name, .engine = CLMODP_ENGINE_EUCLID};
    session device = {0};
    clmodp_calibration known;
    clmodp_status st;
    int code;

    CHECK_DONE(cli_session_open(&device, &wanted, why));
    clmodp_calibration_init(&known);
    st = clmodp_calibration_get(device.context, &known);
    if (st != CLMODP_OK)
        code = cli_check_status(why, st, clmodp_context_message(device.context));
    else if (known.seconds == 0)
        code = cli_fail(why, EXIT_FAILED, "%s has not been measured with this driver and version "
                        "yet: run clmodp calibrate", clmodp_context_device(device.context)->name);
    else
        take_letters(s, &known);
done:
    cli_session_close(&device);
    return code;
}

/* ---- the command ---- */

static int run_model(char **arguments, failure *why)
{
    model_settings s;
    int code = read_model_settings(&s, arguments, why);

    if (code == EXIT_OK && s.help)
        return cli_print_help("model", why);
    if (code == EXIT_OK && (s.model == NULL || s.algorithm == NULL))
        code = cli_fail_usage(why, "expected a model and an algorithm, for instance: clmodp model "
                                   "mmm division");
    if (code == EXIT_OK && s.format == FORMAT_SVG && !s.sweeps)
        code = cli_fail_usage(why, "--format svg draws a sweep; see --sweep");
    if (code == EXIT_OK)
        code = cli_model_find(&s, why);
    if (code == EXIT_OK && s.device)
        code = load_machine(&s, why);
    if (code == EXIT_OK)
        code = cli_model_print(&s, why);
    why->usage = code == EXIT_USAGE; /* also for files and for values refused by the models */
    return code;
}

const command cli_command_model = {
    .name = "model",
    .summary = "print the predictions of machine models for an algorithm",
    .help = {"Usage: clmodp model mmm|tmm|brent ALGORITHM --LETTER VALUE... [OPTION...]\n"
            "\n"
            "Print the quantities that a model of many-core machines predicts for an algorithm,\n"
            "and a bound or estimate of the time. Parameters have the letters of the papers:\n"
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
            "         --X threads per core, --Z words of fast memory, --T threads in use\n",
            "  brent  Brent's theorem on --p processors: scan, scan-runs (--f elements a run),\n"
            "         scan-doubling, each of --n elements, a power of two\n"
            "\n"
            "Values are numbers such as 4096, 1e6 or 2^20.\n"
            "\n"
            "Options:\n"
            "  --variant V        optimized (the default) or naive; for mmm only\n"
            "  --corrected        use corrected formulas where the formulas of the papers do not\n"
            "                     follow from the algorithms\n"
            "  --machine FILE     parameters of a machine, a letter and its value on each line\n"
            "                     (see clmodp calibrate --format machine). Options override them\n"
            "  --device[=SPEC]    take all other parameters of the machine from the measurements\n"
            "                     of clmodp calibrate on this device; see clmodp help devices\n"
            "  --sweep NAME=A..B  a row for each of A, 2A, 4A ... up to B\n"
            "  --format FORMAT    text (the default), json (an object per row), csv, or svg (a\n"
            "                     sweep, drawn by gnuplot)\n"
            "  --quiet            nothing on stderr but errors\n"
            "  --help             this text\n"
            "\n",
            "Example: clmodp model mmm gcd --n 1e4 --m 1e4 --l 256 --U 100 --sweep s=1..512\n"
            "\n"
            "Exit status: 0 done; 1 if output fails or the device was never calibrated; 2 for\n"
            "wrong arguments; 3 if --device finds no device.\n"},
    .run_arguments = run_model,
};
