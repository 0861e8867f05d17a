/* Graeffe's root squaring in Z[x][y], exactly: what the bounds on norms of its steps would lose by
 * forgetting signs. */
#ifndef CLM_BOUNDS_GRAEFFE_H
#define CLM_BOUNDS_GRAEFFE_H

#include <clmodp/zxy.h>

#include "bounds/norms.h"

/* The rows of G with M(G(x, .)) = M(g(x, .))^(2^steps) for all x. Their places among terms are
 * not known: `first` is 0. */
typedef struct clm_graeffe {
    clm_norms norms;
    unsigned steps;
} clm_graeffe;

/* As many steps as `budget` products of limbs allow, each product of coefficients being at least
 * CLM_GRAEFFE_PRODUCT of them, and as can make `power` times the logarithm of the measure smaller
 * by something that counts: a quarter of a bit, or a thousandth.
 *
 * Pre:    g is not zero. Release with clm_graeffe_destroy; {0} is safe.
 * Errors: HOST_MEMORY */
clmodp_status clm_graeffe_create(clm_error *error, clm_graeffe *out, const clmodp_zxy *g,
                                 const clm_norms *norms, size_t power, double budget);
void clm_graeffe_destroy(clm_graeffe *graeffe);

#define CLM_GRAEFFE_PRODUCT 40.0

#endif
