/* What ways to reduce should cost. */
#ifndef CLM_MULTIMODULAR_REDUCTION_COST_H
#define CLM_MULTIMODULAR_REDUCTION_COST_H

#include "arith/residue.h"
#include "multimodular/remainders.h"

/* Primes of blocks that are tried. */
#define CLM_LEAST_BLOCK ((size_t)256)
#define CLM_MOST_BLOCK ((size_t)1 << 16)

/* The integers, and how fast they are done. */
typedef struct clm_reduction_load {
    const mpz_srcptr *values;
    size_t count, tile;
    size_t longest;    /* words of 32 bits */
    uint64_t words;    /* of 32 bits in all tiles, each as long as its longest integer */
    const clm_residue_type *type;
    const clm_rates *rates;
    double units, threads; /* of device and host */
} clm_reduction_load;

/* In: type  NULL: the default engine's; outlives the load, as the context does */
clm_reduction_load clm_reduction_load_of(const clmodp_context *ctx, const mpz_srcptr *values,
                                         size_t count, const clm_residue_type *type);

/* Nanoseconds until all is done by the device. */
double clm_reduction_whole_ns(const clm_reduction_load *load, size_t primes);

/* *shape := that of blocks * block primes below 2^bits; false if so many are not worth trying. */
bool clm_reduction_worth_trying(clm_remainder_shape *shape, size_t block, size_t blocks,
                                unsigned bits, size_t primes);

/* The same by blocks. */
double clm_reduction_blocks_ns(const clm_reduction_load *load, size_t primes,
                               const clm_remainder_shape *shape);

/* Primes of a launch that takes CLM_LIMIT_LAUNCH, for tiles of so many words in all. */
uint64_t clm_reduction_launch_primes(const clmodp_context *ctx, const clm_residue_type *type,
                                     uint64_t words);

#endif
