/* How plain algorithms on polynomials over F_p are cut: by the program parameter s. */
#ifndef CLM_FPX_PLAIN_SHAPE_H
#define CLM_FPX_PLAIN_SHAPE_H

#include "fpx/poly.h"

/* Results do not depend on it. */
typedef struct clm_plain_shape {
    size_t s;     /* coefficients that a work-group multiplies a long factor by in one launch */
    size_t group; /* work-items of a work-group */
    size_t span;  /* coefficients that it makes; rounded up to what vectors take */
} clm_plain_shape;

/* The shape as launches take it, with a whole span.
 *
 * In:     fixed   words of local memory beside the parts of the factors
 *         each    words for each of the s coefficients, beside these
 * Errors: INVALID (no s, group or span), LIMIT (more than 2^30, or than local memory holds) */
clmodp_status clm_plain_settle(clmodp_context *ctx, clm_plain_shape *shape, size_t fixed,
                               size_t each);

#endif
