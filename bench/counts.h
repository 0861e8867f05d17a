/* Closed forms of the number of word multiplications in each stage of a resultant.
 *
 * The unit is a product of two 32-bit words, in full or only its lower half: one operation of a
 * lane and cycle of a vector unit. A reduction modulo a prime takes two units. Additions, folds
 * and moves are not counted, nor is the setup of tables, except as stated in counts.c. */
#ifndef BENCH_COUNTS_H
#define BENCH_COUNTS_H

#include <clmodp/resultant.h>

#include "bench/inputs.h"
#include "engines/engine.h"

typedef struct counts {
    double pairs;                            /* p * q at each prime and point */
    double products[CLM_STAGE_COUNT];        /* on the device; 0 for stages without a count */
    double total;                            /* their sum */
    const char *evaluation;                  /* "sums", "butterfly" or "transform" */
    double crt_bytes_in, crt_bytes_out;      /* residues; coefficients in 64-bit words */
    double crt_products;                    /* of 64-bit words, by schoolbook multiplication */
} counts;

/* Returns the counts for a run with the reported numbers of primes and points. */
counts count_products(const clmodp_context *context, const input_shape *shape,
                      const clmodp_resultant_report *report);

/* Returns the count of clm_interpolate for one prime. */
double count_interpolate(size_t points);

#endif
