/* Refinement of boxes of complex roots by Newton's method in discs. */
#ifndef CLM_ROOTS_NEWTON_H
#define CLM_ROOTS_NEWTON_H

#include "core/parallel.h"
#include "roots/box.h"

/* How steps from the box of a root converge. */
typedef struct clm_newton {
    size_t guard; /* bits of values lost to cancellation, as observed */
    long apart;   /* all other roots are at least n 2^apart from all points of the box */
} clm_newton;

/* Returns whether f' differs by less than 1/16 in a box of one root. */
bool clm_newton_converges(const clm_box *box, const clm_newton *how);

/* Widens f' at the centre of a disc z, which contains such a box, to a disc of its values in the
 * box. */
void clm_newton_widen_slope(clm_disc *slope, const clm_disc *z, const clm_newton *how);

/* Narrows such a box of a root of f, as clm_box_is_narrow. The root is real or imaginary only if
 * the box is.
 *
 * Cost:   3 n products for degree n and each doubling of the bits
 * Errors: CANCELLED
 * Source: [Moore 1966], with the mean of f' between two points of a disc in a disc */
clmodp_status clm_newton_refine(clm_box *box, clm_newton *how, const clmodp_zx *f, uint64_t bits,
                                bool relative, const clm_poller *watch);

/* Sets *may to false only if f has no root in Q(i): none modulo a prime p = 1 mod 4, where i is a
 * number, that does not divide the leading coefficient. Errors: HOST_MEMORY */
clmodp_status clm_newton_may_recognise(bool *may, const clmodp_zx *f);

/* Refines the box until it tells whether the root is in Q(i), and makes it a point then: the
 * product with the leading coefficient c is a + b i with integers a and b. Errors: CANCELLED */
clmodp_status clm_newton_recognise(clm_box *box, clm_newton *how, const clmodp_zx *f,
                                   const clm_poller *watch);

#endif
