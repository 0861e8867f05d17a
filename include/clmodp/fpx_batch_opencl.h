/** @file
 * Batches of pairs of short polynomials over F_p in an application's OpenCL memory: products,
 * quotients, greatest common divisors, cofactors and resultants without copies. Needs CL/cl.h.
 *
 * All calls are asynchronous, as in clmodp/opencl.h: they return when the last command is
 * enqueued. So no status can report a single pair such as a division by 0; the functions say which
 * results such pairs have.
 */
#ifndef CLMODP_FPX_BATCH_OPENCL_H
#define CLMODP_FPX_BATCH_OPENCL_H

#include <clmodp/opencl.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Order of the coefficients of a batch of polynomials of n coefficients each. */
typedef enum clmodp_fpx_layout {
    CLMODP_FPX_ROWS, /**< coefficient i of polynomial k is word k n + i */
    CLMODP_FPX_TILES /**< T polynomials side by side, T from clmodp_fpx_arrays_tile: it is word
                          ((k div T) n + i) T + k mod T. Words of polynomials that would fill the
                          last tile are not used. Fastest on GPUs, as loads coalesce */
} clmodp_fpx_layout;

/** Pairs of polynomials: polynomial k of `a` with polynomial k of `b`. */
typedef struct clmodp_fpx_array_pairs {
    size_t count;             /**< number of pairs, below 2^31 */
    uint32_t p;               /**< odd prime below 2^31, of all pairs */
    clmodp_fpx_layout layout; /**< of operands and results */
    clmodp_cl_array a;        /**< words in [0, p), constant terms first; other words give results
                                   without meaning */
    size_t a_coefficients;    /**< of each polynomial of `a`, from 1 to
                                   CLMODP_FPX_BATCH_MOST_COEFFICIENTS; leading ones may be 0 */
    clmodp_cl_array b;        /**< likewise */
    size_t b_coefficients;    /**< likewise */
} clmodp_fpx_array_pairs;

/** Returns in *polynomials the number T of polynomials in a tile. It depends on the device and on
 * its tuned parameters, and stays the same for the life of a context unless these are tuned.
 *
 * Errors: INVALID, and those of device initialisation */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_arrays_tile(clmodp_context *context, size_t *polynomials);

/** @name Operations
 *
 * Every array has exactly the words of `count` polynomials, in whole tiles with CLMODP_FPX_TILES.
 * Results have a fixed number of coefficients, with zeros after the leading ones, and must not
 * share bytes with operands or each other (overlapping sub-buffers are not detected). `events` may
 * be NULL.
 *
 * Cost:   that of schoolbook algorithms, and one word moved per coefficient. Pairs with zeros,
 *         constants, or gaps in their remainder sequence (once in p / degree random pairs) are
 *         computed one by one by a slower kernel. Device memory: rows for a stripe of tiles, and
 *         12 words per pair in it
 * Errors: INVALID (as clmodp_scan; wrong sizes; not an odd prime below 2^31), LIMIT (too many
 *         coefficients, pairs or words: indices are below 2^32), DEVICE_MEMORY, HOST_MEMORY,
 *         NO_DEVICE, DEVICE, BUILD, NO_KERNEL, CORRUPT; after errors of the device results are
 *         undefined */
/** @{ */

/** Computes products, of a_coefficients + b_coefficients words each. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_mul_arrays(clmodp_context *context, const clmodp_cl_array *products,
                      const clmodp_fpx_array_pairs *pairs, const clmodp_cl_events *events);

/** Computes quotients of a by b, of a_coefficients words, and remainders, of b_coefficients. If b
 * is 0, all these words are 2^32 - 1. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_divrem_arrays(clmodp_context *context, const clmodp_cl_array *quotients,
                         const clmodp_cl_array *remainders, const clmodp_fpx_array_pairs *pairs,
                         const clmodp_cl_events *events);

/** Computes monic greatest common divisors, of the larger number of coefficients, and the actual
 * number of coefficients of each, one word per pair; 0 if both polynomials are 0. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_gcd_arrays(clmodp_context *context, const clmodp_cl_array *divisors,
                      const clmodp_cl_array *counts, const clmodp_fpx_array_pairs *pairs,
                      const clmodp_cl_events *events);

/** Computes greatest common divisors g, as clmodp_fpx_gcd_arrays, and cofactors, u a + v b = g as
 * in clmodp_fpx_xgcd, each as long as g.
 *
 * Cost: three times the cost of clmodp_fpx_gcd_arrays */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_xgcd_arrays(clmodp_context *context, const clmodp_cl_array *divisors,
                       const clmodp_cl_array *u, const clmodp_cl_array *v,
                       const clmodp_cl_array *counts, const clmodp_fpx_array_pairs *pairs,
                       const clmodp_cl_events *events);

/** Computes resultants for the actual degrees, one word per pair; 0 if a polynomial is 0. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_resultant_arrays(clmodp_context *context, const clmodp_cl_array *resultants,
                            const clmodp_fpx_array_pairs *pairs, const clmodp_cl_events *events);

/** @} */

#ifdef __cplusplus
}
#endif
#endif
