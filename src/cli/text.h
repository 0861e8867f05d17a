/* Text buffers, kept in memory on any thread or written to a file in pieces; JSON [RFC 8259] in
 * texts; lengths of UTF-8 characters. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>


#include <clmodp/core.h>

/* A text; all zero except `to` and a listener: empty. Failures are kept, to be checked at the
 * end. */
typedef struct text_buffer {
    FILE *to; /* written as the text grows, and at its end; NULL: all text is kept */
    void (*listen)(void *listener, size_t words); /* progress callback; NULL: none */
    void *listener;
    size_t item_threads;    /* threads that format items (cli_text_items); 0: one */
    size_t integer_threads; /* threads that convert one long integer; 0: one */
    char *bytes;
    size_t length, room;
    bool failed; /* out of memory; write errors of `to` are found by cli_output_flush */
} text_buffer;

/* Bytes kept in memory of a text with a file, except for its last piece. */
#define CLI_TEXT_PIECE ((size_t)1 << 16)

/* Bytes of short strings, which include all numbers of one word. */
#define CLI_TEXT_SHORT ((size_t)20)

/* Returns whether a short string can be appended without further checks. */
static inline bool cli_text_has_room(const text_buffer *t)
{
    return t->room - t->length >= CLI_TEXT_SHORT && t->length < CLI_TEXT_PIECE;
}

/* Append bytes, a string, formatted text, or a number. Short strings are copied inline. */
void cli_text_put_slowly(text_buffer *t, const char *bytes, size_t length);

static inline void cli_text_put(text_buffer *t, const char *bytes, size_t length)
{
    if (length > CLI_TEXT_SHORT || !cli_text_has_room(t)) {
        cli_text_put_slowly(t, bytes, length);
        return;
    }
    for (size_t k = 0; k < length; k++)
        t->bytes[t->length + k] = bytes[k];
    t->length += length;
}

static inline void cli_text_string(text_buffer *t, const char *string)
{
    const size_t most = cli_text_has_room(t) ? CLI_TEXT_SHORT : 0;
    size_t k = 0;

    for (; k < most && string[k] != '\0'; k++)
        t->bytes[t->length + k] = string[k];
    if (string[k] == '\0')
        t->length += k;
    else
        cli_text_put_slowly(t, string, strlen(string));
}

void cli_text_printf(text_buffer *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cli_text_count(text_buffer *t, uint64_t n);

/* Returns memory for `more` bytes at the end, whose length callers then increase; NULL: none. */
char *cli_text_room(text_buffer *t, size_t more);

/* Returns whether appending is useless: memory is exhausted, or `to` cannot be written. */
bool cli_text_lost(const text_buffer *t);

/* Reports to any listener that `words` 64-bit words became text. */
void cli_text_tell(const text_buffer *t, size_t words);

/* Writes the rest of the text to the file, and clears the text. Returns whether memory
 * sufficed. */
bool cli_text_finish(text_buffer *t);

/* Empties the text and keeps its memory for the next one. */
void cli_text_restart(text_buffer *t);

/* Releases the memory; may be called twice. */
void cli_text_clear(text_buffer *t);

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

/* Version of the JSON members of polynomials in several variables. */
#define CLI_JSON_SEVERAL 2

/* Begins an object with the number of its format; other members follow after a comma. */
void cli_json_begin(text_buffer *out);

/* Appends a string in quotes, with JSON's escapes and U+FFFD for bytes that are not UTF-8; NULL
 * becomes null. */
void cli_json_string(text_buffer *out, const char *string);

/* Appends a comma and a member whose value is a string. */
void cli_json_member(text_buffer *out, const char *name, const char *string);

#endif
