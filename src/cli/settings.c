/* Parses options and operands. getopt_long would read the operand -x^2+y as one-letter options. */
#include "cli/settings.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/import.h"
#include "cli/option.h"
#include "cli/progress.h"
#include "cli/values.h"

static const char *const algorithm_names[] = {
    [CLMODP_FPX_AUTO] = "auto",
    [CLMODP_FPX_HOST] = "host",
    [CLMODP_FPX_SCHOOLBOOK] = "schoolbook",
    [CLMODP_FPX_FAST] = "fast",
    NULL,
};
static const char *const engine_names[] = {
    [CLMODP_ENGINE_AUTO] = "auto",
    [CLMODP_ENGINE_EUCLID] = "euclid",
    [CLMODP_ENGINE_SCHUR] = "schur",
    [CLMODP_ENGINE_HOST] = "host",
    NULL,
};
static const char *const crt_names[] = {
    [CLMODP_CRT_AUTO] = "auto",
    [CLMODP_CRT_TREE] = "tree",
    [CLMODP_CRT_MIXED_RADIX] = "mixed-radix",
    [CLMODP_CRT_POSITIONAL] = "positional",
    [CLMODP_CRT_CONVOLUTION] = "convolution",
    NULL,
};
static const char *const mode_names[] = {
    [CLMODP_MODE_CERTIFIED] = "certified",
    [CLMODP_MODE_PROBABLE] = "probable",
    NULL,
};
static const char *const residues_names[] = {
    [CLMODP_RESIDUES_AUTO] = "auto",
    [CLMODP_RESIDUES_MONTGOMERY31] = "montgomery31",
    [CLMODP_RESIDUES_FLOAT24] = "float24",
    [CLMODP_RESIDUES_DOUBLE31] = "double31",
    [CLMODP_RESIDUES_DOUBLE50] = "double50",
    NULL,
};

static const char *const system_names[] = {
    [FOREIGN_AUTO] = "auto",
    [FOREIGN_EXPR] = "expr",
    [FOREIGN_MAPLE] = "maple",
    [FOREIGN_SINGULAR] = "singular",
    [FOREIGN_MSOLVE] = "msolve",
    NULL,
};

const char *cli_engine_name(unsigned engine)
{
    return engine_names[engine];
}

const char *cli_residues_name(unsigned residues)
{
    return residues_names[residues];
}

const char *cli_algorithm_name(unsigned algorithm)
{
    return algorithm_names[algorithm];
}

#define TO(member) .at = offsetof(settings, member)

static const cli_option options[] = {
    {"algorithm", OPTION_ALGORITHM, TO(algorithm), .read = cli_read_choice,
     .names = algorithm_names},
    {"batch", OPTION_BATCH, TO(batch), .read = cli_read_text,
     .expected = "the name of a file, or - for standard input"},
    {"chain", OPTION_CHAIN, TO(chain)},
    {"checkpoint", OPTION_CHECKPOINT, TO(checkpoint), .read = cli_read_text,
     .expected = "the name of a folder"},
    {"cofactors", OPTION_COFACTORS, TO(cofactors)},
    {"det", OPTION_DET, TO(matrix)},
    {"device", OPTION_DEVICE, TO(device), .read = cli_read_text,
     .expected = "a device; see clmodp help devices"},
    {"eliminate", OPTION_ELIMINATE, TO(eliminate), .read = cli_read_name},
    {"engine", OPTION_ENGINE, TO(engine), .read = cli_read_choice, .names = engine_names},
    {"format", OPTION_FORMATS, TO(format), .read = cli_read_text}, /* by read_option */
    {"forget", OPTION_FORGET, TO(forget)},
    {"from", OPTION_FROM, TO(system), .read = cli_read_choice, .names = system_names},
    {"help", OPTION_HELP, TO(help)},
    {"interval", OPTION_INTERVAL, TO(interval), .read = cli_read_text},
    {"labels", OPTION_LABELS, TO(labels)},
    {"lease", OPTION_LEASE, TO(lease), .read = cli_read_seconds},
    {"complex", OPTION_COMPLEX, TO(complex_roots)},
    {"components", OPTION_COMPONENTS, TO(components)},
    {"crt", OPTION_CRT, TO(crt), .read = cli_read_choice, .names = crt_names},
    {"machine", OPTION_MACHINE, TO(machine), .read = cli_read_text},
    {"max-result", OPTION_MAX_RESULT, TO(max_result), .read = cli_read_size},
    {"max-memory", OPTION_MEMORY, TO(max_memory), .read = cli_read_size},
    {"minimal-polynomial", OPTION_MINIMAL, TO(minimal), .read = cli_read_minimal},
    {"mode", OPTION_MODE, TO(mode), .read = cli_read_choice, .names = mode_names},
    {"modulus", OPTION_MODULUS, TO(modulus), .read = cli_read_modulus},
    {"n", OPTION_SIZES, TO(sizes), .read = cli_read_text},
    {"output", OPTION_OUTPUT, TO(output), .read = cli_read_text},
    {"precision", OPTION_PRECISION, TO(bits), .read = cli_read_count, .most = (1 << 28) - 13},
    {"parameter", OPTION_PARAMETER, TO(parameter), .read = cli_read_text},
    {"principal", OPTION_PRINCIPAL, TO(principal)},
    {"quiet", OPTION_QUIET, TO(quiet)},
    {"residues", OPTION_RESIDUES, TO(residues), .read = cli_read_choice, .names = residues_names},
    {"runs", OPTION_RUNS, TO(runs), .read = cli_read_count, .most = 1000},
    {"s", OPTION_S, TO(s), .read = cli_read_count, .most = 1 << 30},
    {"seconds", OPTION_SECONDS, TO(seconds), .read = cli_read_limit},
    {"size", OPTION_PICTURE, TO(picture), .read = cli_read_picture},
    {"stats", OPTION_STATS, TO(stats)},
    {"stored", OPTION_STORED, TO(stored)},
    {"stretch", OPTION_STRETCH, TO(stretch)},
    {"subresultant", OPTION_SUBRESULTANT, TO(subresultant), .read = cli_read_count,
     .most = INT32_MAX},
    {"threads", OPTION_THREADS, TO(threads), .read = cli_read_count, .most = 65536},
    {"title", OPTION_TITLE, TO(title), .read = cli_read_text},
    {"unit-primes", OPTION_UNIT_PRIMES, TO(unit_primes), .read = cli_read_count,
     .most = INT32_MAX},
    {"unit-seconds", OPTION_UNIT_SECONDS, TO(unit_seconds), .read = cli_read_seconds},
    {"units", OPTION_UNITS, TO(units), .read = cli_read_count, .most = INT32_MAX},
    {"variable", OPTION_VARIABLE, TO(variable), .read = cli_read_name},
    {"verify", OPTION_VERIFY, TO(verify)},
    {"wait", OPTION_WAIT, TO(wait)},
    {"window", OPTION_WINDOW, TO(window), .read = cli_read_window, .most = 3},
};
enum { OPTION_COUNT = sizeof options / sizeof *options };

/* Reports a command's unknown option, and the commands with this option. */
static int refuse_option(const cli_option *option, const command *of, failure *why)
{
    char owners[512] = "";
    size_t length = 0;

    for (size_t i = 0; cli_commands[i] != NULL && length < sizeof owners; i++)
        if ((cli_commands[i]->options & option->id) != 0)
            length += (size_t)snprintf(owners + length, sizeof owners - length, "%s%s",
                                       length > 0 ? ", " : "", cli_commands[i]->name);
    return cli_fail_usage(why, "%s has no option --%s; these commands have it: %s", of->name,
                    option->name, owners);
}

/* Returns the formats of a command's output: charts, figures, lists or results. */
static unsigned formats_of(uint64_t allowed)
{
    if ((allowed & OPTION_CHART) != 0)
        return FORMAT_CHARTS;
    if ((allowed & OPTION_FIGURES) != 0)
        return FORMAT_SET(FORMAT_TEXT) | FORMAT_SET(FORMAT_JSON) | FORMAT_SET(FORMAT_MACHINE);
    if ((allowed & OPTION_LAYOUT) != 0)
        return FORMAT_SET(FORMAT_TEXT) | FORMAT_SET(FORMAT_JSON);
    return FORMAT_RESULTS;
}

static int read_option(settings *s, char ***argument, const command *of, failure *why)
{
    const uint64_t allowed = of->options | OPTION_HELP;
    const cli_option *option = NULL;
    const char *value = NULL;

    CHECK(cli_option_find(&option, options, OPTION_COUNT, allowed, **argument + 2,
                          " (an expression that begins with two dashes goes after \"--\" or in "
                          "parentheses)", why));
    if ((option->id & allowed) == 0)
        return refuse_option(option, of, why);
    CHECK(cli_option_value(&value, option, argument, why));
    return option->id == OPTION_FORMATS
               ? cli_format_read(&s->format, value, formats_of(of->options), why)
               : cli_option_store(s, option, value, why);
}

int cli_settings_read(settings *out, char **arguments, const command *of, failure *why)
{
    const char *engine = getenv("CLMODP_ENGINE");
    const bool texts = (of->options & (OPTION_FORMATS & ~OPTION_FORMAT)) != 0;
    bool only_operands = false;

    *out = (settings){.operands = arguments, .format = texts ? FORMAT_TEXT : FORMAT_EXPR};
    if (engine != NULL && *engine != '\0' &&
        cli_value_choice(&out->engine, "engine (from CLMODP_ENGINE)", engine, engine_names,
                         why) != EXIT_OK)
        return EXIT_USAGE;
    for (char **argument = arguments; *argument != NULL; argument++) {
        const char *text = *argument;

        if (!only_operands && strcmp(text, "--") == 0)
            only_operands = true;
        else if (!only_operands && text[0] == '-' && text[1] == '-' &&
                 isalpha((unsigned char)text[2])) {
            int code = read_option(out, &argument, of, why);

            if (code != EXIT_OK)
                return code;
        } else
            out->operands[out->operand_count++] = *argument;
    }
    if (out->quiet)
        cli_set_quiet();
    /* A lone -h can hardly mean a polynomial. */
    if (!only_operands && out->operand_count == 1 && strcmp(out->operands[0], "-h") == 0)
        out->help = true;
    return EXIT_OK;
}

int cli_fail_operands(const settings *s, const char *expected, failure *why)
{
    return cli_fail_usage(why, "expected %s, got %zu argument%s", expected, s->operand_count,
                          CLI_S(s->operand_count));
}

int cli_settings_check_prime(const settings *s, failure *why)
{
    if (s->modulus == 0 || (s->modulus >> 62 == 0 && cli_is_prime(s->modulus)))
        return EXIT_OK;
    return cli_fail_usage(why, "--modulus %" PRIu64 ": expected a prime below 2^62", s->modulus);
}

int cli_settings_check_residues(const settings *s, failure *why)
{
    if (s->engine != CLMODP_ENGINE_SCHUR && s->residues != CLMODP_RESIDUES_AUTO)
        return cli_fail_usage(why, "--residues requires --engine schur");
    return EXIT_OK;
}

int cli_settings_check_engine(const settings *s, failure *why)
{
    CHECK(cli_settings_check_residues(s, why));
    if (s->engine == CLMODP_ENGINE_SCHUR && s->mode == CLMODP_MODE_PROBABLE)
        return cli_fail_usage(why, "engine schur proves its results: omit --mode probable");
    if (s->engine == CLMODP_ENGINE_SCHUR && s->crt != CLMODP_CRT_AUTO)
        return cli_fail_usage(why, "engine schur has its own CRT reconstruction: omit --crt");
    if (s->engine == CLMODP_ENGINE_HOST && s->crt != CLMODP_CRT_AUTO && s->crt != CLMODP_CRT_TREE)
        return cli_fail_usage(why, "engine host reconstructs on the host: only --crt tree is "
                                   "supported");
    if (s->engine == CLMODP_ENGINE_SCHUR && (s->subresultant != 0 || s->chain))
        return cli_fail_usage(why, "engine schur does not support subresultants");
    if (s->engine == CLMODP_ENGINE_SCHUR && s->matrix)
        return cli_fail_usage(why, "engine schur does not support determinants");
    return EXIT_OK;
}

void cli_settings_options(clmodp_resultant_options *out, const settings *s)
{
    clmodp_resultant_options_init(out);
    out->mode = (clmodp_mode)s->mode;
    out->crt = (clmodp_crt_method)s->crt;
    out->engine = (clmodp_engine)s->engine;
    out->residues = (clmodp_residues)s->residues;
    out->max_result = s->max_result;
}

bool cli_fleet_wanted(const settings *s)
{
    const char *text = s->device;

    return text != NULL && (strcmp(text, "all") == 0 ||
                            (strchr(text, ',') != NULL && strspn(text, "0123456789.,") ==
                                                              strlen(text)));
}
