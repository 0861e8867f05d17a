/* What clmodp tune prints. */
#ifndef CLI_TUNE_OUTPUT_H
#define CLI_TUNE_OUTPUT_H

#include <clmodp/tune.h>

#include "cli/failure.h"
#include "cli/settings.h"

/* Errors: EXIT_FAILED */
int cli_tune_print(output_format format, clmodp_tune_algorithm algorithm,
                   const clmodp_device *device, const clmodp_tuned *rows, size_t count,
                   failure *why);

#endif
