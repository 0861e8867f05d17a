/** @file
 * Many short polynomials over prime fields at once: products, divisions, greatest common divisors
 * and resultants of pairs, whose degrees may all differ, modulo one prime or a prime each.
 *
 * Polynomials lie behind each other in one array, pairs are computed side by side, a lane of a
 * vector or a work-item of a GPU each. Those that a device has no algorithm for, zeros, constants
 * and p = 2 among them, are computed on threads of the host. */
#ifndef CLMODP_FPX_BATCH_H
#define CLMODP_FPX_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include <clmodp/context.h>
#include <clmodp/fpx.h>
#include <clmodp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

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
 * of clmodp/fpx.h, which tells what they are.
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
clmodp_fpx_mul_batch(clmodp_context *context, uint32_t *products, const clmodp_fpx_pairs *pairs,
                     const clmodp_fpx_options *options);

/** Quotients and remainders of a by b. Pair i's quotient begins at quotients[a.begin[i]], its
 * remainder at remainders[b.begin[i]], each as long as what stands there among the inputs, zeros
 * behind the leading ones. Either may be NULL. Errors: also DOMAIN (a b is 0) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_divrem_batch(clmodp_context *context, uint32_t *quotients, uint32_t *remainders,
                        const clmodp_fpx_pairs *pairs, const clmodp_fpx_options *options);

/** Monic greatest common divisors. That of pair i has counts[i] coefficients, and begins at
 * divisors[a.begin[i] + b.begin[i]]; words between divisors are left as they are. divisors may be
 * NULL. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_gcd_batch(clmodp_context *context, uint32_t *divisors, size_t *counts,
                     const clmodp_fpx_pairs *pairs, const clmodp_fpx_options *options);

/** Monic greatest common divisors and cofactors, u a + v b = g, as clmodp_fpx_xgcd has them. Pair
 * i's begin at divisors[a.begin[i] + b.begin[i]], and so in u and v, as many coefficients of each
 * as a and b together have, zeros behind the leading ones. counts[i] are those of g. Each output
 * may be NULL.
 *
 * Cost:   three times that of clmodp_fpx_gcd_batch; 16 words of memory for each coefficient */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_xgcd_batch(clmodp_context *context, uint32_t *divisors, uint32_t *u, uint32_t *v,
                      size_t *counts, const clmodp_fpx_pairs *pairs,
                      const clmodp_fpx_options *options);

/** Resultants, for the degrees that polynomials have: one word for each pair. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_resultant_batch(clmodp_context *context, uint32_t *resultants,
                           const clmodp_fpx_pairs *pairs, const clmodp_fpx_options *options);

/** @} */

#ifdef __cplusplus
}
#endif
#endif
