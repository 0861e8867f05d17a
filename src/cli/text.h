/* Text buffers, kept in memory on any thread or written to a file in pieces; integers and JSON
 * [RFC 8259] in texts; lengths of UTF-8 characters. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <gmp.h>

/* A text; all zero except `to` and a listener: empty. Failures are kept, to be checked at the
 * end. */
typedef struct text_buffer {
    FILE *to; /* written as the text grows, and at its end; NULL: all text is kept */
    void (*listen)(void *listener, size_t words); /* progress callback; NULL: none */
    void *listener;
    char *bytes;
    size_t length, room;
    bool failed; /* out of memory; write errors of `to` are found by cli_output_flush */
} text_buffer;

/* Append bytes, a string, formatted text, or a number. */
void cli_text_put(text_buffer *t, const char *bytes, size_t length);
void cli_text_string(text_buffer *t, const char *string);
void cli_text_printf(text_buffer *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cli_text_count(text_buffer *t, uint64_t n);

/* Returns whether appending is useless: memory is exhausted, or `to` cannot be written. */
bool cli_text_lost(const text_buffer *t);

/* Reports to the listener, if there is one, that so many 64-bit words became text. */
void cli_text_tell(const text_buffer *t, size_t words);

/* Writes the rest of the text to the file, releases the memory, and leaves the text empty. Returns
 * whether memory was sufficient. */
bool cli_text_finish(text_buffer *t);

/* Empties the text and keeps its memory for the next one. */
void cli_text_restart(text_buffer *t);

/* Releases the memory; may be called twice. */
void cli_text_clear(text_buffer *t);

/* Append n, or |n|. Long integers are divided recursively, so that a text with a file holds no
 * more than a piece, and the listener is called for each piece. */
void cli_integer_put(text_buffer *t, mpz_srcptr n);
void cli_integer_put_magnitude(text_buffer *t, mpz_srcptr n);

/* Returns the bytes of the first character, 1 to 4; 0 if the `available` bytes do not begin with a
 * complete and shortest encoding. */
size_t cli_utf8_length(const char *text, size_t available);

/* Returns the bytes of the byte order mark at the beginning of a text; 0 if there is none. */
static inline size_t cli_utf8_mark(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* Returns whether this byte can only continue a character. */
static inline bool cli_utf8_inside(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Version of the JSON members; raised when one is removed or changed, not for new ones. */
#define CLI_JSON_FORMAT 1

/* Begins an object with the number of its format; further members follow after a comma. */
void cli_json_begin(text_buffer *out);

/* Appends a string in quotes, with escapes as JSON demands and bytes that are not UTF-8 replaced
 * by U+FFFD; NULL becomes null. */
void cli_json_string(text_buffer *out, const char *string);

/* Appends a comma and a member whose value is a string. */
void cli_json_member(text_buffer *out, const char *name, const char *string);

#endif
