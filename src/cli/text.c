/* Text buffers in growing memory; appends JSON strings; checks UTF-8. */
#include "cli/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The first allocation of a text, in which most results of a batch fit. */
#define FIRST_SIZE ((size_t)256)

bool cli_text_lost(const text_buffer *t)
{
    return t->failed || (t->to != NULL && ferror(t->to) != 0);
}

/* Records that memory is exhausted, so that nothing more is appended. */
static char *mark_exhausted(text_buffer *t)
{
    t->failed = true;
    t->room = t->length;
    return NULL;
}

char *cli_text_room(text_buffer *t, size_t more)
{
    size_t room = t->room + t->room / 2;
    char *larger;

    if (t->to != NULL && t->length >= CLI_TEXT_PIECE) {
        (void)fwrite(t->bytes, 1, t->length, t->to);
        t->length = 0;
    }
    if (cli_text_lost(t))
        return NULL;
    if (more > SIZE_MAX / 2 - t->length)
        return mark_exhausted(t);
    if (t->room - t->length < more) {
        room = room > FIRST_SIZE ? room : FIRST_SIZE;
        room = room > t->length + more ? room : t->length + more;
        larger = realloc(t->bytes, room);
        if (larger == NULL)
            return mark_exhausted(t);
        t->bytes = larger;
        t->room = room;
    }
    return t->bytes + t->length;
}

void cli_text_tell(const text_buffer *t, size_t words)
{
    if (t->listen != NULL)
        t->listen(t->listener, words);
}

void cli_text_put_slowly(text_buffer *t, const char *bytes, size_t length)
{
    char *end = cli_text_room(t, length);

    if (end == NULL)
        return;
    memcpy(end, bytes, length);
    t->length += length;
}

void cli_text_printf(text_buffer *t, const char *format, ...)
{
    va_list arguments, again;
    char *end;
    int length;

    va_start(arguments, format);
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, arguments);
    end = length >= 0 ? cli_text_room(t, (size_t)length + 1) : NULL;
    if (end != NULL) {
        (void)vsnprintf(end, (size_t)length + 1, format, again);
        t->length += (size_t)length;
    }
    t->failed |= length < 0;
    va_end(again);
    va_end(arguments);
}

/* Converts without printf, because a batch prints millions of numbers: one call of printf takes as
 * long as reading and solving a small problem. */
void cli_text_count(text_buffer *t, uint64_t n)
{
    char digits[2 * CLI_TEXT_SHORT] = {0}; /* the second half lets copies have a fixed length */
    size_t at = CLI_TEXT_SHORT;

    for (; n > 9; n /= 100) { /* half as many divisions of long numbers */
        const unsigned two = (unsigned)(n % 100);

        digits[--at] = (char)('0' + two % 10);
        digits[--at] = (char)('0' + two / 10);
    }
    if (n > 0 || at == CLI_TEXT_SHORT)
        digits[--at] = (char)('0' + n);
    if (!cli_text_has_room(t)) {
        cli_text_put_slowly(t, digits + at, CLI_TEXT_SHORT - at);
        return;
    }
    memcpy(t->bytes + t->length, digits + at, CLI_TEXT_SHORT);
    t->length += CLI_TEXT_SHORT - at;
}

bool cli_text_finish(text_buffer *t)
{
    const bool whole = !t->failed;

    if (t->length > 0 && t->to != NULL)
        (void)fwrite(t->bytes, 1, t->length, t->to);
    cli_text_clear(t);
    return whole;
}

void cli_text_restart(text_buffer *t)
{
    t->length = 0;
    t->failed = false;
}

void cli_text_clear(text_buffer *t)
{
    free(t->bytes);
    *t = (text_buffer){.to = t->to, .listen = t->listen, .listener = t->listener};
}

size_t cli_utf8_length(const char *text, size_t available)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = available > 0 ? (unsigned char)*text : 0xff;
    const size_t length = first < 0x80             ? 1
                          : (first & 0xe0) == 0xc0 ? 2
                          : (first & 0xf0) == 0xe0 ? 3
                          : (first & 0xf8) == 0xf0 ? 4 : 0;
    uint32_t code;

    if (length == 0 || length > available)
        return 0;
    if (length == 1)
        return 1;
    code = first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (!cli_utf8_inside(text[i]))
            return 0;
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    }
    if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return 0;
    return length;
}

void cli_json_begin(text_buffer *out)
{
    cli_text_printf(out, "{\"format\": %d", CLI_JSON_FORMAT);
}

void cli_json_string(text_buffer *out, const char *string)
{
    size_t left;

    if (string == NULL) {
        cli_text_string(out, "null");
        return;
    }
    cli_text_put(out, "\"", 1);
    for (left = strlen(string); left > 0;) {
        const unsigned char first = (unsigned char)*string;
        const size_t bytes = cli_utf8_length(string, left);

        if (bytes == 0)
            cli_text_string(out, "\\ufffd");
        else if (first < 0x20 || first == 0x7f)
            cli_text_printf(out, "\\u%04x", (unsigned)first);
        else if (first == '"' || first == '\\')
            cli_text_printf(out, "\\%c", *string);
        else
            cli_text_put(out, string, bytes);
        string += bytes == 0 ? 1 : bytes;
        left -= bytes == 0 ? 1 : bytes;
    }
    cli_text_put(out, "\"", 1);
}

void cli_json_member(text_buffer *out, const char *name, const char *string)
{
    cli_text_printf(out, ", \"%s\": ", name);
    cli_json_string(out, string);
}
