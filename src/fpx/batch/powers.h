/* Division of sparse long polynomials by short ones, crossing gaps between terms by powers of y;
 * on device and host. */
#ifndef CLM_FPX_BATCH_POWERS_H
#define CLM_FPX_BATCH_POWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arith/mont64.h"
#include "cl/fpx/batch/powers_shape.h"
#include "cost/cost.h"
#include "fpx/batch/batch.h"

typedef struct clm_powers {
    power_step *step; /* cl/fpx/batch/powers_shape.h */
    size_t steps, room;
    double products; /* products of coefficients in all steps */
} clm_powers;

/* Lists the steps of a remainder.
 *
 * In:     exponent  of y, increasing, `terms` of them, at least one
 *         m         degree of the divisor, at least 1
 * Release with clm_powers_destroy; {0} is safe. Errors: HOST_MEMORY */
clmodp_status clm_powers_create(clm_error *error, clm_powers *out, const uint32_t *exponent,
                                size_t terms, size_t m);
void clm_powers_destroy(clm_powers *powers);

/* The products to bridge a gap e between two terms, with those for a power of y. *known is the gap
 * of the last power, 0 before. */
double clm_powers_gap(uint32_t e, size_t m, uint32_t *known);

/* The cost on the device of a lane with `products` products. */
clm_amounts clm_powers_cost(double products);

typedef struct clm_powers_call {
    const clm_buffer *divided; /* Out: tiles of the remainder, of m coefficients, and of the
                                  divisor, in the order of the values:
                                  clm_powers_words(m, tiles) */
    const clm_buffer *values;  /* In: as clm_evaluate leaves them, the terms of the dividend, by
                                  increasing exponents, before or after the divisor's m + 1 rows */
    const clm_buffer *steps;   /* In: those of clm_powers */
    const clm_point_batch *batch;
    size_t count;              /* of steps */
    size_t terms, m;
    bool divisor_first;
} clm_powers_call;

/* Computes remainders at the points of some tiles; undefined if the divisor's leading coefficient
 * vanishes. Errors: INVALID (a buffer too small), BUILD, NO_KERNEL, DEVICE Asynchronous. */
clmodp_status clm_powers_divide(clmodp_context *ctx, const clm_powers_call *call,
                                size_t first_tile, size_t tiles);

/* Words of the buffer of remainders. */
size_t clm_powers_words(const clmodp_context *ctx, size_t m, size_t tiles);

/* Computes the remainder of the polynomial with these terms modulo g, which is made monic. All in
 * Montgomery form.
 *
 * Out:  remainder  m coefficients
 * In:   powers     the steps for the exponents of the terms
 *       term       by increasing exponents
 *       g          m + 1 coefficients, m >= 1, the last not 0
 *       work       4 m words, not the remainder's
 * Cost: powers->products */
void clm_powers_divide_host(uint64_t *remainder, const clm_powers *powers, const uint64_t *term,
                            size_t terms, const uint64_t *g, size_t m, uint64_t *work,
                            const clm_mont64 *field);

#endif
