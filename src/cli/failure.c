/* Explain failures: on stderr for a person, or as one line. */
#include "cli/failure.h"

#include <stdarg.h>
#include <string.h>

#include "cli/excerpt.h"
#include "cli/utf8.h"

__attribute__((format(printf, 4, 0))) static void
fill_failure(failure *why, int code, const source *where, const char *format, va_list list)
{
    why->code = code;
    why->where = where;
    why->line = why->column = 0;
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

int cli_fail_status(failure *why, clmodp_status status, const char *message)
{
    const int code = status == CLMODP_NO_DEVICE ? EXIT_NO_DEVICE : EXIT_FAILED;

    if (message == NULL || *message == '\0')
        message = clmodp_status_string(status);
    return cli_fail(why, code, "%s", message);
}

/* Text from outside must not steer the terminal: other control characters than line breaks, and
 * bytes that are no characters, become question marks. */
static void clean_text(char *text)
{
    size_t left = strlen(text);

    while (left > 0) {
        const size_t known = cli_utf8_length(text, left);
        const size_t length = known > 0 ? known : 1;

        if (known == 0 || (cli_utf8_control(text, known) && *text != '\n'))
            memset(text, '?', length);
        text += length;
        left -= length;
    }
}

/* Where it went wrong, such as "F: line 1, column 5: "; "" if nowhere in particular. */
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

int cli_failure_show(const failure *why)
{
    char from[1024], text[sizeof why->text];

    format_place(from, sizeof from, why);
    memcpy(text, why->text, sizeof text);
    clean_text(from);
    clean_text(text);
    cli_say("%s%s", from, text);
    if (why->where != NULL && why->line > 0)
        cli_excerpt(stderr, why->where->text, why->where->length, why->line, why->column);
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

    (void)fflush(stdout); /* what was written before is seen before */
    va_start(list, format);
    (void)fputs("clmodp: ", stderr);
    (void)vfprintf(stderr, format, list);
    (void)fputc('\n', stderr);
    va_end(list);
}
