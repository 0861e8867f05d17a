/* The options and operands of subcommands, and their parser.
 *
 * An argument that begins with two dashes and a letter is an option, at any position. "--" alone
 * makes all later arguments operands. Any other argument is an operand, so that -x^2+y needs no
 * quoting. A value follows its option as the next argument, or after '='. */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/fpx.h>
#include <clmodp/resultant.h>

#include "cli/command.h"
#include "cli/values.h"

#define OPTION_BIT(n) ((uint64_t)1 << (n))
#define OPTION_BATCH OPTION_BIT(0)
#define OPTION_DEVICE OPTION_BIT(1)
#define OPTION_ELIMINATE OPTION_BIT(2)
#define OPTION_FORMAT OPTION_BIT(3) /* for results: FORMAT_RESULTS */
#define OPTION_LAYOUT OPTION_BIT(4) /* --format for lists: text, json */
#define OPTION_MEMORY OPTION_BIT(5)
#define OPTION_STATS OPTION_BIT(6)
#define OPTION_THREADS OPTION_BIT(7)
#define OPTION_HELP OPTION_BIT(8)
#define OPTION_MODE OPTION_BIT(9)
#define OPTION_CRT OPTION_BIT(10)
#define OPTION_MODULUS OPTION_BIT(11)
#define OPTION_ENGINE OPTION_BIT(12)
#define OPTION_RESIDUES OPTION_BIT(13)
#define OPTION_SUBRESULTANT OPTION_BIT(14)
#define OPTION_MAX_RESULT OPTION_BIT(15)
#define OPTION_ALGORITHM OPTION_BIT(16)
#define OPTION_S OPTION_BIT(17)
#define OPTION_CHART OPTION_BIT(18) /* --format for measurements: text, json, csv, svg */
#define OPTION_SIZES OPTION_BIT(19)
#define OPTION_RUNS OPTION_BIT(20)
#define OPTION_UNIT_PRIMES OPTION_BIT(21)
#define OPTION_UNIT_SECONDS OPTION_BIT(22)
#define OPTION_LEASE OPTION_BIT(23)
#define OPTION_WAIT OPTION_BIT(24)
#define OPTION_UNITS OPTION_BIT(25)
#define OPTION_CHECKPOINT OPTION_BIT(26)
#define OPTION_MACHINE OPTION_BIT(27)
#define OPTION_FIGURES OPTION_BIT(28) /* --format for a device: text, json, machine */
#define OPTION_FORMATS (OPTION_FORMAT | OPTION_LAYOUT | OPTION_CHART | OPTION_FIGURES)
#define OPTION_OUTPUT OPTION_BIT(29)
#define OPTION_QUIET OPTION_BIT(30)
#define OPTION_FROM OPTION_BIT(31)
#define OPTION_WINDOW OPTION_BIT(32)
#define OPTION_STORED OPTION_BIT(33)
#define OPTION_FORGET OPTION_BIT(34)
#define OPTION_VERIFY OPTION_BIT(35)
#define OPTION_PICTURE OPTION_BIT(36) /* --size: of a picture */
#define OPTION_TITLE OPTION_BIT(37)
#define OPTION_LABELS OPTION_BIT(38)
#define OPTION_STRETCH OPTION_BIT(39)
#define OPTION_SECONDS OPTION_BIT(40)
#define OPTION_INTERVAL OPTION_BIT(41)
#define OPTION_PRECISION OPTION_BIT(42)
#define OPTION_MINIMAL OPTION_BIT(43)
#define OPTION_PARAMETER OPTION_BIT(44)
#define OPTION_PRINCIPAL OPTION_BIT(45)
#define OPTION_COFACTORS OPTION_BIT(46)
#define OPTION_VARIABLE OPTION_BIT(47)
#define OPTION_COMPONENTS OPTION_BIT(50)
#define OPTION_CHAIN OPTION_BIT(51)
#define OPTION_DET OPTION_BIT(52)
#define OPTION_COMPLEX OPTION_BIT(55)

typedef struct settings {
    const char *batch;     /* NULL: not given, as for all strings */
    const char *checkpoint;
    const char *device;
    const char *eliminate; /* a valid name */
    const char *machine;   /* name of a file */
    const char *minimal;   /* a polynomial of positive degree in one variable */
    const char *output;    /* name of a file */
    const char *window;    /* a valid window */
    const char *parameter; /* names that should occur */
    const char *variable;  /* a valid name */
    const char *picture;   /* a valid size of a picture */
    const char *title;
    const char *seconds;   /* a positive number */
    const char *interval;  /* value of --interval */
    uint32_t bits;         /* value of --precision; 0: not given */
    output_format format;
    uint64_t max_result;   /* bytes; 0: not given */
    uint64_t max_memory;   /* bytes; 0: not given */
    uint32_t threads;      /* 0: not given */
    unsigned system;       /* foreign_system */
    unsigned mode;         /* clmodp_mode */
    unsigned crt;         /* clmodp_crt_method */
    unsigned engine;       /* clmodp_engine */
    unsigned residues;     /* clmodp_residues */
    uint64_t modulus;      /* at least 2; 0: not given */
    unsigned algorithm;    /* clmodp_fpx_algorithm */
    uint32_t s;            /* program parameter of the algorithm; 0: not given */
    const char *sizes;     /* value of --n; NULL: not given */
    uint32_t runs;         /* 0: not given */
    uint32_t unit_primes;  /* 0: not given */
    double unit_seconds;   /* 0: not given */
    double lease;          /* seconds; 0: not given */
    uint32_t units;        /* 0: not given */
    bool wait;
    bool stored, forget; /* of calibrate */
    bool verify;
    uint32_t subresultant; /* K: S_K, too; 0: not given */
    bool chain, principal; /* S_0, S_1, ..., or their principal coefficients */
    bool gcd, cofactors;   /* a greatest common divisor, and cofactors, instead */
    bool matrix;           /* the operand is a matrix, whose determinant is requested */
    bool components;       /* solve beside common components */
    bool complex_roots;    /* not only real ones */
    bool stats;
    bool quiet;
    bool labels;
    bool stretch;
    bool help;
    char **operands;
    size_t operand_count;
} settings;

/* Reads the NULL-terminated arguments of a subcommand, and moves the operands to the front of
 * `arguments`. Errors: EXIT_USAGE */
int cli_settings_read(settings *out, char **arguments, const command *of, failure *why);

/* Fails because of the number of operands; `expected` describes the right ones. */
int cli_fail_operands(const settings *s, const char *expected, failure *why);

/* Checks that a modulus, if given, is a prime below 2^62. Errors: EXIT_USAGE */
int cli_settings_check_prime(const settings *s, failure *why);

/* Checks that --residues is given with engine schur only. Errors: EXIT_USAGE */
int cli_settings_check_residues(const settings *s, failure *why);

/* Checks that the options of the engine are compatible. Errors: EXIT_USAGE */
int cli_settings_check_engine(const settings *s, failure *why);

/* Reads the value of --n, a range of sizes, which are doubled from one bound to the other.
 * Errors: EXIT_USAGE */
int cli_sizes_read(double *from, double *to, const char *value, failure *why);

/* Returns the library's options for these settings. */
void cli_settings_options(clmodp_resultant_options *out, const settings *s);

/* Return the names of an engine and a residue type, as values of --engine and --residues. */
const char *cli_engine_name(unsigned engine);
const char *cli_residues_name(unsigned residues);

/* Returns the name of an algorithm, as a value of --algorithm. */
const char *cli_algorithm_name(unsigned algorithm);

/* Returns whether --device is "all" or a list of device numbers. */
bool cli_fleet_wanted(const settings *s);

#endif
