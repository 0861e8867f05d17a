/* Explains failures: on stderr with the line of input, or as one line. */
#include "cli/failure.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "cli/text.h"

enum { WINDOW = 72, BEFORE = 48 }; /* bytes shown of a long line, and before the error */

/* Sets [*begin, *end) to a line of the text, or to the last if there are fewer, without line
 * break. */
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

/* Returns whether a character of `bytes` bytes may control a terminal: U+0000 to U+001F, U+007F to
 * U+009F. */
static bool is_control(const char *text, size_t bytes)
{
    const unsigned char first = (unsigned char)*text;

    return bytes == 1 ? first < 0x20 || first == 0x7f
                      : bytes == 2 && first == 0xc2 && (unsigned char)text[1] < 0xa0;
}

/* Prints one character of the text as one column; returns its bytes. */
static size_t print_character(FILE *out, const char *text, size_t available)
{
    size_t bytes = cli_utf8_length(text, available);

    if (*text == '\t')
        (void)fputc(' ', out);
    else if (bytes == 0 || is_control(text, bytes))
        (void)fputc('?', out);
    else
        (void)fwrite(text, 1, bytes, out);
    return bytes == 0 ? 1 : bytes;
}

/* Prints line `line` of the text, or a window of a long one, and a caret under byte `column` (both
 * from 1); nothing for an empty line. The two lines have only harmless characters. */
static void print_excerpt(FILE *out, const char *text, size_t length, size_t line, size_t column)
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

__attribute__((format(printf, 4, 0))) static void
fill_failure(failure *why, int code, const source *where, const char *format, va_list list)
{
    why->code = code;
    why->where = where;
    why->line = why->column = 0;
    why->usage = false;
    (void)vsnprintf(why->text, sizeof why->text, format, list);
}

int cli_fail(failure *why, int code, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    fill_failure(why, code, NULL, format, list);
    va_end(list);
    return code;
}

int cli_fail_usage(failure *why, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    fill_failure(why, EXIT_USAGE, NULL, format, list);
    va_end(list);
    why->usage = true;
    return EXIT_USAGE;
}

int cli_fail_at(failure *why, const source *where, size_t line, size_t column,
                const char *format, ...)
{
    va_list list;

    va_start(list, format);
    fill_failure(why, EXIT_USAGE, where, format, list);
    va_end(list);
    why->line = line;
    why->column = column;
    return why->code;
}

int cli_fail_memory(failure *why)
{
    return cli_fail(why, EXIT_FAILED, "out of memory");
}

void cli_fail_add(failure *why, const char *format, ...)
{
    const size_t used = strlen(why->text);
    va_list list;

    va_start(list, format);
    (void)vsnprintf(why->text + used, sizeof why->text - used, format, list);
    va_end(list);
}

int cli_check_status(failure *why, clmodp_status status, const char *message)
{
    const int code = status == CLMODP_NO_DEVICE ? EXIT_NO_DEVICE : EXIT_FAILED;

    if (status == CLMODP_OK)
        return EXIT_OK;
    if (message == NULL || *message == '\0')
        message = clmodp_status_string(status);
    return cli_fail(why, code, "%s", message);
}

int cli_check_text(failure *why, clmodp_status status, const source *where,
                  const clmodp_text_error *error)
{
    if (status == CLMODP_PARSE || status == CLMODP_LIMIT)
        return cli_fail_at(why, where, error->line, error->column, "%s", error->message);
    return cli_check_status(why, status, error->message);
}

/* Replaces control characters other than line breaks, and invalid UTF-8, by question marks: text
 * from outside must not control the terminal. */
static void clean_text(char *text)
{
    size_t left = strlen(text);

    while (left > 0) {
        const size_t known = cli_utf8_length(text, left);
        const size_t length = known > 0 ? known : 1;

        if (known == 0 || (is_control(text, known) && *text != '\n'))
            memset(text, '?', length);
        text += length;
        left -= length;
    }
}

/* Formats the position of an error, such as "F: line 1, column 5: "; "" if there is none. */
static void format_place(char *out, size_t size, const failure *why)
{
    const source *where = why->where;
    size_t used = 0;

    *out = '\0';
    if (where == NULL)
        return;
    if (where->name != NULL)
        used = (size_t)snprintf(out, size, "%s: ", where->name);
    if (used >= size)
        return;
    if (why->line > 0)
        (void)snprintf(out + used, size - used, "line %zu, column %zu: ",
                       why->line + where->lines_before,
                       why->column + (why->line == 1 ? where->columns_before : 0));
    else
        (void)snprintf(out + used, size - used, "line %zu: ", where->lines_before + 1);
}

int cli_failure_show(failure *why)
{
    char from[1024], text[sizeof why->text];

    if (*why->text == '\0')
        return why->code;
    format_place(from, sizeof from, why);
    memcpy(text, why->text, sizeof text);
    clean_text(from);
    clean_text(text);
    cli_say("%s%s", from, text);
    if (why->where != NULL && why->line > 0)
        print_excerpt(stderr, why->where->text, why->where->length, why->line, why->column);
    why->text[0] = '\0';
    return why->code;
}

void cli_failure_one_line(char *out, size_t size, const failure *why)
{
    char from[1024];

    format_place(from, sizeof from, why);
    (void)snprintf(out, size, "%s%s", from, why->text);
    for (char *c = out; *c != '\0'; c++)
        if (*c == '\n')
            *c = ' ';
    clean_text(out);
}

void cli_say(const char *format, ...)
{
    va_list list;

    (void)fflush(stdout); /* earlier output is to appear first */
    va_start(list, format);
    (void)fputs("clmodp: ", stderr);
    (void)vfprintf(stderr, format, list);
    (void)fputc('\n', stderr);
    va_end(list);
}
