/* Boxes for the roots of a polynomial whose roots are all real. */
#ifndef CLM_ROOTS_REAL_ROOTED_H
#define CLM_ROOTS_REAL_ROOTED_H

#include "core/parallel.h"
#include "roots/newton.h"

/* Finds boxes with one root each and without common points, so small that clm_newton_converges, if
 * f has real roots only; otherwise *all is false, and the boxes are as before. The threads do not
 * influence the boxes.
 *
 * Out:    box     deg f of them, set up
 *         newton  for each
 * Pre:    f has no multiple root, f(0) != 0
 * Cost:   n products, unless Newton's inequalities hold; then that of isolating the real roots
 * Errors: HOST_MEMORY, CANCELLED
 * Source: [Hardy, Littlewood, Pólya 1952, 2.22] for the inequalities */
clmodp_status clm_real_rooted(bool *all, clm_box *box, clm_newton *newton, const clmodp_zx *f,
                              size_t threads, const clm_poller *watch);

#endif
