/* The error idiom: a status travels up, a message stays in one place.
 *
 * A function that can fail keeps its status in a variable `st`, starts with every
 * handle NULL and leaves by one label `done:`, where release functions take NULL.
 *
 * Structures of callers may grow from version to version: their first field is their size. */
#ifndef CLM_CORE_ERROR_H
#define CLM_CORE_ERROR_H

#include <stddef.h>

#include <clmodp/core.h>

#define CLM_MESSAGE_SIZE 2048

/* The last failure of a context (or of a call that has none). */
typedef struct clm_error {
    clmodp_status status;
    char message[CLM_MESSAGE_SIZE]; /* "" after success */
} clm_error;

#if defined(__GNUC__)
#define CLM_PRINTF(string, first) __attribute__((format(printf, string, first)))
/* Marks internal functions that libclmodp exports for libclmodp-models of the same version, the
 * laboratory in lab/. They are no part of the public interface. */
#define CLM_LAB_API __attribute__((visibility("default")))
#else
#define CLM_PRINTF(string, first)
#define CLM_LAB_API
#endif

/* Record a failure: what was wrong, where, and what to do. Returns `status`.
 * `error` may be NULL: then only the status travels. Too long a message is cut. */
CLM_LAB_API clmodp_status clm_fail(clm_error *error, clmodp_status status, const char *format,
                                   ...) CLM_PRINTF(3, 4);

/* The ending of a noun that follows a count: "%zu prime%s", n, CLM_S(n). */
#define CLM_S(count) ((count) == 1 ? "" : "s")

/* Forget the last failure: a public call begins. */
CLM_LAB_API void clm_error_clear(clm_error *error);

/* A public call ends with `status`: if it failed where nobody could leave a message, leave
 * one that names the status. Returns `status`. */
CLM_LAB_API clmodp_status clm_error_complete(clm_error *error, clmodp_status status);

/* Copy the message to a caller's array of `size` bytes, cut to it; NULL or none: nowhere. */
CLM_LAB_API void clm_error_tell(const clm_error *error, char *message, size_t size);

/* Evaluate once; on failure keep the status and leave through `done`. */
#define TRY(expression)          \
    do {                         \
        st = (expression);       \
        if (st != CLMODP_OK)     \
            goto done;           \
    } while (0)

/* Leave with a status and a message. */
#define FAIL(error, status, ...)                      \
    do {                                              \
        st = clm_fail((error), (status), __VA_ARGS__); \
        goto done;                                    \
    } while (0)

/* A precondition of this function, named in the message as it is written here. */
#define REQUIRE(error, condition)                                                             \
    do {                                                                                      \
        if (!(condition))                                                                     \
            FAIL((error), CLMODP_INVALID, "%s: the caller must ensure %s", __func__,          \
                 #condition);                                                                 \
    } while (0)

typedef struct clm_log {
    clmodp_log function; /* NULL: nobody listens */
    void *user;
} clm_log;

/* Tell the listener. Too long a line is cut. */
CLM_LAB_API void clm_log_line(const clm_log *log, clmodp_log_kind kind, const char *format,
                              ...) CLM_PRINTF(3, 4);

/* Copy a caller's options, or what else is asked for, over the library's defaults.
 *
 * Out:    options  a structure of `size` bytes that holds the defaults; the fields that the
 *                  caller's version has are replaced, except the size itself
 * In:     name     of the structure, for messages
 *         given    NULL: all defaults. Else its first field (a size_t) is the caller's size:
 *                  an older (shorter) structure leaves the newer fields at their
 *                  defaults, a newer (longer) one must be zero beyond `size`
 * Errors: INVALID (a newer structure asks for something this library does not know, or the size
 *         was never set) */
CLM_LAB_API clmodp_status clm_options_read(clm_error *error, const char *name, void *options,
                                           size_t size, const void *given);

/* Errors: INVALID (a report, if there is one, whose size was not set) */
CLM_LAB_API clmodp_status clm_report_check(clm_error *error, const void *report);

/* Copy as much of a report of `size` bytes as the caller's structure has room for, keeping
 * the caller's size field. `out` may be NULL. */
CLM_LAB_API void clm_report_write(void *out, const void *report, size_t size);

#endif
