/* What `resultant` and `discriminant` have in common: all but the number of polynomials. */
#ifndef CLI_ELIMINATE_H
#define CLI_ELIMINATE_H

#include "cli/settings.h"

struct command;

/* Run a subcommand that takes one polynomial (discriminant) or two (resultant). */
int cli_eliminate(char **arguments, const struct command *which, size_t polynomials);

/* The options that both have, and their part of the help. */
enum {
    CLI_ELIMINATE_OPTIONS = OPTION_ANSWER | OPTION_BATCH | OPTION_DEVICE | OPTION_ELIMINATE |
                            OPTION_ENGINE | OPTION_FORMAT | OPTION_LIFT | OPTION_MEMORY |
                            OPTION_MODE | OPTION_MODULUS | OPTION_RESIDUES | OPTION_STATS |
                            OPTION_THREADS
};

#define CLI_ELIMINATE_HELP                                                                     \
    "Expressions: integers of any size, rationals (3/4*x), the operators + - * / ^ (or **)\n"  \
    "and parentheses, in at most two variables of any names. Multiplication is always\n"       \
    "written. Instead of an expression, @FILE reads a file and - standard input. An\n"         \
    "expression may begin with '-'; one that begins with two dashes and a letter needs\n"      \
    "parentheses, or \"--\" before it.\n"                                                      \
    "\n"                                                                                       \
    "Options, before, between or after the expressions:\n"                                     \
    "  --eliminate VAR    the variable to eliminate; default: y if it occurs, else the\n"      \
    "                     alphabetically last one\n"                                           \
    "  --format expr      the result as an expression (default)\n"                             \
    "  --format json      one JSON object on one line; \"coefficients\" are strings, constant\n" \
    "                     term first, all over the one \"denominator\"\n"                      \
    "  --format coeffs    one coefficient a line, constant term first; on one line, between\n" \
    "                     spaces, in a batch\n"                                                \
    "  --batch FILE       take the input from the lines of FILE (- is standard input) and\n"   \
    "                     print one line for each; blank lines and lines that begin with #\n"  \
    "                     count for nothing. A line that fails gives \"error: ...\" (with\n"   \
    "                     json an object with \"error\"), and exit status 1 at the end\n"      \
    "  --stats            times of all stages, counts, bounds and certainty, on stderr; with\n" \
    "                     json also as the object's \"stats\"\n"                               \
    "  --device SPEC      gpu, cpu, accelerator, a number of \"clmodp devices\", P.D, or a\n"  \
    "                     part of a name; default: $CLMODP_DEVICE, else a gpu,\n"            \
    "                     accelerator or cpu; of cpus the one with the widest vectors\n"       \
    "  --engine euclid    remainder sequences in lockstep and transforms (default)\n"            \
    "  --engine schur     the Schur algorithm, one work-group a resultant, as published for\n"  \
    "                     GPUs by Emeliyanenko; slower. Always proved; no --lift and\n"       \
    "                     no --subresultant\n"                                                \
    "  --lift HOW         residues to integers: tree (on the host), mixed-radix, positional\n" \
    "                     or convolution (on the device); default auto: what should be\n"     \
    "                     fastest. The results do not change\n"                               \
    "  --max-answer SIZE  refuse results that may take more bytes; default: 256M\n"           \
    "  --max-memory SIZE  the most bytes for buffers of device and host (512M)\n"            \
    "  --mode certified   as much work as proven bounds ask for (default)\n"                   \
    "  --mode probable    as much as the result turns out to need, where that should be\n"     \
    "                     faster: bounds are loose, and the work is long. Not proved then,\n"  \
    "                     but checked modulo random primes of 61 bits; --stats tells\n"        \
    "  --modulus P        the result modulo the prime P < 2^31, with coefficients from 0 to\n"  \
    "                     P - 1; degrees are those written, even where leading coefficients\n" \
    "                     vanish modulo P. Always proved, whatever the mode\n"                 \
    "  --residues TYPE    what engine schur computes with: montgomery31, float24, double31 or\n" \
    "                     double50; default auto: montgomery31\n"                              \
    "  --threads N        threads of the host; default: one a processor\n"               \
    "  --help             this text\n"                                                         \
    "\n"                                                                                       \
    "Exit status: 0 done, 1 failed, 2 input or arguments not understood, 3 no device.\n"

#endif
