/* Choose primes and points for the Schur engine. */
#include "resultant/schur_plan.h"

#include <math.h>
#include <stdlib.h>

#include "arith/prime.h"
#include "base/memory.h"
#include "base/size.h"
#include "resultant/plan.h"

#define POINTS_BELOW ((uint64_t)1 << 31) /* points are numbers of 32 bits */

/* 1 to 2 % more than needed, and two where that is less. */
static size_t with_spare(size_t needed)
{
    return needed + clm_size_max(needed / 64, 2);
}

/* How many of the primes make their product exceed 2^bits; 0 if all do not. */
static size_t primes_for_bits(const uint64_t *prime, size_t found, double bits)
{
    double sum = 0.0;

    for (size_t n = 0; n < found; n++)
        if (clm_primes_exceed(&sum, prime[n], bits))
            return n + 1;
    return 0;
}

static clmodp_status choose_primes(clm_error *error, clm_schur_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    const clm_residue_type *type = clm_residue_type_of(plan->kind);
    const double bits = (double)plan->bounds.height_bits + 1.0; /* P > 2 * |coefficient| */
    double guess_bits = log2((double)type->prime_max) - 0.01;

    while (plan->primes == 0) {
        const size_t wanted = (size_t)(bits / guess_bits) + 2;
        size_t found;

        free(plan->prime);
        plan->prime = NULL;
        NEW(error, plan->prime, wanted);
        found = clm_primes_down(plan->prime, wanted, type->prime_max, plan->points + 1);
        plan->primes = primes_for_bits(plan->prime, found, bits);
        if (plan->primes == 0 && found < wanted)
            FAIL(error, CLMODP_LIMIT,
                 "coefficients of %llu bits at %zu point%s need more primes than the %zu of type "
                 "%s above the number of points; take another type, or lower the degrees",
                 (unsigned long long)plan->bounds.height_bits, plan->points,
                 CLM_S(plan->points), found, type->name);
        guess_bits -= 0.5; /* they reach further down than guessed */
    }
done:
    return st;
}

/* Each prime's points begin at random, with as many again behind for second tries. */
static void choose_starts(clm_schur_plan *plan, clm_random *random)
{
    plan->most_points = SIZE_MAX;
    for (size_t n = 0; n < plan->primes; n++) {
        const uint64_t end = clm_size_min(plan->prime[n], POINTS_BELOW);
        const uint64_t wanted = 2 * (uint64_t)plan->points;
        const uint64_t choices = end - 1 > wanted ? end - wanted : 1;
        const uint32_t start = 1 + (uint32_t)clm_random_below(random, choices);

        plan->most_points = clm_size_min(plan->most_points, (size_t)(end - start));
        plan->info[n] = clm_residue_prime_of(plan->kind, plan->prime[n], start);
    }
}

/* Width and numbers of points. Errors: LIMIT */
static clmodp_status choose_points(clm_error *error, clm_schur_plan *plan)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_plan_width(error, &plan->width, &plan->bounds));
    plan->needed = plan->width + 1;
    plan->points = with_spare(plan->needed);
done:
    return st;
}

clmodp_status clm_schur_plan_create(clm_error *error, clm_schur_plan *out,
                                    clm_residue_kind kind, const clm_bounds *bounds,
                                    clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    clm_schur_plan plan = {.kind = kind, .bounds = *bounds};

    TRY(choose_points(error, &plan));
    TRY(choose_primes(error, &plan));
    NEW(error, plan.info, plan.primes);
    choose_starts(&plan, random);
    *out = plan;
    plan = (clm_schur_plan){0};
done:
    clm_schur_plan_destroy(&plan);
    return st;
}

clmodp_status clm_schur_plan_modulo(clm_error *error, clm_schur_plan *out, clm_residue_kind kind,
                                    const clm_bounds *bounds, uint32_t p, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    clm_schur_plan plan = {.kind = kind, .bounds = *bounds, .primes = 1};

    TRY(choose_points(error, &plan));
    if (p % 2 == 0 || p > clm_residue_type_of(kind)->prime_max || p - 1 < plan.needed) {
        *out = (clm_schur_plan){.kind = kind};
        goto done;
    }
    plan.points = clm_size_min(plan.points, p - 1);
    NEW(error, plan.prime, 1);
    NEW(error, plan.info, 1);
    *plan.prime = p;
    choose_starts(&plan, random);
    *out = plan;
    plan = (clm_schur_plan){0};
done:
    clm_schur_plan_destroy(&plan);
    return st;
}

void clm_schur_plan_destroy(clm_schur_plan *plan)
{
    free(plan->prime);
    free(plan->info);
    *plan = (clm_schur_plan){0};
}
