/* Times over the program parameter s: the tables of [HMX]. */
#ifndef BENCH_PLAIN_TABLE_H
#define BENCH_PLAIN_TABLE_H

#include <stddef.h>

#define PLAIN_ROWS 16 /* of a table, and others, at most */

/* Seconds for each s, of n and m coefficients. */
typedef struct plain_row {
    size_t n, m, count;
    double s[16], seconds[16];
} plain_row;

/* The rows of a file in this folder: "n m s1 s2 ..." on a line, and a line for each size below.
 * Returns how many there are; ends the process if it cannot be read. */
size_t plain_table(plain_row *rows, const char *name);

/* The least of its times. */
double plain_row_least(const plain_row *row);

#endif
