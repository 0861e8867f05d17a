/* Shapes of polynomials modulo x^N - 1 and of their transforms; shared by kernels and host. */
#ifndef CLM_SPECTRA_SHAPE_H
#define CLM_SPECTRA_SHAPE_H

#include "../../arith/fp.h"

/* Primes at most; products of coefficients and their sums are below the product of all. */
#define SPECTRA_PRIMES 3

/* Values whose factors a work-group has in local memory at a time. */
#define SPECTRA_AHEAD 8

/* A ring: N = T length. */
typedef struct spectra_shape {
    u64 radices; /* of the forward passes: ntt_index */
    u32 length;  /* M: of the transforms of T sequences each */
    u32 primes;
} spectra_shape;

/* Polynomials in one buffer, as many as there are spectra. */
typedef struct spectra_rows {
    u32 rows;
    u32 from, apart; /* the first one's constant coefficient, and from one to the next */
    u32 low;         /* of a result's: coefficients that are left out, from the constant one on */
    u32 count[2];    /* coefficients of the first one, of each other one */
} spectra_rows;

/* Coefficients of a row. Not by an index, since GPUs would have the structure in memory. */
#define SPECTRA_COUNT(r, row) ((row) > 0 ? (r).count[1] : (r).count[0])

/* Products of matrices of spectra, rows by inner times inner by columns. */
typedef struct spectra_product {
    u32 rows, inner, columns;
    u32 count;                    /* products; results are one behind the other */
    u32 b_first;                  /* where in b the first one's matrix begins, in rows */
    u32 a_apart, b_apart;         /* rows from one's to the next one's, modulo 2^32 */
    u32 a_rows, b_rows, out_rows; /* in all, of a prime */
    u32 run;    /* values that a work-group multiplies, */
    u32 groups; /* of which a product has as many, in each prime */
} spectra_product;

/* Words of local memory for a value's factors. */
#define SPECTRA_LEFT(s, tile) ((s).rows * (s).inner * (tile))
#define SPECTRA_RIGHT(tile) (2 * (tile) + 1)
#define SPECTRA_PART(s, tile) \
    (SPECTRA_LEFT(s, tile) + (s).inner * (s).columns * SPECTRA_RIGHT(tile))

/* From residues modulo primes P1 < P2 < P3 to those modulo p. All in Montgomery form modulo the
 * prime that is named. */
typedef struct recombine_constants {
    fp_field target; /* p; for p = 2 only that */
    u32 weight[2];   /* P1, P1 P2: p */
    u32 inverse[2];  /* 1 / P1: P2, P3 */
    u32 second;      /* 1 / P2: P3 */
    u32 direct;      /* p is the only prime */
} recombine_constants;

#endif
