/* Values at the points where resultants could be computed. */
#ifndef CLM_ENGINES_SCHUR_COMPACT_H
#define CLM_ENGINES_SCHUR_COMPACT_H

#include "fpx/batch/points.h"

/* Points of each prime with the values there, in any order. */
typedef struct clm_values {
    clm_buffer x, y;    /* residue[primes][capacity] */
    clm_buffer count;   /* u32[primes]: how many, or more than capacity if more there would be */
    size_t capacity;
} clm_values;

/* What the kernels are compiled with: the definitions of the residues' type, and work-items a
 * group as size_t. */
#define CLM_COMPACT_DEFINITIONS "%s" CLM_DEFINE_NT

/* y = numerator / denominator * x^-valuation at all points where the denominator is not 0; the
 * other points' numbers, prime * points.count + point, go to a list.
 *
 * InOut:  values   points are appended; count begins with 0
 *         unlucky   [0]: how many there are so far, [1 ...]: their numbers, as many as fit
 * In:     numerator, denominator  residue[primes][points.count]
 * Cost:   5 products a point and two for each bit of the valuation, an inversion of some 50
 *         steps for 8 points
 * Errors: INVALID, LIMIT, BUILD, NO_KERNEL, DEVICE
 * Source: [Eme12, 5.5]
 *
 * Asynchronous. */
clmodp_status clm_compact(clmodp_context *ctx, clm_values *values, clm_buffer *unlucky,
                          const clm_buffer *numerator, const clm_buffer *denominator,
                          const clm_points *points, size_t valuation);

/* The same for points of a list, which another algorithm has numerators and denominators for by
 * now: clm_point_fallback, whose order of points this is. A denominator 0 is passed over.
 *
 * InOut:  values   points are appended
 * In:     listed   [1 ... count]: points, numbered prime * points.count + point; `unlucky` of
 *                  clm_compact is such a list
 * Cost:   an inversion a point
 * Errors, source: as clm_compact. Asynchronous. */
clmodp_status clm_compact_listed(clmodp_context *ctx, clm_values *values, const clm_buffer *listed,
                                 size_t count, const clm_buffer *numerator,
                                 const clm_buffer *denominator, const clm_points *points,
                                 size_t valuation);

#endif
