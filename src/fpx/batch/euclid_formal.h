/* Univariate resultants and first subresultants of single lanes, whatever their degrees. */
#ifndef CLM_FPX_EUCLID_FORMAL_H
#define CLM_FPX_EUCLID_FORMAL_H

#include "fpx/batch/euclid.h"

/* numerator = the formal-degree resultant of f(x, y) and g(x, y) at the points x of some lanes,
 * and their subresultants where those are wanted, denominator = 1: for the few that
 * clm_lockstep_run finds unlucky. Evaluates by Horner's rule, then plain Euclid with branches and
 * one inversion a division.
 *
 * Out:    numerator, denominator  as of clm_lockstep_run; other lanes keep theirs
 * In:     unlucky   [1 ... count]: chunk lane indices
 *         residues, rows  as for clm_evaluate
 *         steps     only what they are for, and the formal degrees
 *         scratch   clm_fallback_scratch words for each lane done at a time; `count` lanes
 *                   take as many launches as that demands
 * Errors: INVALID, BUILD, NO_KERNEL, DEVICE
 *
 * Asynchronous. */
clmodp_status clm_fallback_run(clmodp_context *ctx, const clm_sequences *sequences,
                               const clm_buffer *scratch, size_t count,
                               const clm_buffer *residues, const clm_rows *rows);

/* Words of scratch a lane. */
size_t clm_fallback_scratch(size_t p, size_t q);

#endif
