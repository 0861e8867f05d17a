/* Transforms of batches of sequences over prime fields, in place on the device: the values of
 * polynomials at all points of a prime, and back. */
#ifndef CLM_FPX_NTT_H
#define CLM_FPX_NTT_H

#include "cl/arith/prime_info.h"
#include "device/buffer.h"
#include "fpx/batch/ntt_plan.h"

/* What the program of one pass depends on (ntt.cl): the radix as a product, and whether
 * it is a backward pass. */
#define CLM_NTT_DEFINITIONS "#define NTT_A %u\n#define NTT_B %u\n#define NTT_BACKWARD %d\n"

/* Sequences in the library's tiles of T lanes: a prime has `lanes` of them, and a lane has `rows`
 * sequences, word k of row r being word r * length + k of the lane (cl/arith/tile.h). All
 * residues are canonical, in Montgomery form. The buffers may be one. */
typedef struct clm_ntt_batch {
    const clm_buffer *data;
    size_t data_begin;       /* words before the first tile */
    const clm_buffer *roots; /* a clm_root_table of order `length` of the batch's primes */
    size_t roots_begin;      /* words before it */
    const clm_buffer *info;  /* prime_info */
    size_t first_prime, primes;
    size_t lanes; /* a multiple of T */
    size_t rows;
} clm_ntt_batch;

typedef enum clm_ntt_way {
    /* z is the table's root. */
    CLM_NTT_FORWARD,  /* X[k] = sum of x[i] z^(i k); natural to permuted order */
    CLM_NTT_BACKWARD, /* length times what FORWARD made this of; permuted to natural order */
    /* On the coset shift * z^k of `info`, which must be about as many points as the length: */
    CLM_NTT_VALUES,      /* X[k] = sum of x[i] (shift z^k)^i; natural to permuted order */
    CLM_NTT_COEFFICIENTS /* what VALUES made this of; permuted to natural order */
} clm_ntt_way;

/* Transform all sequences of the batch in place.
 *
 * Cost:   clm_ntt_cost, and one launch a pass; what VALUES and COEFFICIENTS do more is a
 *         product a word and a launch. Lanes that pad tiles cost as much as others.
 * Errors: INVALID (no plan; lanes no multiple of T; a buffer too short), LIMIT (words that do not
 *         fit 32 bits), BUILD, DEVICE
 * Source: decimation in frequency [Gentleman, Sande 1966] and in time [Cooley, Tukey 1965]
 * Asynchronous. */
clmodp_status clm_ntt_run(clmodp_context *ctx, const clm_ntt_plan *plan,
                          const clm_ntt_batch *batch, clm_ntt_way way);

#endif
