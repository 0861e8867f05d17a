/* Bytes in a growing block of memory. */
#include "cli/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A text with a file keeps no more than this, but for one piece. */
#define PIECE ((size_t)1 << 16)

/* Where a text begins: most answers of a batch end within. */
#define LEAST_ROOM ((size_t)256)

bool cli_text_lost(const text_buffer *t)
{
    return t->failed || (t->to != NULL && ferror(t->to) != 0);
}

char *cli_text_room(text_buffer *t, size_t more)
{
    size_t room = t->room + t->room / 2;
    char *larger;

    if (t->to != NULL && t->length >= PIECE) {
        (void)fwrite(t->bytes, 1, t->length, t->to);
        t->length = 0;
    }
    if (cli_text_lost(t))
        return NULL;
    if (more > SIZE_MAX / 2 - t->length) {
        t->failed = true;
        return NULL;
    }
    if (t->room - t->length < more) {
        room = room > LEAST_ROOM ? room : LEAST_ROOM;
        room = room > t->length + more ? room : t->length + more;
        larger = realloc(t->bytes, room);
        if (larger == NULL) {
            t->failed = true;
            return NULL;
        }
        t->bytes = larger;
        t->room = room;
    }
    return t->bytes + t->length;
}

void cli_text_use(text_buffer *t, size_t length)
{
    t->length += length;
}

void cli_text_tell(const text_buffer *t, size_t words)
{
    if (t->listen != NULL)
        t->listen(t->listener, words);
}

void cli_text_put(text_buffer *t, const char *bytes, size_t length)
{
    char *end = cli_text_room(t, length);

    if (end == NULL)
        return;
    memcpy(end, bytes, length);
    t->length += length;
}

void cli_text_string(text_buffer *t, const char *string)
{
    cli_text_put(t, string, strlen(string));
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

/* By hand: a batch prints millions, and printf takes as long for one as reading and solving a
 * small problem does. */
void cli_text_count(text_buffer *t, uint64_t n)
{
    char digits[20];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    cli_text_put(t, digits + at, sizeof digits - at);
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
