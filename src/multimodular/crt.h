/* CRT reconstruction of integers from residues, by four methods with equal results. */
#ifndef CLM_MULTIMODULAR_CRT_H
#define CLM_MULTIMODULAR_CRT_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "opencl/context.h"
#include "multimodular/product_tree.h"

typedef enum clm_crt_method {
    CLM_CRT_AUTO,        /* the cheapest by clm_crt_ns */
    CLM_CRT_TREE,        /* a product tree on the host */
    CLM_CRT_MIXED_RADIX, /* mixed radix digits on the device */
    CLM_CRT_POSITIONAL,  /* positional sums, a product of matrices, on the device */
    CLM_CRT_CONVOLUTION, /* positional sums of blocks, combined by transforms on the device */
    CLM_CRT_METHODS
} clm_crt_method;

/* Returns the name, such as "mixed-radix". Static. */
const char *clm_crt_method_name(clm_crt_method method);

/* Choices open to a caller; results never depend on them. */
typedef struct clm_crt_options {
    clm_crt_method method;
    size_t levels;   /* levels of the product tree above the summed blocks, plus one; 0: the
                        cheapest number */
    double progress; /* the fraction done, reported between passes */
} clm_crt_options;

/* Least number of primes for which AUTO considers convolutions. */
#define CLM_CRT_LEAST_CONVOLUTION 256

/* Data that depend on the primes only. */
typedef struct clm_crt clm_crt;

/* Prepares for these primes; release with clm_crt_destroy, which takes NULL.
 *
 * In:     primes   as for clm_product_tree_create
 *         values   expected number of values, for the choice of a method
 * Cost:   as clm_product_tree_create and clm_positional_create
 * Errors: INVALID, LIMIT, HOST_MEMORY, DEVICE_MEMORY, DEVICE, BUILD. If the cap leaves too little
 *         device memory, or a prime is even, the host reconstructs despite the options. */
clmodp_status clm_crt_create(clmodp_context *ctx, clm_crt **out, const uint32_t *primes,
                             size_t count, size_t values, const clm_crt_options *options);
void clm_crt_destroy(clmodp_context *ctx, clm_crt *crt);

/* Predicts the cost of reconstructing `values` values by the method to be chosen. Opens no
 * device.
 *
 * Cost:   as clm_product_tree_create
 * Errors: INVALID, LIMIT, HOST_MEMORY */
clmodp_status clm_crt_predict(clmodp_context *ctx, clm_amounts *out, const uint32_t *primes,
                              size_t count, size_t values, const clm_crt_options *options);

/* Returns the chosen method: never AUTO. */
clm_crt_method clm_crt_chosen(const clm_crt *crt);

/* Returns the depth of the blocks summed by the device; 0 for TREE. */
size_t clm_crt_depth(const clm_crt *crt);

/* Sets values[k], k < count, to the integer in (-P/2, P/2], P the product of the primes, with
 * residue residues[i * stride + k] modulo prime i. (P/2 itself occurs for even P only.)
 *
 * Out:    values    initialised by the caller, all distinct; partly written on failure
 * In:     residues  integers, not in Montgomery form; any word represents its class
 *         stride    >= count when there is more than one prime
 * Cost:   clm_crt_ns
 * Errors: INVALID, LIMIT (sizes overflow), HOST_MEMORY, DEVICE_MEMORY, DEVICE, CANCELLED
 *
 * Synchronous. */
clmodp_status clm_crt_run(clmodp_context *ctx, const clm_crt *crt, mpz_ptr const *values,
                          size_t count, const uint32_t *residues, size_t stride);

/* Predicts the cost of a method, preparation included.
 * In: method not AUTO
 *     depth  of the blocks; for TREE ignored */
clm_amounts clm_crt_cost(const clmodp_context *ctx, const clm_product_tree *tree,
                         clm_crt_method method, size_t depth, size_t values);

/* Predicts the nanoseconds of a method, preparation included, with the context's device, cost
 * coefficients and threads. */
double clm_crt_ns(const clmodp_context *ctx, const clm_product_tree *tree, clm_crt_method method,
                  size_t depth, size_t values);

/* Self-tests of the device's methods with known integers of some hundred or thousand bits; empty
 * for AUTO and the host's method. */
extern const clm_self_test clm_crt_self_tests[CLM_CRT_METHODS];

#endif
