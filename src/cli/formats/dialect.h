/* How polynomials are written, for this program and for others, and which names are no variables
 * to other systems. */
#ifndef CLI_FORMATS_DIALECT_H
#define CLI_FORMATS_DIALECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clmodp/polynomials.h>

#include "cli/text.h"
#include "cli/values.h"

/* What a name of so many bytes is to the system that reads polynomials of this form, such as "a
 * word of the language"; NULL where it can be a variable there. */
const char *cli_reserved_meaning(output_format system, const char *name, size_t length);

/* What that system is called. */
const char *cli_reserved_system(output_format system);

/* Whether a polynomial of this form can have this variable, and mean what it does here; NULL:
 * none. Errors: EXIT_USAGE */
int cli_reserved_check(output_format system, const char *variable, failure *why);

/* Between and around the parts of terms. */
typedef struct spelling {
    const char *plus, *minus, *times;
    const char *power[2];    /* before and behind an exponent */
    const char *fraction[3]; /* before, between and behind numerator and denominator */
} spelling;

/* Of one answer: its variables, as they are written, and what the ring's coefficients are. */
typedef struct dialect {
    output_format format;
    const spelling *as;
    char variable[2][2 * CLMODP_NAME_SIZE + 16]; /* "" where there is none */
    uint32_t modulus;                            /* 0: none */
    bool fractions;
    size_t line; /* of the batch; 0: there is none */
} dialect;

/* Out: a dialect of any of the forms of polynomials but lists and JSON. The first variable is that
 * of the result, the second of what else is in the ring; NULL: none. */
void cli_dialect_make(dialect *out, output_format format, const char *first, const char *second,
                      uint32_t modulus, bool fractions, size_t line);

/* Append what stands before all polynomials, before one, which gets a name of this letter, and
 * behind it. */
void cli_dialect_begin(text_buffer *out, const dialect *d);
void cli_dialect_name(text_buffer *out, const dialect *d, char letter);
void cli_dialect_end(text_buffer *out, const dialect *d, bool last);

/* Whether it is another program's, with ends of its own behind each polynomial. */
bool cli_dialect_is_foreign(output_format format);

/* What begins a comment to the end of a line; "" where there is none. */
const char *cli_dialect_comment(output_format format);

#endif
