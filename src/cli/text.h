/* A text that is put together: kept, on any thread, or written to a file piece by piece. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

/* All zero but for `to`: empty. Failures are kept, so that only the end must be looked at. */
typedef struct text_buffer {
    FILE *to; /* where it goes, as it grows long and at its end; NULL: all of it is kept */
    char *bytes;
    size_t length, room;
    bool failed; /* memory ended; that `to` cannot be written is seen by cli_output_flush */
} text_buffer;

/* Append what is named. */
void cli_text_put(text_buffer *t, const char *bytes, size_t length);
void cli_text_string(text_buffer *t, const char *string);
void cli_text_printf(text_buffer *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cli_text_count(text_buffer *t, uint64_t n);
void cli_text_integer(text_buffer *t, mpz_srcptr n);
void cli_text_magnitude(text_buffer *t, mpz_srcptr n); /* |n| */

/* Hand what is left to the file, release the memory, and leave the text empty. Returns whether
 * there was memory for all of it. */
bool cli_text_finish(text_buffer *t);

/* Empty the text and keep its memory for the next one. */
void cli_text_restart(text_buffer *t);

/* Release the memory; may be called twice. */
void cli_text_clear(text_buffer *t);

#endif
