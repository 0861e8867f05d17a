/* The inside of plans. */
#ifndef CLM_FLEET_PLAN_H
#define CLM_FLEET_PLAN_H

#include <clmodp/plan.h>

#include "resultant/prepare.h"

struct clmodp_plan {
    clm_prepared *prepared;
    uint64_t unit_primes, units;
    size_t bytes; /* as it is written */
    unsigned char digest[CLMODP_PLAN_DIGEST];
};

/* Primes of a unit. Pre: it is one of the plan's */
typedef struct clm_prime_range {
    size_t first, count;
} clm_prime_range;

static inline clm_prime_range clm_plan_unit(const clmodp_plan *plan, uint64_t unit)
{
    const uint64_t first = unit * plan->unit_primes, left = plan->prepared->primes - first;

    return (clm_prime_range){
        (size_t)first, (size_t)(left < plan->unit_primes ? left : plan->unit_primes)};
}

/* A plan of a prepared problem, which becomes the plan's, after errors too.
 * Pre: unit_primes is not 0, unless there are no primes. Errors: HOST_MEMORY */
clmodp_status clm_plan_wrap(clm_error *error, clmodp_plan **plan, clm_prepared *prepared,
                            uint64_t unit_primes);

#endif
