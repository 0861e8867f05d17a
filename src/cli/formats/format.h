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
    FORMAT_MAPLE,
    FORMAT_SINGULAR,
    FORMAT_MSOLVE,
    FORMAT_SAGE,
    FORMAT_LATEX,
    FORMATS
} output_format;

/* Sets of them. */
#define FORMAT_SET(format) (1u << (format))
#define FORMAT_CHARTS \
    (FORMAT_SET(FORMAT_TEXT) | FORMAT_SET(FORMAT_JSON) | FORMAT_SET(FORMAT_CSV) | \
     FORMAT_SET(FORMAT_SVG))

#define FORMAT_OWN \
    (FORMAT_SET(FORMAT_EXPR) | FORMAT_SET(FORMAT_JSON) | FORMAT_SET(FORMAT_COEFFS))
#define FORMAT_RESULTS \
    (FORMAT_OWN | FORMAT_SET(FORMAT_MAPLE) | FORMAT_SET(FORMAT_SINGULAR) | \
     FORMAT_SET(FORMAT_MSOLVE) | FORMAT_SET(FORMAT_SAGE) | FORMAT_SET(FORMAT_LATEX))

/* *out := the one of the set that `value` names. Errors: EXIT_USAGE */
int cli_format_read(output_format *out, const char *value, unsigned set, failure *why);

#endif
