/* Forms of output, and their names. */
#ifndef CLI_FORMAT_H
#define CLI_FORMAT_H

#include "cli/failure.h"

typedef enum output_format {
    FORMAT_TEXT,
    FORMAT_EXPR,
    FORMAT_JSON,
    FORMAT_COEFFS,
    FORMAT_CSV,
    FORMAT_SVG,
    FORMAT_MACHINE,
    FORMATS
} output_format;

/* Sets of them. */
#define FORMAT_SET(format) (1u << (format))
#define FORMAT_CHARTS \
    (FORMAT_SET(FORMAT_TEXT) | FORMAT_SET(FORMAT_JSON) | FORMAT_SET(FORMAT_CSV) | \
     FORMAT_SET(FORMAT_SVG))

/* *out := the one of the set that `value` names. Errors: LEAVE_USAGE */
int cli_format_read(output_format *out, const char *value, unsigned set, failure *why);

#endif
