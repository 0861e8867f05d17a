/* When do the primes suffice? A sum of all coefficients with random signs answers for all.
 *
 * The witness, one integer, is built up in mixed radix as residues come in:
 *
 *     a_0 + a_1 p_0 + a_2 p_0 p_1 + ...,   0 <= a_k < p_k.
 *
 * Once its absolute value is below p_0 ... p_{k-1}, every further digit is 0, or p_k - 1 for a
 * negative one. It is but a hint: what it leads to is checked. [Monagan 2005] terminates
 * early by such digits of the coefficients themselves. */
#ifndef CLM_RESULTANT_WITNESS_H
#define CLM_RESULTANT_WITNESS_H

#include <stdbool.h>

#include "engines/engine.h"

typedef struct clm_witness {
    uint32_t *digit;
    size_t digits;
    clm_random signs; /* where those of every prime begin */
} clm_witness;

/* Room for the primes of the plan. Release with clm_witness_destroy ({0} is safe).
 * Errors: HOST_MEMORY */
clmodp_status clm_witness_create(clm_error *error, clm_witness *out, const clm_plan *plan,
                                 clm_random *random);
void clm_witness_destroy(clm_witness *witness);

/* Take the next `count` images in, those after the ones taken already.
 * In:   images  of 32-bit words
 * Cost: width additions an image and as many multiplications as there are digits before it */
void clm_witness_extend(clm_witness *witness, const clm_plan *plan, const clm_images *images,
                        size_t count);

/* Whether the last digit is one of a finished number. */
bool clm_witness_stands(const clm_witness *witness, const clm_plan *plan);

#endif
