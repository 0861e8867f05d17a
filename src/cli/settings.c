/* Parses options and operands. getopt_long would read the operand -x^2+y as one-letter options. */
#include "cli/settings.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gmp.h>

#include <clmodp/polynomials.h>

#include "cli/formats/import.h"
#include "cli/guess.h"
#include "cli/values.h"
#include "cli/progress.h"

/* An option, whose value becomes a member of the settings, of the type that `read` writes. */
struct option {
    const char *name;
    uint64_t id;
    size_t at; /* the member's offset */
    /* Reads and checks a value; NULL: the option takes none, and sets a bool. */
    int (*read)(void *out, const struct option *option, const char *value, failure *why);
    uint32_t most;            /* for read_count */
    const char *const *names; /* for read_choice */
    const char *expected;     /* for read_text */
};

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

/* Reads decimal digits, saturating; returns the end of the digits, `text` if there are none. */
static const char *read_digits(uint64_t *out, const char *text)
{
    *out = 0;
    for (; isdigit((unsigned char)*text); text++) {
        const uint64_t digit = (uint64_t)(*text - '0');

        *out = *out > (UINT64_MAX - digit) / 10 ? UINT64_MAX : *out * 10 + digit;
    }
    return text;
}

/* Reads a number of bytes such as 1500000, 512M, 2GiB. */
static int read_size(void *out, const struct option *option, const char *value, failure *why)
{
    static const char units[] = "KMGT";
    uint64_t *const bytes = out;
    const char *rest = read_digits(bytes, value);
    const char *unit = *rest == '\0' ? NULL : strchr(units, toupper((unsigned char)*rest));
    const unsigned shift = unit == NULL ? 0 : 10 * (unsigned)(unit - units + 1);

    if (unit != NULL) {
        rest++;
        if (strcmp(rest, "B") == 0 || strcmp(rest, "iB") == 0)
            rest = "";
    }
    if (rest == value || *rest != '\0')
        return cli_fail_usage(why, "--%s %s: expected a number of bytes, such as 512M or 2G",
                              option->name, value);
    if (*bytes == 0 || *bytes == UINT64_MAX || *bytes > UINT64_MAX >> shift)
        return cli_fail_usage(why, "--%s %s: %s", option->name, value,
                              *bytes == 0 ? "at least one byte is needed"
                                          : "the number is too large");
    *bytes <<= shift;
    return EXIT_OK;
}

/* Reads an integer from 1 to option->most. */
static int read_count(void *out, const struct option *option, const char *value, failure *why)
{
    uint64_t number;
    const char *rest = read_digits(&number, value);

    if (rest == value || *rest != '\0' || number < 1 || number > option->most)
        return cli_fail_usage(why, "--%s %s: expected a number from 1 to %" PRIu32, option->name,
                              value, option->most);
    *(uint32_t *)out = (uint32_t)number;
    return EXIT_OK;
}

static int read_modulus(void *out, const struct option *option, const char *value, failure *why)
{
    uint64_t *const modulus = out;
    const char *rest = read_digits(modulus, value);

    (void)option;
    if (rest == value || *rest != '\0' || *modulus < 2)
        return cli_fail_usage(why, "--modulus %s: expected an integer of at least 2", value);
    if (*modulus == UINT64_MAX)
        return cli_fail_usage(why, "--modulus %s: expected an integer below 2^64 - 1; for larger "
                              "ones, compute over the integers and reduce", value);
    return EXIT_OK;
}

static int read_name(void *out, const struct option *option, const char *value, failure *why)
{
    size_t length = 0;

    while (isalnum((unsigned char)value[length]) || value[length] == '_')
        length++;
    if (length == 0 || value[length] != '\0' || isdigit((unsigned char)*value))
        return cli_fail_usage(why, "--%s %s: expected a variable's name (letters, digits and '_', "
                              "not beginning with a digit)", option->name, value);
    if (length >= CLMODP_NAME_SIZE)
        return cli_fail_usage(why, "--%s: a name has at most %d characters", option->name,
                              CLMODP_NAME_SIZE - 1);
    *(const char **)out = value;
    return EXIT_OK;
}

/* Checks a minimal polynomial. */
static int read_minimal(void *out, const struct option *option, const char *value, failure *why)
{
    char name[1][CLMODP_NAME_SIZE];
    size_t count = 0;
    clmodp_text_error error = {0};
    clmodp_zx *m = NULL;
    mpz_t denominator;
    long degree = 0;
    clmodp_status st =
        clmodp_mpoly_text_variables(name, &count, 1, value, CLMODP_STRING, &error);

    (void)option;
    mpz_init(denominator);
    if (st == CLMODP_OK)
        st = clmodp_zx_create(&m);
    if (st == CLMODP_OK)
        st = clmodp_zx_from_text(m, denominator, value, CLMODP_STRING,
                                 count > 0 ? name[0] : NULL, NULL, &error);
    if (st == CLMODP_OK)
        degree = clmodp_zx_degree(m);
    clmodp_zx_destroy(m);
    mpz_clear(denominator);
    *(const char **)out = value;
    if (st == CLMODP_HOST_MEMORY)
        return cli_check_status(why, st, NULL);
    if (st != CLMODP_OK)
        return cli_fail_usage(why, "--minimal-polynomial %s: %s", value, error.message);
    return degree > 0 ? EXIT_OK
                      : cli_fail_usage(why, "--minimal-polynomial %s: expected a polynomial of "
                                       "positive degree in one variable, such as i^2 + 1", value);
}

int cli_sizes_read(double *from, double *to, const char *value, failure *why)
{
    if (!cli_number_range(from, to, value) || *from < 16 || *to < *from || *to > 1 << 30)
        return cli_fail_usage(why, "--n %s: expected two numbers from 16 to 2^30, such as "
                        "2^10..2^14", value);
    return EXIT_OK;
}

static int read_seconds(void *out, const struct option *option, const char *value, failure *why)
{
    double *const seconds = out;
    const char *rest = cli_number_read(seconds, value);

    if (rest == NULL || *rest != '\0' || !(*seconds > 0 && *seconds <= 1e9))
        return cli_fail_usage(why, "--%s %s: expected a number of seconds, such as 0.5",
                              option->name, value);
    return EXIT_OK;
}

static int read_choice(void *out, const struct option *option, const char *value, failure *why)
{
    return cli_value_choice(out, option->name, value, option->names, why);
}

/* Reads any text, but not the empty one if another is expected. */
static int read_text(void *out, const struct option *option, const char *value, failure *why)
{
    if (*value == '\0' && option->expected != NULL)
        return cli_fail_usage(why, "--%s: expected %s", option->name, option->expected);
    *(const char **)out = value;
    return EXIT_OK;
}

/* Returns the end of a run of digits; NULL if there are none. */
static const char *past_digits(const char *text)
{
    const size_t length = strspn(text, "0123456789");

    return length > 0 ? text + length : NULL;
}

/* Reads a decimal number or a fraction of integers and returns its end; NULL if there is no finite
 * one. strtod alone would accept nan and 0x1p3. */
static const char *read_coordinate(double *out, const char *text)
{
    const char *digits = text + (*text == '-' || *text == '+');
    const char *rest = past_digits(digits), *more;

    if (rest == NULL)
        return NULL;
    *out = strtod(text, NULL);
    if (*rest == '/') {
        more = past_digits(rest + 1);
        if (more == NULL)
            return NULL;
        *out /= strtod(rest + 1, NULL);
        return isfinite(*out) ? more : NULL;
    }
    if (*rest == '.')
        rest = past_digits(rest + 1);
    if (rest != NULL && (*rest == 'e' || *rest == 'E'))
        rest = past_digits(rest + 1 + (rest[1] == '-' || rest[1] == '+'));
    return isfinite(*out) ? rest : NULL;
}

/* Reads a window X0:X1,Y0:Y1 of decimals or fractions, which increase; differences must be
 * finite. */
static int read_window(void *out, const struct option *option, const char *value, failure *why)
{
    static const char ends[] = ":,:";
    const char *rest = value;
    double number[4];

    (void)option;
    for (size_t k = 0; k < 4 && rest != NULL; k++) {
        rest = read_coordinate(&number[k], rest);
        if (rest != NULL && *rest != ends[k])
            rest = NULL;
        else if (rest != NULL && k < 3)
            rest++;
    }
    for (size_t k = 0; k < 4 && rest != NULL; k += 2)
        if (!(number[k] < number[k + 1] && isfinite(number[k + 1] - number[k])))
            rest = NULL;
    if (rest == NULL)
        return cli_fail_usage(why, "--window %s: expected X0:X1,Y0:Y1 with X0 < X1 and "
                        "Y0 < Y1, such as -2:2,-3/2:1.5", value);
    *(const char **)out = value;
    return EXIT_OK;
}

/* Reads the size of a picture, WIDTHxHEIGHT in pixels. */
static int read_picture(void *out, const struct option *option, const char *value, failure *why)
{
    uint64_t width, height = 0;
    const char *rest = read_digits(&width, value);

    (void)option;
    if (*rest == 'x')
        rest = read_digits(&height, rest + 1);
    if (*rest != '\0' || width < 100 || width > 10000 || height < 100 || height > 10000)
        return cli_fail_usage(why, "--size %s: expected WIDTHxHEIGHT in pixels, each from 100 to "
                        "10000, such as 800x600", value);
    *(const char **)out = value;
    return EXIT_OK;
}

/* Checks a positive number of seconds, and keeps its text. */
static int read_limit(void *out, const struct option *option, const char *value, failure *why)
{
    double seconds;

    CHECK(read_seconds(&seconds, option, value, why));
    *(const char **)out = value;
    return EXIT_OK;
}

#define TO(member) .at = offsetof(settings, member)

static const struct option options[] = {
    {"algorithm", OPTION_ALGORITHM, TO(algorithm), .read = read_choice, .names = algorithm_names},
    {"batch", OPTION_BATCH, TO(batch), .read = read_text,
     .expected = "the name of a file, or - for standard input"},
    {"chain", OPTION_CHAIN, TO(chain)},
    {"checkpoint", OPTION_CHECKPOINT, TO(checkpoint), .read = read_text,
     .expected = "the name of a folder"},
    {"cofactors", OPTION_COFACTORS, TO(cofactors)},
    {"det", OPTION_DET, TO(matrix)},
    {"device", OPTION_DEVICE, TO(device), .read = read_text,
     .expected = "a device; see clmodp help devices"},
    {"eliminate", OPTION_ELIMINATE, TO(eliminate), .read = read_name},
    {"engine", OPTION_ENGINE, TO(engine), .read = read_choice, .names = engine_names},
    {"format", OPTION_FORMATS, TO(format), .read = read_text}, /* by read_option */
    {"forget", OPTION_FORGET, TO(forget)},
    {"from", OPTION_FROM, TO(system), .read = read_choice, .names = system_names},
    {"help", OPTION_HELP, TO(help)},
    {"interval", OPTION_INTERVAL, TO(interval), .read = read_text},
    {"labels", OPTION_LABELS, TO(labels)},
    {"lease", OPTION_LEASE, TO(lease), .read = read_seconds},
    {"complex", OPTION_COMPLEX, TO(complex_roots)},
    {"components", OPTION_COMPONENTS, TO(components)},
    {"crt", OPTION_CRT, TO(crt), .read = read_choice, .names = crt_names},
    {"machine", OPTION_MACHINE, TO(machine), .read = read_text},
    {"max-result", OPTION_MAX_RESULT, TO(max_result), .read = read_size},
    {"max-memory", OPTION_MEMORY, TO(max_memory), .read = read_size},
    {"minimal-polynomial", OPTION_MINIMAL, TO(minimal), .read = read_minimal},
    {"mode", OPTION_MODE, TO(mode), .read = read_choice, .names = mode_names},
    {"modulus", OPTION_MODULUS, TO(modulus), .read = read_modulus},
    {"n", OPTION_SIZES, TO(sizes), .read = read_text},
    {"output", OPTION_OUTPUT, TO(output), .read = read_text},
    {"precision", OPTION_PRECISION, TO(bits), .read = read_count, .most = (1 << 28) - 13},
    {"parameter", OPTION_PARAMETER, TO(parameter), .read = read_text},
    {"principal", OPTION_PRINCIPAL, TO(principal)},
    {"quiet", OPTION_QUIET, TO(quiet)},
    {"residues", OPTION_RESIDUES, TO(residues), .read = read_choice, .names = residues_names},
    {"runs", OPTION_RUNS, TO(runs), .read = read_count, .most = 1000},
    {"s", OPTION_S, TO(s), .read = read_count, .most = 1 << 30},
    {"seconds", OPTION_SECONDS, TO(seconds), .read = read_limit},
    {"size", OPTION_PICTURE, TO(picture), .read = read_picture},
    {"stats", OPTION_STATS, TO(stats)},
    {"stored", OPTION_STORED, TO(stored)},
    {"stretch", OPTION_STRETCH, TO(stretch)},
    {"subresultant", OPTION_SUBRESULTANT, TO(subresultant), .read = read_count, .most = INT32_MAX},
    {"threads", OPTION_THREADS, TO(threads), .read = read_count, .most = 65536},
    {"title", OPTION_TITLE, TO(title), .read = read_text},
    {"unit-primes", OPTION_UNIT_PRIMES, TO(unit_primes), .read = read_count, .most = INT32_MAX},
    {"unit-seconds", OPTION_UNIT_SECONDS, TO(unit_seconds), .read = read_seconds},
    {"units", OPTION_UNITS, TO(units), .read = read_count, .most = INT32_MAX},
    {"variable", OPTION_VARIABLE, TO(variable), .read = read_name},
    {"verify", OPTION_VERIFY, TO(verify)},
    {"wait", OPTION_WAIT, TO(wait)},
    {"window", OPTION_WINDOW, TO(window), .read = read_window},
};
enum { OPTION_COUNT = sizeof options / sizeof *options };

/* Reports a command's unknown option, and the commands with this option. */
static int refuse_option(const struct option *option, const command *of, failure *why)
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

/* Finds the option with this name of `length` letters. Errors: EXIT_USAGE, with a suggestion */
static int find_option(const struct option **out, const char *name, size_t length,
                       const command *of, failure *why)
{
    const uint64_t allowed = of->options | OPTION_HELP;
    char typed[32] = "";
    guess g = CLI_GUESS(typed);

    if (length < sizeof typed)
        memcpy(typed, name, length);
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        *out = &options[i];
        if (strcmp(typed, options[i].name) == 0)
            return (options[i].id & allowed) != 0 ? EXIT_OK : refuse_option(*out, of, why);
        if ((options[i].id & allowed) == 0)
            continue;
        (void)cli_guess_consider(&g, options[i].name);
        if (strncmp(typed, options[i].name, length) == 0 && g.distance > 1)
            g = (guess){typed, options[i].name, 1}; /* abbreviated */
    }
    if (cli_guess_helps(&g))
        return cli_fail_usage(why, "unknown option --%.*s; did you mean --%s?",
                        (int)length, name, g.word);
    return cli_fail_usage(why,
                    "unknown option --%.*s (an expression that begins with two dashes goes "
                    "after \"--\" or in parentheses)", (int)(length < 64 ? length : 64), name);
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
    const char *name = **argument + 2;
    const size_t length = strcspn(name, "=");
    const struct option *option = NULL;
    const char *value = NULL;
    int code = find_option(&option, name, length, of, why);

    if (code != EXIT_OK)
        return code;
    if (name[length] == '=')
        value = name + length + 1;
    if (value != NULL && option->read == NULL)
        return cli_fail_usage(why, "--%s takes no value", option->name);
    if (value == NULL && option->read != NULL) {
        value = (*argument)[1];
        if (value == NULL)
            return cli_fail_usage(why, "--%s needs a value", option->name);
        ++*argument;
    }
    if (option->id == OPTION_FORMATS)
        return cli_format_read(&s->format, value, formats_of(of->options), why);
    if (option->read != NULL)
        return option->read((char *)s + option->at, option, value, why);
    *((bool *)s + option->at) = true;
    return EXIT_OK;
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
