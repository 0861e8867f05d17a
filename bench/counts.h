/* How many multiplications of words each stage of a resultant does: closed forms.
 *
 * One unit is a product of two 32-bit words, whole or only its lower half: what a vector unit
 * does one of a lane and cycle. A reduction modulo a prime is two of them. Additions, folds
 * and moves are not counted, nor is setting up tables beyond what is named in counts.c. */
#ifndef BENCH_COUNTS_H
#define BENCH_COUNTS_H

#include <clmodp/resultant.h>

#include "bench/inputs.h"
#include "engines/engine.h"

typedef struct counts {
    double pairs;                            /* p * q at each prime and point */
    double products[CLM_STAGE_COUNT];     /* on the device; 0 for stages not counted so */
    double total;                            /* their sum */
    const char *evaluation;                  /* "sums", "butterfly" or "transform" */
    double lift_bytes_in, lift_bytes_out;    /* residues; coefficients as words of 64 bits */
    double lift_products;                    /* of 64-bit words, by the schoolbook */
} counts;

/* For a run that reported so many primes and points. */
counts count_products(const clmodp_context *context, const input_shape *shape,
                      const clmodp_resultant_report *report);

/* Of clm_interpolate, one prime. */
double count_interpolate(size_t points);

#endif
