/* Rows of polynomials in x for evaluation, with their values. */
#ifndef TESTS_PROBLEMS_EVALUATE_H
#define TESTS_PROBLEMS_EVALUATE_H

#include "problems/chunk.h"

typedef struct evaluate_problem {
    device_chunk *chunk;
    clm_rows rows;
    clm_row *table;      /* on the host */
    u32 *coefficients;   /* on the host, rows.residues per prime */
    clm_buffer residues; /* on the device */
} evaluate_problem;

/* Creates rows of these lengths with coefficients for every prime of the chunk, often one of the
 * two balanced residues with the greatest products. Release with evaluate_problem_destroy.
 *
 * In:  chunk  must outlive the problem */
evaluate_problem evaluate_problem_create(device_chunk *chunk, const u32 *length, size_t count);

/* Makes the rows sparse: only coefficients of these powers of x remain, except some. There are at
 * least two rows. */
void evaluate_problem_thin(evaluate_problem *p, const u32 *exponent, size_t count);
void evaluate_problem_destroy(evaluate_problem *p);

/* Returns the value of a row at lane k of a prime, by Horner's rule. */
u32 evaluate_problem_value(const evaluate_problem *p, size_t prime, size_t k, size_t row);

/* Returns the words of scratch memory that suffice for every method and any number of tiles. */
size_t evaluate_problem_scratch(const evaluate_problem *p);

#endif
