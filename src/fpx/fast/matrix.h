/* Matrices of two columns of polynomials over F_p, on the device. */
#ifndef CLM_FPX_FAST_MATRIX_H
#define CLM_FPX_FAST_MATRIX_H

#include "fpx/fast/spectra.h"

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

void clm_matrix_rings_destroy(clmodp_context *ctx, clm_matrix_rings *rings);

/* Room for two rows of elements of this degree, undefined. Errors: those of buffers */
clmodp_status clm_matrix_room(clmodp_context *ctx, clm_matrix *m, size_t degree);

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

/* out := m. Errors: those of buffers and launches */
clmodp_status clm_matrix_copy(clmodp_context *ctx, clm_matrix *out, const clm_matrix *m);

#endif
