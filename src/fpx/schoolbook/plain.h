/* Plain arithmetic on polynomials over F_p on the device: products, divisions, greatest common
 * divisors and resultants; how algorithms are cut by the program parameter s, and into units of
 * work that one can cancel between. */
#ifndef CLM_FPX_SCHOOLBOOK_PLAIN_H
#define CLM_FPX_SCHOOLBOOK_PLAIN_H

#include "cl/arith/fp.h"
#include "cost/rates.h"
#include "fpx/batch/batch.h"
#include "opencl/buffer.h"
#include "opencl/context.h"

/* ---- shapes ---- */

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

/* ---- products ---- */

/* The group and the span that go with s, whatever n is, and the greatest s that the device has
 * room for. */
CLM_LAB_API clm_plain_shape clm_multiply_shape(const clmodp_context *ctx, size_t n, size_t s);
CLM_LAB_API size_t clm_multiply_most(const clmodp_context *ctx);

/* What should take least for polynomials of n and m coefficients, of the powers of two. */
CLM_LAB_API clm_plain_shape clm_multiply_default(const clmodp_context *ctx, size_t n, size_t m);

/* product = a * b: a.count + b.count - 1 coefficients, none if a or b has none.
 *
 * Out:    product  memory apart from that of a and b
 * In:     field    of an odd prime
 *         shape    s: coefficients of b that a row of sums is for
 * Cost:   a.count b.count products; with x = b.count / s rows of y = a.count + s - 1 sums, x y
 *         words written by the first launch, and 3 words moved for each of (x - 1) y sums by
 *         floor(log2 x) + 1 others. In as many passes of rows as the cap on memory asks for.
 *         Exactly: clm_plain_multiply_tally
 * Errors: INVALID (no s, group or span, product too short), LIMIT (more than 2^30 coefficients;
 *         local memory), DEVICE_MEMORY (not even one row), and those of building and launching
 * Source: [HMX, Algorithms 5 to 7]
 *
 * Asynchronous. */
CLM_LAB_API clmodp_status clm_plain_multiply(clmodp_context *ctx, const clm_buffer *product,
                                             clm_poly a, clm_poly b, fp_field field,
                                             clm_plain_shape shape);

/* Of clm_plain_multiply, with n and m coefficients, 1 or more. Launches are exact. */
CLM_LAB_API clm_amounts clm_plain_multiply_cost(const clmodp_context *ctx, size_t n, size_t m,
                                                clm_plain_shape shape);

/* ---- divisions, and constant factors ---- */

/* inverse[0] := 1 / a[last], in Montgomery form; 0 for 0. A buffer of one word. */
clmodp_status clm_plain_inverse(clmodp_context *ctx, const clm_buffer *inverse,
                                const clm_buffer *a, size_t last, fp_field field);

/* out[i] := factor a[first + i], i < count. factor: one word, in Montgomery form */
clmodp_status clm_plain_scale(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *a,
                              size_t first, size_t count, const clm_buffer *factor,
                              fp_field field);

/* out[i] := a[first + i] / a[first + count - 1], i < count. Errors: also DEVICE_MEMORY */
clmodp_status clm_plain_monic(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *a,
                              size_t first, size_t count, fp_field field);

/* The group and the span that go with s, for a divisor of m coefficients, and the greatest s that
 * the device has room for. */
CLM_LAB_API clm_plain_shape clm_divide_shape(const clmodp_context *ctx, size_t m, size_t s);
CLM_LAB_API size_t clm_divide_most(const clmodp_context *ctx);

/* What should take least for n coefficients by m, of the powers of two. */
CLM_LAB_API clm_plain_shape clm_divide_default(const clmodp_context *ctx, size_t n, size_t m);

/* quotient, remainder with a = quotient * b + remainder, deg remainder < deg b, for n = a.count
 * and m = b.count coefficients. A dividend shorter than the divisor is left as it is.
 *
 * Out:    quotient  n - m + 1 coefficients, unless that is negative
 * InOut:  dividend  a's coefficients; in the end the first m - 1 are the remainder's, and the
 *                   others anything
 * In:     divisor   its last coefficient is not 0
 *         field     of an odd prime
 *         shape     s: division steps of a launch
 * Cost:   (n - m + 1) (m - 1) products, and s^2 / 2 of three multiplications in each work-group
 *         and launch; 1 + (n - m + 1) / s launches, each of which reads about 2 m words and
 *         writes m. Exactly: clm_plain_divide_tally
 * Errors: INVALID (no s, group or span, memory too short, no divisor), LIMIT (more than 2^30
 *         coefficients; local memory), DEVICE_MEMORY, and those of building and launching
 * Source: [HMX, Algorithms 3 and 4]
 *
 * Asynchronous. */
CLM_LAB_API clmodp_status clm_plain_divide(clmodp_context *ctx, const clm_buffer *quotient,
                                           clm_poly dividend, clm_poly divisor, fp_field field,
                                           clm_plain_shape shape);

/* Of clm_plain_divide: n >= m >= 1. Launches are exact. */
CLM_LAB_API clm_amounts clm_plain_divide_cost(const clmodp_context *ctx, size_t n, size_t m,
                                              clm_plain_shape shape);

/* ---- greatest common divisors and resultants ---- */

/* On the device: the divisors of the remainder sequence, by degree (PLAIN_GCD_TRACE). {0} is none,
 * which clm_gcd_trace_destroy takes, too. */
typedef struct clm_gcd_trace {
    clm_buffer words;
    size_t degree; /* room for divisors of that and less */
} clm_gcd_trace;

/* An empty one. Errors: those of buffers and launches */
clmodp_status clm_gcd_trace_create(clmodp_context *ctx, clm_gcd_trace *trace, size_t degree);

void clm_gcd_trace_destroy(clmodp_context *ctx, clm_gcd_trace *trace);

/* Forget divisors below `degree`. Asynchronous. */
clmodp_status clm_gcd_trace_forget(clmodp_context *ctx, const clm_gcd_trace *trace, size_t degree);

/* A divisor of that degree, whose leading coefficient is words[at], and no factors. Asynchronous.
 * Pre: there is none of the degree. Errors: INVALID (no room for it) */
clmodp_status clm_gcd_trace_add(clmodp_context *ctx, const clm_gcd_trace *trace, size_t degree,
                                const clm_buffer *words, size_t at);

/* *r := the resultant of a and b, of degrees n >= m, of which this is the trace, down to the
 * greatest common divisor.
 *
 * Cost:   some 2 m products on the host
 * Errors: HOST_MEMORY, INVALID (n < m, no trace of such polynomials), DEVICE
 * Source: [Gathen, Gerhard 2013, 6.3] */
clmodp_status clm_gcd_trace_resultant(clmodp_context *ctx, const clm_gcd_trace *trace, u32 *r,
                                      size_t n, size_t m, fp_field field);

/* Degrees of matrices that steps of Euclid's algorithm make; greater ones are products of them. */
#define CLM_PLAIN_GCD_BASE ((size_t)32)

/* Sweeps between two looks at the state, at most. */
#define CLM_PLAIN_GCD_AHEAD ((size_t)64)

/* The group and the span that go with s, for polynomials of up to n coefficients, and the greatest
 * s that the device has room for. */
CLM_LAB_API clm_plain_shape clm_gcd_shape(const clmodp_context *ctx, size_t n, size_t s);
CLM_LAB_API size_t clm_gcd_most(const clmodp_context *ctx);

/* What should take least for n >= m coefficients, of the powers of two. */
CLM_LAB_API clm_plain_shape clm_gcd_default(const clmodp_context *ctx, size_t n, size_t m);

/* gcd(a, b), monic; 0 if both are.
 *
 * Out:    gcd    min(a.count, b.count) coefficients, or those of the one that is not empty; those
 *                beyond *count are anything
 *         count  of them that there are
 *         trace  of the algorithm, empty before, with room for max(a.count, b.count) - 1; NULL:
 *                not wanted
 * In:     field  of an odd prime
 *         shape  s: degrees that both polynomials lose in a launch
 * Cost:   for degrees n >= m and a gcd of degree g about 2 (n^2 - g^2) products less half of
 *         those for what n is greater, and some 4 s^2 of three multiplications in each work-group
 *         and launch; (n - g) / s launches, which read and write both polynomials.
 *         Exactly: clm_plain_gcd_tally
 * Errors: INVALID (no s, group or span, gcd too short), LIMIT (more than 2^30 coefficients; local
 *         memory), DEVICE_MEMORY, CANCELLED, and those of building and launching
 * Source: [HMX, Algorithms 10 and 11]
 *
 * Synchronous. */
CLM_LAB_API clmodp_status clm_plain_gcd(clmodp_context *ctx, const clm_buffer *gcd, size_t *count,
                                        clm_poly a, clm_poly b, fp_field field,
                                        clm_plain_shape shape, const clm_gcd_trace *trace);

/* Of clm_plain_gcd, for coprime polynomials: n >= m >= 1. Launches and waits are exact, where the
 * degree sequence is generic. */
CLM_LAB_API clm_amounts clm_plain_gcd_cost(const clmodp_context *ctx, size_t n, size_t m,
                                           clm_plain_shape shape);

#endif
