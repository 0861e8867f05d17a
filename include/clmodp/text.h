/** @file
 * Polynomials as text: the expressions that are read, and what is wrong with others.
 *
 * Grammar: integers of any size, names of variables ([A-Za-z_][A-Za-z0-9_]*), + - * / ^ ** ( ),
 * unary minus and plus; white space anywhere between tokens. An exponent is a non-negative
 * integer literal and binds tighter than unary minus (-x^2 = -(x^2)); towers x^2^3 are
 * refused. Division is by a non-zero rational constant. Products and powers are multiplied
 * out. Multiplication is always written.
 *
 * Limits: exponents below 2^31; terms of 1 GiB in all; integers of 2^31 bits; products of 2^28
 * pairs of terms, unless they are dense; 10 000 open parentheses. What goes beyond is mostly told
 * before the work starts. Products of so many pairs take minutes: clmodp_zxy_from_text_asking, and
 * polynomials that have a context (clmodp_fpx_from_text), ask meanwhile whether to go on.
 *
 * clmodp_zxy_from_text, clmodp_zx_from_text and their forms for strings read them; what
 * clmodp_zxy_to_text and clmodp_zx_to_text write can be read. */
#ifndef CLMODP_TEXT_H
#define CLMODP_TEXT_H

#include <stddef.h>

#include <clmodp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where and why a text is no polynomial. */
typedef struct clmodp_text_error {
    size_t line;       /**< from 1 */
    size_t column;     /**< from 1, in bytes */
    char message[256]; /**< what was found and what was expected, one line */
} clmodp_text_error;

/** Bytes of a variable's name with its zero byte. */
#define CLMODP_NAME_SIZE 64

/** The variables of expressions, as reading them makes them known (clmodp_zxy_from_text_naming).
 * All zero: none is known. */
typedef struct clmodp_variables {
    char name[2][CLMODP_NAME_SIZE]; /**< of x and y; "": not known */
    int occurs[2]; /**< 0: the name is a guess, which gives way to a name that occurs; in all
                        expressions that are read with this structure so far */
} clmodp_variables;

/** The variables that occur in an expression.
 *
 * InOut:  names, count  names found so far, sorted by byte value, each once; new ones are
 *                       added (before an error those that stand before it)
 * In:     text, length  any bytes; no zero byte needed at the end
 * Out:    error         filled on failure; may be NULL
 * Errors: PARSE (a byte no expression contains, a name too long, a third variable, '(' behind a
 *         name as if it were a function; the rest of the grammar is checked only where
 *         polynomials are read), INVALID (no text) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_text_variables(char (*names)[CLMODP_NAME_SIZE], size_t *count, const char *text,
                      size_t length, clmodp_text_error *error);

#ifdef __cplusplus
}
#endif
#endif
