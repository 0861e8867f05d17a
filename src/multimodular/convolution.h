/* Combination of sums of blocks of primes by transforms on the device. It replaces the last levels
 * of the product tree, at which the host takes two long products for each node and value. */
#ifndef CLM_MULTIMODULAR_CONVOLUTION_H
#define CLM_MULTIMODULAR_CONVOLUTION_H

#include "cost/cost.h"
#include "multimodular/positional.h"

/* Numbers of pieces, of sums and cofactors of blocks (cl/multimodular/convolution.cl). */
typedef struct clm_convolution_plan {
    size_t blocks;
    size_t pieces;   /* of the longest sum of a block */
    size_t length;   /* of the transforms; 0: too many primes for a plan */
    size_t step;     /* pieces of a group of a cofactor */
    size_t groups;   /* of a cofactor */
    size_t segments; /* of a value */

    /* Sizes derived from these. */
    double butterflies, products; /* per value: of transforms, and of spectra */
    size_t spectrum_words, product_words, segment_words; /* per value: of all blocks, groups and
                                                            segments */
    uint64_t weight_words;
} clm_convolution_plan;

/* Returns the plan of least predicted time for the blocks at a depth of the tree. */
clm_convolution_plan clm_convolution_choose(const clm_product_tree *tree, size_t depth,
                                            const clm_costs *costs);

/* Returns the cost of the cofactors, and of the convolutions of `values` values. */
clm_amounts clm_convolution_cost(const clm_convolution_plan *plan, double values);

/* Returns the bytes of the tables, nearly all of them weights. */
uint64_t clm_convolution_bytes(const clm_convolution_plan *plan);

/* Data that depend on the primes. */
typedef struct clm_convolution {
    clm_convolution_plan plan;
    clm_tables tables;  /* all following buffers */
    clm_buffer blocks;  /* convolution_block[blocks] */
    clm_buffer roots;   /* [prime][length] */
    clm_buffer weights; /* spectra of the cofactors, divided by `length` */
} clm_convolution;

/* Chooses a plan, transforms the cofactors and sends them; release with clm_convolution_destroy
 * ({0} is safe).
 *
 * Cost:   a division by each block's product, and blocks * groups transforms modulo two primes
 * Errors: INVALID (no plan exists), LIMIT, HOST_MEMORY, DEVICE_MEMORY, DEVICE */
clmodp_status clm_convolution_create(clmodp_context *ctx, clm_convolution *out,
                                     const clm_product_tree *tree, size_t depth);
void clm_convolution_destroy(clmodp_context *ctx, clm_convolution *convolution);

/* Computes segments from sums of slices of `columns` values, as written by clm_positional_sums.
 *
 * Out:    words     plan.segment_words rows of `columns` words
 * Scratch: spectra, products   plan.spectrum_words and plan.product_words per value
 * In:     columns   a multiple of T
 * Cost:   per value plan.butterflies modular products, sums and differences, and plan.products
 *         products and sums
 * Errors: LIMIT, INVALID (a buffer too small), BUILD, DEVICE
 * Source: Chinese remainders with a subproduct tree [Gathen, Gerhard 2013, 10.22], two levels of
 *         it; convolution by transforms modulo several primes [Pollard 1971]
 * Asynchronous. */
clmodp_status clm_convolution_run(clmodp_context *ctx, const clm_buffer *words,
                                  const clm_buffer *sums, const clm_buffer *spectra,
                                  const clm_buffer *products, const clm_convolution *convolution,
                                  const clm_positional *positional, size_t columns);

/* Sets out to a column's value in the words read from the device, `limbs` limbs; higher words must
 * vanish. */
void clm_convolution_value(const clm_convolution_plan *plan, const uint32_t *words, size_t columns,
                           size_t column, size_t limbs, mp_limb_t *out);

#endif
