/* clmodp model: predictions of many-core machine models for algorithms. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/models.h>
#include <clmodp/tuning.h>

#include "cli/formats/machine.h"
#include "cli/formats/output.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/text.h"
#include "cli/values.h"
#include "cli/progress.h"

/* Parameters of problems first, then parameters of machines. */
typedef enum model_letter {
    MODEL_N,
    MODEL_M,
    MODEL_K,
    MODEL_BITS,
    MODEL_S,
    MODEL_THREADS, /* l */
    MODEL_F,
    MODEL_T,
    MODEL_PROCESSORS, /* p */
    MODEL_MACHINE,    /* the first parameter of machines */
    MODEL_U = MODEL_MACHINE,
    MODEL_Z,
    MODEL_LATENCY, /* L */
    MODEL_C,
    MODEL_P,
    MODEL_X,
    MODEL_LETTERS
} model_letter;

typedef struct model_settings {
    const char *model, *algorithm; /* NULL: not given */
    int number;                    /* index of the model, once it is found */
    double value[MODEL_LETTERS];
    bool given[MODEL_LETTERS];
    bool typed[MODEL_LETTERS]; /* given as an option, not by a machine file or a device */
    bool naive, corrected, help;
    bool device;             /* missing machine parameters are a device's */
    const char *device_name; /* NULL: the default */
    bool sweeps;         /* a parameter takes the values from, 2 from, 4 from ... up to `to` */
    model_letter swept;
    double from, to;
    output_format format;
} model_settings;

enum {
    MODEL_MOST_VALUES = 16,
    MODEL_MOST_NOTES = CLMODP_TMM_MOST_CHANGES + 1, /* the changes, and a remark on ranges */
    MODEL_NOTE_SIZE = 96
};

typedef struct model_value {
    const char *name;
    const char *meaning; /* explanation for people */
    long double value;   /* with all digits of 64-bit integers; NAN: none */
    const char *word;    /* replaces the value; NULL: none */
} model_value;

typedef struct model_row {
    model_value value[MODEL_MOST_VALUES];
    size_t count;
    char note[MODEL_MOST_NOTES][MODEL_NOTE_SIZE]; /* lines for people */
    size_t notes;
    bool refused;   /* the machine has no room for this swept parameter: all values are NAN */
    char why[512];
} model_row;

static const char *const letters[MODEL_LETTERS] = {
    [MODEL_N] = "n",       [MODEL_M] = "m",         [MODEL_K] = "k",
    [MODEL_BITS] = "bits", [MODEL_S] = "s",         [MODEL_THREADS] = "l",
    [MODEL_F] = "f",       [MODEL_T] = "T",         [MODEL_PROCESSORS] = "p",
    [MODEL_U] = "U",       [MODEL_Z] = "Z",         [MODEL_LATENCY] = "L",
    [MODEL_C] = "C",       [MODEL_P] = "P",         [MODEL_X] = "X",
};

/* ---- arguments, and machine files ---- */

#define MOST_SWEPT 64 /* values: doublings within the sizes of a double */

/* Returns the index of the `length` letters of `name` in the names; `count` if there is none. */
static int find_name(const char *const *names, int count, const char *name, size_t length)
{
    int k = 0;

    while (k < count && (strlen(names[k]) != length || memcmp(names[k], name, length) != 0))
        k++;
    return k;
}

static bool find_letter(model_letter *out, const char *name, size_t length)
{
    *out = (model_letter)find_name(letters, MODEL_LETTERS, name, length);
    return *out < MODEL_LETTERS;
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

/* Reads NAME=A..B. */
static int set_sweep(model_settings *s, const char *value, failure *why)
{
    const char *equals = strchr(value, '=');

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

static int set_variant(model_settings *s, const char *value, failure *why)
{
    s->naive = strcmp(value, "naive") == 0;
    if (!s->naive && strcmp(value, "optimized") != 0)
        return cli_fail(why, EXIT_USAGE, "--variant %s: expected naive or optimized", value);
    return EXIT_OK;
}

/* Other options with a value than parameters of the model. */
static const char *const words[] = {"format", "machine", "sweep", "variant"};
enum { WORD_FORMAT, WORD_MACHINE, WORD_SWEEP, WORD_VARIANT, WORDS };

static int refuse_model_option(const char *name, size_t length, failure *why)
{
    char typed[32] = "";
    guess g = CLI_GUESS(typed);

    if (length < sizeof typed)
        memcpy(typed, name, length);
    for (int k = 0; k < WORDS; k++)
        (void)cli_guess_consider(&g, words[k]);
    if (cli_guess_helps(&g))
        return cli_fail(why, EXIT_USAGE, "unknown option --%.*s; did you mean --%s?",
                        (int)(length < 64 ? length : 64), name, g.word);
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

static int read_model_option(model_settings *s, const char **machine, char ***argument,
                             failure *why)
{
    const char *name = **argument + 2, *value;
    const size_t length = strcspn(name, "=");
    const int word = find_name(words, WORDS, name, length);
    model_letter letter = MODEL_N;

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

/* Reads the NULL-terminated arguments. Errors: EXIT_USAGE */
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
            code = cli_fail(why, EXIT_USAGE, "expected one model and one algorithm; unexpected "
                            "argument '%.64s'", *argument);
    }
    if (code == EXIT_OK && machine != NULL)
        code = cli_machine_lines(machine, take_machine_line, out, why);
    return code;
}

/* ---- rows, from the models of the library ---- */

/* Adds a value, which is NAN if the model refused. */
static void put_value(model_row *row, const char *name, long double value, const char *meaning)
{
    row->value[row->count++] = (model_value){.name = name, .meaning = meaning,
                                             .value = row->refused ? NAN : value};
}

static clmodp_mmm_forms forms_of(const model_settings *s)
{
    return s->corrected ? CLMODP_MMM_CORRECTED : CLMODP_MMM_PRINTED;
}

/* Checks that a necessary parameter is given. Errors: EXIT_USAGE */
static int need_letter(const model_settings *s, bool needed, model_letter letter,
                       const char *what, failure *why)
{
    if (!needed || s->given[letter])
        return EXIT_OK;
    return cli_fail(why, EXIT_USAGE, "--%s is needed: %s", letters[letter], what);
}

static const struct {
    const char *name;
    clmodp_mmm_algorithm algorithm;
    bool has_m, has_bits;
    bool has_l; /* also in its optimised form */
} mmm_algorithms[] = {
    {"division", CLMODP_MMM_DIVISION, true, false, false},
    {"multiplication", CLMODP_MMM_MULTIPLICATION, true, false, true},
    {"gcd", CLMODP_MMM_GCD, true, false, false},
    {"radix-sort", CLMODP_MMM_RADIX_SORT, false, true, true},
};
enum { MMM_ALGORITHMS = sizeof mmm_algorithms / sizeof *mmm_algorithms };

static void put_measures(model_row *row, const clmodp_mmm_measures *m)
{
    put_value(row, "work", m->work, "W: local operations of all threads");
    put_value(row, "span", m->span, "S: local operations of the longest path");
    put_value(row, "overhead", m->overhead, "O: time to move words, of all blocks");
    put_value(row, "N", m->N, "thread-blocks");
    put_value(row, "L", m->L, "thread-blocks of the longest path");
    put_value(row, "K", m->K, "thread-blocks that can run at the same time");
    put_value(row, "C", m->C, "the most that one block takes");
    put_value(row, "bound", clmodp_mmm_corollary(m),
              "(N / K + L) C, Corollary 1's bound of the time");
}

/* Adds ratios to the naive algorithm, if the model can predict it. */
static void put_ratios(model_row *row, const clmodp_mmm_question *q, const clmodp_mmm_measures *m)
{
    clmodp_mmm_question naive = *q;
    clmodp_mmm_measures first;
    bool both;

    naive.naive = 1;
    both = clmodp_mmm_predict(&first, &naive, NULL, 0) == CLMODP_OK;
    put_value(row, "naive_work", both ? first.work / m->work : NAN,
              "W of the naive algorithm over W");
    put_value(row, "naive_overhead", both ? first.overhead / m->overhead : NAN, "its O over O");
    put_value(row, "naive_bound",
              both ? clmodp_mmm_corollary(&first) / clmodp_mmm_corollary(m) : NAN,
              "R: its bound over the bound");
}

static int ask_mmm(model_row *row, const model_settings *s, failure *why)
{
    clmodp_mmm_question q = {.forms = forms_of(s), .naive = s->naive, .n = s->value[MODEL_N],
                             .m = s->value[MODEL_M], .s = s->value[MODEL_S],
                             .l = s->value[MODEL_THREADS], .bits = s->value[MODEL_BITS],
                             .machine = {s->value[MODEL_U], s->value[MODEL_Z]}};
    clmodp_mmm_measures m = {0};
    int k = 0;

    while (k < MMM_ALGORITHMS && strcmp(s->algorithm, mmm_algorithms[k].name) != 0)
        k++;
    if (k == MMM_ALGORITHMS)
        return cli_fail(why, EXIT_USAGE, "mmm has no algorithm '%.64s'; expected division, "
                        "multiplication, gcd or radix-sort", s->algorithm);
    q.algorithm = mmm_algorithms[k].algorithm;
    CHECK(need_letter(s, true, MODEL_N, "terms, or keys", why));
    CHECK(need_letter(s, mmm_algorithms[k].has_m, MODEL_M, "terms of the second polynomial", why));
    CHECK(need_letter(s, mmm_algorithms[k].has_bits, MODEL_BITS, "of a key", why));
    CHECK(need_letter(s, !s->naive, MODEL_S, "the program parameter", why));
    CHECK(need_letter(s, s->naive || mmm_algorithms[k].has_l, MODEL_THREADS,
                      "threads of a block", why));
    CHECK(need_letter(s, true, MODEL_U, "the time to move a word, in local operations", why));
    row->refused = clmodp_mmm_predict(&m, &q, row->why, sizeof row->why) != CLMODP_OK;
    put_measures(row, &m);
    if (!s->naive)
        put_ratios(row, &q, &m);
    return EXIT_OK;
}

static void note_changes(model_row *row, const clmodp_tmm_question *q)
{
    clmodp_tmm_change changes[CLMODP_TMM_MOST_CHANGES];
    size_t count = 0;

    if (clmodp_tmm_changes(changes, &count, q, exp2(60), NULL, 0) != CLMODP_OK)
        return;
    for (size_t k = 0; k < count; k++)
        (void)snprintf(row->note[row->notes++], MODEL_NOTE_SIZE, "from n = %.4g on: %s",
                       changes[k].n, clmodp_tmm_term_name(changes[k].after));
}

static void put_time(model_row *row, const clmodp_tmm_time *t)
{
    put_value(row, "T1", t->amounts.T1, "work: all operations");
    put_value(row, "T_inf", t->amounts.T_inf, "span: operations of the longest path");
    put_value(row, "M", t->amounts.M, "accesses to slow memory");
    put_value(row, "threads", t->T, "T: threads a core");
    put_value(row, "work", t->work, "T1 / P");
    put_value(row, "memory", t->memory, "M L / (T P)");
    put_value(row, "time", t->time, "the largest of work, T_inf and memory");
    row->value[row->count++] =
        (model_value){.name = "term", .meaning = "the largest of the three", .value = NAN,
                      .word = !row->refused ? clmodp_tmm_term_name(t->term) : NULL};
}

static int ask_tmm(model_row *row, const model_settings *s, failure *why)
{
    clmodp_tmm_question q = {.forms = forms_of(s), .n = s->value[MODEL_N],
                             .m = s->value[MODEL_M], .k = s->value[MODEL_K],
                             .T = s->value[MODEL_T],
                             .machine = {s->value[MODEL_LATENCY], s->value[MODEL_C],
                                         s->value[MODEL_P], s->value[MODEL_X],
                                         s->value[MODEL_Z]}};
    const char *const machine[] = {"words of fast memory", "time of an access, in operations",
                                   "words of an access", "cores", "threads a core, at most"};
    clmodp_tmm_time time = {.T = 0};
    int k = 0;
    char names[256] = "";
    size_t length = 0;

    while (k < CLMODP_TMM_ALGORITHMS &&
           strcmp(s->algorithm, clmodp_tmm_name((clmodp_tmm_algorithm)k)) != 0)
        k++;
    for (int i = 0; i < CLMODP_TMM_ALGORITHMS && length < sizeof names; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                   i > 0 ? ", " : "", clmodp_tmm_name((clmodp_tmm_algorithm)i));
    if (k == CLMODP_TMM_ALGORITHMS)
        return cli_fail(why, EXIT_USAGE, "tmm has no algorithm '%.64s'; it has %s", s->algorithm,
                        names);
    q.algorithm = (clmodp_tmm_algorithm)k;
    CHECK(need_letter(s, true, MODEL_N, "the size of the problem", why));
    for (int i = 0; i < 5; i++)
        CHECK(need_letter(s, true, (model_letter)(MODEL_Z + i), machine[i], why));
    row->refused = clmodp_tmm_predict(&time, &q, row->why, sizeof row->why) != CLMODP_OK;
    put_time(row, &time);
    if (!row->refused)
        note_changes(row, &q);
    if (!clmodp_tmm_refined(q.algorithm))
        (void)snprintf(row->note[row->notes++], MODEL_NOTE_SIZE,
                       "the paper covers large n only; one thread per element is our addition");
    return EXIT_OK;
}

/* Reads a parameter as an integer below 2^63. */
static int read_whole_number(uint64_t *out, const model_settings *s, model_letter letter,
                             failure *why)
{
    const double value = s->value[letter];

    if (value != floor(value) || value >= exp2(63))
        return cli_fail(why, EXIT_USAGE, "--%s %g: expected a whole number below 2^63",
                        letters[letter], value);
    *out = (uint64_t)value;
    return EXIT_OK;
}

static int ask_brent(model_row *row, const model_settings *s, failure *why)
{
    static const char *const names[] = {"scan", "scan-runs", "scan-doubling"};
    clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS];
    clmodp_brent_time time = {0};
    uint64_t n = 0, f = 0, p = 0;
    size_t count;
    const int scan = find_name(names, 3, s->algorithm, strlen(s->algorithm));

    if (scan == 3)
        return cli_fail(why, EXIT_USAGE, "brent has no algorithm '%.64s'; expected scan, "
                        "scan-runs or scan-doubling", s->algorithm);
    CHECK(need_letter(s, true, MODEL_N, "elements", why));
    CHECK(need_letter(s, true, MODEL_PROCESSORS, "processors", why));
    CHECK(need_letter(s, scan == CLMODP_BRENT_RUNS, MODEL_F, "elements of a run", why));
    CHECK(read_whole_number(&n, s, MODEL_N, why));
    CHECK(read_whole_number(&f, s, MODEL_F, why));
    CHECK(read_whole_number(&p, s, MODEL_PROCESSORS, why));
    row->refused =
        clmodp_brent_scan_steps(steps, &count, (clmodp_brent_scan)scan, forms_of(s), n, f,
                                row->why, sizeof row->why) != CLMODP_OK ||
        clmodp_brent_predict(&time, steps, count, p, row->why, sizeof row->why) != CLMODP_OK;
    put_value(row, "work", time.work, "W: all operations");
    put_value(row, "depth", time.depth, "D: steps");
    put_value(row, "time", time.time, "the sum of ceil(W_i / p)");
    put_value(row, "bound", time.bound, "floor(W / p) + D");
    put_value(row, "speedup", clmodp_brent_speedup((double)n - 1, &time, (double)p),
              "(n - 1) / (W / p + D)");
    put_value(row, "processors", clmodp_brent_processors(&time),
              "W / D: the most processors that are worthwhile");
    return EXIT_OK;
}

#define OF(letter) (1u << (letter))

static const struct {
    const char *name;
    int (*ask)(model_row *row, const model_settings *s, failure *why);
    unsigned letters; /* parameters of its algorithms and machines */
    bool variants, machine;
} models[] = {
    {"mmm", ask_mmm,
     OF(MODEL_N) | OF(MODEL_M) | OF(MODEL_BITS) | OF(MODEL_S) | OF(MODEL_THREADS) | OF(MODEL_U) |
         OF(MODEL_Z), true, true},
    {"tmm", ask_tmm,
     OF(MODEL_N) | OF(MODEL_M) | OF(MODEL_K) | OF(MODEL_T) | OF(MODEL_Z) | OF(MODEL_LATENCY) |
         OF(MODEL_C) | OF(MODEL_P) | OF(MODEL_X), false, true},
    {"brent", ask_brent, OF(MODEL_N) | OF(MODEL_F) | OF(MODEL_PROCESSORS), false, false},
};
enum { MODELS = sizeof models / sizeof *models };

/* Finds the model, and refuses its unknown parameters and options. Errors: EXIT_USAGE */
static int find_model(model_settings *s, failure *why)
{
    int k = 0;

    while (k < MODELS && strcmp(s->model, models[k].name) != 0)
        k++;
    if (k == MODELS)
        return cli_fail(why, EXIT_USAGE, "there is no model '%.64s'; expected mmm, tmm or brent",
                        s->model);
    if (s->naive && !models[k].variants)
        return cli_fail(why, EXIT_USAGE, "%s has no variants", s->model);
    if (s->device && !models[k].machine)
        return cli_fail(why, EXIT_USAGE, "%s has no machine parameters: omit --device", s->model);
    for (int letter = 0; letter < MODEL_LETTERS; letter++)
        if ((models[k].letters & OF(letter)) == 0 &&
            (s->typed[letter] || (s->sweeps && s->swept == (model_letter)letter)))
            return cli_fail(why, EXIT_USAGE, "%s is not a parameter of %s",
                            letters[letter], s->model);
    s->number = k;
    return EXIT_OK;
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
        code = cli_fail_status(why, st, clmodp_context_message(device.context));
    else if (known.seconds == 0)
        code = cli_fail(why, EXIT_FAILED, "%s has not been measured with this driver and version "
                        "yet: run clmodp calibrate", clmodp_context_device(device.context)->name);
    else
        take_letters(s, &known);
done:
    cli_session_close(&device);
    return code;
}

/* ---- rows for people and for programs: text, JSON, CSV, and curves by gnuplot ---- */

/* The rows of a sweep, or a single one. */
typedef struct table {
    const model_settings *asked;
    model_row *row;
    double *swept; /* values of the swept parameter */
    size_t count;
} table;

/* A buffer for a number as text. */
typedef char number_text[32];

/* Returns the word, or the number with so many digits (0: 15, or all of an integer), or `none`. */
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

    cli_text_printf(out, "%10s", letters[s->swept]);
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

    cli_text_printf(out, "%s%s", s->sweeps ? letters[s->swept] : "", s->sweeps ? "," : "");
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
            cli_text_printf(out, ", \"%s\": %s", letters[s->swept],
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
                  s->corrected ? ", corrected" : "", letters[s->swept]);
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
        return cli_fail(why, EXIT_FAILED, "out of memory");
    t->count = count;
    for (size_t i = 0; i < count && code == EXIT_OK; i++) {
        if (s->sweeps) {
            t->swept[i] = ldexp(s->from, (int)i);
            one.value[s->swept] = t->swept[i];
            one.given[s->swept] = true;
        }
        code = models[s->number].ask(&t->row[i], &one, why);
        known += !t->row[i].refused;
    }
    if (code == EXIT_OK && known == 0)
        code = cli_fail(why, EXIT_USAGE, "%s", t->row->why);
    return code;
}

/* Prints one row or a sweep of rows in the requested format. Errors: EXIT_USAGE (as the
 * model; no values for the whole sweep), EXIT_FAILED (no gnuplot, no memory, output failed) */
static int print_model(const model_settings *s, failure *why)
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
        code = find_model(&s, why);
    if (code == EXIT_OK && s.device)
        code = load_machine(&s, why);
    if (code == EXIT_OK)
        code = print_model(&s, why);
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
            "         --X threads a core, --Z words of fast memory, --T threads in use\n",
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
