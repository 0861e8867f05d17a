/* Rows of models, for people and for programs. */
#ifndef CLI_MODEL_OUTPUT_H
#define CLI_MODEL_OUTPUT_H

#include "cli/commands/model_row.h"

/* Print what the settings ask about, one row or a sweep of them, in the format asked for.
 * Errors: EXIT_USAGE (those of cli_model_row; nothing to be had for any value of a sweep),
 * EXIT_FAILED (no gnuplot, no memory, no room for output) */
int cli_model_print(const model_settings *s, failure *why);

#endif
