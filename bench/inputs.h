/* The inputs of the resultant benchmark. */
#ifndef BENCH_INPUTS_H
#define BENCH_INPUTS_H

#include <stddef.h>

#include <clmodp/polynomials.h>

#define INPUTS_MOST 32 /* shapes of one run of the benchmark */

/* What a pair of polynomials looks like. */
typedef struct input_shape {
    unsigned row;                                /* of the paper's table; 0: none */
    size_t deg_y_f, deg_y_g, deg_x_f, deg_x_g;
    size_t bits;                                 /* of every coefficient */
    unsigned density;                            /* per cent of the coefficients not 0 */
    double goal_seconds;                         /* what it should take; 0: nothing said */
    double paper_seconds;                        /* on the paper's GPU; 0: not measured there */
} input_shape;

/* The two inputs that the project's first speed goals name; returns how many. */
size_t inputs_goals(input_shape *shapes);

/* The one beyond the paper's table: degrees 32/32 and 64/64, 1024 bits. */
size_t inputs_extra(input_shape *shapes);

/* The rows of bench/resultant_table1.tsv; their number, or 0 with a message on stderr.
 * printed: with the printed degrees in x instead of those that reach the resultant's. */
size_t inputs_table(input_shape *shapes, int printed);

/* Keep those of the rows first ... last; returns how many. */
size_t inputs_select(input_shape *shapes, size_t count, size_t first, size_t last);

/* New polynomials of the shape, the same ones for the same shape. Coefficients are uniformly
 * random with exactly `bits` bits and random signs; those at the corners (both degrees, or one
 * of them and 0, or the constant) are never 0. */
void inputs_create(clmodp_zxy **f, clmodp_zxy **g, const input_shape *shape);

/* Write both as text to FOLDER/NUMBER-f and FOLDER/NUMBER-g, for the program to read. */
void inputs_save(const input_shape *shape, const char *folder, size_t number);

#endif
