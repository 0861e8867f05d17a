/* Primes of 62 bits, and points, for the engine on the host. */
#ifndef CLM_ENGINES_HOST_PLAN_H
#define CLM_ENGINES_HOST_PLAN_H

#include "arith/mont64.h"
#include "engines/plan.h"

/* Every chosen prime is 1 modulo 2^this. */
#define CLM_HOST_ORDER 32

/* Points modulo a prime p. */
typedef struct clm_host_prime {
    clm_mont64 field;
    uint64_t start; /* consecutive integers: the first; else the shift of the coset, Montgomery */
    uint64_t root;  /* of unity, of the order of the points, Montgomery; 0: none */
} clm_host_prime;

typedef struct clm_host_plan {
    clm_plan base;        /* first */
    bool coset;           /* points are shift * root^k, as many as a power of 2; else consecutive
                             integers, one more than coefficients */
    uint64_t *prime;
    clm_host_prime *info; /* of each prime */
} clm_host_plan;

static inline const clm_host_plan *clm_host_plan_of(const clm_plan *plan)
{
    return (const clm_host_plan *)plan;
}

/* See clm_plan_create. None modulo a prime with too few points, or where results over Z should
 * cost less. */
clmodp_status clm_host_plan_create(clmodp_context *ctx, clm_plan **out,
                                   const clm_engine *engine, const clm_request *request);
void clm_host_plan_destroy(clm_plan *plan);

/* Primes number `first` ... first + count - 1 of the greatest below 2^62 that are 1 modulo
 * 2^CLM_HOST_ORDER, decreasing; there are more than 2^24.
 * In: before  the one before, if first is not 0 */
void clm_host_primes(uint64_t *prime, size_t first, size_t count, uint64_t before);

#endif
