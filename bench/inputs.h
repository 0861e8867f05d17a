/* The inputs of the resultant benchmark: shapes and random polynomials. */
#ifndef BENCH_INPUTS_H
#define BENCH_INPUTS_H

#include <stddef.h>

#include <clmodp/polynomials.h>

#include "core/random.h"

#define INPUTS_MOST 32 /* shapes in one run of the benchmark */

/* The shape of a pair of polynomials. */
typedef struct input_shape {
    unsigned row;                                /* in the paper's table; 0: none */
    size_t deg_y_f, deg_y_g, deg_x_f, deg_x_g;
    size_t bits;                                 /* of each coefficient */
    unsigned density;                            /* per cent of the coefficients that are not 0 */
    double paper_seconds;                        /* time on the paper's GPU; 0: not measured */
    int total;                                   /* no terms above the total degree deg_y */
} input_shape;

/* Lists two rows of [Eme12, Table 1]: row 12, and row 2 with the printed degrees in x. Returns
 * their number. */
size_t inputs_default(input_shape *shapes);

/* Lists one input beyond the paper's table: degrees 32/32 and 64/64, 1024 bits. */
size_t inputs_extra(input_shape *shapes);

/* Reads the rows of bench/resultant_table1.tsv; returns their number, or 0 with a message on
 * stderr. printed: use the printed degrees in x, not those that reach the resultant's degree. */
size_t inputs_table(input_shape *shapes, int printed);

/* Keeps the rows first ... last; returns their number. */
size_t inputs_select(input_shape *shapes, size_t count, size_t first, size_t last);

/* Creates polynomials, always the same for the same shape. Coefficients are uniformly random with
 * exactly `bits` bits and random signs; those at the corners (both degrees, one of them and 0, or
 * the constant) are never 0. */
void inputs_create(clmodp_zxy **f, clmodp_zxy **g, const input_shape *shape);

/* Creates a polynomial of degrees dx and dy with all terms up to a total degree. Coefficients have
 * exactly `bits` bits, at most 62, and random signs. */
clmodp_zxy *inputs_dense(size_t dx, size_t dy, size_t total, size_t bits, clm_random *random);

/* Writes both as text to FOLDER/NUMBER-f and FOLDER/NUMBER-g, readable by the program. */
void inputs_save(const input_shape *shape, const char *folder, size_t number);

#endif
