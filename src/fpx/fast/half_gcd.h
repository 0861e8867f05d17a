/* Half-GCD on the device: the matrix of Euclid's algorithm, from the upper halves of two
 * polynomials. */
#ifndef CLM_FPX_FAST_HALF_GCD_H
#define CLM_FPX_FAST_HALF_GCD_H

#include "cl/arith/fp.h"
#include "fpx/fast/spectra.h"
#include "fpx/schoolbook/schoolbook.h"

/* A matrix of polynomials, none if all zero, which is safe to destroy. Element (row, column)
 * begins at word (2 row + column) stride: degree + 1 coefficients, constant term first. */
typedef struct clm_matrix {
    clm_buffer words;
    size_t stride, degree;
    size_t rows; /* 1 or 2 */
} clm_matrix;

/* Two polynomials within one buffer, deg a > deg b. */
typedef struct clm_pair {
    const clm_buffer *words;
    size_t a, b;             /* indices of their constant coefficients */
    size_t a_count, b_count; /* a's exactly; b's at most, a_count - 1 or less */
} clm_pair;

/* Cache of the rings used so far; {0} is empty. Each call below uses or adds one. */
enum { CLM_MATRIX_RINGS = 24 };
typedef struct clm_matrix_rings {
    u32 p;
    clm_ring ring[CLM_MATRIX_RINGS];
    size_t count;
} clm_matrix_rings;

void clm_matrix_destroy(clmodp_context *ctx, clm_matrix *m);

/* Computes both rows of m [a b], without the `low` lowest coefficients. Known to be of degree
 * a_count - 1 - m->degree, and less, they go to words 0 and `second` of `out`, with one word less
 * for the second row.
 *
 * Out:    out  another buffer than the pair's
 * Cost:   8 transforms
 * Errors: those of spectra */
clmodp_status clm_matrix_apply(clmodp_context *ctx, clm_matrix_rings *rings,
                               const clm_buffer *out, size_t second, const clm_matrix *m,
                               clm_pair pair, size_t low);

/* out := a b. Cost: 12 transforms, or 8 for one row. Errors: those of spectra */
clmodp_status clm_matrix_multiply(clmodp_context *ctx, clm_matrix_rings *rings, clm_matrix *out,
                                  const clm_matrix *a, const clm_matrix *b);

/* More levels than recursions need: two for each halving of degrees. */
#define CLM_HALF_GCD_LEVELS 64

/* Results of the halves of one level of recursion. */
typedef struct clm_half_gcd_level {
    clm_buffer pair;
    clm_matrix first, second;
} clm_half_gcd_level;

/* Working memory of a series of half-GCDs.
 *
 * Sizes depend on degrees, so the host would wait for each base case. All but about one in p
 * remainders have the expected degree, one below the last. With `guesses` this is assumed without
 * waiting; clm_half_gcd_check tells whether it was right. If not, results are wrong, but memory
 * accesses stay within bounds. */
typedef struct clm_half_gcd {
    clmodp_context *ctx;
    fp_field field;
    clm_matrix_rings rings;
    size_t base; /* the greatest degree of matrices made by one work-group */
    bool guesses;
    clm_buffer reports; /* numbers reported by kernels */
    u32 *expected;      /* the numbers assumed instead since the last check */
    size_t report_count, room;
    clm_gcd_trace trace; /* constants only, unless the trace is kept */
    bool traced;
    size_t top; /* degree of the longer polynomial after the steps so far */
    clm_half_gcd_level levels[CLM_HALF_GCD_LEVELS];
} clm_half_gcd;

/* In:     base    of base cases; not 0
 *         degree  of polynomials, at most
 *         p       odd
 *         traced  whether to keep the trace
 * Out:    h       with guesses, if these should mostly be right
 * Errors: LIMIT (base beyond local memory), HOST_MEMORY, and those of buffers. clm_half_gcd_end
 *         must be called in any case */
clmodp_status clm_half_gcd_begin(clm_half_gcd *h, clmodp_context *ctx, size_t degree, u32 p,
                                 size_t base, bool traced);

void clm_half_gcd_end(clm_half_gcd *h);

/* The greatest power of two for which base cases fit local memory. */
CLM_LAB_API size_t clm_half_gcd_most_base(const clmodp_context *ctx);

/* m := the matrix of the remainder sequence of a and b up to remainders a', b' with
 *
 *     m [a b] = [a' b'],   deg a' >= deg a - k > deg b',   degree of m = deg a - deg a' <= k
 *
 * up to a constant factor in each row. It depends on the 2k + 1 leading coefficients only.
 *
 * In:     pair  a_count > k
 * Errors: CANCELLED, and those of matrices and divisions
 * Source: [Gathen, Gerhard 2013, 11.1] */
clmodp_status clm_half_gcd_matrix(clm_half_gcd *h, clm_matrix *m, clm_pair pair, size_t k);

/* *right := whether all guesses since the last check were right. Waits for the device. */
clmodp_status clm_half_gcd_check(clm_half_gcd *h, bool *right);

/* Returns to the degree at the last check, after wrong guesses. */
clmodp_status clm_half_gcd_back(clm_half_gcd *h, size_t top);

/* *count := coefficients, without leading zeros, of the polynomial in words from, from + 1, ...;
 * guessed to be `most`. */
clmodp_status clm_half_gcd_count(clm_half_gcd *h, size_t *count, const clm_buffer *words,
                                 size_t from, size_t most);

/* Makes one division: m := [0 1; 1 -q] for a = q b + r, and `out` := b and r, r from word `second`
 * on, without the `low` lowest coefficients. Pre: b_count is exact, and not 0. */
clmodp_status clm_half_gcd_divide(clm_half_gcd *h, const clm_buffer *out, size_t second,
                                  clm_matrix *m, clm_pair pair, size_t low);

#endif
