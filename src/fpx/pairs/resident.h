/* Batches of pairs in an application's memory on the device, computed without copies or waits:
 * one kernel finds degrees and makes lanes, those of pairs.h compute, and one work-item each
 * computes pairs that they leave. */
#ifndef CLM_FPX_PAIRS_RESIDENT_H
#define CLM_FPX_PAIRS_RESIDENT_H

#include "cl/fpx/pairs/resident_shape.h"
#include "fpx/pairs/pairs.h"

/* Polynomials of `count` coefficients each, from word `at` of a buffer on. */
typedef struct clm_resident_polys {
    clm_buffer buffer;
    size_t at, count;
} clm_resident_polys;

/* A batch. Operands and results are rows or tiles (cl/fpx/pairs/resident.h). */
typedef struct clm_resident_batch {
    clm_pair_operation operation;
    uint32_t p;
    size_t pairs;
    bool tiles;
    clm_resident_polys a, b;       /* of 1 to PAIRS_MOST_DEGREE + 1 coefficients */
    clm_resident_polys results[3]; /* products, of a.count + b.count coefficients; quotients, of
                                      a.count, and remainders, of b.count; divisors and both
                                      cofactors, of the greater count; none for resultants */
    clm_buffer words;              /* resultants; coefficients of divisors */
    size_t words_at;
} clm_resident_batch;

/* The words of `count` polynomials of `coefficients` each; SIZE_MAX if there are too many. */
size_t clm_resident_words(const clmodp_context *ctx, bool tiles, size_t count,
                          size_t coefficients);

/* Computes a batch.
 *
 * Pre:    p is an odd prime below 2^31; buffers have room; indices of words are below 2^32
 * Errors: those of buffers and kernels
 * Source: as in pairs.h. Asynchronous. */
clmodp_status clm_pairs_resident(clmodp_context *ctx, const clm_resident_batch *b);

/* The self-test of an operation; large: also for primes above EUCLID_PRIME_MAX. */
const clm_self_test *clm_resident_self_test(clm_pair_operation operation, bool large);

#endif
