/* Parses command lines of benchmarks, which consist of whole numbers. */
#ifndef BENCH_ARGUMENTS_H
#define BENCH_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

#define ARGUMENT_MOST ((size_t)1 << 24) /* for sizes without another limit */

/* A number on the command line. */
typedef struct argument {
    size_t *value; /* unchanged if the argument is missing */
    size_t least, most;
    bool last; /* further arguments are optional */
} argument;

/* Reads the arguments in this order. If they are invalid, prints "usage: PROGRAM USAGE" and exits
 * with 2. Returns their number. */
size_t arguments_read(int argc, char **argv, const argument *arguments, size_t count,
                      const char *usage);

/* Parses `text` as a number from least to most into *out. Returns false if it is not one. */
bool argument_number(size_t *out, const char *text, size_t least, size_t most);

/* Parses numbers up to `most` in `text`, separated by `separator`. Returns their number, 0 if
 * `text` is invalid or has more than `room`. */
size_t argument_list(size_t *out, size_t room, const char *text, char separator, size_t most);

#endif
