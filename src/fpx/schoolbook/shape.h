/* How plain algorithms on polynomials over F_p are cut: by the program parameter s, and into units
 * of work that one can cancel between. */
#ifndef CLM_FPX_SCHOOLBOOK_SHAPE_H
#define CLM_FPX_SCHOOLBOOK_SHAPE_H

#include "cost/rates.h"
#include "fpx/batch/batch.h"
#include "opencl/context.h"

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

/* Groups that all units have time for while the busiest unit is at work. */
double clm_plain_with_waiting(const clmodp_context *ctx, size_t groups);

typedef clm_plain_shape (*clm_plain_shape_of)(const clmodp_context *ctx, size_t size, size_t s);
typedef clm_amounts (*clm_plain_cost)(const clmodp_context *ctx, size_t n, size_t m,
                                      clm_plain_shape shape);

/* Of s = 1, 2, 4, ... up to `most` the one whose cost takes least by the context's rates; `size`
 * is what shapes depend on. */
clm_plain_shape clm_plain_least(const clmodp_context *ctx, clm_plain_shape_of shape_of,
                                clm_plain_cost cost, size_t size, size_t n, size_t m, size_t most);

/* Work-groups of sweeps while polynomials have up to so many coefficients, of this span: while
 * there is some work for all units, none fewer than these. */
size_t clm_gcd_groups(size_t count, size_t span, size_t group, size_t lanes, size_t units);

/* Seconds of work after which a loop of launches looks up. */
#define CLM_PLAIN_UNIT_SECONDS 5e-3

/* What a loop of launches is about to enqueue. {0} to begin with. */
typedef struct clm_plain_pace {
    double seconds; /* since the last unit began */
} clm_plain_pace;

/* Seconds that so many operations of a launch should take. */
double clm_plain_seconds(const clmodp_context *ctx, clm_operation operation, double count);

/* A launch of so many operations is next: a unit of work (clm_throttle_unit) begins if the last
 * one is long enough. Errors: CANCELLED, DEVICE */
clmodp_status clm_plain_next(clmodp_context *ctx, clm_plain_pace *pace, clm_operation operation,
                             double count);

/* Of clm_plain_multiply, with n and m coefficients and so many rows in a pass: as many
 * as there are, ceil(m / s), unless memory or the time that a launch may take is short. */
clm_tally clm_plain_multiply_tally(size_t n, size_t m, clm_plain_shape shape,
                                   const clm_tuning *tuning, size_t pass);

/* Of clm_plain_divide, with n coefficients by m, 1 or more. */
clm_tally clm_plain_divide_tally(size_t n, size_t m, uint32_t p, clm_plain_shape shape,
                                 const clm_tuning *tuning);

/* Of clm_plain_gcd, with a trace or without, of coprime polynomials with n and m coefficients, 1
 * or more, whose degree sequence is generic: each remainder's degree is one less than that of the
 * divisor. Groups of one work-item with vectors are taken to compute in doubles. */
clm_tally clm_plain_gcd_tally(size_t n, size_t m, uint32_t p, clm_plain_shape shape,
                              const clm_tuning *tuning, size_t units, bool traced);

/* The same of the next sweep alone, where the host looks before it. */
clm_tally clm_plain_gcd_sweep_tally(size_t n, size_t m, clm_plain_shape shape,
                                    const clm_tuning *tuning, size_t units);

/* Its launches alone, and how often the host waits for them to look at the state, by fewer steps
 * than that sum over sweeps takes: for costs. */
size_t clm_plain_gcd_launches(size_t *looks, size_t n, size_t m, size_t s);

#endif
