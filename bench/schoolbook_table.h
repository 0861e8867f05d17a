/* Tables of times over the program parameter s, as in [HMX]. */
#ifndef BENCH_SCHOOLBOOK_TABLE_H
#define BENCH_SCHOOLBOOK_TABLE_H

#include <stddef.h>

#define SCHOOLBOOK_ROWS 16 /* most rows of a table, others included */

/* The seconds for each s, of n and m coefficients. */
typedef struct schoolbook_row {
    size_t n, m, count;
    double s[16], seconds[16];
} schoolbook_row;

/* Reads the rows of a file in this folder: "n m s1 s2 ..." on a line, and a line for each size
 * below. Returns their number; ends the process if the file cannot be read. */
size_t schoolbook_table(schoolbook_row *rows, const char *name);

/* Returns the least of its times. */
double schoolbook_row_least(const schoolbook_row *row);

#endif
