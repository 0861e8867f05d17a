/* Univariate resultants at points, of any residue type: by the generalised Schur algorithm or,
 * where it fails, by Euclid; and the collection of both methods' values. */
#ifndef CLM_ENGINES_SCHUR_SCHUR_H
#define CLM_ENGINES_SCHUR_SCHUR_H

#include "cl/engines/schur/schur_shape.h"
#include "cost/cost.h"
#include "fpx/batch/batch.h"

/* Division of resultants among work-items. A point tile is W consecutive points of a prime, W the
 * context's lanes; a work-item computes a part of all its resultants. */
typedef struct clm_schur_class {
    uint32_t group; /* work-items per tile */
    uint32_t rows;  /* rows of the generators in registers of a work-item; 0: all in scratch */
    uint32_t tiles; /* tiles per work-group; 1 if rows = 0 */
} clm_schur_class;

/* Definitions for the kernels: the residue type's, the class as size_t, unsigned, unsigned. */
#define CLM_SCHUR_DEFINITIONS "%s" CLM_DEFINE_NT "#define ROWS %u\n#define TILES %u\n"

/* Returns the class for matrices of this size on this device. */
clm_schur_class clm_schur_class_of(const clmodp_context *ctx, const clm_residue_type *type,
                                   const schur_matrix *matrix);

/* Returns a matrix for res(f, g). f and g have formal degrees p and q, and their rows begin with
 * f's; their lowest f_low and g_low coefficients are 0. With these divided out,
 *
 *     f = y^k F:  res(f, g) = g_0^k res(F, g)
 *     g = y^k G:  res(f, g) = ((-1)^p f_0)^k res(f, G)
 *
 * and with f and g exchanged, res(f, g) = (-1)^(pq) res(g, f).
 * Pre: f_low <= p, g_low <= q, one of them is 0 (else the resultant is 0).
 * Source: [Eme12, 4.2], signs as in the Sylvester matrix */
schur_matrix clm_schur_matrix(size_t p, size_t q, size_t f_low, size_t g_low, bool exchange);

/* Inputs at points, and places of the results. */
typedef struct clm_schur_call {
    const clm_buffer *numerator, *denominator; /* Out: residue[primes][points] */
    const clm_buffer *scratch;
    const clm_buffer *residues; /* residue[primes][rows->residues], packed as for clm_evaluate */
    const clm_rows *rows;
    const clm_points *points;
} clm_schur_call;

/* Computes numerator / denominator = res(f, g) by the matrix at the points of tiles first ...
 * first + count - 1; tile k of prime n has the points k W, ..., and the number n *
 * ceil(points->count / W) + k. A denominator 0 marks a failed point: p > 1, q > 0 and the leading
 * coefficient of f vanishes, or one of the leading principal minors of the Sylvester matrix of the
 * orders q + 1 to p + q - 2; for the degrees p, q of `matrix`.
 *
 * In:     call  its scratch has clm_schur_scratch words for each tile of a launch; it may be {0}
 *               if this number is 0
 * Pre:    rows.count > the last row named by the matrix; first + count <= clm_schur_tiles()
 * Cost:   a point p q + 4 p (p - 1) products, half as many reductions, and the evaluation, with
 *         ceil(q / 2) + p barriers
 * Errors: INVALID, LIMIT, BUILD, NO_KERNEL, DEVICE
 * Source: [Eme12, Algorithm 1, 5.4]
 *
 * Asynchronous. */
clmodp_status clm_schur(clmodp_context *ctx, const clm_schur_call *call,
                        const schur_matrix *matrix, clm_schur_class how, size_t first,
                        size_t count);

/* Returns the cost of `points` points with this matrix. */
clm_amounts clm_schur_cost(const schur_matrix *matrix, double points);

/* Returns the number of tiles of all primes. */
size_t clm_schur_tiles(const clmodp_context *ctx, const clm_points *points);

/* Returns the words of scratch of a tile. */
size_t clm_schur_scratch(const clmodp_context *ctx, const schur_matrix *matrix,
                         clm_schur_class how);

/* Sets *regular if clm_schur would succeed for these values: f and g, constant first, in
 * Montgomery form. Cost: 4 (p + q)^2 products. Errors: HOST_MEMORY */
clmodp_status clm_schur_regular(clm_error *error, bool *regular, fp_field field, const uint32_t *f,
                                size_t p, const uint32_t *g, size_t q);

/* Sets numerator to the formal-degree resultant of f(x, y) and g(x, y), and denominator to 1,
 * where clm_schur fails. Evaluates by Horner's rule, then runs schoolbook Euclid with one
 * inversion a division.
 *
 * InOut:  call    other points keep their results; its scratch has clm_point_fallback_scratch
 *                 words for each point of a launch
 * In:     listed  [1 ... count]: the points, numbered prime * points + point
 *         p, q    formal degrees of f and g
 * Errors: INVALID, LIMIT, BUILD, NO_KERNEL, DEVICE
 *
 * Asynchronous. */
clmodp_status clm_point_fallback(clmodp_context *ctx, const clm_schur_call *call,
                                 const clm_buffer *listed, size_t count, size_t p, size_t q);

/* Returns the words of scratch of a point. */
size_t clm_point_fallback_scratch(size_t p, size_t q);

/* Points of each prime with their values, in any order. */
typedef struct clm_values {
    clm_buffer x, y;    /* residue[primes][capacity] */
    clm_buffer count;   /* u32[primes]: number of values found, possibly more than capacity */
    size_t capacity;
} clm_values;

/* Definitions for the kernels: the residue type's, and the work-items of a group as size_t. */
#define CLM_COMPACT_DEFINITIONS "%s" CLM_DEFINE_NT

/* Appends y = numerator / denominator * x^-valuation at all points with a non-zero denominator,
 * and lists the others as prime * points.count + point.
 *
 * InOut:  values   points are appended; count begins with 0
 *         unlucky   [0]: number of unlucky points so far, [1 ...]: their numbers, as many as fit
 * In:     numerator, denominator  residue[primes][points.count]
 * Cost:   5 products per point and two for each bit of the valuation, an inversion of some 50
 *         steps for 8 points
 * Errors: INVALID, LIMIT, BUILD, NO_KERNEL, DEVICE
 * Source: [Eme12, 5.5]
 *
 * Asynchronous. */
clmodp_status clm_compact(clmodp_context *ctx, clm_values *values, clm_buffer *unlucky,
                          const clm_buffer *numerator, const clm_buffer *denominator,
                          const clm_points *points, size_t valuation);

/* clm_compact for listed points, with results of clm_point_fallback in its order. Skips points
 * with a denominator 0.
 *
 * InOut:  values   points are appended
 * In:     listed   [1 ... count]: points, numbered prime * points.count + point; `unlucky` of
 *                  clm_compact is such a list
 * Cost:   an inversion per point
 * Errors, source: as clm_compact. Asynchronous. */
clmodp_status clm_compact_listed(clmodp_context *ctx, clm_values *values, const clm_buffer *listed,
                                 size_t count, const clm_buffer *numerator,
                                 const clm_buffer *denominator, const clm_points *points,
                                 size_t valuation);

#endif
