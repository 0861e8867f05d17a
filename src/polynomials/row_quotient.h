/* Exact quotients modulo a prime of polynomials in y and x, by values at points x. */
#ifndef CLM_POLYNOMIALS_ROW_QUOTIENT_H
#define CLM_POLYNOMIALS_ROW_QUOTIENT_H

#include <stdbool.h>

#include "core/parallel.h"
#include "fpx/host/poly.h"
#include "polynomials/slots.h"

/* Returns whether values are likely to take less time than a division in one variable. */
bool clm_row_quotient_suits(const clm_slots *f, const clm_slots *g);

/* Sets q[y f->width + x], y <= deg_y f - deg_y g, x < f->width, to the coefficients of f / g
 * modulo a prime p = 1 mod 2^21; *divides: false if g does not divide f, which is proved, also
 * over Z. Returns LIMIT if the leading coefficient of g in y is 0 at a point.
 *
 * Out:    q       initially 0
 * Pre:    f->width = g->width > 0, deg_y f >= deg_y g
 * Cost:   transforms of all rows of f, g and q, and deg_y q deg_y g products at each point
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_row_quotient(uint32_t *q, bool *divides, const clm_slots *f, const clm_slots *g,
                               const clm_modulus *m, const clm_poller *watch);

#endif
