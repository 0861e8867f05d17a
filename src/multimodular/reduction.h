/* Reduction of integers modulo many primes by the cheaper of two methods.
 *
 * The device reduces integers limb by limb modulo every prime, in quadratic time. For long
 * integers the host first computes remainders modulo products of blocks of primes, in nearly
 * linear time, and sends these instead. */
#ifndef CLM_MULTIMODULAR_REDUCTION_H
#define CLM_MULTIMODULAR_REDUCTION_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "arith/prime.h"
#include "arith/residue.h"
#include "core/parallel.h"
#include "opencl/buffer.h"
#include "multimodular/reduce.h"

/* Partition of the primes into blocks and ranges. */
typedef struct clm_remainder_shape {
    size_t block;  /* primes of a block */
    size_t blocks; /* blocks of a range, at most; 1 or more */
    size_t limbs;  /* limbs of a block's product, at most */
} clm_remainder_shape;

/* Destination and type of the residues. */
typedef struct clm_reduction_target {
    const clm_residue_type *type; /* NULL: 32 bits in Montgomery form, for the default engine */
    clm_residue_kind kind;        /* of the type, if there is one */
    const clm_buffer *residues, *info; /* as for clm_reduce or clm_reduce_words */
} clm_reduction_target;

/* The primes and the method of a reduction. */
typedef struct clm_reduction_plan {
    const clm_residue_type *type; /* as above */
    size_t primes;                /* greatest number of primes of a run */
    uint64_t greatest;            /* the greatest prime */
    clm_remainder_shape shape;    /* {0}: least predicted cost; block = SIZE_MAX: no blocks */
} clm_reduction_plan;

/* Integers prepared for reduction. */
typedef struct clm_reduction {
    const mpz_srcptr *values; /* the caller's */
    size_t count;
    clm_integers whole;        /* on the device, unless there are blocks */
    clm_remainder_shape shape; /* blocks = 0: none */
    size_t batch;              /* integers at a time: a multiple of T, or all */
    uint64_t reserve;          /* bytes for later runs, counted as used between them */
} clm_reduction;

/* Chooses the method and, if the device reduces alone, sends the integers or adds them to
 * `tables`. Release with clm_reduction_destroy ({0} is safe).
 *
 * Out:    out     must not move in memory before the tables are created
 * In:     values  must outlive the reduction; NULL represents 0
 * Errors: as clm_integers_create */
clmodp_status clm_reduction_create(clmodp_context *ctx, clm_reduction *out,
                                   const mpz_srcptr *values, size_t count,
                                   const clm_reduction_plan *plan, clm_tables *tables);
void clm_reduction_destroy(clmodp_context *ctx, clm_reduction *reduction);

/* Sets residues[n * count + i] = values[i] mod prime `first` + n, n < primes, as target->type.
 *
 * In:     primes    from prime 0 on, for blocks; target->info has these primes from `first` on
 *         count     at most plan.primes
 *         progress  fraction to report
 * Cost:   as clm_reduce; or for every range of blocks a scaled remainder tree, and clm_reduce
 *         for integers as long as the products of blocks
 * Errors: as clm_reduce, HOST_MEMORY, CANCELLED */
clmodp_status clm_reduction_run(clmodp_context *ctx, clm_reduction *reduction,
                                const clm_reduction_target *target, clm_prime_words primes,
                                size_t first, size_t count, double progress);

/* Integers to reduce, and the speeds of device and host. */
typedef struct clm_reduction_load {
    const mpz_srcptr *values;
    size_t count, tile;
    size_t longest;    /* words of 32 bits */
    uint64_t words;    /* of 32 bits in all tiles, each as long as its longest integer */
    const clm_residue_type *type;
    const clm_costs *costs;
    double units, threads; /* of device and host */
} clm_reduction_load;

/* Returns the load of a reduction. In: type NULL: the default engine's; outlives the load, as must
 * the context */
clm_reduction_load clm_reduction_load_of(const clmodp_context *ctx, const mpz_srcptr *values,
                                         size_t count, const clm_residue_type *type);

/* Predicts the nanoseconds if the device reduces alone. */
double clm_reduction_whole_ns(const clm_reduction_load *load, size_t primes);

#endif
