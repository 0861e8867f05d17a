/* Say, or do not. */
#include "cli/verbosity.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/failure.h"

static bool quiet;

void cli_set_quiet(void)
{
    quiet = true;
}

bool cli_is_quiet(void)
{
    return quiet;
}

bool cli_shows_progress(void)
{
    return !quiet && isatty(STDERR_FILENO) == 1;
}

void cli_remark(const char *format, ...)
{
    char text[4096];
    va_list list;

    if (quiet)
        return;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    cli_say("%s", text);
}
