/* How plain algorithms on polynomials over F_p are cut: by the program parameter s. */
#ifndef CLM_FPX_PLAIN_SHAPE_H
#define CLM_FPX_PLAIN_SHAPE_H

#include "fpx/batch/poly.h"

/* Results do not depend on it. */
typedef struct clm_plain_shape {
    size_t s;     /* coefficients that a work-group multiplies a long factor by in one launch */
    size_t group; /* work-items of a work-group */
    size_t span;  /* coefficients that it makes; rounded up to what vectors take */
} clm_plain_shape;

/* The greatest s that [HMX] and we try. */
#define CLM_PLAIN_MOST_S ((size_t)512)

/* Its span as launches take it, in whole vectors. Launches refuse spans beyond CLM_POLY_MOST, but
 * costs are asked for before. */
size_t clm_plain_span(const clm_tuning *tuning, clm_plain_shape shape);

/* Words of local memory that a shape takes; see clm_plain_settle. */
size_t clm_plain_local(const clmodp_context *ctx, clm_plain_shape shape, size_t fixed,
                       size_t each);

/* The span that gives each compute unit one work-group or, where `most` is less, as few as can be.
 */
size_t clm_plain_share(const clmodp_context *ctx, size_t count, size_t most);

/* The shape as launches take it, with a whole span.
 *
 * In:     fixed   words of local memory beside the parts of the factors
 *         each    words for each of the s coefficients, beside these
 * Errors: INVALID (no s, group or span), LIMIT (more than 2^30, or than local memory holds) */
clmodp_status clm_plain_settle(clmodp_context *ctx, clm_plain_shape *shape, size_t fixed,
                               size_t each);

#endif
