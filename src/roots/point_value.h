/* Values of polynomials over Z in small discs, and of their derivatives at complex points, with
 * proved bounds of errors. */
#ifndef CLM_ROOTS_POINT_VALUE_H
#define CLM_ROOTS_POINT_VALUE_H

#include "roots/disc.h"

/* Sets y to f(z) with an error of about 2^-bits times the largest term, and n^2 / |z| times that
 * for each unit of a radius and the degree n. Sets slope, which may be NULL, to f'(z), with an
 * error that is bounded, too.
 *
 * Pre:    z is a point, of radius 0, or slope is NULL
 * Cost:   two products of integers, of up to six digits without GMP, for each coefficient that is
 *         not far below the largest term, four with the slope; as clm_disc_value if most
 *         coefficients are 0, or z is not small
 * Source: division by a real quadratic [Knuth 1997, 4.6.4] */
void clm_point_value(clm_disc *y, clm_disc *slope, const clmodp_zx *f, const clm_disc *z,
                     size_t bits);

/* Returns the most bits for which a value takes two digits for each coefficient; the fewer, the
 * higher the degree. Pre: the degree is below 2^36 */
size_t clm_point_value_bits(const clmodp_zx *f);

#endif
