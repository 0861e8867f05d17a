/* CRT reconstruction: residues to integers by four methods, with one answer. */
#ifndef CLM_MULTIMODULAR_LIFT_H
#define CLM_MULTIMODULAR_LIFT_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "opencl/context.h"
#include "multimodular/product_tree.h"

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

/* Threads that the joining of so many values is worth. */
double clm_lift_join_threads(const clm_product_tree *tree, size_t count);

/* As clm_lift_run, on threads of the host alone.
 *
 * Cost:   for N primes and L = N/2 limbs a value: N * 8 limb products at the leaves and
 *         2 M(s/2) for each node of s limbs above them, M being GMP's multiplication; in
 *         all about L^2 products, log2(N / 32) * M(L) for large L
 * Errors: INVALID, LIMIT, HOST_MEMORY; what the watch was told */
clmodp_status clm_lift_tree(clm_error *error, const clm_product_tree *tree,
                            mpz_ptr const *values, size_t count, const uint32_t *residues,
                            size_t stride, size_t threads, clm_watch *watch);

/* What a method should cost, preparation included.
 * In: method not AUTO
 *     depth  of the blocks; for TREE ignored */
clm_amounts clm_lift_cost(const clmodp_context *ctx, const clm_product_tree *tree,
                          clm_lift_method method, size_t depth, size_t values);

/* Nanoseconds until that is done, with the context's device, rates and threads. */
double clm_lift_ns(const clmodp_context *ctx, const clm_product_tree *tree, clm_lift_method method,
                   size_t depth, size_t values);

/* Integers of some hundred or thousand bits, known, from their residues: a fact for each method
 * that is the device's. Those of the host, and AUTO, have none; their entries are empty. */
extern const clm_trust clm_lift_trust[CLM_LIFT_METHODS];

#endif
