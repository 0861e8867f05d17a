/* The syntax of polynomials in this program and in other systems, and names reserved by these. */
#ifndef CLI_FORMATS_DIALECT_H
#define CLI_FORMATS_DIALECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/mpoly.h>

#include "cli/text.h"
#include "cli/values.h"

/* Returns the meaning of a name in the system that reads this format, such as "a keyword"; NULL if
 * it can be a variable. */
const char *cli_reserved_meaning(output_format system, const char *name, size_t length);

/* Returns the name of the system. */
const char *cli_reserved_system(output_format system);

/* Checks that polynomials in this format can have this variable; NULL: none. Errors: EXIT_USAGE */
int cli_reserved_check(output_format system, const char *variable, failure *why);

/* Texts between and around the parts of terms. */
typedef struct spelling {
    const char *plus, *minus, *times;
    const char *power[2];    /* before and after an exponent */
    const char *fraction[3]; /* before, between and after numerator and denominator */
} spelling;

/* The syntax of one result: its written variables, and the coefficients of the ring. */
typedef struct dialect {
    output_format format;
    const spelling *as;
    char variable[CLMODP_MOST_VARIABLES][2 * CLMODP_NAME_SIZE + 16];
    size_t variables;
    uint64_t modulus;                            /* 0: none */
    bool fractions;
    size_t line; /* line of the batch; 0: none */
} dialect;

/* Makes a dialect of a format except lists and JSON, for a ring in these variables. */
void cli_dialect_make(dialect *out, output_format format, const char *const *names, size_t count,
                      uint64_t modulus, bool fractions, size_t line);

/* Append the text before all polynomials, before one, with a name of this letter, and after it. */
void cli_dialect_begin(text_buffer *out, const dialect *d);
void cli_dialect_name(text_buffer *out, const dialect *d, char letter);
void cli_dialect_end(text_buffer *out, const dialect *d, bool last);

/* Returns whether the format is another program's, with a terminator after each polynomial. */
bool cli_dialect_is_foreign(output_format format);

/* Returns the beginning of a comment to the end of a line; "" if the format has none. */
const char *cli_dialect_comment(output_format format);

#endif
