/* What `resultant` and `discriminant` have in common: all but the number of polynomials. */
#ifndef CLI_ELIMINATE_H
#define CLI_ELIMINATE_H

#include "cli/settings.h"

struct command;

/* Run a subcommand that takes one polynomial (discriminant) or two (resultant). */
int cli_eliminate(char **arguments, const struct command *which, size_t polynomials);

/* The options that both have, and their part of the help. */
#define CLI_ELIMINATE_OPTIONS                                                                  \
    (OPTION_ANSWER | OPTION_BATCH | OPTION_CHECKPOINT | OPTION_DEVICE | OPTION_ELIMINATE |     \
     OPTION_ENGINE | OPTION_FORMAT | OPTION_FROM | OPTION_LIFT | OPTION_MEMORY | OPTION_MODE |  \
     OPTION_MODULUS | OPTION_OUTPUT | OPTION_QUIET | OPTION_RESIDUES | OPTION_STATS |          \
     OPTION_THREADS)

extern const char cli_eliminate_help[], cli_eliminate_more_help[];

#endif
