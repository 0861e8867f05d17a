/* Many integers modulo many primes, by the way that should cost less.
 *
 * The device reduces integers limb by limb, modulo every prime: quadratic where integers are long.
 * For long ones the host finds remainders modulo the products of blocks of primes first, which is
 * nearly linear, and sends these instead. */
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

/* How primes are cut. */
typedef struct clm_remainder_shape {
    size_t block;  /* primes of a block */
    size_t blocks; /* of a range, at most; 1 or more */
    size_t limbs;  /* of a block's product, at most */
} clm_remainder_shape;

/* Where residues go, and by which kernel. */
typedef struct clm_reduction_target {
    const clm_residue_type *type; /* NULL: 32 bits in Montgomery form, for the default engine */
    clm_residue_kind kind;        /* of the type, if there is one */
    const clm_buffer *residues, *info; /* as clm_reduce or clm_reduce_words has them */
} clm_reduction_target;

/* What is known beforehand. */
typedef struct clm_reduction_plan {
    const clm_residue_type *type; /* as above */
    size_t primes;                /* a run at most */
    uint64_t greatest;            /* of the primes */
    clm_remainder_shape shape;    /* {0}: what should cost least; block = SIZE_MAX: no blocks */
} clm_reduction_plan;

typedef struct clm_reduction {
    const mpz_srcptr *values; /* the caller's */
    size_t count;
    clm_integers whole;        /* on the device, unless there are blocks */
    clm_remainder_shape shape; /* blocks = 0: none */
    size_t batch;              /* integers at a time: a multiple of T, or all of them */
    uint64_t reserve;          /* bytes that runs will take, counted as taken between them */
} clm_reduction;

/* Choose, and if the device is to do all, send the integers there, or list them for `tables`.
 * Release with clm_reduction_destroy ({0} is safe).
 *
 * Out:    out     stays where it is until the tables have been created
 * In:     values  must outlive the reduction; NULL stands for 0
 * Errors: those of clm_integers_create */
clmodp_status clm_reduction_create(clmodp_context *ctx, clm_reduction *out,
                                   const mpz_srcptr *values, size_t count,
                                   const clm_reduction_plan *plan, clm_tables *tables);
void clm_reduction_destroy(clmodp_context *ctx, clm_reduction *reduction);

/* residues[n * count + i] = values[i] mod prime `first` + n, n < primes, in the target's type.
 *
 * In:     primes    from prime 0 on, for blocks; those of target->info are these from `first` on
 *         count     at most plan.primes
 *         progress  reported now and then
 * Cost:   as clm_reduce; or for every range of blocks that of a scaled remainder tree, and of
 *         clm_reduce for integers as long as the products of blocks
 * Errors: those of clm_reduce, HOST_MEMORY, CANCELLED */
clmodp_status clm_reduction_run(clmodp_context *ctx, clm_reduction *reduction,
                                const clm_reduction_target *target, clm_prime_words primes,
                                size_t first, size_t count, double progress);

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

#endif
