/* Parameters of polynomials modulo x^N - 1 and their transforms; kernels and host. */
#ifndef CLM_SPECTRA_SHAPE_H
#define CLM_SPECTRA_SHAPE_H

#include "../../arith/fp.h"

/* Maximum number of primes, whose product exceeds all sums of products of coefficients. */
#define SPECTRA_PRIMES 3

/* Values whose factors a work-group keeps in local memory. */
#define SPECTRA_AHEAD 8

/* The ring modulo x^N - 1, N = T length. */
typedef struct spectra_shape {
    u64 radices; /* of the forward passes: ntt_index */
    u32 length;  /* M, the length of the transforms of T sequences each */
    u32 primes;
} spectra_shape;

/* Polynomials in one buffer, one per spectrum. */
typedef struct spectra_rows {
    u32 rows;
    u32 from, apart; /* word of the first constant coefficient, words to the next one */
    u32 low;         /* low coefficients omitted from a result */
    u32 count[2];    /* coefficients of the first polynomial, and of each other one */
} spectra_rows;

/* Coefficients of a row. Without an index, since GPUs would keep the structure in memory. */
#define SPECTRA_COUNT(r, row) ((row) > 0 ? (r).count[1] : (r).count[0])

/* Products of matrices of spectra, rows by inner times inner by columns. */
typedef struct spectra_product {
    u32 rows, inner, columns;
    u32 count;                    /* products; their results are consecutive */
    u32 b_first;                  /* first matrix in b, in rows */
    u32 a_apart, b_apart;         /* rows between consecutive matrices, modulo 2^32 */
    u32 a_rows, b_rows, out_rows; /* all rows per prime */
    u32 run;                      /* values per work-group */
    u32 groups;                   /* work-groups per product and prime */
} spectra_product;

/* Words of local memory for a value's factors. */
#define SPECTRA_LEFT(s, tile) ((s).rows * (s).inner * (tile))
#define SPECTRA_RIGHT(tile) (2 * (tile) + 1)
#define SPECTRA_PART(s, tile) \
    (SPECTRA_LEFT(s, tile) + (s).inner * (s).columns * SPECTRA_RIGHT(tile))

/* Constants for residues modulo p from residues modulo primes P1 < P2 < P3, in Montgomery form
 * modulo the prime after the colon. */
typedef struct recombine_constants {
    fp_field target; /* p; for p = 2 only target.p is set */
    u32 weight[2];   /* P1, P1 P2: p */
    u32 inverse[2];  /* 1 / P1: P2, P3 */
    u32 second;      /* 1 / P2: P3 */
    u32 direct;      /* nonzero: p is the only prime */
} recombine_constants;

#endif
