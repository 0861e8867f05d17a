/* CRT reconstruction of integers from residues, by four methods with equal results. */
#ifndef CLM_MULTIMODULAR_LIFT_H
#define CLM_MULTIMODULAR_LIFT_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "opencl/context.h"
#include "multimodular/product_tree.h"

typedef enum clm_lift_method {
    CLM_LIFT_AUTO,        /* the cheapest by clm_lift_ns */
    CLM_LIFT_TREE,        /* a product tree on the host */
    CLM_LIFT_MIXED_RADIX, /* mixed radix digits on the device */
    CLM_LIFT_POSITIONAL,  /* positional sums, a product of matrices, on the device */
    CLM_LIFT_CONVOLUTION, /* positional sums of blocks, combined by transforms on the device */
    CLM_LIFT_METHODS
} clm_lift_method;

/* Returns the name, such as "mixed-radix". Static. */
const char *clm_lift_name(clm_lift_method method);

/* Choices open to a caller; results never depend on them. */
typedef struct clm_lift_options {
    clm_lift_method method;
    size_t levels;   /* levels of the product tree above the summed blocks, plus one; 0: the
                        cheapest number */
    double progress; /* the fraction done, reported between passes over the device */
} clm_lift_options;

/* Least number of primes for which AUTO considers convolutions. */
#define CLM_LIFT_LEAST_CONVOLUTION 256

/* Data that depend on the primes only. */
typedef struct clm_lift clm_lift;

/* Prepares for a set of primes; release with clm_lift_destroy, which takes NULL.
 *
 * In:     primes   as for clm_product_tree_create
 *         count    number of primes
 *         values   number of values to reconstruct, as far as known, for the choice of a method
 * Cost:   as clm_product_tree_create and clm_positional_create
 * Errors: INVALID, LIMIT, HOST_MEMORY, DEVICE_MEMORY, DEVICE, BUILD. If the cap leaves too little
 *         device memory, or a prime is even, the host reconstructs, whatever the options name. */
clmodp_status clm_lift_create(clmodp_context *ctx, clm_lift **out, const uint32_t *primes,
                              size_t count, size_t values, const clm_lift_options *options);
void clm_lift_destroy(clmodp_context *ctx, clm_lift *lift);

/* Predicts the cost of reconstructing so many values by the method that would be chosen. Opens no
 * device, and launches nothing.
 *
 * Cost:   as clm_product_tree_create
 * Errors: INVALID, LIMIT, HOST_MEMORY */
clmodp_status clm_lift_foresee(clmodp_context *ctx, clm_amounts *out, const uint32_t *primes,
                               size_t count, size_t values, const clm_lift_options *options);

/* Returns the chosen method: never AUTO. */
clm_lift_method clm_lift_chosen(const clm_lift *lift);

/* Returns the depth of the blocks summed by the device; 0 for TREE. */
size_t clm_lift_depth(const clm_lift *lift);

/* Sets values[k], k < count, to the integer in (-P/2, P/2], P the product of the primes, with
 * residue residues[i * stride + k] modulo prime i. (P/2 itself occurs for even P only.)
 *
 * Out:    values    initialised by the caller, all distinct; partly written on failure
 * In:     residues  integers, not in Montgomery form; any word represents its class
 *         stride    >= count when there is more than one prime
 * Cost:   clm_lift_ns
 * Errors: INVALID, LIMIT (sizes overflow), HOST_MEMORY, DEVICE_MEMORY, DEVICE, CANCELLED
 *
 * Synchronous. */
clmodp_status clm_lift_run(clmodp_context *ctx, const clm_lift *lift, mpz_ptr const *values,
                           size_t count, const uint32_t *residues, size_t stride);

/* Returns the number of threads that pay for combining the blocks of so many values. */
double clm_lift_join_threads(const clm_product_tree *tree, size_t count);

/* Computes as clm_lift_run, on threads of the host alone.
 *
 * Cost:   for N primes and L = N/2 limbs a value: N * 8 limb products at the leaves and
 *         2 M(s/2) for each node of s limbs above them, M being GMP's multiplication; in
 *         all about L^2 products, log2(N / 32) * M(L) for large L
 * Errors: INVALID, LIMIT, HOST_MEMORY; the watch's status */
clmodp_status clm_lift_tree(clm_error *error, const clm_product_tree *tree,
                            mpz_ptr const *values, size_t count, const uint32_t *residues,
                            size_t stride, size_t threads, clm_watch *watch);

/* Predicts the cost of a method, preparation included.
 * In: method not AUTO
 *     depth  of the blocks; for TREE ignored */
clm_amounts clm_lift_cost(const clmodp_context *ctx, const clm_product_tree *tree,
                          clm_lift_method method, size_t depth, size_t values);

/* Returns the same in nanoseconds, with the context's device, rates and threads. */
double clm_lift_ns(const clmodp_context *ctx, const clm_product_tree *tree, clm_lift_method method,
                   size_t depth, size_t values);

/* Self-tests of the methods on the device: known integers of some hundred or thousand bits from
 * their residues. Entries of AUTO and of the host's method are empty. */
extern const clm_trust clm_lift_trust[CLM_LIFT_METHODS];

#endif
