/* Schoolbook arithmetic on polynomials over F_p on the device: products, divisions, greatest
 * common divisors and resultants. Also their division into work-groups by the program parameter s,
 * and into command batches. */
#ifndef CLM_FPX_SCHOOLBOOK_SCHOOLBOOK_H
#define CLM_FPX_SCHOOLBOOK_SCHOOLBOOK_H

#include "cl/arith/fp.h"
#include "cost/cost.h"
#include "fpx/batch/move.h"
#include "opencl/buffer.h"
#include "opencl/context.h"

/* ---- shapes ---- */

/* The shape of launches; results do not depend on it. */
typedef struct clm_schoolbook_shape {
    size_t s;     /* coefficients by which a work-group multiplies a long factor in one launch */
    size_t group; /* work-items of a work-group */
    size_t span;  /* coefficients computed by a work-group; rounded up to whole vectors */
} clm_schoolbook_shape;

/* The greatest s tried by [HMX] and here. */
#define CLM_SCHOOLBOOK_MOST_S ((size_t)512)

/* The span of launches, in whole vectors. Only launches refuse spans beyond CLM_POLY_MOST. */
size_t clm_schoolbook_span(const clm_tuning *tuning, clm_schoolbook_shape shape);

/* Words of local memory; see clm_schoolbook_check_shape. */
size_t clm_schoolbook_local(const clmodp_context *ctx, clm_schoolbook_shape shape, size_t fixed,
                            size_t each);

/* The span for one work-group a compute unit or, if `most` is less, for as few as possible. */
size_t clm_schoolbook_share(const clmodp_context *ctx, size_t count, size_t most);

/* Completes the shape for launches, with a whole span.
 *
 * In:     fixed   words of local memory besides the parts of the factors
 *         each    further words for each of the s coefficients
 * Errors: INVALID (no s, group or span), LIMIT (more than 2^30, or than local memory holds) */
clmodp_status clm_schoolbook_check_shape(clmodp_context *ctx, clm_schoolbook_shape *shape,
                                         size_t fixed, size_t each);

/* Groups that all compute units could run in the busiest unit's time. */
double clm_schoolbook_with_idle(const clmodp_context *ctx, size_t groups);

typedef clm_schoolbook_shape (*clm_schoolbook_shape_of)(const clmodp_context *ctx, size_t size,
                                                        size_t s);
typedef clm_amounts (*clm_schoolbook_cost)(const clmodp_context *ctx, size_t n, size_t m,
                                           clm_schoolbook_shape shape);

/* Selects s of 1, 2, 4, ... up to `most` for the least predicted time. size: the argument of
 * shape_of. */
clm_schoolbook_shape clm_schoolbook_cheapest(const clmodp_context *ctx,
                                             clm_schoolbook_shape_of shape_of,
                                             clm_schoolbook_cost cost, size_t size, size_t n,
                                             size_t m, size_t most);

/* Work-groups of a sweep over up to `count` coefficients, with this span: at least one a compute
 * unit, if each has enough work. */
size_t clm_gcd_groups(size_t count, size_t span, size_t group, size_t lanes, size_t units);

/* Seconds between two checks of a loop of launches for cancellation. */
#define CLM_SCHOOLBOOK_UNIT_SECONDS 5e-3

/* Work enqueued by a loop of launches since its last check; {0} to begin with. */
typedef struct clm_launch_throttle {
    double seconds; /* since the beginning of the last command batch */
} clm_launch_throttle;

/* Predicted seconds of `count` operations of a launch. */
double clm_schoolbook_seconds(const clmodp_context *ctx, clm_operation operation, double count);

/* Announces a launch of `count` operations: begins a command batch (clm_throttle_begin_batch) if
 * the last one is long enough. Errors: CANCELLED, DEVICE */
clmodp_status clm_schoolbook_announce(clmodp_context *ctx, clm_launch_throttle *throttle,
                                      clm_operation operation, double count);

/* ---- products ---- */

/* The group and the span for an s, independent of n, and the device's greatest s. */
CLM_LAB_API clm_schoolbook_shape clm_multiply_shape(const clmodp_context *ctx, size_t n, size_t s);
CLM_LAB_API size_t clm_multiply_most_s(const clmodp_context *ctx);

/* The shape predicted to be fastest for n and m coefficients, with s a power of two. */
CLM_LAB_API clm_schoolbook_shape clm_multiply_default(const clmodp_context *ctx, size_t n,
                                                      size_t m);

/* product = a * b: a.count + b.count - 1 coefficients, none if a or b has none.
 *
 * Out:    product  memory apart from that of a and b
 * In:     field    of an odd prime
 *         shape    s: coefficients of b for each row of sums
 * Cost:   a.count b.count products; with x = b.count / s rows of y = a.count + s - 1 sums, x y
 *         words written by the first launch, and 3 words moved for each of (x - 1) y sums by
 *         floor(log2 x) + 1 others. The cap on memory determines the passes of rows.
 * Errors: INVALID (no s, group or span, product too short), LIMIT (more than 2^30 coefficients;
 *         local memory), DEVICE_MEMORY (not even one row), and those of building and launching
 * Source: [HMX, Algorithms 5 to 7]
 *
 * Asynchronous. */
CLM_LAB_API clmodp_status clm_schoolbook_multiply(clmodp_context *ctx, const clm_buffer *product,
                                                  clm_poly a, clm_poly b, fp_field field,
                                                  clm_schoolbook_shape shape);

/* The cost for n and m coefficients, 1 or more. Launches are exact. */
CLM_LAB_API clm_amounts clm_schoolbook_multiply_cost(const clmodp_context *ctx, size_t n, size_t m,
                                                     clm_schoolbook_shape shape);

/* ---- divisions, and constant factors ---- */

/* inverse[0] := 1 / a[last], in Montgomery form; 0 for 0. A buffer of one word. */
clmodp_status clm_schoolbook_inverse(clmodp_context *ctx, const clm_buffer *inverse,
                                     const clm_buffer *a, size_t last, fp_field field);

/* out[i] := factor a[first + i], i < count. factor: one word, in Montgomery form */
clmodp_status clm_schoolbook_scale(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *a,
                                   size_t first, size_t count, const clm_buffer *factor,
                                   fp_field field);

/* out[i] := a[first + i] / a[first + count - 1], i < count. Errors: also DEVICE_MEMORY */
clmodp_status clm_schoolbook_monic(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *a,
                                   size_t first, size_t count, fp_field field);

/* The group and the span for an s and a divisor of m coefficients, and the device's greatest s. */
CLM_LAB_API clm_schoolbook_shape clm_divide_shape(const clmodp_context *ctx, size_t m, size_t s);
CLM_LAB_API size_t clm_divide_most_s(const clmodp_context *ctx);

/* The shape predicted to be fastest for n coefficients by m, with s a power of two. */
CLM_LAB_API clm_schoolbook_shape clm_divide_default(const clmodp_context *ctx, size_t n, size_t m);

/* Computes quotient, remainder with a = quotient * b + remainder, deg remainder < deg b, for n =
 * a.count and m = b.count coefficients. A shorter dividend is left unchanged.
 *
 * Out:    quotient  n - m + 1 coefficients, unless n < m
 * InOut:  dividend  a's coefficients; in the end the first m - 1 are the remainder's, and the
 *                   others undefined
 * In:     divisor   its last coefficient is not 0
 *         field     of an odd prime
 *         shape     s: division steps of a launch
 * Cost:   (n - m + 1) (m - 1) products, and s^2 / 2 of three multiplications in each work-group
 *         and launch; 1 + (n - m + 1) / s launches, each of which reads about 2 m words and
 *         writes m.
 * Errors: as clm_schoolbook_multiply; INVALID also without a divisor
 * Source: [HMX, Algorithms 3 and 4]
 *
 * Asynchronous. */
CLM_LAB_API clmodp_status clm_schoolbook_divide(clmodp_context *ctx, const clm_buffer *quotient,
                                                clm_poly dividend, clm_poly divisor,
                                                fp_field field, clm_schoolbook_shape shape);

/* The cost for n >= m >= 1. Launches are exact. */
CLM_LAB_API clm_amounts clm_schoolbook_divide_cost(const clmodp_context *ctx, size_t n, size_t m,
                                                   clm_schoolbook_shape shape);

/* ---- greatest common divisors and resultants ---- */

/* The divisors of a remainder sequence on the device, by degree (SCHOOLBOOK_GCD_TRACE). {0} is
 * none, and safe to destroy. */
typedef struct clm_gcd_trace {
    clm_buffer words;
    size_t degree; /* the greatest degree of divisors */
} clm_gcd_trace;

/* Makes an empty trace. Errors: those of buffers and launches */
clmodp_status clm_gcd_trace_create(clmodp_context *ctx, clm_gcd_trace *trace, size_t degree);

void clm_gcd_trace_destroy(clmodp_context *ctx, clm_gcd_trace *trace);

/* Deletes divisors below `degree`. Asynchronous. */
clmodp_status clm_gcd_trace_forget(clmodp_context *ctx, const clm_gcd_trace *trace, size_t degree);

/* Adds a divisor of degree `degree`, with leading coefficient words[at], and no factors.
 * Asynchronous. Pre: no divisor has this degree yet. Errors: INVALID (degree too large) */
clmodp_status clm_gcd_trace_add(clmodp_context *ctx, const clm_gcd_trace *trace, size_t degree,
                                const clm_buffer *words, size_t at);

/* *r := the resultant of a and b, of degrees n >= m, from their trace, which reaches down to the
 * greatest common divisor.
 *
 * Cost:   some 2 m products on the host
 * Errors: HOST_MEMORY, INVALID (n < m, no trace of such polynomials), DEVICE
 * Source: [Gathen, Gerhard 2013, 6.3] */
clmodp_status clm_gcd_trace_resultant(clmodp_context *ctx, const clm_gcd_trace *trace, u32 *r,
                                      size_t n, size_t m, fp_field field);

/* The greatest degree of matrices made by Euclid's steps, not by products. */
#define CLM_SCHOOLBOOK_GCD_BASE ((size_t)32)

/* The most sweeps between two reads of the state by the host. */
#define CLM_SCHOOLBOOK_GCD_AHEAD ((size_t)64)

/* The group and the span for an s and at most n coefficients, and the device's greatest s. */
CLM_LAB_API clm_schoolbook_shape clm_gcd_shape(const clmodp_context *ctx, size_t n, size_t s);
CLM_LAB_API size_t clm_gcd_most_s(const clmodp_context *ctx);

/* The shape predicted to be fastest for n >= m coefficients, with s a power of two. */
CLM_LAB_API clm_schoolbook_shape clm_gcd_default(const clmodp_context *ctx, size_t n, size_t m);

/* gcd(a, b), monic; 0 if both are.
 *
 * Out:    gcd    min(a.count, b.count) coefficients, or those of the polynomial that is not empty;
 *                coefficients beyond *count are undefined
 *         count  coefficients of the result
 *         trace  of the algorithm, empty before, for degrees up to max(a.count, b.count) - 1;
 *                NULL: not recorded
 * In:     field  of an odd prime
 *         shape  s: degrees by which a launch reduces both polynomials
 * Cost:   for degrees n >= m and a gcd of degree g about 2 (n^2 - g^2) products, less half of
 *         the products due to n - m, and some 4 s^2 of three multiplications in each work-group
 *         and launch; (n - g) / s launches, which read and write both polynomials.
 * Errors: as clm_schoolbook_multiply, CANCELLED
 * Source: [HMX, Algorithms 10 and 11]
 *
 * Synchronous. */
CLM_LAB_API clmodp_status clm_schoolbook_gcd(clmodp_context *ctx, const clm_buffer *gcd,
                                             size_t *count, clm_poly a, clm_poly b, fp_field field,
                                             clm_schoolbook_shape shape,
                                             const clm_gcd_trace *trace);

/* The cost for coprime polynomials, n >= m >= 1. Launches and waits are exact for generic degree
 * sequences. */
CLM_LAB_API clm_amounts clm_schoolbook_gcd_cost(const clmodp_context *ctx, size_t n, size_t m,
                                                clm_schoolbook_shape shape);

/* ---- self-tests ---- */

CLM_LAB_API extern const clm_self_test clm_schoolbook_multiply_self_test;
CLM_LAB_API extern const clm_self_test clm_schoolbook_divide_self_test;
CLM_LAB_API extern const clm_self_test clm_schoolbook_gcd_self_test;
extern const clm_self_test clm_schoolbook_resultant_self_test;

#endif
