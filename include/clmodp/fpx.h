/** @file
 * Polynomials in one variable over a prime field: F_p[x], p any prime below 2^31, 2 included.
 *
 * A polynomial belongs to a context, is used on the thread of that, and is released before it. Its
 * coefficients are where they were last computed or wanted, in memory of the device or of the
 * host, and go to the other one by themselves: polynomials of a chain of calls stay on the device.
 * Small ones are computed on the host, which opens no device. What a call did goes to its report,
 * which may be NULL; it is written when the call succeeds.
 *
 * Coefficients are integers in [0, p), constant term first. Results may be the same polynomials as
 * inputs, but not as each other; they are unchanged after errors. All calls are synchronous.
 *
 * Many short pairs of polynomials, whose degrees and primes may all differ, are computed by one
 * call of a batch: they lie behind each other in arrays, and are computed side by side, a lane of
 * a vector or a work-item of a GPU each. */
#ifndef CLMODP_FPX_H
#define CLMODP_FPX_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <gmp.h>

#include <clmodp/core.h>
#include <clmodp/polynomials.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The most coefficients of a polynomial. */
#define CLMODP_FPX_MOST_COEFFICIENTS ((size_t)1 << 30)

/** A polynomial over F_p. */
typedef struct clmodp_fpx clmodp_fpx;

/** How a result is computed. Every algorithm gives the same. */
typedef enum clmodp_fpx_algorithm {
    CLMODP_FPX_AUTO,  /**< the one that should take the least time */
    CLMODP_FPX_HOST,  /**< plain, on one thread of the host */
    CLMODP_FPX_PLAIN, /**< plain, on the device, with the program parameter s [HMX]: products,
                           divisions, greatest common divisors, resultants, and what is made of
                           products and divisions: powers, Taylor shifts; p odd */
    CLMODP_FPX_FAST   /**< by transforms, on the device: products, divisions by Newton's iteration,
                           powers, Taylor shifts; for odd p also greatest common divisors,
                           cofactors and resultants by half-GCDs, and values at many points and
                           polynomials from values by subproduct trees */
} clmodp_fpx_algorithm;

/** What a call did. Set up with clmodp_fpx_report_init before the call. */
typedef struct clmodp_fpx_report {
    size_t size;                    /**< sizeof this structure; set by _init */
    clmodp_fpx_algorithm algorithm; /**< of the last of its operations: never AUTO */
    uint32_t s;                     /**< its program parameters; 0 where it has none */
    uint32_t group;                 /**< likewise */
    uint32_t span;                  /**< likewise */
    double seconds;                 /**< by the clock, of the call */
    uint64_t peak_memory;           /**< most bytes in use at a time, as max_memory counts them,
                                         with those of the context's polynomials */
} clmodp_fpx_report;

/** Set up a report: nothing was computed yet, on the host. */
static inline void clmodp_fpx_report_init(clmodp_fpx_report *report)
{
    memset(report, 0, sizeof *report);
    report->size = sizeof *report;
    report->algorithm = CLMODP_FPX_HOST;
}

/** How to compute. Fill with clmodp_fpx_options_init, then change fields. */
typedef struct clmodp_fpx_options {
    size_t size;                    /**< sizeof this structure; set by _init */
    uint64_t max_memory;            /**< as in clmodp_context_options, for this call; the lower of
                                         the two counts. 0 (default): the context's */
    clmodp_fpx_algorithm algorithm; /**< default AUTO */
    uint32_t s;      /**< program parameter of PLAIN: coefficients of the shorter factor that a
                          work-group multiplies by, steps of a division, or degrees of a greatest
                          common divisor, in one launch. Here and below: parameters change the
                          time, never the result; 0 (default) is what suits the device */
    uint32_t group;  /**< another: work-items of a work-group, as many as the device takes */
    uint32_t span;   /**< another: coefficients that a work-group makes, rounded up to what
                          vectors take. s and span as local memory allows */
} clmodp_fpx_options;

/** Set every field to its default: all but the size are zero. */
static inline void clmodp_fpx_options_init(clmodp_fpx_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** A new zero polynomial, released with clmodp_fpx_destroy. f is NULL on failure.
 * Errors: INVALID (p is no prime below 2^31), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_create(clmodp_context *context,
                                                            clmodp_fpx **f, uint32_t p);

/** Release a polynomial. NULL is allowed. */
CLMODP_API void clmodp_fpx_destroy(clmodp_fpx *f);

/** The prime p. */
CLMODP_API uint32_t clmodp_fpx_modulus(const clmodp_fpx *f);

/** Coefficients up to the leading one: the degree and one more; 0 for the zero polynomial. */
CLMODP_API size_t clmodp_fpx_count(const clmodp_fpx *f);

/** The degree; -1 for the zero polynomial. */
CLMODP_API long clmodp_fpx_degree(const clmodp_fpx *f);

/** f := the sum of all c[i] x^i, i < count.
 *
 * In:     c  in [0, p), leading ones may be 0; may be NULL if count is 0
 * Errors: INVALID (no array, a coefficient of p or more), LIMIT, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_upload(clmodp_fpx *f, const uint32_t *c,
                                                            size_t count);

/** c[i] := the coefficient of x^i, i < count, zeros behind the leading one too.
 *
 * Errors: INVALID (f has more than `count`, or there is no array), HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_download(const clmodp_fpx *f, uint32_t *c,
                                                              size_t count);

/** c[i] := the coefficient of x^(first + i), i < count, zeros behind the leading one too: what is
 * long can be read piece by piece.
 *
 * Errors: INVALID (no array), HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_download_part(const clmodp_fpx *f, uint32_t *c, size_t first, size_t count);

/** f := a. Errors, here and below: INVALID (polynomials of other contexts or primes), HOST_MEMORY,
 * DEVICE_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_set(clmodp_fpx *f, const clmodp_fpx *a);

/** *equal := 1 if a and b are the same polynomial, else 0. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_equal(int *equal, const clmodp_fpx *a,
                                                           const clmodp_fpx *b);

/** f := a mod x^count. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_truncate(clmodp_fpx *f, const clmodp_fpx *a,
                                                              size_t count);

/** f := x^by a; for a negative `by` a without its -by lowest terms, over x^-by. Errors: LIMIT */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_shift(clmodp_fpx *f, const clmodp_fpx *a,
                                                           long by);

/** f := a + b. Cost: a sum for each coefficient, on the host, as clmodp_fpx_shift and
 * clmodp_fpx_derivative compute, too. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_add(clmodp_fpx *f, const clmodp_fpx *a,
                                                         const clmodp_fpx *b);

/** f := a - b. As clmodp_fpx_add. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_sub(clmodp_fpx *f, const clmodp_fpx *a,
                                                         const clmodp_fpx *b);

/** f := the derivative of a. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_derivative(clmodp_fpx *f,
                                                                const clmodp_fpx *a);

/** *value := a(x). Errors: INVALID (x is p or more) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_evaluate(uint32_t *value,
                                                              const clmodp_fpx *a, uint32_t x);

/** values[i] := a(points[i]), i < count; unchanged after errors.
 *
 * Out:    values  may be the points
 * In:     points  in [0, p), the same ones again, too
 * Cost:   HOST: a product for each coefficient and point; FAST: a subproduct tree, and its
 *         transpose: eight transforms of as many words as there are points for each doubling from
 *         64 points on, and a power series inverse and a product of as many coefficients as a has
 * Errors: also INVALID (a point is p or more; p = 2 with FAST), UNSUPPORTED (PLAIN), and those of
 *         clmodp_fpx_mul
 * Source: [Gathen, Gerhard 2013, 10.1]; [Bernstein 2008] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_evaluate_points(uint32_t *values, clmodp_fpx_report *report, const clmodp_fpx *a,
                           const uint32_t *points, size_t count,
                           const clmodp_fpx_options *options);

/** f := the polynomial of degree below `count` with f(points[i]) = values[i], i < count.
 *
 * Cost:   HOST: 3.5 count^2 products; FAST: twice that of evaluating it
 * Errors: also INVALID (a point or value is p or more; p = 2 with FAST), DOMAIN (a point is there
 *         twice), UNSUPPORTED (PLAIN)
 * Source: [Gathen, Gerhard 2013, 10.2] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_interpolate(clmodp_fpx *f, clmodp_fpx_report *report, const uint32_t *points,
                       const uint32_t *values, size_t count, const clmodp_fpx_options *options);

/** f := a(x + c), of any degree, p or more too.
 *
 * Cost:   Horner's rule on the host up to 128 coefficients; else a product of deg a + 1
 *         coefficients by as many, which may be too long (LIMIT), and 6 products for each on the
 *         host;
 *         for degrees of p or more that of shifting blocks of p coefficients, for each digit of
 *         the degree to the base p
 * Errors: also INVALID (c is p or more), and those of clmodp_fpx_mul
 * Source: [Aho, Steiglitz, Ullman 1975] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_taylor_shift(clmodp_fpx *f, clmodp_fpx_report *report, const clmodp_fpx *a, uint32_t c,
                        const clmodp_fpx_options *options);

/** f := the expression modulo p: rational numbers, too, whose denominators p does not divide.
 *
 * In:     text, length  any bytes, read as clmodp/polynomials.h has it; CLMODP_STRING: up to a
 *                       zero byte
 *         x             the name of the variable; NULL: there is none
 * Out:    error         filled where the text is no such expression; may be NULL
 * Errors: PARSE, DOMAIN (p divides a denominator), LIMIT (the limits of expressions; a degree of
 *         2^26 or more), INVALID (x is no name; no text), HOST_MEMORY, CANCELLED (by the context's
 *         progress callback; f is unchanged) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_from_text(clmodp_fpx *f, const char *text,
                                                               size_t length, const char *x,
                                                               clmodp_text_error *error);

/** A new zero-terminated text, released with free(): the terms from the top, such as
 * "3*x^2 + x + 6".
 *
 * In:     name  of the variable; NULL: "x"
 * Errors: INVALID (no name of a variable), HOST_MEMORY, DEVICE; *text is NULL then */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_to_text(char **text, const clmodp_fpx *f,
                                                             const char *name);

/** product := a b, where a and b may be one: then it takes a transform less.
 *
 * Cost:   HOST, PLAIN: n m products for n and m coefficients; FAST: transforms of n + m words,
 *         O((n + m) log(n + m)), modulo p or three other primes, and 4 to 12 words of memory for
 *         each of the product's
 * Errors: here and below, also: INVALID (options that break a rule; p = 2 with PLAIN),
 *         UNSUPPORTED (the algorithm is not there for the operation), LIMIT (a result too long; s
 *         or span beyond local memory), NO_DEVICE, BUILD, NO_KERNEL, CORRUPT (the device failed a
 *         known-answer test, which it has to pass once), CANCELLED
 * Source: [HMX, Algorithms 5 to 7]; [Pollard 1971] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_mul(clmodp_fpx *product, clmodp_fpx_report *report, const clmodp_fpx *a,
               const clmodp_fpx *b, const clmodp_fpx_options *options);

/** f := the sum of all c_(low + k) x^k, k < count, with c the coefficients of a b: a truncated
 * product for low = 0, an upper part for a large `count`, else a middle product.
 *
 * Cost:   HOST: as many scalar products; PLAIN: that of the whole product; FAST: transforms of
 *         low + count words, or of as many as the product has coefficients from `low` on
 * Errors: as above */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_mul_part(clmodp_fpx *f, clmodp_fpx_report *report, const clmodp_fpx *a,
                    const clmodp_fpx *b, size_t low, size_t count,
                    const clmodp_fpx_options *options);

/** quotient, remainder := those of a by b: a = quotient b + remainder, deg remainder < deg b.
 *
 * Out:    quotient or remainder may be NULL
 * Cost:   HOST, PLAIN: (n - m + 1) m products; FAST: that of some six products of the
 *         quotient's length, and one by b
 * Errors: also DOMAIN (b is 0)
 * Source: [HMX, Algorithms 3 and 4]; [Gathen, Gerhard 2013, 9.1] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_divrem(clmodp_fpx *quotient, clmodp_fpx *remainder, clmodp_fpx_report *report,
                  const clmodp_fpx *a, const clmodp_fpx *b, const clmodp_fpx_options *options);

/** g := the greatest common divisor of a and b, monic; 0 if both are.
 *
 * Cost:   HOST: n m products; PLAIN: twice that; FAST: transforms of O(n log(n)^2) words, and 30
 *         words of memory for each of a's
 * Errors: also INVALID (p = 2 with FAST)
 * Source: [HMX, Algorithms 10 and 11]; [Gathen, Gerhard 2013, 11.1] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_gcd(clmodp_fpx *g, clmodp_fpx_report *report, const clmodp_fpx *a, const clmodp_fpx *b,
               const clmodp_fpx_options *options);

/** g, u, v := the monic greatest common divisor and cofactors: u a + v b = g. If b is 0,
 * u = 1 / lc(a) and v = 0, and all are 0 if a is, too; else, if b divides a, u = 0 and
 * v = 1 / lc(b); else deg u < deg b - deg g and deg v < deg a - deg g, or v = 0.
 *
 * Out:    u or v may be NULL
 * Cost:   HOST: 4 n m products; FAST: that of clmodp_fpx_gcd
 * Errors: also INVALID (p = 2 with FAST), UNSUPPORTED (PLAIN)
 * Source: [Gathen, Gerhard 2013, 3.2 and 11.1] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_xgcd(clmodp_fpx *g, clmodp_fpx *u, clmodp_fpx *v, clmodp_fpx_report *report,
                const clmodp_fpx *a, const clmodp_fpx *b, const clmodp_fpx_options *options);

/** inverse := that of a modulo m: inverse a mod m = 1, deg inverse < deg m; 0 for a constant m.
 *
 * Cost:   that of clmodp_fpx_xgcd
 * Errors: also DOMAIN (m is 0, or has a common factor with a) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_invmod(clmodp_fpx *inverse, clmodp_fpx_report *report, const clmodp_fpx *a,
                  const clmodp_fpx *m, const clmodp_fpx_options *options);

/** *r := the resultant of a and b, in [0, p): the determinant of their Sylvester matrix, for the
 * degrees that they have; 0 if one is 0, 1 if both are constants.
 *
 * Cost:   that of clmodp_fpx_gcd, with the leading coefficients of all remainders written down
 * Errors: also INVALID (p = 2 with FAST)
 * Source: [Gathen, Gerhard 2013, 6.3] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_resultant(uint32_t *r, clmodp_fpx_report *report, const clmodp_fpx *a,
                     const clmodp_fpx *b, const clmodp_fpx_options *options);

/** power := a^e mod m, e >= 0; a^0 = 1 mod m.
 *
 * Cost:   log2(e) squares modulo m, and as many products by a as e has ones; on the device by an
 *         inverse of m that is kept: six transforms of twice the length of m each; else, and with
 *         PLAIN, products and divisions
 * Errors: also DOMAIN (m is 0), INVALID (e < 0)
 * Source: [Knuth 1997, 4.6.3], from the highest digit on */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_powmod(clmodp_fpx *power, clmodp_fpx_report *report, const clmodp_fpx *a, const mpz_t e,
                  const clmodp_fpx *m, const clmodp_fpx_options *options);

/** The most coefficients of a polynomial of a batch. Longer ones are worth a call alone. */
#define CLMODP_FPX_BATCH_MOST_COEFFICIENTS ((size_t)8192)

/** Polynomials behind each other, only read: polynomial i has the coefficients c[begin[i]] ...
 * c[begin[i + 1] - 1], in [0, p), constant term first. Leading ones may be 0, and there may be
 * none. */
typedef struct clmodp_fpx_list {
    const uint32_t *c;   /**< all coefficients; may be NULL if there are none */
    const size_t *begin; /**< one more than there are polynomials, ascending from 0 */
} clmodp_fpx_list;

/** Pairs of polynomials over F_p: i of `a` with i of `b`. */
typedef struct clmodp_fpx_pairs {
    size_t count;           /**< of pairs, below 2^31 */
    clmodp_fpx_list a;      /**< the first ones */
    clmodp_fpx_list b;      /**< the second ones */
    const uint32_t *primes; /**< below 2^31 */
    size_t prime_count;     /**< `count`: one for each pair; 1: the same for all */
} clmodp_fpx_pairs;

/** @name Batches of operations
 *
 * Pairs that a device has no algorithm for, zeros, constants and p = 2 among them, are computed on
 * threads of the host.
 *
 * Options are those of single calls: HOST and PLAIN are as they are there, of which PLAIN leaves
 * the cases that the device has no algorithm for to the host; there are no program parameters, and
 * no FAST. The report's algorithm is PLAIN if the device computed.
 *
 * Outputs may not overlap inputs, and are unspecified after errors. Offsets, coefficients and
 * primes must not change until the call returns: it checks them once and reads them again later,
 * on several threads.
 *
 * Cost:   products and pairs of coefficients as plain algorithms have them, W at a time; memory
 *         of some 4 words for each coefficient on the device, but no more than the cap has: pairs
 *         are computed by as many as fit
 * Errors: INVALID (no array, `begin` does not ascend from 0, no prime, a coefficient of p or more,
 *         options that break a rule; p = 2 with PLAIN), UNSUPPORTED (FAST), LIMIT (a polynomial of
 *         over CLMODP_FPX_BATCH_MOST_COEFFICIENTS, 2^31 pairs), HOST_MEMORY, DEVICE_MEMORY,
 *         NO_DEVICE, DEVICE, BUILD, NO_KERNEL, CORRUPT, CANCELLED
 * All calls are synchronous. */
/** @{ */

/** Products. That of pair i begins at products[a.begin[i] + b.begin[i]] and has as many
 * coefficients as a and b together, zeros behind the leading one. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_mul_batch(clmodp_context *context, uint32_t *products, clmodp_fpx_report *report,
                     const clmodp_fpx_pairs *pairs, const clmodp_fpx_options *options);

/** Quotients and remainders of a by b. Pair i's quotient begins at quotients[a.begin[i]], its
 * remainder at remainders[b.begin[i]], each as long as what stands there among the inputs, zeros
 * behind the leading ones. Either may be NULL. Errors: also DOMAIN (a b is 0) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_divrem_batch(clmodp_context *context, uint32_t *quotients, uint32_t *remainders,
                        clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                        const clmodp_fpx_options *options);

/** Monic greatest common divisors. That of pair i has counts[i] coefficients, and begins at
 * divisors[a.begin[i] + b.begin[i]]; words between divisors are left as they are. divisors may be
 * NULL. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_gcd_batch(clmodp_context *context, uint32_t *divisors, size_t *counts,
                     clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                     const clmodp_fpx_options *options);

/** Monic greatest common divisors and cofactors, u a + v b = g, as clmodp_fpx_xgcd has them. Pair
 * i's begin at divisors[a.begin[i] + b.begin[i]], and so in u and v, as many coefficients of each
 * as a and b together have, zeros behind the leading ones. counts[i] are those of g. Each output
 * may be NULL.
 *
 * Cost:   three times that of clmodp_fpx_gcd_batch; 16 words of memory for each coefficient */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_xgcd_batch(clmodp_context *context, uint32_t *divisors, uint32_t *u, uint32_t *v,
                      size_t *counts, clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                      const clmodp_fpx_options *options);

/** Resultants, for the degrees that polynomials have: one word for each pair. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_resultant_batch(clmodp_context *context, uint32_t *resultants,
                           clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                           const clmodp_fpx_options *options);

/** @} */

#ifdef __cplusplus
}
#endif
#endif
