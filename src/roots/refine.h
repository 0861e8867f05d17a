/* Refinement of intervals of real roots. */
#ifndef CLM_ROOTS_REFINE_H
#define CLM_ROOTS_REFINE_H

#include "core/parallel.h"
#include "roots/root.h"

/* Divides the width by up to 2^most, most >= 1, mostly by 2^step, or reduces the step; by 2 if the
 * step is 1. If an end of the new interval is the root, or the root is recognised as rational, r
 * becomes exact. If stopped, r remains.
 * Cost:   up to four values
 * Source: quadratic interval refinement [Abbott 2014] */
void clm_root_step(clm_root *r, size_t most, const clm_poller *watch);

/* Refines until the width is at most 2^-bits times the root's absolute value.
 * Errors: CANCELLED */
clmodp_status clm_root_refine(clm_root *r, size_t bits, const clm_poller *watch);

#endif
