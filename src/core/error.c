/* Messages of failures, names of statuses, and lines for the log of a caller. */
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>

const char *clmodp_status_string(clmodp_status status)
{
    switch (status) {
    case CLMODP_OK: return "ok";
    case CLMODP_INVALID: return "invalid argument";
    case CLMODP_DOMAIN: return "no such value";
    case CLMODP_LIMIT: return "too large";
    case CLMODP_PARSE: return "syntax error";
    case CLMODP_NO_DEVICE: return "no usable OpenCL device";
    case CLMODP_NO_KERNEL: return "kernel source not found";
    case CLMODP_BUILD: return "kernel build failed";
    case CLMODP_HOST_MEMORY: return "out of host memory";
    case CLMODP_DEVICE_MEMORY: return "out of device memory";
    case CLMODP_DEVICE: return "OpenCL error";
    case CLMODP_CORRUPT: return "self-check failed";
    case CLMODP_CANCELLED: return "cancelled";
    case CLMODP_UNSUPPORTED: return "not supported";
    case CLMODP_DAMAGED: return "damaged data";
    case CLMODP_FILE: return "file error";
    }
    return "unknown status";
}

clmodp_status clm_fail(clm_error *error, clmodp_status status, const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;

        error->status = status;
        va_start(arguments, format);
        (void)vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

void clm_error_clear(clm_error *error)
{
    error->status = CLMODP_OK;
    error->message[0] = '\0';
}

clmodp_status clm_error_complete(clm_error *error, clmodp_status status)
{
    if (status == CLMODP_OK || error->status == status)
        return status;
    return clm_fail(error, status, "%s", clmodp_status_string(status));
}

void clm_error_tell(const clm_error *error, char *message, size_t size)
{
    if (message != NULL && size > 0)
        (void)snprintf(message, size, "%s", error->message);
}

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
