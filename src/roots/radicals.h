/* Roots of g(x^m) for g of degree 1 or 2, by square roots and m-th roots of integers. */
#ifndef CLM_ROOTS_RADICALS_H
#define CLM_ROOTS_RADICALS_H

#include "roots/isolate.h"

/* Returns whether f has this form, degree 32 at most, and no multiple root. Pre: degree >= 1; x
 * divides no f but x */
bool clm_is_radical(const clmodp_zx *f);

/* Appends the real roots of such a polynomial p->f with a positive leading coefficient: rational
 * ones exactly, others with some 64 accurate bits. Other members of p are not used.
 * Errors: HOST_MEMORY */
clmodp_status clm_radicals(clm_root_list *roots, const clm_poly *p);

#endif
