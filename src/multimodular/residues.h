/* Residues of integers modulo many primes on the host. */
#ifndef CLM_MULTIMODULAR_RESIDUES_H
#define CLM_MULTIMODULAR_RESIDUES_H

#include <gmp.h>

#include "arith/limbs.h"
#include "multimodular/product_tree.h"

/* Primes, and tables for the vectors of as many of them as there are lanes. */
typedef struct clm_moduli {
    size_t count;
    size_t most; /* limbs of integers that are reduced without the tree */
    const clm_limb_functions *vectors;
    clm_product_tree *tree; /* to reduce longer integers modulo products first; NULL: none */
    fp_field *fields;
    uint32_t *powers;
    clm_poller *watch;
} clm_moduli;

/* Prepares `count` primes, at least one, for integers of at most `longest` limbs; release with
 * clm_moduli_clear, which takes {0}.
 *
 * In:     primes  outlive `out`
 *         watch   polled; NULL: none
 * Errors: HOST_MEMORY; the watch's status */
clmodp_status clm_moduli_create(clm_error *error, clm_moduli *out, const uint32_t *primes,
                                  size_t count, size_t longest, clm_poller *watch);
void clm_moduli_clear(clm_moduli *r);

/* Sets residues[k * stride], k < count, to c modulo prime k, in [0, p).
 * Cost:   2.3 products of words for each prime and limb of c; less than quadratic for long c
 * Errors: the watch's status */
clmodp_status clm_moduli_reduce(const clm_moduli *r, uint32_t *residues, size_t stride,
                              mpz_srcptr c);

#endif
