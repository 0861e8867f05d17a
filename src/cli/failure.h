/* An error: its message, its position in the input, and the exit status of the program.
 *
 * Functions that can fail return an exit status, EXIT_OK after success, and fill a failure
 * otherwise; the caller decides how it is shown. */
#ifndef CLI_FAILURE_H
#define CLI_FAILURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/input_file.h"

enum {
    EXIT_OK = 0,
    EXIT_FAILED = 1,   /* the computation failed, or writing its result */
    EXIT_USAGE = 2,    /* arguments or input cannot be parsed or read */
    EXIT_NO_DEVICE = 3 /* no usable OpenCL device */
};

typedef struct failure {
    int code;            /* exit status */
    const source *where;  /* NULL: no input; must outlive the failure */
    size_t line, column;  /* position in the input, from 1; line 0: none */
    bool usage;           /* caused by a command's arguments, so that its help is mentioned */
    char text[4096];      /* explanation, without a line break at its end */
} failure;

/* Fills `why` and returns `code`. Long texts are truncated. */
int cli_fail(failure *why, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As cli_fail, at a byte of an input. */
int cli_fail_at(failure *why, const source *where, size_t line, size_t column,
                const char *format, ...) __attribute__((format(printf, 5, 6)));

/* As cli_fail with EXIT_USAGE, for a command's arguments. */
int cli_fail_usage(failure *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Fills `why` if memory is exhausted; returns EXIT_FAILED. */
int cli_fail_memory(failure *why);

/* Appends to the explanation. */
void cli_fail_add(failure *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns EXIT_OK for the status OK of a library call; otherwise fills `why` with the message, or
 * what the status means without one, and returns the exit status for it. */
int cli_check_status(failure *why, clmodp_status status, const char *message);

/* The same after reading a text, with the position of an error in it. */
int cli_check_text(failure *why, clmodp_status status, const source *where,
                  const clmodp_text_error *error);

/* Explains a failure on stderr, with its position, the line of input and a caret, unless the
 * explanation is empty, and clears the explanation. Returns why->code. */
int cli_failure_show(failure *why);

/* Writes the explanation in one line, position first: "line 3, column 5: ...". */
void cli_failure_one_line(char *out, size_t size, const failure *why);

/* Returns a call's exit status from the calling function, unless EXIT_OK. */
#define CHECK(call)               \
    do {                          \
        const int code_ = (call); \
        if (code_ != EXIT_OK)     \
            return code_;         \
    } while (0)

/* Keeps a call's exit status in `code`, and jumps to `done` if it is not EXIT_OK: for functions
 * with one exit. */
#define CHECK_DONE(call)     \
    do {                     \
        code = (call);       \
        if (code != EXIT_OK) \
            goto done;       \
    } while (0)

/* The plural ending of a noun after a count: "%zu line%s", n, CLI_S(n). */
#define CLI_S(count) ((count) == 1 ? "" : "s")

/* Prints one line on stderr, as "clmodp: ...". */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
