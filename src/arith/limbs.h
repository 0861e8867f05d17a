/* Residues of long integers modulo as many primes as a vector has lanes. */
#ifndef CLM_ARITH_LIMBS_H
#define CLM_ARITH_LIMBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arith/vector_level.h"
#include "cl/arith/fp.h"

/* An integer: the words of its absolute value, the lowest first, and its sign. */
typedef struct clm_limb_integer {
    const uint64_t *limbs;
    size_t count;
    bool negative;
} clm_limb_integer;

typedef struct clm_limb_functions {
    size_t lanes; /* words of a vector: one for each prime */

    /* Sets powers[k] = 2^(64 k + 64), k <= most: (most + 1) * lanes words. */
    void (*powers)(uint32_t *powers, size_t most, const fp_field *fields);

    /* Sets residues[k * lanes + i] to integer k modulo prime i, in Montgomery form.
     * In:     powers  for at least as many limbs as any integer has
     * Cost:   4 products of words per limb and prime
     * Source: Montgomery reduction from the lowest word on, and one product by a power of 2 */
    void (*reduce)(uint32_t *residues, const clm_limb_integer *integers, size_t count,
                   const uint32_t *powers, const fp_field *fields);
} clm_limb_functions;

/* Returns the functions of a level. Pre: it is available. */
const clm_limb_functions *clm_limbs(clm_vector_level level);

#endif
