/* Integers as decimal digits, long ones in pieces. */
#ifndef CLI_INTEGER_H
#define CLI_INTEGER_H

#include <gmp.h>

#include "cli/text.h"

/* Append n, or |n|. What is long is cut in two again and again, so that a text with a file holds
 * no more than a piece of it, and its listener hears of each piece. */
void cli_integer_put(text_buffer *t, mpz_srcptr n);
void cli_integer_put_magnitude(text_buffer *t, mpz_srcptr n);

#endif
