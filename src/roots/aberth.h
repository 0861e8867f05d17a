/* Complex roots of a polynomial without multiple roots, in boxes. */
#ifndef CLM_ROOTS_ABERTH_H
#define CLM_ROOTS_ABERTH_H

#include "core/error.h"
#include "core/parallel.h"
#include "roots/box.h"

/* Approximations of all roots of f, and boxes of those with an imaginary part >= 0. */
typedef struct clm_aberth {
    const clmodp_zx *f;
    bool symmetric;     /* f(-x) = f(x) or -f(x) */
    size_t degree, bits; /* of f; of the approximations */
    clm_disc *z;
    double *near;       /* the same: two parts each, in double precision */
    bool *done;         /* the approximation is as good as its bits allow */
    clm_disc *square;   /* about the approximations, with one root each in the end */
    clm_box *box;
    size_t boxes;
} clm_aberth;

/* Pre: degree >= 1; x divides no f but c x. f is kept. Errors: HOST_MEMORY */
clmodp_status clm_aberth_init(clm_error *error, clm_aberth *d, const clmodp_zx *f);
void clm_aberth_clear(clm_aberth *d);

/* Finds boxes with one root each and without common points, with their mirror images in the real
 * axis, so small that clm_newton_converges. The imaginary part of a real root's box is 0; so is
 * the real part if Re z = 0 and f is symmetric.
 *
 * Errors: LIMIT, CANCELLED
 * Source: [Aberth 1973], [Bini 1996], [Smith 1970] */
clmodp_status clm_aberth_isolate(clm_error *error, clm_aberth *d, const clm_poller *watch);

#endif
