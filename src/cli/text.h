/* Texts that are put together: kept, on any thread, or written to a file piece by piece; integers
 * and JSON [RFC 8259] in them; and which bytes are characters in UTF-8. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <gmp.h>

/* All zero but for `to` and a listener: empty. Failures are kept, so that only the end must be
 * looked at. */
typedef struct text_buffer {
    FILE *to; /* where it goes, as it grows long and at its end; NULL: all of it is kept */
    void (*listen)(void *listener, size_t words); /* hears how it goes on; NULL: nobody does */
    void *listener;
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

/* Whether no more is worth appending: memory ended, or `to` cannot be written. */
bool cli_text_lost(const text_buffer *t);

/* Tell the listener, if there is one, of so many words of the answer that became text. */
void cli_text_tell(const text_buffer *t, size_t words);

/* Hand what is left to the file, release the memory, and leave the text empty. Returns whether
 * there was memory for all of it. */
bool cli_text_finish(text_buffer *t);

/* Empty the text and keep its memory for the next one. */
void cli_text_restart(text_buffer *t);

/* Release the memory; may be called twice. */
void cli_text_clear(text_buffer *t);

/* Append n, or |n|. What is long is cut in two again and again, so that a text with a file holds
 * no more than a piece of it, and its listener hears of each piece. */
void cli_integer_put(text_buffer *t, mpz_srcptr n);
void cli_integer_put_magnitude(text_buffer *t, mpz_srcptr n);

/* The bytes of the character that the text begins with, 1 to 4; 0 if the `available` bytes
 * do not begin with a whole and shortest form of one. */
size_t cli_utf8_length(const char *text, size_t available);

/* The bytes of the byte order mark that a text begins with; 0 if there is none. */
static inline size_t cli_utf8_mark(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* Whether this byte can only continue a character. */
static inline bool cli_utf8_inside(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* What members mean; raised when one goes or changes its meaning, not for new ones. */
#define CLI_JSON_FORMAT 1

/* Begin an object with the number of its format; further members follow after a comma. */
void cli_json_begin(text_buffer *out);

/* Append a string in quotes, with what JSON does not allow escaped and bytes that are no
 * UTF-8 replaced by U+FFFD; NULL becomes null. */
void cli_json_string(text_buffer *out, const char *string);

/* Append a comma, and a member that is such a string. */
void cli_json_member(text_buffer *out, const char *name, const char *string);

#endif
