/* What went wrong, where in which input, and with which exit status the program ends.
 *
 * Functions that can fail return an exit status, EXIT_OK after success, and fill a failure
 * otherwise; the caller decides where it is shown. */
#ifndef CLI_FAILURE_H
#define CLI_FAILURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/source.h"

enum {
    EXIT_OK = 0,
    EXIT_FAILED = 1,   /* the computation, or writing its result */
    EXIT_USAGE = 2,    /* arguments or input that cannot be understood or read */
    EXIT_NO_DEVICE = 3 /* no usable OpenCL device */
};

typedef struct failure {
    int code;            /* exit status */
    const source *where;  /* the input it is about; NULL if none; must outlive the failure */
    size_t line, column;  /* place in it, from 1; line 0: no place */
    bool usage;           /* of a command's arguments, so that its help is pointed to */
    char text[4096];      /* explanation, without a line break at its end */
} failure;

/* Fill `why` and return `code`. Too long a text is cut. */
int cli_fail(failure *why, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same, for a byte in an input. */
int cli_fail_at(failure *why, const source *where, size_t line, size_t column,
                const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The same with EXIT_USAGE, for what is wrong with a command's arguments. */
int cli_fail_usage(failure *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Fill `why` from a library call that failed with this message; returns the exit status
 * that belongs to the status. */
int cli_fail_status(failure *why, clmodp_status status, const char *message);

/* Explain on stderr, with the place, the line of input and a caret, once: the explanation is empty
 * behind it, and an empty one is not shown. Returns why->code. */
int cli_failure_show(failure *why);

/* The explanation in one line, place first: "line 3, column 5: ...". */
void cli_failure_one_line(char *out, size_t size, const failure *why);

/* Returns the exit status of a call from this function, unless that is EXIT_OK. */
#define CHECK(call)               \
    do {                          \
        const int code_ = (call); \
        if (code_ != EXIT_OK)     \
            return code_;         \
    } while (0)

/* For functions with one exit: keeps the exit status of a call in `code`, and leaves through
 * `done` unless that is EXIT_OK. */
#define CHECK_DONE(call)     \
    do {                     \
        code = (call);       \
        if (code != EXIT_OK) \
            goto done;       \
    } while (0)

/* The ending of a noun that follows a count: "%zu line%s", n, CLI_S(n). */
#define CLI_S(count) ((count) == 1 ? "" : "s")

/* One line on stderr, as "clmodp: ...". */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
