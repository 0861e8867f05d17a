/* The method of a product of polynomials on the host: schoolbook, or transforms modulo p or modulo
 * other primes, of blocks or in quarters. */
#ifndef CLM_FPX_HOST_PRODUCT_PLAN_H
#define CLM_FPX_HOST_PRODUCT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fpx/host/transform.h"

/* Lanes of the longest vectors. */
#define CLM_MOST_LANES 16

/* Transforms for blocks of at most n and m coefficients, n >= m: modulo p (primes = 0), `primes`
 * lazy primes from the first one on, which may be p, or as many primes for longer transforms. */
typedef struct clm_product_plan {
    const clm_transform_functions *vectors;
    size_t n, m;
    size_t leaves, size; /* vectors of a transform */
    size_t first, primes;
    bool lazy;
} clm_product_plan;

/* Returns the most coefficients of the shorter factor for products by schoolbook. */
size_t clm_product_most_short(uint32_t p);

/* Plans a product of n and m coefficients. Cuts longer factors into blocks: both if a transform
 * would be too long, and one much longer than the other. */
clm_product_plan clm_product_plan_of(const clm_transform_functions *vectors, size_t n, size_t m,
                                     uint32_t p);

/* Returns prime k of the transforms. */
uint32_t clm_product_prime(const clm_product_plan *t, size_t k, uint32_t p);

/* Returns whether the transforms are modulo p itself. */
static inline bool clm_product_is_exact(const clm_product_plan *t, uint32_t p)
{
    return clm_product_prime(t, 0, p) == p;
}

/* Tests whether a product of n and m coefficients is fast by quarters on `threads` threads. */
bool clm_product_is_quartered(const clm_product_plan *t, size_t n, size_t m, uint32_t p,
                              size_t threads);

/* Returns the quarters of a transform that determine `count` coefficients. */
size_t clm_product_quarters(const clm_product_plan *t, size_t count);

/* Tests whether a combination of factors of n and k coefficients, or with `single` a wrapped
 * product, is computed product by product, without shared transforms. */
bool clm_product_is_separate(const clm_product_plan *t, size_t n, size_t k, size_t count,
                             bool single, uint32_t p);

/* Plans sums of `inner` products of n and k coefficients, which modulo p have at most `count`, no
 * less than one of n and k, or which are `wrapped`. Returns the period. Pre: t->vectors is set */
size_t clm_product_plan_combined(clm_product_plan *t, size_t n, size_t k, size_t inner,
                                 size_t count, bool wrapped, uint32_t p);

#endif
