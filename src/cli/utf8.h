/* Bytes that are characters in UTF-8. */
#ifndef CLI_UTF8_H
#define CLI_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The bytes of the character that the text begins with, 1 to 4; 0 if the `available` bytes
 * do not begin with a whole and shortest form of one. */
size_t cli_utf8_length(const char *text, size_t available);

/* Whether the character of so many bytes would steer what shows it: U+0000 to U+001F and U+007F to
 * U+009F. */
static inline bool cli_utf8_control(const char *text, size_t bytes)
{
    const unsigned char first = (unsigned char)*text;

    return bytes == 1 ? first < 0x20 || first == 0x7f
                      : bytes == 2 && first == 0xc2 && (unsigned char)text[1] < 0xa0;
}

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

#endif
