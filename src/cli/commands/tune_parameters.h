/* The device's own parameters: clmodp tune without an algorithm. */
#ifndef CLI_TUNE_PARAMETERS_H
#define CLI_TUNE_PARAMETERS_H

#include "cli/failure.h"
#include "cli/session.h"
#include "cli/settings.h"

/* Errors: EXIT_USAGE (options that are for algorithms) */
int cli_parameters_check(const settings *s, failure *why);

/* Find the best, print all that were tried, and a line for who keeps the library's table. */
int cli_parameters_measure(const settings *s, session *device, failure *why);

#endif
