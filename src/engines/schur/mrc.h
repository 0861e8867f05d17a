/* Residues of any type to mixed radix digits on the device. */
#ifndef CLM_ENGINES_SCHUR_MRC_H
#define CLM_ENGINES_SCHUR_MRC_H

#include "arith/residue.h"
#include "device/tables.h"

/* What depends on the primes. */
typedef struct clm_mrc {
    clm_residue_kind kind;
    size_t count;
    uint64_t *primes;    /* ascending: the radices p_0, p_1, ... of the digits */
    clm_tables tables;   /* the two that follow */
    clm_buffer info;     /* residue_prime of each */
    clm_buffer order;    /* the row of residues of each */
    clm_buffer factors;  /* two residues of each, see mrc.cl; from the first digits on */
    size_t columns;      /* values of a work-group; 0: not chosen yet */
    bool local;          /* local memory holds all their digits */
} clm_mrc;

/* What the kernels are compiled with: the definitions of the residues' type, values of a
 * work-group as size_t, and 1 if local memory holds their digits. */
#define CLM_MRC_DEFINITIONS "%s#define COLUMNS %zu\n#define MRC_LOCAL %d\n"

/* Sort and send the primes; release with clm_mrc_destroy ({0} is safe).
 *
 * In:     primes   odd, distinct, as the kind wants them, in the order of the rows of residues
 *         count    1 <= count < 2^27
 * Errors: INVALID (a prime twice, even or too great), LIMIT, HOST_MEMORY, DEVICE_MEMORY,
 *         DEVICE */
clmodp_status clm_mrc_create(clmodp_context *ctx, clm_mrc *out, clm_residue_kind kind,
                             const uint64_t *primes, size_t count);
void clm_mrc_destroy(clmodp_context *ctx, clm_mrc *mrc);

/* digits: the integers a_j in [0, p_j) with X = a_0 + a_1 p_0 + a_2 p_0 p_1 + ..., for the X in
 * [0, P) with the given residues, P being the product of all primes. The first call finds what
 * depends on the primes alone, in the program that suits its number of columns; all calls with
 * the same primes share that program.
 *
 * Out:    digits    [column][prime], primes ascending
 * InOut:  mrc
 * In:     residues  [prime][columns], primes as they were given; words in [0, p)
 * Cost:   N^2 / 2 products and sums a value, and as many primes made residues for every 8 values;
 *         in chunks of m digits (the tuned work-group) half of the work-items wait for N m / 2 of
 *         these. N^2 / 2 products and 2 N inversions more in the first call. Measured 0.7 ns a
 *         product on an AVX-512 core (2000 primes), 0.9 with float24
 * Errors: INVALID (a buffer too small), LIMIT, DEVICE, BUILD
 * Source: [Eme12, 5.8]
 *
 * Asynchronous. */
clmodp_status clm_mrc_digits(clmodp_context *ctx, const clm_buffer *digits,
                             const clm_buffer *residues, clm_mrc *mrc, size_t columns);

#endif
