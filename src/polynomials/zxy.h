/* Operations on clmodp_zxy without copies, for other modules. */
#ifndef CLM_POLYNOMIALS_ZXY_H
#define CLM_POLYNOMIALS_ZXY_H

#include "polynomials/mpoly.h"

/* Adds c x^i y^j after all terms of f; c's value is unspecified then.
 * Errors: HOST_MEMORY (f and c unchanged) */
clmodp_status clm_zxy_append(clmodp_zxy *f, mpz_t c, size_t i, size_t j);

static inline clmodp_status clm_zxy_resize(clmodp_zxy *f, size_t terms)
{
    return clm_mpoly_resize(&f->mpoly, terms);
}

static inline void clm_zxy_combine(clmodp_zxy *f)
{
    clm_mpoly_combine(&f->mpoly);
}

/* Exchanges f and g. */
static inline void clm_zxy_swap(clmodp_zxy *f, clmodp_zxy *g)
{
    clmodp_mpoly_swap(&f->mpoly, &g->mpoly);
}

#endif
