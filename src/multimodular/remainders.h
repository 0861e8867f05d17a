/* Long integers modulo the products of blocks of primes, on threads of the host.
 *
 * The blocks of a range are the leaves of a product tree. An integer c is folded modulo the
 * product P of the range, piece by piece. Down from there a node with product P_v holds the
 * fraction c / P_v mod 1: that of a child is the node's times the product of the other child,
 * mod 1, which takes one multiplication and no division. At a leaf the fraction times the leaf's
 * product is the remainder.
 *
 * All products are `limbs` limbs a block long, zeros on top included: then truncating a fraction
 * to one limb more than its node's product adds no more than 1 to the error of its last limb at
 * each level, so that at a leaf the product falls short of the remainder, or of the leaf's own
 * product in the place of 0, by less than 1. */
#ifndef CLM_MULTIMODULAR_REMAINDERS_H
#define CLM_MULTIMODULAR_REMAINDERS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "arith/prime.h"
#include "base/parallel.h"
#include "device/memory.h"

/* How primes are cut. */
typedef struct clm_remainder_shape {
    size_t block;  /* primes of a block */
    size_t blocks; /* of a range, at most; 1 or more */
    size_t limbs;  /* of a block's product, at most */
} clm_remainder_shape;

/* The tree of one range, and room for the remainders of some integers. */
typedef struct clm_remainders {
    clm_remainder_shape shape;
    size_t values;        /* integers at a time */
    size_t blocks;        /* of the range that was grown last */
    clm_staging products; /* [level][block][limb]: a node's where its first block's are */
    clm_staging scratch;  /* of each thread */
    clm_staging results;  /* [value][block][limb] */
    size_t threads, scratch_limbs;
} clm_remainders;

/* A shape with blocks of so many primes below 2^bits. */
clm_remainder_shape clm_remainder_shape_of(size_t block, size_t blocks, unsigned bits);

/* Bytes that clm_remainders_create takes. */
uint64_t clm_remainders_bytes(const clm_remainder_shape *shape, size_t values, size_t threads);

/* Release with clm_remainders_destroy ({0} is safe). Errors: LIMIT, DEVICE_MEMORY, HOST_MEMORY */
clmodp_status clm_remainders_create(clmodp_context *ctx, clm_remainders *out,
                                    const clm_remainder_shape *shape, size_t values);
void clm_remainders_destroy(clmodp_context *ctx, clm_remainders *remainders);

/* Make the tree of a range, primes `first` ... `first` + `count` - 1.
 *
 * In:     count  at most shape.block * shape.blocks; the last block may have fewer
 * Cost:   M(n) log(n) / 2 for n limbs of the product
 * Errors: what the watch was told, HOST_MEMORY */
clmodp_status clm_remainders_grow(clm_remainders *remainders, clm_prime_words primes, size_t first,
                                  size_t count, clm_watch *watch);

/* out[b * stride + k] = values[k] modulo the product of block b, for every block of the range and
 * k < count: the remainder, except that the block's product may stand for 0; with the sign of
 * values[k]. Integers of at most `limbs` limbs stand for themselves.
 *
 * Out:    out     views, not to be cleared, valid until the next call or the end of the values
 * In:     values  NULL stands for 0
 *         count   at most `values` of clm_remainders_create
 * Cost:   for each value of l limbs l / n divisions of 2n limbs by n, n those of the range; with
 *         several blocks one more, and at each of log2(blocks) levels two products for each node,
 *         of its limbs by half as many
 * Errors: what the watch was told, HOST_MEMORY
 * Source: scaled remainder trees [Bernstein 2004]; the remainder tree is that of [Gathen, Gerhard
 *         2013, algorithm 10.16] */
clmodp_status clm_remainders_find(clm_remainders *remainders, mpz_t *out, size_t stride,
                                  const mpz_srcptr *values, size_t count, clm_watch *watch);

#endif
