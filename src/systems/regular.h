/* Proofs that three polynomials have a common zero where their Jacobian is regular. */
#ifndef CLM_SYSTEMS_REGULAR_H
#define CLM_SYSTEMS_REGULAR_H

#include <stdbool.h>
#include <stdint.h>

#include <clmodp/roots.h>

#include "systems/ball_values.h"

/* Sets x to a disc with root number k, real. */
void clm_root_disc(clm_disc *x, const clmodp_roots *roots, size_t k, size_t bits);

/* Sets *regular if it is proved that f[0] = f[1] = f[2] = 0 has a real solution whose coordinates
 * are these roots, for coordinates of solutions that are roots of the same polynomials; otherwise
 * nothing is known. The proof succeeds with enough bits if the Jacobian determinant is not 0.
 *
 * Pre:    the roots are refined to `bits` bits
 * Errors: HOST_MEMORY
 * Source: Newton's method in intervals [Moore 1966] */
clmodp_status clm_is_regular(clmodp_context *context, bool *regular,
                             const clmodp_mpoly *const *f, clmodp_roots *const *roots,
                             const size_t *root, size_t bits);

#endif
