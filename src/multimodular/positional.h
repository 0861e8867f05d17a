/* CRT reconstruction on the device: mixed radix digits, and integers as sums of digits times
 * weights. */
#ifndef CLM_MULTIMODULAR_POSITIONAL_H
#define CLM_MULTIMODULAR_POSITIONAL_H

#include <stdbool.h>

#include "cost/cost.h"
#include "multimodular/product_tree.h"
#include "opencl/tables.h"

/* Data that depend on the primes p_0, p_1, ... */
typedef struct clm_mixed_radix {
    size_t count;
    clm_tables tables; /* both following buffers */
    clm_buffer table;  /* products of the first primes modulo the later ones */
    clm_buffer primes; /* mixed_radix_prime, whole chunks */
} clm_mixed_radix;

/* Returns the bytes of `table`, by far the larger. */
uint64_t clm_mixed_radix_bytes(size_t count);

/* Returns the cost of the table, and of the digits of `values` values. */
clm_amounts clm_mixed_radix_cost(double primes, double values);

/* Computes and sends the table; release with clm_mixed_radix_destroy ({0} is safe).
 *
 * In:     primes   odd primes below 2^31, distinct
 * Cost:   N^2 products modulo a prime, some 4 ns each, on the context's host threads
 * Errors: LIMIT, HOST_MEMORY, DEVICE_MEMORY, DEVICE */
clmodp_status clm_mixed_radix_create(clmodp_context *ctx, clm_mixed_radix *out,
                                     const uint32_t *primes, size_t count);
void clm_mixed_radix_destroy(clmodp_context *ctx, clm_mixed_radix *mixed);

/* Computes digits: the integers a_i in [0, p_i) with X + floor(P / 2) = a_0 + a_1 p_0 + a_2 p_0
 * p_1 + ..., for the X in (-P/2, P/2) with the given residues, P being the product of all primes.
 *
 * Out:    digits    [columns / T][prime][T]
 * In:     residues  [prime][columns], any words of their classes
 *         columns   a multiple of T
 * Cost:   N^2 / 2 products of double words and as many sums per value, and half as many
 *         subtractions
 * Errors: INVALID (a buffer too small), LIMIT, DEVICE
 * Source: [Eme12, 5.8], each digit from sums of products with the preceding digits
 *
 * Asynchronous. */
clmodp_status clm_mixed_radix_digits(clmodp_context *ctx, const clm_buffer *digits,
                                     const clm_buffer *residues, const clm_mixed_radix *mixed,
                                     size_t columns);

/* The weights of each block's primes; for blocks see clm_tree_blocks. By the Chinese remainder
 * theorem the weight of prime i of block b is P_b / p_i; with mixed radix it is the product of the
 * preceding primes of the block. */
typedef struct clm_positional {
    size_t primes;
    size_t slices;
    size_t rows;           /* of weights: POSITIONAL_LIMBS words each */
    uint32_t *first_slice; /* first slice of the block of each node; owned */
    clm_tables tables;     /* all following buffers */
    clm_buffer weights;
    clm_buffer table; /* positional_slice[slices] */
    clm_buffer scale; /* positional_prime[primes]; none with mixed radix */
} clm_positional;

/* Sizes on the device: tables, and words between digits and sums for each value. */
typedef struct clm_positional_size {
    uint64_t kept;      /* bytes of all tables */
    uint64_t weights;   /* of the table of weights */
    uint64_t sum_words; /* words of a value's sums */
} clm_positional_size;

/* Returns the number of slices of a block. */
size_t clm_positional_slices(const clm_tree_node *block);

clm_positional_size clm_positional_measure(const clm_product_tree *tree, size_t depth,
                                           bool mixed);

/* Returns the cost of the weights, and of the sums of `values` values. */
clm_amounts clm_positional_cost(const clm_positional_size *size, double values);

/* Computes and sends the weights; release with clm_positional_destroy ({0} is safe).
 *
 * In:     depth    of the blocks in the tree
 * Cost:   N B / 2 limbs are divided or multiplied by a word for N primes in blocks of B
 * Errors: LIMIT (2^32 rows of weights), HOST_MEMORY, DEVICE_MEMORY, DEVICE */
clmodp_status clm_positional_create(clmodp_context *ctx, clm_positional *out,
                                    const clm_product_tree *tree, size_t depth, bool mixed);
void clm_positional_destroy(clmodp_context *ctx, clm_positional *positional);

/* Sets digits = residues * (P / p)^-1 mod p for each prime, of `columns` values.
 *
 * Out:    digits    [columns / T][prime][T], integers in [0, p)
 * In:     residues  [prime][columns], any words of their classes
 *         columns   a multiple of T
 * Asynchronous. */
clmodp_status clm_positional_scale(clmodp_context *ctx, const clm_buffer *digits,
                                   const clm_buffer *residues, const clm_positional *positional,
                                   size_t columns);

/* Computes the sums of each slice, POSITIONAL_WORDS rows of `columns` words each.
 *
 * Cost:   a product and a sum of double words for each prime, limb of 28 bits of its block's
 *         product, and value; half as many with mixed radix
 * Errors: LIMIT, INVALID (a buffer too small), DEVICE
 * Asynchronous. */
clmodp_status clm_positional_sums(clmodp_context *ctx, const clm_buffer *sums,
                                  const clm_buffer *digits, const clm_positional *positional,
                                  size_t columns);

/* Sets out to the sum over a node's block, limbs + 1 limbs, of a column's value in the sums read
 * from the device. */
void clm_positional_value(const clm_positional *positional, const clm_product_tree *tree,
                          size_t node, const uint32_t *sums, size_t columns, size_t column,
                          mp_limb_t *out);

#endif
