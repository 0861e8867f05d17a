/* Values of polynomials at points. */
#ifndef CLM_ROOTS_POINT_VALUE_H
#define CLM_ROOTS_POINT_VALUE_H

#include "roots/disc.h"

/* Sets y to f(z) with an error of about 2^-bits times the largest term; and slope, which may be
 * NULL, to f'(z), with an error that is bounded, too. Pre: z is a point; f is not 0
 * Source: [Knuth 1997, 4.6.4] */
void clm_point_value(clm_disc *y, clm_disc *slope, const clmodp_zx *f, const clm_disc *z,
                     size_t bits);

/* Sets slope to a disc that contains f' at all points of a disc z. Pre: f is not 0 */
void clm_point_slope(clm_disc *slope, const clmodp_zx *f, const clm_disc *z, size_t bits);

#endif
