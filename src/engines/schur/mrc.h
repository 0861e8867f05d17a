/* CRT reconstruction from residues of any type: mixed radix digits on the device, and Horner's
 * scheme on threads of the host. [Eme12, 5.8] */
#ifndef CLM_ENGINES_SCHUR_MRC_H
#define CLM_ENGINES_SCHUR_MRC_H

#include <stdbool.h>
#include <stdint.h>

#include <gmp.h>

#include "arith/residue.h"
#include "opencl/tables.h"

/* Data that depend on the primes only. */
typedef struct clm_mrc {
    clm_residue_kind kind;
    size_t count;
    uint64_t *primes;    /* ascending: the radices p_0, p_1, ... of the digits */
    clm_tables tables;   /* the two buffers that follow */
    clm_buffer info;     /* residue_prime of each prime */
    clm_buffer order;    /* the row of residues of each prime */
    clm_buffer factors;  /* two residues of each prime, see mrc.cl; set by the first call */
    size_t columns;      /* values of a work-group; 0: not chosen yet */
    bool local;          /* local memory holds all digits of these values */
} clm_mrc;

/* Definitions for compiling the kernels: the residue type's, the values of a work-group as size_t,
 * and 1 if local memory holds their digits. */
#define CLM_MRC_DEFINITIONS "%s#define COLUMNS %zu\n#define MRC_LOCAL %d\n"

/* Sorts and sends the primes; release with clm_mrc_destroy ({0} is safe).
 *
 * In:     primes   odd, distinct, suited to the kind, in the order of the rows of residues
 *         count    1 <= count < 2^27
 * Errors: INVALID (a prime twice, even or too great), LIMIT, HOST_MEMORY, DEVICE_MEMORY,
 *         DEVICE */
clmodp_status clm_mrc_create(clmodp_context *ctx, clm_mrc *out, clm_residue_kind kind,
                             const uint64_t *primes, size_t count);
void clm_mrc_destroy(clmodp_context *ctx, clm_mrc *mrc);

/* Computes digits, the integers a_j in [0, p_j) with X = a_0 + a_1 p_0 + a_2 p_0 p_1 + ..., for
 * the X in [0, P) with the given residues, P the product of all primes. The first call compiles a
 * program for its number of columns and computes tables for all calls.
 *
 * Out:    digits    [column][prime], primes ascending
 * InOut:  mrc
 * In:     residues  [prime][columns], primes in the given order; words in [0, p)
 * Cost:   N^2 / 2 products and sums per value, and as many conversions of primes per 8 values; in
 *         chunks of m digits (the tuned work-group) half of the work-items wait for N m / 2 of
 *         these. The first call takes N^2 / 2 products and 2 N inversions more. A product was
 *         measured to take 0.7 ns on an AVX-512 core (2000 primes), 0.9 with float24
 * Errors: INVALID (a buffer too small), LIMIT, DEVICE, BUILD
 * Source: [Eme12, 5.8]
 *
 * Asynchronous. */
clmodp_status clm_mrc_digits(clmodp_context *ctx, const clm_buffer *digits,
                             const clm_buffer *residues, clm_mrc *mrc, size_t columns);

/* Data of Horner's scheme for a set of primes; constant once created. */
typedef struct clm_horner clm_horner;

/* Prepares for digits of these radices; release with clm_horner_destroy, which takes NULL.
 *
 * In:     primes  p_0, p_1, ..., each at least 2 and below 2^63
 *         count   1 <= count < 2^27
 * Cost:   about M(L) log L for L limbs of the product of all primes; as many limbs are stored
 * Errors: INVALID, LIMIT, HOST_MEMORY */
clmodp_status clm_horner_create(clm_error *error, clm_horner **out, const uint64_t *primes,
                                size_t count);
void clm_horner_destroy(clm_horner *horner);

/* Sets values[k], k < count, to the integer X in (-P/2, P/2], P the product of the primes, with
 *
 *     X = a_0 + p_0 (a_1 + p_1 (a_2 + ... )) modulo P
 *
 * Out:    values      initialised by the caller, all distinct; partly written on failure
 * In:     digits      [value][prime], a_i in [0, p_i)
 *         word_bytes  of a digit: 4 or 8
 *         progress    the fraction done
 * Cost:   for a value of L limbs M(L / 2) log2(L / 16), M being GMP's multiplication, and 16 L
 *         limb products at the leaves
 * Errors: INVALID, LIMIT (sizes overflow), HOST_MEMORY, CANCELLED
 * Source: [Eme12, 5.8] */
clmodp_status clm_horner_run(clmodp_context *ctx, const clm_horner *horner,
                             mpz_ptr const *values, size_t count, const void *digits,
                             size_t word_bytes, double progress);

#endif
