/* Reduction of integers modulo many primes on the device, to Montgomery form or, by single-word
 * division, any residue type. */
#ifndef CLM_MULTIMODULAR_REDUCE_H
#define CLM_MULTIMODULAR_REDUCE_H

#include <gmp.h>

#include "arith/residue.h"
#include "cl/multimodular/reduce_shape.h"
#include "cost/cost.h"
#include "fpx/batch/batch.h"
#include "opencl/staging.h"
#include "opencl/tables.h"

/* Integers on the device, in the tiles described in cl/multimodular/reduce.cl. */
typedef struct clm_integers {
    clm_buffer rows;  /* signs and limbs */
    clm_buffer tiles; /* u32 pairs (first row, limbs), one a tile */
    size_t count;
    uint64_t words; /* words of limbs in all tiles */
    clm_staging packed; /* rows and tiles on the host, if sent with other tables */
} clm_integers;

/* Sends integers to the device; release with clm_integers_destroy ({0} is safe). NULL pointers in
 * `values` are zeros. If each block of primes has its set of integers (reduce_part), all sets have
 * equally many, a multiple of T.
 *
 * In:     tables  NULL, or few short integers are packed and listed there, to be sent with other
 *                 tables
 * Cost:   T * (1 + limbs of the longest) words per tile on the device; a MiB, or the longest
 *         tile, of staging
 * Errors: LIMIT (2^32 rows of limbs or more), HOST_MEMORY, DEVICE_MEMORY, DEVICE */
clmodp_status clm_integers_create(clmodp_context *ctx, clm_integers *out,
                                  const mpz_srcptr *values, size_t count, clm_tables *tables);
void clm_integers_destroy(clmodp_context *ctx, clm_integers *integers);

/* Returns the limbs of the longest of these integers; 0 has none, and NULL represents 0. */
size_t clm_integers_longest(const mpz_srcptr *values, size_t count);

/* Returns the bytes of clm_integers_create for integers of up to `limbs` limbs, and staging. */
uint64_t clm_integers_bytes(const clmodp_context *ctx, size_t count, size_t limbs);

/* Returns a part with all primes of a chunk and one set of integers. Pre: counts fit 32 bits. */
static inline reduce_part clm_reduce_all(const clm_integers *integers, size_t primes)
{
    return (reduce_part){.end = (u32)primes, .block = (u32)(primes > 0 ? primes : 1),
                         .count = (u32)integers->count, .stride = (u32)integers->count};
}

/* Two arguments of a launch: the integers. */
#define ARG_INTEGERS(i, tile)                                                     \
    ARG_IN(&(i)->rows, (i)->words + clm_round_up((i)->count, (tile)), uint32_t), \
        ARG_IN(&(i)->tiles, 2 * clm_div_up((i)->count, (tile)), uint32_t)

/* Returns the cost for `words` words of integers, including padding of tiles, and these primes. */
clm_amounts clm_reduce_cost(double words, double primes);

/* Sets residues[prime * stride + place + i] to integer i of the prime's set mod p in Montgomery
 * form, for every prime of the part.
 *
 * In:     info     prime_info of every prime of the chunk
 * Cost:   2 multiplications for each prime and limb, about 2 log2 of the limbs more for each
 *         prime and vector of integers; measured 0.07 ns per limb and prime on an AVX-512 core
 * Errors: INVALID (a buffer too small), LIMIT, DEVICE, BUILD
 * Source: [Eme12, 5.3], from the least significant limb up instead of division
 *
 * Asynchronous. */
clmodp_status clm_reduce(clmodp_context *ctx, const clm_buffer *residues,
                         const clm_integers *integers, const clm_buffer *info,
                         const reduce_part *part);

/* Returns the cost of clm_reduce_words for integers of so many words in all. */
clm_amounts clm_reduce_words_cost(double words, double primes);

/* Reduces integers as clm_reduce does, to residues of any type.
 *
 * In:     info     residue_prime of the kind, of every prime of the chunk
 * Cost:   for each prime and limb a product, a sum and a limb's conversion; with AVX-512 measured
 *         1.5 ns for montgomery31, 1.1 for float24, 1.2 for double31, 0.6 for double50 on a core
 * Errors: LIMIT (sizes that do not fit 32 bits; tiles wider than work-groups), INVALID (a buffer
 *         too small), DEVICE, BUILD
 * Source: [Eme12, 5.3]
 *
 * Asynchronous. */
clmodp_status clm_reduce_words(clmodp_context *ctx, clm_residue_kind kind,
                               const clm_buffer *residues, const clm_integers *integers,
                               const clm_buffer *info, const reduce_part *part);

#endif
