/* The equation of one coordinate, for implicit equations of curves and surfaces. */
#ifndef CLM_RESULTANT_IMPLICIT_H
#define CLM_RESULTANT_IMPLICIT_H

#include <clmodp/mpoly.h>

/* Sets f to q x - p for p / q in lowest terms, with a variable x that does not occur in them.
 * Pre: q != 0. Errors: as clm_gcd_several */
clmodp_status clm_implicit_coordinate(clmodp_mpoly *f, const clmodp_mpoly *p,
                                      const clmodp_mpoly *q, size_t x);

#endif
