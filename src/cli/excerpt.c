/* Show the place of an error in a line of any length and content. */
#include "cli/excerpt.h"

#include <stdbool.h>
#include <string.h>

#include "cli/utf8.h"

enum { WINDOW = 72, BEFORE = 48 }; /* bytes shown of a long line, and before the place */

/* Set [*begin, *end) to a line of the text without its end; the last one if there are fewer. */
static void find_line(const char **begin, const char **end, const char *text, size_t length,
                      size_t line)
{
    const char *stop = text + length;
    const char *next;

    *begin = text;
    while (line > 1 && (next = memchr(*begin, '\n', (size_t)(stop - *begin))) != NULL) {
        *begin = next + 1;
        line--;
    }
    *end = memchr(*begin, '\n', (size_t)(stop - *begin));
    if (*end == NULL)
        *end = stop;
    if (*end > *begin && (*end)[-1] == '\r')
        (*end)--;
}

/* Print one character of the text as one column; returns its bytes. */
static size_t print_character(FILE *out, const char *text, size_t available)
{
    size_t bytes = cli_utf8_length(text, available);

    if (*text == '\t')
        (void)fputc(' ', out);
    else if (bytes == 0 || cli_utf8_control(text, bytes))
        (void)fputc('?', out);
    else
        (void)fwrite(text, 1, bytes, out);
    return bytes == 0 ? 1 : bytes;
}

void cli_excerpt(FILE *out, const char *text, size_t length, size_t line, size_t column)
{
    const char *begin, *end, *from, *to, *place;
    size_t caret = 2, printed = 2;

    find_line(&begin, &end, text, length, line);
    if (begin == end)
        return;
    place = (size_t)(end - begin) < column ? end : begin + (column - 1);
    from = place - begin > BEFORE ? place - BEFORE : begin;
    to = end - from > WINDOW ? from + WINDOW : end;
    for (int i = 0; i < 3 && from > begin && from < place && cli_utf8_inside(*from); i++)
        from++;
    for (int i = 0; i < 3 && to < end && cli_utf8_inside(*to); i++)
        to++;

    (void)fputs("  ", out);
    if (from > begin) {
        (void)fputs("...", out);
        printed += 3;
    }
    for (const char *at = from; at < to; printed++) {
        if (at <= place)
            caret = printed;
        at += print_character(out, at, (size_t)(to - at));
    }
    if (place >= to)
        caret = printed;
    (void)fprintf(out, "%s\n%*s^\n", to < end ? "..." : "", (int)caret, "");
}
