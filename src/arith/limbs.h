/* Residues of long integers modulo as many primes as a vector has lanes. */
#ifndef CLM_ARITH_LIMBS_H
#define CLM_ARITH_LIMBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arith/vector_level.h"
#include "cl/arith/fp.h"

/* An integer: its sign, and the words of its absolute value, the lowest first, the highest not
 * 0. */
typedef struct clm_limb_integer {
    const uint64_t *limbs;
    size_t count;
    bool negative;
} clm_limb_integer;

/* The bits of a digit: short enough that several products of a digit and a residue are added
 * before their sum is reduced. */
#define CLM_LIMB_DIGIT 28

/* Returns the most digits of an integer of so many limbs. */
static inline size_t clm_limb_digits(size_t limbs)
{
    return (64 * limbs + CLM_LIMB_DIGIT - 1) / CLM_LIMB_DIGIT;
}

typedef struct clm_limb_functions {
    size_t lanes; /* words of a vector: one for each prime */

    /* Sets powers[k * lanes + i], k < count, to 2^(28 k) modulo prime i, times 2^32, or times 2^64
     * for residues in Montgomery form. */
    void (*powers)(uint32_t *powers, size_t count, const fp_field *fields, bool montgomery);

    /* Sets residues[k * lanes + i] to integer k modulo prime i.
     * In:     powers  for clm_limb_digits of each integer
     * Cost:   a product of words per digit and prime */
    void (*reduce)(uint32_t *residues, const clm_limb_integer *integers, size_t count,
                   const uint32_t *powers, const fp_field *fields);
} clm_limb_functions;

/* Returns the functions of a level. Pre: it is available. */
const clm_limb_functions *clm_limbs(clm_vector_level level);

#endif
