/* Univariate resultants and first subresultants of single lanes, whatever their degrees. */
#ifndef CLM_FPX_EUCLID_FORMAL_H
#define CLM_FPX_EUCLID_FORMAL_H

#include "fpx/euclid.h"

/* numerator = the formal-degree resultant of f(x, y) and g(x, y) at the points x of some lanes,
 * and their subresultants where those are wanted, denominator = 1: for the few that
 * clm_euclid_lockstep flags. Evaluates by Horner's rule, then plain Euclid with branches and one
 * inversion a division.
 *
 * Out:    numerator, denominator  as of clm_euclid_lockstep; other lanes keep theirs
 * In:     unlucky   [1 ... count]: chunk lane indices
 *         residues, rows  as for clm_evaluate
 *         steps     only what they are for, and the formal degrees
 *         scratch   clm_euclid_formal_scratch words for each lane done at a time; `count` lanes
 *                   take as many launches as that demands
 * Errors: INVALID, BUILD, NO_KERNEL, DEVICE
 *
 * Asynchronous. */
clmodp_status clm_euclid_formal(clmodp_context *ctx, clm_buffer *numerator,
                                clm_buffer *denominator, clm_buffer *scratch,
                                const clm_buffer *unlucky, size_t count,
                                const clm_buffer *residues, const clm_rows *rows,
                                const clm_steps *steps, const clm_point_batch *batch);

/* Words of scratch a lane. */
size_t clm_euclid_formal_scratch(size_t p, size_t q);

#endif
