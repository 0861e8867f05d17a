/* The values of options. Errors of all: EXIT_USAGE, with what was expected. */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/failure.h"

/* A number of bytes such as 1500000, 512M, 2GiB. */
int cli_value_size(uint64_t *out, const char *option, const char *value, failure *why);

/* A number from 1 to `most`. */
int cli_value_number(uint32_t *out, const char *option, const char *value, uint32_t most,
                     failure *why);

/* The number of `value` among the names, which NULL ends. */
int cli_value_choice(unsigned *out, const char *option, const char *value,
                     const char *const *names, failure *why);

/* A positive number of seconds. */
int cli_value_seconds(double *out, const char *option, const char *value, failure *why);

/* Two sizes, between which they double. */
int cli_value_sizes(double *from, double *to, const char *value, failure *why);

/* The name of a folder, which is not looked for. */
int cli_value_folder(const char **out, const char *option, const char *value, failure *why);

/* A window X0:X1,Y0:Y1 of numbers, decimals or fractions, that grow, and whose distances do not
 * leave the range of doubles. */
int cli_value_window(const char **out, const char *value, failure *why);

/* A prime, the number of a subresultant, the name of a variable. */
int cli_value_modulus(uint32_t *out, const char *value, failure *why);
int cli_value_subresultant(bool *out, const char *value, failure *why);
int cli_value_name(const char **out, const char *value, failure *why);

#endif
