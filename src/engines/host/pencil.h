/* Determinants of A + x B in lockstep, in the lanes of vectors; only for sources compiled for each
 * level of vector instructions. */
#ifndef CLM_ENGINES_HOST_PENCIL_H
#define CLM_ENGINES_HOST_PENCIL_H

#include "arith/vector_level.h"
#include "arith/vectors.h"
#include "core/parallel.h"

/* Matrices of order n in work memory, balanced residues: A + c B by rows, and -B by columns, which
 * are in groups of four: (i, j) at clm_pencil_cell(n, j, i). Both are destroyed. */
typedef struct vec_pencil {
    size_t n;
    vec *shifted, *minus_b;
    vec *work; /* clm_pencil_work words */
    vec c;     /* Montgomery, in [0, p) */
} vec_pencil;

/* Returns the place of entry k of a line, if groups of four lines of n entries are interleaved. */
static inline size_t clm_pencil_cell(size_t n, size_t line, size_t k)
{
    return line / 4 * 4 * n + 4 * k + line % 4;
}

/* Returns the words of `lines` interleaved lines. */
static inline size_t clm_pencil_words(size_t n, size_t lines)
{
    return (lines + 3) / 4 * 4 * n;
}

static inline size_t clm_pencil_work(size_t n)
{
    return clm_pencil_words(n, n) + clm_pencil_words(n + 1, n + 1) + 4 * (n + 4);
}

/* Sets out[k], k <= n, to the coefficients of det(A + x B), in [0, p).
 *
 * Out:    returns the lanes without a result, a bit each: a leading principal minor of A + c B
 *         vanishes. If the watch has stopped, nothing is computed
 * Cost:   7/3 n^3 products of words, n inversions twice
 * Source: with M = A + c B and x = c + t, det(A + x B) = det(M) det(1 + t M^-1 B); the second
 *         factor by Hessenberg's form and its recurrence [Cohen 1993, 2.2.4] */
uint32_t VEC_NAME(clm_host_pencil)(vec *out, const vec_pencil *pencil, const vec_field *field,
                                   const clm_poller *watch);

/* Replaces values at 0, 1, ..., n - 1 by the coefficients, in [0, p). */
void VEC_NAME(clm_host_differences)(vec *y, size_t n, const vec_field *field);

#endif
