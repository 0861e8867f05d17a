/* Integers to residues of any type modulo many primes, by single-word division. */
#ifndef CLM_MULTIMODULAR_REDUCE_WORDS_H
#define CLM_MULTIMODULAR_REDUCE_WORDS_H

#include "arith/residue.h"
#include "multimodular/reduce.h"

/* As clm_reduce_cost. */
clm_amounts clm_reduce_words_cost(double words, double primes);

/* As clm_reduce, in residues of any type.
 *
 * In:     info     residue_prime of the kind, of every prime of the chunk
 * Cost:   for each prime and limb a product, a sum and a limb made a residue; measured 1.5 ns with
 *         montgomery31, 1.1 with float24, 1.2 with double31, 0.6 with double50 on an AVX-512 core
 * Errors: LIMIT (sizes that do not fit 32 bits; tiles wider than work-groups), INVALID (a buffer
 *         too small), DEVICE, BUILD
 * Source: [Eme12, 5.3]
 *
 * Asynchronous. */
clmodp_status clm_reduce_words(clmodp_context *ctx, clm_residue_kind kind,
                               const clm_buffer *residues, const clm_integers *integers,
                               const clm_buffer *info, const reduce_part *part);

#endif
