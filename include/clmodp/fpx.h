/** @file
 * Univariate polynomials over a prime field: F_p[x], p any prime below 2^62, including 2.
 *
 * A polynomial belongs to a context, is used on the context's thread, and is released before the
 * context. Its coefficients are in memory of the device or of the host, wherever they were last
 * computed or needed, and are moved automatically: in a chain of calls polynomials stay on the
 * device. Small polynomials are computed on the host, without opening a device. A call writes its
 * report, which may be NULL, when it succeeds.
 *
 * Coefficients are integers in [0, p), constant term first. Outputs may be the same polynomials as
 * inputs, but not as each other; they are unchanged after errors. All calls are synchronous.
 *
 * One batched call computes operations on many pairs of short polynomials, with any degrees and
 * primes; one lane of a vector, or one work-item of a GPU, computes a pair. */
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

/** The maximum number of coefficients of a polynomial. */
#define CLMODP_FPX_MOST_COEFFICIENTS ((size_t)1 << 30)

/** A polynomial over F_p. */
typedef struct clmodp_fpx clmodp_fpx;

/** Algorithm for a result. Every algorithm gives the same result. */
typedef enum clmodp_fpx_algorithm {
    CLMODP_FPX_AUTO, /**< the fastest one by prediction, which the times of the context's earlier
                          calls of the same kind and similar length correct */
    CLMODP_FPX_HOST, /**< on the host: short polynomials by schoolbook on one thread; long ones on
                          the context's threads, with products by transforms, divisions by Newton's
                          iteration, gcds and resultants by half-GCDs, multipoint evaluation and
                          interpolation by subproduct trees */
    CLMODP_FPX_SCHOOLBOOK, /**< schoolbook, on the device, with the program parameter s [HMX]:
                           products, divisions, greatest common divisors, resultants, and
                           operations built from products and divisions: powers, Taylor shifts; p
                           odd */
    CLMODP_FPX_FAST /**< by transforms, on the device: products, divisions by Newton's iteration,
                         powers, Taylor shifts; for odd p also greatest common divisors,
                         cofactors and resultants by half-GCDs, multipoint evaluation and
                         interpolation by subproduct trees */
} clmodp_fpx_algorithm;

/** Report of a call. Set up with clmodp_fpx_report_init before the call. */
typedef struct clmodp_fpx_report {
    size_t size;                    /**< sizeof this structure; set by _init */
    clmodp_fpx_algorithm algorithm; /**< algorithm of the last operation: never AUTO */
    uint32_t s;                     /**< its program parameters; 0 if it has none */
    uint32_t group;                 /**< likewise */
    uint32_t span;                  /**< likewise */
    double seconds;                 /**< wall-clock time of the call */
    uint64_t peak_memory;           /**< peak memory in bytes, counted like max_memory, including
                                         the context's polynomials */
} clmodp_fpx_report;

/** Initialises a report: no computation, algorithm HOST. */
static inline void clmodp_fpx_report_init(clmodp_fpx_report *report)
{
    memset(report, 0, sizeof *report);
    report->size = sizeof *report;
    report->algorithm = CLMODP_FPX_HOST;
}

/** Options of a computation. Fill with clmodp_fpx_options_init, then change fields. */
typedef struct clmodp_fpx_options {
    size_t size;                    /**< sizeof this structure; set by _init */
    uint64_t max_memory;            /**< as in clmodp_context_options, for this call; the lower cap
                                         applies. 0 (default): the context's */
    clmodp_fpx_algorithm algorithm; /**< default AUTO */
    uint32_t s;      /**< program parameter of SCHOOLBOOK, per launch: coefficients of the shorter
                          factor that a work-group multiplies by, steps of a division, or degrees
                          of a gcd. Here and below: parameters change the time, never the result; 0
                          (default): chosen for the device */
    uint32_t group;  /**< likewise: work-items per work-group, up to the limit of the device */
    uint32_t span;   /**< likewise: coefficients per work-group, rounded up to whole vectors. Local
                          memory limits s and span */
} clmodp_fpx_options;

/** Sets every field to its default: all but the size are zero. */
static inline void clmodp_fpx_options_init(clmodp_fpx_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** Creates a zero polynomial, released with clmodp_fpx_destroy. f is NULL on failure. Primes from
 * 2^31 on have algorithm HOST only and need arrays of 64 bits: functions for arrays of 32 bits
 * fail with INVALID, other algorithms with UNSUPPORTED.
 * Errors: INVALID (p is not a prime below 2^62), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_create(clmodp_context *context,
                                                            clmodp_fpx **f, uint64_t p);

/** Releases a polynomial. NULL is allowed. */
CLMODP_API void clmodp_fpx_destroy(clmodp_fpx *f);

/** Returns the prime p. */
CLMODP_API uint64_t clmodp_fpx_modulus(const clmodp_fpx *f);

/** Returns the number of coefficients: the degree plus one; 0 for the zero polynomial. */
CLMODP_API size_t clmodp_fpx_count(const clmodp_fpx *f);

/** Returns the degree; -1 for the zero polynomial. */
CLMODP_API long clmodp_fpx_degree(const clmodp_fpx *f);

/** Sets f to the sum of all c[i] x^i, i < count.
 *
 * In:     c  in [0, p), leading ones may be 0; may be NULL if count is 0
 * Errors: INVALID (no array, a coefficient of p or more), LIMIT, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_upload(clmodp_fpx *f, const uint32_t *c,
                                                            size_t count);

/** Sets c[i] to the coefficient of x^i, i < count, with zeros after the leading one.
 *
 * Errors: INVALID (f has more than `count` coefficients, or no array), HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_download(const clmodp_fpx *f, uint32_t *c,
                                                              size_t count);

/** Sets c[i] to the coefficient of x^(first + i), i < count, with zeros after the leading one.
 * Long polynomials can be read piecewise.
 *
 * Errors: INVALID (no array), HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_download_part(const clmodp_fpx *f, uint32_t *c, size_t first, size_t count);

/** Like clmodp_fpx_upload, for arrays of 64 bits and any prime. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_upload_u64(clmodp_fpx *f, const uint64_t *c,
                                                                size_t count);

/** Like clmodp_fpx_download_part, for arrays of 64 bits and any prime. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_download_u64(const clmodp_fpx *f, uint64_t *c, size_t first, size_t count);

/** Sets f to a. Errors, here and below: INVALID (polynomials of other contexts or primes),
 * HOST_MEMORY, DEVICE_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_set(clmodp_fpx *f, const clmodp_fpx *a);

/** Sets *equal to 1 if a and b are the same polynomial, else to 0. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_equal(int *equal, const clmodp_fpx *a,
                                                           const clmodp_fpx *b);

/** Sets f to a mod x^count. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_truncate(clmodp_fpx *f, const clmodp_fpx *a,
                                                              size_t count);

/** Sets f to x^by a, dropping terms of negative degree. Errors: LIMIT */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_shift(clmodp_fpx *f, const clmodp_fpx *a,
                                                           long by);

/** Sets f to a + b. Cost: one addition per coefficient, on the host, as in clmodp_fpx_shift and
 * clmodp_fpx_derivative. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_add(clmodp_fpx *f, const clmodp_fpx *a,
                                                         const clmodp_fpx *b);

/** Sets f to a - b, like clmodp_fpx_add. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_sub(clmodp_fpx *f, const clmodp_fpx *a,
                                                         const clmodp_fpx *b);

/** Sets f to the derivative of a. */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_derivative(clmodp_fpx *f,
                                                                const clmodp_fpx *a);

/** Sets *value to a(x). Errors: INVALID (x is p or more) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_evaluate(uint64_t *value,
                                                              const clmodp_fpx *a, uint64_t x);

/** Evaluates a at many points: values[i] = a(points[i]), i < count; unchanged after errors.
 *
 * Out:    values  may be the same array as points
 * In:     points  in [0, p), also repeated
 * Cost:   HOST: one product per coefficient and point; from about 900 to 1800 of both on (fewer
 *         with vectors shorter than 512 bits, 360 for primes from 2^31 on) a subproduct tree;
 *         FAST: a subproduct tree and its transpose: from 64 points on, eight transforms of
 *         `count` words for each doubling; and a power series inverse and a product of the length
 *         of a
 * Errors: also INVALID (a point is p or more; p = 2 with FAST), UNSUPPORTED (SCHOOLBOOK), and the
 *         errors of clmodp_fpx_mul
 * Source: [Gathen, Gerhard 2013, 10.1]; [Bernstein 2008] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_evaluate_points(uint32_t *values, clmodp_fpx_report *report, const clmodp_fpx *a,
                           const uint32_t *points, size_t count,
                           const clmodp_fpx_options *options);

/** Interpolates: sets f to the polynomial of degree below `count` with f(points[i]) = values[i].
 *
 * Cost:   HOST: 3 count^2 products, or from 256 to 448 points on (fewer with shorter vectors) a
 *         subproduct tree; FAST: at most twice the cost of evaluating f at the points
 * Errors: also INVALID (a point or value is p or more; p = 2 with FAST), DOMAIN (a repeated
 *         point), UNSUPPORTED (SCHOOLBOOK)
 * Source: [Gathen, Gerhard 2013, 10.2] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_interpolate(clmodp_fpx *f, clmodp_fpx_report *report, const uint32_t *points,
                       const uint32_t *values, size_t count, const clmodp_fpx_options *options);

/** Like clmodp_fpx_evaluate_points, for primes from 2^31 on (else INVALID), by HOST; more than 360
 * coefficients at more than 360 points by a subproduct tree. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_evaluate_points_u64(uint64_t *values, clmodp_fpx_report *report, const clmodp_fpx *a,
                               const uint64_t *points, size_t count,
                               const clmodp_fpx_options *options);

/** Like clmodp_fpx_interpolate, for primes from 2^31 on (else INVALID), by HOST; at more than 64
 * points by a subproduct tree. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_interpolate_u64(clmodp_fpx *f, clmodp_fpx_report *report, const uint64_t *points,
                           const uint64_t *values, size_t count,
                           const clmodp_fpx_options *options);

/** Sets f to a(x + c), for any degree, even p or more.
 *
 * Cost:   up to 28 coefficients (40 for primes from 2^31 on) Horner's rule on the host; else a
 *         product of two polynomials of deg a + 1 coefficients, which may be too long (LIMIT), and
 *         6 products per coefficient on the host; for degrees of p or more the cost of shifting
 *         blocks of p coefficients, for each digit of the degree to the base p
 * Errors: also INVALID (c is p or more), and the errors of clmodp_fpx_mul
 * Source: [Aho, Steiglitz, Ullman 1975] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_taylor_shift(clmodp_fpx *f, clmodp_fpx_report *report, const clmodp_fpx *a, uint64_t c,
                        const clmodp_fpx_options *options);

/** Sets f to an expression modulo p, with rational numbers if p does not divide their
 * denominators.
 *
 * In:     text, length  any bytes, read as described in clmodp/polynomials.h; CLMODP_STRING: up to
 *                       a zero byte
 *         x             the name of the variable; NULL: no variable
 * Out:    error         filled if the text is not such an expression; may be NULL
 * Errors: PARSE, DOMAIN (p divides a denominator), LIMIT (the limits of expressions; a degree of
 *         2^26 or more), INVALID (x is not a name; no text), HOST_MEMORY, CANCELLED (by the
 *         context's progress callback; f is unchanged) */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_from_text(clmodp_fpx *f, const char *text,
                                                               size_t length, const char *x,
                                                               clmodp_text_error *error);

/** Writes f as a new zero-terminated text, released with free(): the terms from the top, such as
 * "3*x^2 + x + 6".
 *
 * In:     name  of the variable; NULL: "x"
 * Errors: INVALID (not a name of a variable), LIMIT (more than CLMODP_ZX_MOST_TERMS coefficients),
 *         CANCELLED, HOST_MEMORY, DEVICE; *text is NULL */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_to_text(char **text, const clmodp_fpx *f,
                                                             const char *name);

/** Sets product to a b. If a and b are the same polynomial one transform is saved.
 *
 * Cost:   SCHOOLBOOK, and HOST for a factor of up to 128 coefficients: n m products for n and m
 *         coefficients; FAST, HOST: transforms of n + m words, O((n + m) log(n + m)), modulo p or
 *         up to six other primes, and 4 to 12 words of memory per coefficient of the product;
 *         HOST beyond 2^26 coefficients of both (2^25 with vectors of 256 bits, 2^24 of 128) in
 *         blocks of this length
 * Errors: here and below, also: INVALID (invalid options; p = 2 with SCHOOLBOOK), UNSUPPORTED (the
 *         operation does not have the algorithm), LIMIT (a result too long; s or span beyond local
 *         memory), NO_DEVICE, BUILD, NO_KERNEL, CORRUPT (the device failed a known-answer test
 *         required before first use), CANCELLED
 * Source: [HMX, Algorithms 5 to 7]; [Pollard 1971] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_mul(clmodp_fpx *product, clmodp_fpx_report *report, const clmodp_fpx *a,
               const clmodp_fpx *b, const clmodp_fpx_options *options);

/** Sets f to the sum of all c_(low + k) x^k, k < count, with c the coefficients of a b: a
 * truncated product for low = 0, an upper part for a large `count`, else a middle product.
 *
 * Cost:   SCHOOLBOOK, HOST: the cost of the whole product; FAST: transforms of low + count words,
 *         or of the product's coefficients from `low` on
 * Errors: as above */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_mul_part(clmodp_fpx *f, clmodp_fpx_report *report, const clmodp_fpx *a,
                    const clmodp_fpx *b, size_t low, size_t count,
                    const clmodp_fpx_options *options);

/** Divides a by b with remainder: a = quotient b + remainder, deg remainder < deg b.
 *
 * Out:    quotient or remainder may be NULL
 * Cost:   SCHOOLBOOK, and HOST for a quotient or divisor of up to 96 coefficients (330 to 450 for
 *         primes from 2^31 on): (n - m + 1) m products; FAST, HOST: the cost of about six or three
 *         products of the quotient's length, and of one by b
 * Errors: also DOMAIN (b is 0)
 * Source: [HMX, Algorithms 3 and 4]; [Gathen, Gerhard 2013, 9.1] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_divrem(clmodp_fpx *quotient, clmodp_fpx *remainder, clmodp_fpx_report *report,
                  const clmodp_fpx *a, const clmodp_fpx *b, const clmodp_fpx_options *options);

/** Sets g to the monic greatest common divisor of a and b; 0 if both are 0.
 *
 * Cost:   HOST, if one polynomial has up to 2048 coefficients (600 for primes from 2^31 on): n m
 *         products; SCHOOLBOOK: twice as many; FAST, HOST: transforms of O(n log(n)^2) words, and
 *         30 words of memory per coefficient of a
 * Errors: also INVALID (p = 2 with FAST)
 * Source: [HMX, Algorithms 10 and 11]; [Gathen, Gerhard 2013, 11.1] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_gcd(clmodp_fpx *g, clmodp_fpx_report *report, const clmodp_fpx *a, const clmodp_fpx *b,
               const clmodp_fpx_options *options);

/** Sets g, u, v to the monic greatest common divisor and cofactors: u a + v b = g. If b is 0,
 * u = 1 / lc(a) and v = 0, and all are 0 if a is 0, too; else, if b divides a, u = 0 and
 * v = 1 / lc(b); else deg u < deg b - deg g and deg v < deg a - deg g, or v = 0.
 *
 * Out:    u or v may be NULL
 * Cost:   HOST, FAST: up to twice the cost of clmodp_fpx_gcd
 * Errors: also INVALID (p = 2 with FAST), UNSUPPORTED (SCHOOLBOOK)
 * Source: [Gathen, Gerhard 2013, 3.2 and 11.1] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_xgcd(clmodp_fpx *g, clmodp_fpx *u, clmodp_fpx *v, clmodp_fpx_report *report,
                const clmodp_fpx *a, const clmodp_fpx *b, const clmodp_fpx_options *options);

/** Stops Euclid's algorithm for m and f at a degree, for rational reconstruction, Padé
 * approximants and decoding. Sets r to the first remainder of degree below k, and t, monic, with
 *
 *     r = t f modulo m,   deg t <= deg m - k, or t = 1 for k > deg m.
 *
 * For k <= deg m all pairs of such degrees with r = t f modulo m are multiples of this one. If g,
 * the monic greatest common divisor of r and t, and also of m and t, is 1, then r / t is the only
 * such fraction equal to f modulo m with a denominator coprime to m; else there is none.
 *
 * Out:    t or g may be NULL; without g a gcd is saved
 * In:     f  reduced modulo m first
 *         k  0: r = 0, t = m / gcd(m, f)
 * Cost:   with d = deg m - k, HOST, if m has up to 2048 coefficients (300 for primes from 2^31
 *         on): d deg m products; FAST, HOST: a half-GCD, about half of the cost of
 *         clmodp_fpx_xgcd for degree 2 d, and products of m and f by polynomials of degree d
 * Errors: also DOMAIN (m is 0), INVALID (p = 2 with FAST), UNSUPPORTED (SCHOOLBOOK)
 * Source: [Gathen, Gerhard 2013, 5.7 to 5.10 and 11.1] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_ratrecon(clmodp_fpx *r, clmodp_fpx *t, clmodp_fpx *g, clmodp_fpx_report *report,
                    const clmodp_fpx *f, const clmodp_fpx *m, size_t k,
                    const clmodp_fpx_options *options);

/** Sets inverse to the inverse of a modulo m, deg inverse < deg m; 0 for a constant m.
 *
 * Cost:   the cost of clmodp_fpx_xgcd
 * Errors: also DOMAIN (m is 0, or has a common factor with a) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_invmod(clmodp_fpx *inverse, clmodp_fpx_report *report, const clmodp_fpx *a,
                  const clmodp_fpx *m, const clmodp_fpx_options *options);

/** Sets *r to the resultant of a and b, in [0, p): the determinant of their Sylvester matrix, for
 * their actual degrees; 0 if one is 0, 1 if both are constants.
 *
 * Cost:   the cost of clmodp_fpx_gcd, and storing the leading coefficients of all remainders
 * Errors: also INVALID (p = 2 with FAST)
 * Source: [Gathen, Gerhard 2013, 6.3] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_resultant(uint64_t *r, clmodp_fpx_report *report, const clmodp_fpx *a,
                     const clmodp_fpx *b, const clmodp_fpx_options *options);

/** Sets power to a^e mod m, e >= 0; a^0 = 1 mod m.
 *
 * Cost:   log2(e) squares modulo m, and a product by a for each binary 1 of e. With a stored
 *         inverse of m a square takes five transforms of twice the length of m, and a product six;
 *         with SCHOOLBOOK each is a product and a division; with HOST up to degree 128, for odd
 *         p < 2^31, 3/2 deg(m)^2 products
 * Errors: also DOMAIN (m is 0), INVALID (e < 0)
 * Source: [Knuth 1997, 4.6.3], from the highest digit on */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_powmod(clmodp_fpx *power, clmodp_fpx_report *report, const clmodp_fpx *a, const mpz_t e,
                  const clmodp_fpx *m, const clmodp_fpx_options *options);

/** Maximum number of coefficients of a polynomial in a batch. Longer ones take single calls. */
#define CLMODP_FPX_BATCH_MOST_COEFFICIENTS ((size_t)8192)

/** Read-only polynomials stored one after the other: polynomial i has the coefficients c[begin[i]]
 * ... c[begin[i + 1] - 1], in [0, p), constant term first. Leading coefficients may be 0, and the
 * range may be empty. */
typedef struct clmodp_fpx_list {
    const uint32_t *c;   /**< all coefficients; may be NULL if there are none */
    const size_t *begin; /**< offsets, one more than polynomials, ascending from 0 */
} clmodp_fpx_list;

/** Pairs of polynomials over F_p: polynomial i of `a` with polynomial i of `b`. */
typedef struct clmodp_fpx_pairs {
    size_t count;           /**< number of pairs, below 2^31 */
    clmodp_fpx_list a;      /**< first polynomials */
    clmodp_fpx_list b;      /**< second polynomials */
    const uint32_t *primes; /**< primes below 2^31 */
    size_t prime_count;     /**< `count`: one per pair; 1: the same for all */
} clmodp_fpx_pairs;

/** @name Batches of operations
 *
 * Pairs without an algorithm on the device, such as zeros, constants and pairs with p = 2, are
 * computed on threads of the host.
 *
 * Options are as for single calls, without program parameters and without FAST. SCHOOLBOOK, too,
 * leaves pairs without an algorithm on the device to the host. The report's algorithm is
 * SCHOOLBOOK if the device computed.
 *
 * Outputs must not overlap inputs, and are unspecified after errors. Offsets, coefficients and
 * primes must not change until the call returns: it checks them once and reads them again later,
 * on several threads.
 *
 * Cost:   the products of schoolbook algorithms, with a pair in each lane of a vector; about 4
 *         words of device memory per coefficient, within the cap: pairs are computed in groups
 *         fitting the memory
 * Errors: INVALID (no array, `begin` does not ascend from 0, not a prime, a coefficient of p or
 *         more, invalid options; p = 2 with SCHOOLBOOK), UNSUPPORTED (FAST), LIMIT (a polynomial
 *         of over CLMODP_FPX_BATCH_MOST_COEFFICIENTS, 2^31 pairs), HOST_MEMORY, DEVICE_MEMORY,
 *         NO_DEVICE, DEVICE, BUILD, NO_KERNEL, CORRUPT, CANCELLED */
/** @{ */

/** Computes products. The product of pair i begins at products[a.begin[i] + b.begin[i]] and has as
 * many coefficients as a and b together, with zeros after the leading one. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_mul_batch(clmodp_context *context, uint32_t *products, clmodp_fpx_report *report,
                     const clmodp_fpx_pairs *pairs, const clmodp_fpx_options *options);

/** Computes quotients and remainders of a by b. For pair i they begin at quotients[a.begin[i]] and
 * remainders[b.begin[i]], as long as a and b themselves, with zeros after the leading
 * coefficients. Either may be NULL. Errors: also DOMAIN (a b is 0) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_divrem_batch(clmodp_context *context, uint32_t *quotients, uint32_t *remainders,
                        clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                        const clmodp_fpx_options *options);

/** Computes monic greatest common divisors. For pair i the divisor has counts[i] coefficients,
 * from divisors[a.begin[i] + b.begin[i]] on; words after it are unchanged. divisors may be
 * NULL. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_gcd_batch(clmodp_context *context, uint32_t *divisors, size_t *counts,
                     clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                     const clmodp_fpx_options *options);

/** Computes monic greatest common divisors and cofactors, u a + v b = g, as in clmodp_fpx_xgcd.
 * For pair i they begin at index a.begin[i] + b.begin[i] of divisors, u and v, each with as many
 * coefficients as a and b together, with zeros after the leading ones. counts[i] is the number of
 * coefficients of g. Each output may be NULL.
 *
 * Cost:   three times the cost of clmodp_fpx_gcd_batch; 16 words of memory per coefficient */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_xgcd_batch(clmodp_context *context, uint32_t *divisors, uint32_t *u, uint32_t *v,
                      size_t *counts, clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                      const clmodp_fpx_options *options);

/** Computes resultants, for the actual degrees of the polynomials: one word per pair. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_resultant_batch(clmodp_context *context, uint32_t *resultants,
                           clmodp_fpx_report *report, const clmodp_fpx_pairs *pairs,
                           const clmodp_fpx_options *options);

/** @} */

#ifdef __cplusplus
}
#endif
#endif
