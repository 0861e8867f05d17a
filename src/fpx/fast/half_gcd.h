/* Half-GCD on the device: from the upper halves of two polynomials to the matrix that Euclid's
 * algorithm makes of them. */
#ifndef CLM_FPX_FAST_HALF_GCD_H
#define CLM_FPX_FAST_HALF_GCD_H

#include "cl/arith/fp.h"
#include "fpx/fast/spectra.h"
#include "fpx/schoolbook/plain.h"

/* All zero is none, which clm_matrix_destroy takes, too. Element (row, column) is at word
 * (2 row + column) stride: degree + 1 coefficients, constant term first. */
typedef struct clm_matrix {
    clm_buffer words;
    size_t stride, degree;
    size_t rows; /* 1 or 2 */
} clm_matrix;

/* Two polynomials as they lie in a buffer, deg a > deg b. */
typedef struct clm_pair {
    const clm_buffer *words;
    size_t a, b;             /* places of their constant coefficients */
    size_t a_count, b_count; /* that of a exactly, that of b at most: a_count - 1 or less */
} clm_pair;

/* Rings that were needed so far; {0} is none. Each call below takes or adds one. */
enum { CLM_MATRIX_RINGS = 24 };
typedef struct clm_matrix_rings {
    u32 p;
    clm_ring ring[CLM_MATRIX_RINGS];
    size_t count;
} clm_matrix_rings;

void clm_matrix_destroy(clmodp_context *ctx, clm_matrix *m);

/* What both rows of m [a b] come to, of which it is known that they are of degree
 * a_count - 1 - m->degree, and less: without the `low` lowest coefficients, to words 0 and
 * `second` of `out`, one less of the other row.
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

/* More than recursions go down: two levels for each halving of degrees. */
#define CLM_HALF_GCD_LEVELS 64

/* What the halves of one level of recursion leave. */
typedef struct clm_half_gcd_level {
    clm_buffer pair;
    clm_matrix first, second;
} clm_half_gcd_level;

/* Memory of half-GCDs in a row.
 *
 * Degrees decide about sizes, so that the host would wait for each base case. All but some one in
 * p are as expected, each remainder one degree below the last: while `guesses` is true that is
 * taken for granted, and nothing waits; clm_half_gcd_check tells whether it was right. Where it
 * was not, results are wrong, but no memory is touched that is not theirs. */
typedef struct clm_half_gcd {
    clmodp_context *ctx;
    fp_field field;
    clm_matrix_rings rings;
    size_t base; /* degrees of matrices that a work-group makes */
    bool guesses;
    clm_buffer told;  /* what kernels tell */
    u32 *expected;    /* what was taken for granted of that, since the last check */
    size_t told_count, room;
    clm_gcd_trace trace; /* without room but for constants, unless it is kept */
    bool traced;
    size_t top; /* degree of the longer polynomial, as far as steps have come */
    clm_half_gcd_level levels[CLM_HALF_GCD_LEVELS];
} clm_half_gcd;

/* In:     base    of base cases; not 0
 *         degree  of polynomials, at most
 *         p       odd
 *         traced  whether to keep the trace
 * Out:    h       guesses, if that should be right mostly
 * Errors: LIMIT (base beyond local memory), HOST_MEMORY, and those of buffers. clm_half_gcd_end is
 *         due in any case */
clmodp_status clm_half_gcd_begin(clm_half_gcd *h, clmodp_context *ctx, size_t degree, u32 p,
                                 size_t base, bool traced);

void clm_half_gcd_end(clm_half_gcd *h);

/* The greatest power of two that local memory has room for base cases of. */
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

/* *right := whether all was as expected since the last check. Waits for the device. */
clmodp_status clm_half_gcd_check(clm_half_gcd *h, bool *right);

/* Back to a degree where the last check was, since guesses were wrong. */
clmodp_status clm_half_gcd_back(clm_half_gcd *h, size_t top);

/* *count := coefficients without leading zeros of the polynomial in words from, from + 1, ...; a
 * guess is `most`. */
clmodp_status clm_half_gcd_count(clm_half_gcd *h, size_t *count, const clm_buffer *words,
                                 size_t from, size_t most);

/* One division: m := [0 1; 1 -q] for a = q b + r, and `out` := b and r, r from word `second` on,
 * without the `low` lowest coefficients. Pre: b_count is exact, and not 0. */
clmodp_status clm_half_gcd_divide(clm_half_gcd *h, const clm_buffer *out, size_t second,
                                  clm_matrix *m, clm_pair pair, size_t low);

#endif
