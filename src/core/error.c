/* Failure messages and names of statuses; lines for a caller's log; structures of callers built
 * with other versions; and the library's version. */
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <clmodp/core.h>

#include "core/size.h"

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

/* No version's structure is as long, while an uninitialised size probably is. */
#define SIZE_PLAUSIBLE 4096

clmodp_status clm_options_read(clm_error *error, const char *name, void *options, size_t size,
                               const void *given)
{
    const unsigned char *bytes = given;
    size_t given_size = 0;

    if (given == NULL)
        return CLMODP_OK;
    memcpy(&given_size, given, sizeof given_size);
    /* The size of a structure with a size_t is a multiple of its size. */
    if (given_size == 0 || given_size > SIZE_PLAUSIBLE || given_size % sizeof given_size != 0)
        return clm_fail(error, CLMODP_INVALID,
                        "%s has size %zu: initialise it with %s_init first", name,
                        given_size, name);
    for (size_t i = size; i < given_size; i++)
        if (bytes[i] != 0)
            return clm_fail(error, CLMODP_INVALID,
                            "%s is %zu bytes long and sets a field that this version of the "
                            "library does not know (it knows %zu bytes): use a newer library or "
                            "older headers", name, given_size, size);
    if (given_size > sizeof given_size)
        memcpy((unsigned char *)options + sizeof given_size, bytes + sizeof given_size,
               clm_size_min(given_size, size) - sizeof given_size);
    return CLMODP_OK;
}

clmodp_status clm_report_check(clm_error *error, const void *report)
{
    size_t room = 1;

    if (report != NULL)
        memcpy(&room, report, sizeof room);
    if (room == 0)
        return clm_fail(error, CLMODP_INVALID,
                        "the report structure has size 0: set its size to sizeof the structure "
                        "first");
    return CLMODP_OK;
}

void clm_report_write(void *out, const void *report, size_t size)
{
    size_t room = 0;

    if (out == NULL)
        return;
    memcpy(&room, out, sizeof room);
    if (room > sizeof room)
        memcpy((unsigned char *)out + sizeof room, (const unsigned char *)report + sizeof room,
               clm_size_min(room, size) - sizeof room);
}

/* libclmodp-models refers to this name. The version in it prevents loading libclmodp-models with
 * another version's internal functions. */
extern const int CLM_LAB_VERSION;
CLM_LAB_API const int CLM_LAB_VERSION = 0;

const char *clmodp_version(void)
{
    return CLMODP_VERSION_STRING;
}
