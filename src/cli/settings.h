/* The arguments of a subcommand: options and operands.
 *
 * An argument that begins with two dashes and a letter is an option, wherever it stands;
 * "--" alone makes everything after it an operand; anything else is an operand, so that
 * -x^2+y needs no protection. There are no one-letter options. A value follows its option
 * as the next argument or after '='. */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/fpx.h>
#include <clmodp/resultant.h>

#include "cli/format.h"

struct command;
struct failure;

/* One bit an option, to say which ones a subcommand has. */
enum {
    OPTION_BATCH = 1 << 0,
    OPTION_DEVICE = 1 << 1,
    OPTION_ELIMINATE = 1 << 2,
    OPTION_FORMAT = 1 << 3, /* expr, json, coeffs */
    OPTION_LAYOUT = 1 << 4, /* --format again, for lists: text, json */
    OPTION_MEMORY = 1 << 5,
    OPTION_STATS = 1 << 6,
    OPTION_THREADS = 1 << 7,
    OPTION_HELP = 1 << 8,
    OPTION_MODE = 1 << 9,
    OPTION_LIFT = 1 << 10,
    OPTION_MODULUS = 1 << 11,
    OPTION_ENGINE = 1 << 12,
    OPTION_RESIDUES = 1 << 13,
    OPTION_SUBRESULTANT = 1 << 14,
    OPTION_ANSWER = 1 << 15,
    OPTION_ALGORITHM = 1 << 16,
    OPTION_S = 1 << 17,
    OPTION_CHART = 1 << 18, /* --format again, for measurements: text, json, csv, svg */
    OPTION_SIZES = 1 << 19,
    OPTION_RUNS = 1 << 20,
    OPTION_UNIT_PRIMES = 1 << 21,
    OPTION_UNIT_SECONDS = 1 << 22,
    OPTION_LEASE = 1 << 23,
    OPTION_WAIT = 1 << 24,
    OPTION_UNITS = 1 << 25,
    OPTION_CHECKPOINT = 1 << 26,
    OPTION_MACHINE = 1 << 27,
    OPTION_FIGURES = 1 << 28, /* --format again, for a device: text, json, machine */
    OPTION_OUTPUT = 1 << 29
};

typedef struct settings {
    const char *batch;     /* NULL: not given; so for all texts */
    const char *checkpoint;
    const char *device;
    const char *eliminate; /* a valid name */
    const char *machine;   /* a file */
    const char *output;    /* likewise */
    output_format format;
    uint64_t max_answer;   /* bytes; 0: not given */
    uint64_t max_memory;   /* likewise */
    uint32_t threads;      /* 0: not given */
    unsigned mode;         /* clmodp_mode */
    unsigned lift;         /* clmodp_lift */
    unsigned engine;       /* clmodp_engine */
    unsigned residues;     /* clmodp_residues */
    uint32_t modulus;      /* a prime below 2^31; 0: not given */
    unsigned algorithm;    /* clmodp_fpx_algorithm */
    uint32_t s;            /* its program parameter; 0: not given */
    double from, to;       /* sizes; 0: not given */
    uint32_t runs;         /* 0: not given */
    uint32_t unit_primes;  /* likewise */
    double unit_seconds;   /* likewise */
    double lease;          /* seconds; 0: not given */
    uint32_t units;        /* likewise, how many */
    bool wait;
    bool subresultant;     /* the first one, too */
    bool stats;
    bool help;
    char **operands;
    size_t operand_count;
} settings;

/* Read the NULL-terminated arguments of a subcommand. Moves the operands to the front of
 * `arguments`.
 * Errors: LEAVE_USAGE */
int cli_settings_read(settings *out, char **arguments, const struct command *of,
                      struct failure *why);

/* Whether --residues stands with the engine that it is for. Errors: LEAVE_USAGE */
int cli_settings_check_residues(const settings *s, struct failure *why);

/* The library's options for these settings. */
void cli_settings_options(clmodp_resultant_options *out, const settings *s);

/* What --engine and --residues call these. */
const char *cli_engine_name(unsigned engine);
const char *cli_residues_name(unsigned residues);

/* What --algorithm calls it. */
const char *cli_algorithm_name(unsigned algorithm);

#endif
