/* Writes machine files; parses them with checks, since any file may be given. */
#include "cli/formats/machine.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/values.h"
#include "portable/portable.h"

/* The figures, by the names of their fields. */
const figure_field cli_figures[CLI_FIGURES] = {
#define FIGURE(name, unit, meaning) \
    {#name, offsetof(clmodp_calibration, name), unit, meaning}
#define CHASE(k, chains) \
    {"chase_" #chains, offsetof(clmodp_calibration, chase[k]), "ns", \
     "a dependent read by one work-item, " #chains " at a time"}
    FIGURE(launch, "ns", "a launch directly after another one"),
    FIGURE(wait, "ns", "an empty launch, until its completion is known"),
    FIGURE(send, "ns", "a word to the device"),
    FIGURE(receive, "ns", "a word from the device"),
    FIGURE(stream, "ns", "a word read or written in order, by the whole device"),
    FIGURE(scatter, "ns", "one word read per chunk, by the whole device"),
    CHASE(0, 1),
    CHASE(1, 2),
    CHASE(2, 4),
    CHASE(3, 8),
    CHASE(4, 16),
    CHASE(5, 32),
    CHASE(6, 64),
    FIGURE(random, "ns", "a dependent read, by the whole device"),
    FIGURE(local, "ns", "a word of local memory, by the whole device"),
    FIGURE(product, "ns", "a product of residues, by the whole device"),
    FIGURE(alone, "ns", "a product of residues by one work-item"),
    FIGURE(groups, "", "work-groups at the same time"),
    FIGURE(pair, "ns", "a pair of coefficients in remainder sequences, by the whole device"),
    FIGURE(U, "", "MMM: time to move a word, in products"),
    FIGURE(Z, "", "MMM, TMM: words of fast memory"),
    FIGURE(L, "", "TMM: time of an access, in products of a core"),
    FIGURE(C, "", "TMM: words of an access"),
    FIGURE(P, "", "TMM: cores"),
    FIGURE(X, "", "TMM: threads per core, at most"),
#undef CHASE
#undef FIGURE
};

const clmodp_figure *cli_figure_of(const clmodp_calibration *c, size_t k)
{
    return (const clmodp_figure *)(const void *)((const char *)c + cli_figures[k].at);
}

static clmodp_figure *figure_to(clmodp_calibration *c, size_t k)
{
    return (clmodp_figure *)(void *)((char *)c + cli_figures[k].at);
}

#define MOST_UNITS 1e6
#define MOST_VALUE 1e18

/* Names of other lines than figures. */
static const char *const words[] = {"kind",  "device", "platform", "vendor", "driver",
                                    "family", "units", "vector", "threads",  "seconds"};
enum {
    WORD_KIND,
    WORD_DEVICE,
    WORD_PLATFORM,
    WORD_VENDOR,
    WORD_DRIVER,
    WORD_FAMILY,
    WORD_UNITS,
    WORD_VECTOR,
    WORD_THREADS,
    WORD_SECONDS,
    WORDS,
    NAMES = WORDS + CLI_FIGURES
};

/* Appends a driver's text as one line without a comment. */
static void put_machine_text(text_buffer *out, int word, const char *name)
{
    cli_text_printf(out, "%s ", words[word]);
    for (const char *c = name; *c != '\0'; c++)
        cli_text_printf(out, "%c", *c == '#' || iscntrl((unsigned char)*c) ? '_' : *c);
    cli_text_string(out, "\n");
}

void cli_machine_put(text_buffer *out, const clmodp_device *device,
                     const clmodp_calibration *calibration)
{
    cli_text_string(out, "# a machine, for clmodp plan --machine and clmodp model --machine\n");
    put_machine_text(out, WORD_KIND, device->kind);
    put_machine_text(out, WORD_DEVICE, device->name);
    put_machine_text(out, WORD_PLATFORM, device->platform_name);
    put_machine_text(out, WORD_VENDOR, device->vendor);
    put_machine_text(out, WORD_DRIVER, device->driver);
    if (device->family[0] != '\0')
        put_machine_text(out, WORD_FAMILY, device->family);
    cli_text_printf(out, "%s %" PRIu32 "\n", words[WORD_UNITS], device->compute_units);
    cli_text_printf(out, "%s %" PRIu32 "\n", words[WORD_VECTOR], device->vector_width);
    cli_text_printf(out, "%s %zu   # of the host\n", words[WORD_THREADS], clm_processors());
    cli_text_printf(out, "%s %" PRIu64 "   # when it was measured, since 1970\n",
                    words[WORD_SECONDS], calibration->seconds);
    for (size_t k = 0; k < CLI_FIGURES; k++) {
        const clmodp_figure *f = cli_figure_of(calibration, k);

        cli_text_printf(out, "%s %.9g   # %s%s%.1f %%: %s\n", cli_figures[k].name, f->value,
                        cli_figures[k].unit, *cli_figures[k].unit != '\0' ? ", " : "",
                        100 * f->spread, cli_figures[k].meaning);
    }
}

int cli_machine_lines(const char *name,
                      int (*take)(void *user, const char *word, char *rest,
                                  const machine_line *line, failure *why),
                      void *user, failure *why)
{
    FILE *file = fopen(name, "r");
    machine_line at = {name, 0};
    char line[256];
    int code = EXIT_OK;

    if (file == NULL)
        return cli_fail(why, EXIT_USAGE, "cannot open %s: %s", name, strerror(errno));
    while (code == EXIT_OK && fgets(line, sizeof line, file) != NULL) {
        const size_t length = strlen(line);
        char *word, *rest;

        at.number++;
        if ((length == 0 || line[length - 1] != '\n') && !feof(file)) {
            code = cli_fail(why, EXIT_USAGE, "%s, line %zu: too long, or not text", name,
                            at.number);
            break;
        }
        line[strcspn(line, "#\r\n")] = '\0';
        word = strtok_r(line, " \t", &rest);
        if (word == NULL)
            continue;
        rest += strspn(rest, " \t");
        for (size_t end = strlen(rest); end > 0 && strchr(" \t", rest[end - 1]) != NULL; end--)
            rest[end - 1] = '\0';
        code = take(user, word, rest, &at, why);
    }
    if (code == EXIT_OK && ferror(file))
        code = cli_fail(why, EXIT_USAGE, "%s cannot be read", name);
    (void)fclose(file);
    return code;
}

/* State of reading a machine. */
typedef struct machine_reader {
    machine_file *out;
    bool read[NAMES];
    size_t figures;
} machine_reader;

/* Returns the index of a name, from WORDS on a figure's; NAMES if it is unknown. */
static size_t find_machine_word(const char *word)
{
    size_t k = 0;

    while (k < WORDS && strcmp(words[k], word) != 0)
        k++;
    while (k >= WORDS && k < NAMES && strcmp(cli_figures[k - WORDS].name, word) != 0)
        k++;
    return k;
}

bool cli_machine_knows(const char *word)
{
    return find_machine_word(word) < NAMES;
}

static bool set_text(char *out, size_t size, const char *value)
{
    const bool fits = *value != '\0' && strlen(value) < size;

    if (fits)
        memcpy(out, value, strlen(value) + 1);
    return fits;
}

/* Reads a number from `least` to `most`, and nothing else. */
static bool read_number(double *out, const char *value, double least, double most)
{
    const char *end = cli_number_read(out, value);

    return end != NULL && *end == '\0' && *out >= least && *out <= most;
}

static bool set_count(uint32_t *out, const char *value, double least)
{
    double number;
    const bool fine = read_number(&number, value, least, MOST_UNITS) && floor(number) == number;

    if (fine)
        *out = (uint32_t)number;
    return fine;
}

static bool set_seconds(uint64_t *out, const char *value)
{
    double number;
    const bool fine = read_number(&number, value, 0.0, MOST_VALUE);

    if (fine)
        *out = (uint64_t)number;
    return fine;
}

static bool set_machine_word(machine_file *out, size_t word, const char *value)
{
    switch (word) {
    case WORD_KIND: return set_text(out->kind, sizeof out->kind, value);
    case WORD_PLATFORM: return set_text(out->platform, sizeof out->platform, value);
    case WORD_VENDOR: return *value == '\0' || set_text(out->vendor, sizeof out->vendor, value);
    case WORD_FAMILY: return set_text(out->family, sizeof out->family, value);
    case WORD_UNITS: return set_count(&out->machine.compute_units, value, 1.0);
    case WORD_VECTOR: return set_count(&out->machine.vector_width, value, 0.0);
    case WORD_THREADS: return set_count(&out->machine.threads, value, 1.0);
    case WORD_SECONDS: return set_seconds(&out->calibration.seconds, value);
    default: return true; /* only informative */
    }
}

static int take(void *user, const char *word, char *rest, const machine_line *line, failure *why)
{
    machine_reader *r = user;
    const size_t k = find_machine_word(word);

    if (k == NAMES)
        return cli_fail(why, EXIT_USAGE, "%s, line %zu: unknown name '%.32s' in a file of clmodp "
                        "calibrate --format machine", line->file, line->number, word);
    if (r->read[k])
        return cli_fail(why, EXIT_USAGE, "%s, line %zu: %s is repeated", line->file,
                        line->number, word);
    r->read[k] = true;
    if (k < WORDS)
        return set_machine_word(r->out, k, rest)
                   ? EXIT_OK
                   : cli_fail(why, EXIT_USAGE, "%s, line %zu: %s cannot be '%.64s'", line->file,
                              line->number, word, rest);
    r->figures++;
    if (!read_number(&figure_to(&r->out->calibration, k - WORDS)->value, rest, 1e-9, MOST_VALUE))
        return cli_fail(why, EXIT_USAGE, "%s, line %zu: %s %.64s: expected a number above 0",
                        line->file, line->number, word, rest);
    return EXIT_OK;
}

int cli_machine_read(machine_file *out, const char *name, failure *why)
{
    static const int needed[] = {WORD_KIND, WORD_UNITS, WORD_THREADS};
    machine_reader r = {.out = out};

    memset(out, 0, sizeof *out);
    clmodp_machine_init(&out->machine);
    clmodp_calibration_init(&out->calibration);
    CHECK(cli_machine_lines(name, take, &r, why));
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
        if (!r.read[needed[k]])
            return cli_fail(why, EXIT_USAGE, "%s: a line with %s is missing", name,
                            words[needed[k]]);
    for (size_t k = 0; k < CLI_FIGURES && r.figures > 0; k++)
        if (!r.read[WORDS + k])
            return cli_fail(why, EXIT_USAGE, "%s: a line with %s is missing: give all figures or "
                            "none", name, cli_figures[k].name);
    out->machine.kind = out->kind;
    out->machine.vendor = out->vendor;
    out->machine.family = out->family;
    if (r.read[WORD_PLATFORM])
        out->machine.platform_name = out->platform;
    if (r.figures > 0)
        out->machine.calibration = &out->calibration;
    return EXIT_OK;
}
