/* Univariate resultants at single points, of any residue type. */
#ifndef CLM_ENGINES_SCHUR_EUCLID_POINTS_H
#define CLM_ENGINES_SCHUR_EUCLID_POINTS_H

#include "fpx/batch/batch.h"
#include "fpx/batch/points.h"

/* numerator = the formal-degree resultant of f(x, y) and g(x, y) at some points, denominator = 1:
 * for those where clm_schur fails. Evaluates by Horner's rule, then plain Euclid with branches
 * and one inversion a division.
 *
 * Out:    numerator, denominator  residue[primes][points]; other points keep theirs
 * In:     listed    [1 ... count]: the points, numbered prime * points + point
 *         residues, rows  as for clm_schur
 *         scratch   clm_point_fallback_scratch words for each point done at a time; `count` points
 *                   take as many launches as that demands
 * Errors: INVALID, LIMIT, BUILD, NO_KERNEL, DEVICE
 *
 * Asynchronous. */
clmodp_status clm_point_fallback(clmodp_context *ctx, clm_buffer *numerator,
                                 clm_buffer *denominator, clm_buffer *scratch,
                                 const clm_buffer *listed, size_t count,
                                 const clm_buffer *residues, const clm_rows *rows, size_t p,
                                 size_t q, const clm_points *points);

/* Words of scratch a point. */
size_t clm_point_fallback_scratch(size_t p, size_t q);

#endif
