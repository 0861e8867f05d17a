/* The subcommands of the program, their list and help; and the arguments of a subcommand: options
 * and operands.
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

#include "cli/failure.h"
#include "cli/values.h"

struct settings;

typedef struct command {
    const char *name;
    const char *summary; /* one line for the list of commands */
    const char *help[4]; /* what `clmodp help NAME` prints, in parts */
    uint64_t options;    /* those it has besides --help: an "or" of OPTION_* */
    /* Runs with settings that were read from its arguments, which may be changed. Returns the exit
     * status; `why` is to be shown, unless its text is empty. */
    int (*run)(struct settings *s, failure *why);
    /* If `run` is NULL: the same with the arguments after the command's name, which stands at
     * arguments[-1]; NULL ends them. */
    int (*run_arguments)(char **arguments, failure *why);
} command;

extern const command cli_command_calibrate, cli_command_check, cli_command_devices,
    cli_command_discriminant, cli_command_finish, cli_command_help, cli_command_model,
    cli_command_plan, cli_command_plot, cli_command_poly, cli_command_prepare,
    cli_command_resultant, cli_command_status, cli_command_study, cli_command_submit,
    cli_command_tune, cli_command_version, cli_command_worker;

/* The list of commands, which NULL ends: main.c sets it before anything else. */
extern const command *const *cli_commands;

/* Find a command by its name. Errors: EXIT_USAGE, with a guess what was meant */
int cli_command_find(const command **out, const char *name, failure *why);

/* Print a command's help, or the program's if `name` is NULL, on stdout. Errors: EXIT_USAGE (no
 * such command), EXIT_FAILED */
int cli_print_help(const char *name, failure *why);

/* Explain a failure of the command of this name on stderr and, if it is of arguments, where its
 * help is; NULL: with the list of commands. Returns the exit status. */
int cli_command_explain(failure *why, const char *name);

/* The word that is closest to what was typed, in letters put in, left out, changed, or swapped
 * with their neighbour; words longer than 31 letters are far from everything (SIZE_MAX). */
typedef struct guess {
    const char *typed;
    const char *word; /* NULL: none was considered */
    size_t distance;
} guess;

#define CLI_GUESS(typed) ((guess){(typed), NULL, SIZE_MAX})

/* Keeps a word if it is closer than those before. Returns whether it is. */
bool cli_guess_consider(guess *g, const char *word);

/* Whether the word is close enough to be suggested. */
bool cli_guess_helps(const guess *g);

/* One bit an option, to say which ones a subcommand has. */
#define OPTION_BIT(n) ((uint64_t)1 << (n))
#define OPTION_BATCH OPTION_BIT(0)
#define OPTION_DEVICE OPTION_BIT(1)
#define OPTION_ELIMINATE OPTION_BIT(2)
#define OPTION_FORMAT OPTION_BIT(3) /* of results: FORMAT_RESULTS */
#define OPTION_LAYOUT OPTION_BIT(4) /* --format again, for lists: text, json */
#define OPTION_MEMORY OPTION_BIT(5)
#define OPTION_STATS OPTION_BIT(6)
#define OPTION_THREADS OPTION_BIT(7)
#define OPTION_HELP OPTION_BIT(8)
#define OPTION_MODE OPTION_BIT(9)
#define OPTION_LIFT OPTION_BIT(10)
#define OPTION_MODULUS OPTION_BIT(11)
#define OPTION_ENGINE OPTION_BIT(12)
#define OPTION_RESIDUES OPTION_BIT(13)
#define OPTION_SUBRESULTANT OPTION_BIT(14)
#define OPTION_ANSWER OPTION_BIT(15)
#define OPTION_ALGORITHM OPTION_BIT(16)
#define OPTION_S OPTION_BIT(17)
#define OPTION_CHART OPTION_BIT(18) /* --format again, for measurements: text, json, csv, svg */
#define OPTION_SIZES OPTION_BIT(19)
#define OPTION_RUNS OPTION_BIT(20)
#define OPTION_UNIT_PRIMES OPTION_BIT(21)
#define OPTION_UNIT_SECONDS OPTION_BIT(22)
#define OPTION_LEASE OPTION_BIT(23)
#define OPTION_WAIT OPTION_BIT(24)
#define OPTION_UNITS OPTION_BIT(25)
#define OPTION_CHECKPOINT OPTION_BIT(26)
#define OPTION_MACHINE OPTION_BIT(27)
#define OPTION_FIGURES OPTION_BIT(28) /* --format again, for a device: text, json, machine */
#define OPTION_OUTPUT OPTION_BIT(29)
#define OPTION_QUIET OPTION_BIT(30)
#define OPTION_FROM OPTION_BIT(31)
#define OPTION_WINDOW OPTION_BIT(32)

typedef struct settings {
    const char *batch;     /* NULL: not given; so for all texts */
    const char *checkpoint;
    const char *device;
    const char *eliminate; /* a valid name */
    const char *machine;   /* a file */
    const char *output;    /* likewise */
    const char *window;    /* a valid one */
    output_format format;
    uint64_t max_answer;   /* bytes; 0: not given */
    uint64_t max_memory;   /* likewise */
    uint32_t threads;      /* 0: not given */
    unsigned system;       /* foreign_system */
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
 * Errors: EXIT_USAGE */
int cli_settings_read(settings *out, char **arguments, const command *of,
                      failure *why);

/* Whether --residues stands with the engine that it is for. Errors: EXIT_USAGE */
int cli_settings_check_residues(const settings *s, failure *why);

/* The library's options for these settings. */
void cli_settings_options(clmodp_resultant_options *out, const settings *s);

/* What --engine and --residues call these. */
const char *cli_engine_name(unsigned engine);
const char *cli_residues_name(unsigned residues);

/* What --algorithm calls it. */
const char *cli_algorithm_name(unsigned algorithm);

/* Whether --device is "all", or numbers of devices between commas. */
bool cli_fleet_wanted(const settings *s);

#endif
