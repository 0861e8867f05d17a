/* Error handling: a status travels up the call chain; its message stays in one place.
 *
 * A function that can fail keeps its status in a variable `st`, initialises every handle to NULL
 * and leaves by one label `done:`, since release functions accept NULL.
 *
 * Callers' structures may grow from version to version: their first field is their size. */
#ifndef CLM_CORE_ERROR_H
#define CLM_CORE_ERROR_H

#include <stddef.h>

#include <clmodp/core.h>

#define CLM_MESSAGE_SIZE 2048

/* The last failure of a context, or of a call without a context. */
typedef struct clm_error {
    clmodp_status status;
    char message[CLM_MESSAGE_SIZE]; /* "" after success */
} clm_error;

#if defined(__GNUC__)
#define CLM_PRINTF(string, first) __attribute__((format(printf, string, first)))
/* Marks internal functions that libclmodp exports for libclmodp-models of the same version, the
 * laboratory in lab/. They are not part of the public interface. */
#define CLM_LAB_API __attribute__((visibility("default")))
#else
#define CLM_PRINTF(string, first)
#define CLM_LAB_API
#endif

/* Records a failure: the fault, its place, and a remedy; a long message is cut. Returns `status`.
 * `error` may be NULL. */
CLM_LAB_API clmodp_status clm_fail(clm_error *error, clmodp_status status, const char *format,
                                   ...) CLM_PRINTF(3, 4);

/* The ending of a noun after a count: "%zu prime%s", n, CLM_S(n). */
#define CLM_S(count) ((count) == 1 ? "" : "s")

/* Clears the last failure at the beginning of a public call. */
CLM_LAB_API void clm_error_clear(clm_error *error);

/* Ends a public call with `status`. A missing message becomes the name of the status. Returns
 * `status`. */
CLM_LAB_API clmodp_status clm_error_complete(clm_error *error, clmodp_status status);

/* Copies the message, cut to fit, to a caller's array of `size` bytes; not to NULL or size 0. */
CLM_LAB_API void clm_error_tell(const clm_error *error, char *message, size_t size);

/* Keeps the status of an expression, and leaves through `done` on failure. */
#define TRY(expression)          \
    do {                         \
        st = (expression);       \
        if (st != CLMODP_OK)     \
            goto done;           \
    } while (0)

/* Leaves through `done` with a status and a message. */
#define FAIL(error, status, ...)                      \
    do {                                              \
        st = clm_fail((error), (status), __VA_ARGS__); \
        goto done;                                    \
    } while (0)

/* Begins a public function: returns INVALID if the context, or another object with messages, is
 * NULL, and otherwise clears the message of the last call. */
#define START(object, error)           \
    do {                               \
        if ((object) == NULL)          \
            return CLMODP_INVALID;     \
        clm_error_clear(error);        \
    } while (0)

/* Checks a precondition; the message quotes it. */
#define REQUIRE(error, condition)                                                             \
    do {                                                                                      \
        if (!(condition))                                                                     \
            FAIL((error), CLMODP_INVALID, "%s: the caller must ensure %s", __func__,          \
                 #condition);                                                                 \
    } while (0)

typedef struct clm_log {
    clmodp_log function; /* NULL: no log */
    void *user;
} clm_log;

/* Passes a line to the log callback; a long line is cut. */
CLM_LAB_API void clm_log_line(const clm_log *log, clmodp_log_kind kind, const char *format,
                              ...) CLM_PRINTF(3, 4);

/* Copies a caller's options, or other requests, over the library's defaults.
 *
 * Out:    options  a structure of `size` bytes that holds the defaults; all fields of the
 *                  caller's version except the size are replaced
 * In:     name     of the structure, for messages
 *         given    NULL: all defaults. Otherwise its first field (a size_t) is the caller's size.
 *                  A shorter (older) structure leaves newer fields at their defaults; a longer
 *                  (newer) one must be zero beyond `size`
 * Errors: INVALID (a field unknown to this library is set, or the size is not) */
CLM_LAB_API clmodp_status clm_options_read(clm_error *error, const char *name, void *options,
                                           size_t size, const void *given);

/* Errors: INVALID (a report other than NULL has no size set) */
CLM_LAB_API clmodp_status clm_report_check(clm_error *error, const void *report);

/* Copies as much of a report of `size` bytes as fits the caller's structure, keeping the caller's
 * size field. `out` may be NULL. */
CLM_LAB_API void clm_report_write(void *out, const void *report, size_t size);

#endif
