/* Lines for the caller's log. */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

void clm_log_line(const clm_log *log, clmodp_log_kind kind, const char *format, ...)
{
    char line[CLM_MESSAGE_SIZE];
    va_list arguments;

    if (log->function == NULL)
        return;
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *c = line; *c != '\0'; c++) /* messages of failures may have several lines */
        if (*c == '\n')
            *c = ' ';
    log->function(log->user, kind, line);
}
