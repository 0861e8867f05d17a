/* Output of roots and solutions: decimals with enough digits to distinguish them, and
 * intervals. */
#ifndef CLI_COMMANDS_APPROXIMATIONS_H
#define CLI_COMMANDS_APPROXIMATIONS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "cli/problem.h"
#include "cli/text.h"

/* Bits of numbers that are certain without --precision; bits beyond those of the decimals, by
 * which rounding is rarely uncertain. */
enum { CLI_DEFAULT_BITS = 64, CLI_ROUNDING_BITS = 12 };

/* Returns the number of decimal digits that are certain with `bits` bits. */
static inline size_t cli_certain_digits(uint64_t bits)
{
    return 1 + (size_t)(bits * 30103 / 100000); /* log10 2 */
}

/* Refines item k of a list to `bits` bits, and sets *text, to be freed, to its decimals with the
 * digits that are then certain. */
typedef clmodp_status cli_write_decimals(char **text, void *list, size_t k, uint64_t bits);

/* Writes the decimals of `count` items. Items whose texts would be equal get more digits. The
 * texts are to be released with cli_texts_free, also after failures. Errors: HOST_MEMORY, and
 * those of `write` */
clmodp_status cli_decimals_write(char ***text, size_t count, cli_write_decimals *write, void *list,
                                 uint64_t bits);

/* Releases an array of texts, which may be NULL. */
void cli_texts_free(char **text, size_t count);

/* Sets *text, to be freed, to `x = X, y = Y, ...` for all variables of the problem.
 * Errors: HOST_MEMORY */
clmodp_status cli_decimals_join(char **text, const problem *p, char *const *coordinates);

/* Appends decimals as a line, with a multiplicity above 1. */
void cli_decimals_put(text_buffer *out, const char *text, size_t multiplicity);

/* Appends an array of two fractions in lowest terms, in quotes. Pre: denominator > 0 */
void cli_interval_put(text_buffer *out, mpz_srcptr low, mpz_srcptr high, mpz_srcptr denominator);

/* Appends the members "real" and "imaginary", each with such an interval of two ends. */
void cli_box_put(text_buffer *out, mpz_t *const re, mpz_t *const im, mpz_srcptr denominator);

#endif
