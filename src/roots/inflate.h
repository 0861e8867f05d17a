/* Real roots of g(x^m) from those of g. */
#ifndef CLM_ROOTS_INFLATE_H
#define CLM_ROOTS_INFLATE_H

#include "roots/isolate.h"

/* Appends the real roots of p, which is g(x^m) for the highest m, as m-th roots of those of g; in
 * any order, and in intervals that are apart. They have about `bits` accurate bits, or fewer if m
 * is high; for m = 1 they have any number. The threads do not influence the intervals.
 *
 * Cost:   of clm_isolate for g, and of an m-th root of an integer of m `bits` bits for each root
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_inflate_roots(clm_root_list *roots, const clm_poly *p, size_t bits,
                                size_t threads, const clm_poller *watch);

#endif
