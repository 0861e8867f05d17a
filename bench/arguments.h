/* Command lines of the benchmarks: whole numbers, and nothing else in their place. */
#ifndef BENCH_ARGUMENTS_H
#define BENCH_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

#define ARGUMENT_MOST ((size_t)1 << 24) /* for sizes that nothing else limits */

/* A number on the command line. */
typedef struct argument {
    size_t *value; /* keeps what it has if the argument is not there */
    size_t least, most;
    bool last; /* the command line may end here */
} argument;

/* Fill in the arguments that are there, in this order. If they are wrong, print
 * "usage: PROGRAM USAGE" and exit with 2. Returns how many there were. */
size_t arguments_read(int argc, char **argv, const argument *arguments, size_t count,
                      const char *usage);

/* Whether `text` is a number from least to most, which goes to *out. */
bool argument_number(size_t *out, const char *text, size_t least, size_t most);

/* The numbers up to `most` in `text`, with separators between; how many, 0 if `text` is anything
 * else or has more than `room`. */
size_t argument_list(size_t *out, size_t room, const char *text, char separator, size_t most);

#endif
