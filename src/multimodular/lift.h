/* Residues to integers: four methods, one answer. */
#ifndef CLM_MULTIMODULAR_LIFT_H
#define CLM_MULTIMODULAR_LIFT_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "device/context.h"

typedef enum clm_lift_method {
    CLM_LIFT_AUTO,        /* the cheapest by clm_lift_ns */
    CLM_LIFT_TREE,        /* Chinese remainders on the host, by a product tree */
    CLM_LIFT_MIXED_RADIX, /* mixed radix digits on the device */
    CLM_LIFT_POSITIONAL,  /* Chinese remainders as a product of matrices on the device */
    CLM_LIFT_CONVOLUTION, /* so by blocks, and these joined there by transforms */
    CLM_LIFT_METHODS
} clm_lift_method;

/* The name, such as "mixed-radix". Static. */
const char *clm_lift_name(clm_lift_method method);

/* What a caller may fix; results never depend on it. */
typedef struct clm_lift_options {
    clm_lift_method method;
    size_t levels;   /* of the product tree above the blocks that are summed, and one more; 0: as
                        is cheapest */
    double progress; /* the fraction done, to report between passes over the device */
} clm_lift_options;

/* AUTO takes convolutions only for so many primes. */
#define CLM_LIFT_LEAST_CONVOLUTION 256

/* What depends on the primes only. */
typedef struct clm_lift clm_lift;

/* Prepare for a set of primes; release with clm_lift_destroy, which takes NULL.
 *
 * In:     primes   as for clm_product_tree_create
 *         count    how many
 *         values   how many will be lifted, as far as known, to choose by
 * Cost:   as clm_product_tree_create and clm_positional_create
 * Errors: INVALID, LIMIT, HOST_MEMORY, DEVICE_MEMORY, DEVICE, BUILD. Where the cap leaves no
 *         room on the device, or a prime is even, the host lifts, whatever was asked for. */
clmodp_status clm_lift_create(clmodp_context *ctx, clm_lift **out, const uint32_t *primes,
                              size_t count, size_t values, const clm_lift_options *options);
void clm_lift_destroy(clmodp_context *ctx, clm_lift *lift);

/* What lifting so many values should take by the method that would be chosen, *out. Opens no
 * device, and launches nothing.
 *
 * Cost:   as clm_product_tree_create
 * Errors: INVALID, LIMIT, HOST_MEMORY */
clmodp_status clm_lift_foresee(clmodp_context *ctx, clm_amounts *out, const uint32_t *primes,
                               size_t count, size_t values, const clm_lift_options *options);

/* The method that was chosen: never AUTO. */
clm_lift_method clm_lift_chosen(const clm_lift *lift);

/* The depth of the blocks that the device sums; 0 for TREE. */
size_t clm_lift_depth(const clm_lift *lift);

/* values[k], k < count: the integer in (-P/2, P/2], P the product of the primes, with
 * residue residues[i * stride + k] modulo prime i. (P/2 itself occurs for even P only.)
 *
 * Out:    values    initialised by the caller, no one of them twice; partly written on
 *                   failure
 * In:     residues  plain residues, not in Montgomery form; any word stands for its class
 *         stride    >= count when there is more than one prime
 * Cost:   clm_lift_ns
 * Errors: INVALID, LIMIT (sizes overflow), HOST_MEMORY, DEVICE_MEMORY, DEVICE, CANCELLED
 *
 * Synchronous. */
clmodp_status clm_lift_run(clmodp_context *ctx, const clm_lift *lift, mpz_ptr const *values,
                           size_t count, const uint32_t *residues, size_t stride);

#endif
