/* Parsers of option values: numbers, ranges, choices, output formats. Functions that fill a
 * failure return EXIT_USAGE, with the expected values. */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/core.h>

#include "cli/failure.h"

/* Reads a decimal number, or a power such as 2^20. Returns its end; NULL if there is none. */
const char *cli_number_read(double *out, const char *text);

/* Reads two integers as A..B, and nothing else. Returns whether the text has this form. */
int cli_number_range(double *from, double *to, const char *text);

/* Reads an expression without variables, such as -1/2 or 3.25.
 * Errors: PARSE, LIMIT, HOST_MEMORY */
clmodp_status cli_rational_read(mpz_ptr numerator, mpz_ptr denominator, const char *text,
                                size_t length);

/* Returns whether n is prime, exactly. */
bool cli_is_prime(uint64_t n);

/* Finds the index of `value` in the NULL-terminated list of names. */
int cli_value_choice(unsigned *out, const char *option, const char *value,
                     const char *const *names, failure *why);

/* Output formats. */
typedef enum output_format {
    FORMAT_TEXT,
    FORMAT_EXPR,
    FORMAT_JSON,
    FORMAT_COEFFS,
    FORMAT_CSV,
    FORMAT_SVG,
    FORMAT_MACHINE,
    FORMAT_MAPLE,
    FORMAT_SINGULAR,
    FORMAT_MSOLVE,
    FORMAT_SAGE,
    FORMAT_LATEX,
    FORMATS
} output_format;

/* Sets of output formats. */
#define FORMAT_SET(format) (1u << (format))
#define FORMAT_CHARTS \
    (FORMAT_SET(FORMAT_TEXT) | FORMAT_SET(FORMAT_JSON) | FORMAT_SET(FORMAT_CSV) | \
     FORMAT_SET(FORMAT_SVG))

#define FORMAT_OWN \
    (FORMAT_SET(FORMAT_EXPR) | FORMAT_SET(FORMAT_JSON) | FORMAT_SET(FORMAT_COEFFS))
#define FORMAT_RESULTS \
    (FORMAT_OWN | FORMAT_SET(FORMAT_MAPLE) | FORMAT_SET(FORMAT_SINGULAR) | \
     FORMAT_SET(FORMAT_MSOLVE) | FORMAT_SET(FORMAT_SAGE) | FORMAT_SET(FORMAT_LATEX))

/* Sets *out to the format of the set that `value` names. Errors: EXIT_USAGE */
int cli_format_read(output_format *out, const char *value, unsigned set, failure *why);

#endif
