/* Runs of the program clmodp. */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

/* Returns the seconds of a run of the program with these arguments, NULL at the end, and with the
 * open file `input` as its standard input. Its output is discarded. Exits with 1 if it fails. */
double program_seconds(char *const *arguments, int input);

#endif
