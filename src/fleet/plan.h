/* The inside of plans. */
#ifndef CLM_FLEET_PLAN_H
#define CLM_FLEET_PLAN_H

#include <clmodp/plan.h>

#include "fleet/unit_queue.h"
#include "resultant/prepare.h"

struct clmodp_plan {
    clm_prepared *prepared;
    uint64_t unit_primes, units;
    size_t bytes; /* as it is written */
    unsigned char digest[CLMODP_PLAN_DIGEST];
};

/* Primes first ... first + count - 1 of a plan. */
typedef struct clm_prime_range {
    size_t first, count;
} clm_prime_range;

/* Those from `first` on, `count` of them or as many as there are. Pre: there is a first one */
static inline clm_prime_range clm_plan_primes_from(const clmodp_plan *plan, uint64_t first,
                                                   uint64_t count)
{
    const uint64_t left = plan->prepared->primes - first;

    return (clm_prime_range){(size_t)first, (size_t)(left < count ? left : count)};
}

/* Those of a unit. Pre: it is one of the plan's */
static inline clm_prime_range clm_plan_unit(const clmodp_plan *plan, uint64_t unit)
{
    return clm_plan_primes_from(plan, unit * plan->unit_primes, plan->unit_primes);
}

/* Primes of the parts into which units may be divided, so that several who work on them end
 * together: about an eighth, but whole vectors of primes, which take as long as parts of one. */
uint64_t clm_plan_part(const clmodp_plan *plan);

/* Primes modulo which a taker was the first to have images, if the queue's units are the plan's
 * primes, `part` each. */
uint64_t clm_plan_primes_of(const clmodp_plan *plan, const clm_unit_queue *queue, uint64_t part,
                            size_t taker);

#endif
