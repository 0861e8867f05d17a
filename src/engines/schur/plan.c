/* Choose primes and points for the Schur engine. */
#include "engines/schur/plan.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/size.h"
#include "engines/schur/order.h"
#include "engines/schur/trust.h"

#define POINTS_BELOW ((uint64_t)1 << 31) /* points are numbers of 32 bits */

/* 1 to 2 % more than needed, and two where that is less. */
static size_t with_spare(size_t needed)
{
    return needed + clm_size_max(needed / 64, 2);
}

static clmodp_status choose_primes(clm_error *error, clm_schur_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;
    const clm_residue_type *type = clm_residue_type_of(base->options.residues);
    const double bits = (double)base->bounds.height_bits + 1.0; /* P > 2 * |coefficient| */
    double guess_bits = log2((double)type->prime_max) - 0.01;

    while (base->primes == 0) {
        const size_t wanted = (size_t)(bits / guess_bits) + 2;
        size_t found;

        free(plan->prime);
        plan->prime = NULL;
        NEW(error, plan->prime, wanted);
        base->prime = (clm_prime_words){plan->prime, sizeof *plan->prime};
        found = clm_primes_down(plan->prime, wanted, type->prime_max, base->points + 1);
        base->primes = clm_primes_for_bits(base->prime, found, bits);
        if (base->primes == 0 && found < wanted)
            FAIL(error, CLMODP_LIMIT,
                 "coefficients of %llu bits at %zu point%s need more primes than the %zu of type "
                 "%s above the number of points; take another type, or lower the degrees",
                 (unsigned long long)base->bounds.height_bits, base->points,
                 CLM_S(base->points), found, type->name);
        guess_bits -= 0.5; /* they reach further down than guessed */
    }
done:
    return st;
}

/* The prime that is given, unless the type does not take it or it has too few points: then no
 * prime. */
static clmodp_status take_prime(clm_error *error, clm_schur_plan *plan, uint32_t p)
{
    clmodp_status st = CLMODP_OK;
    clm_plan *base = &plan->base;

    if (p % 2 == 0 || p > clm_residue_type_of(base->options.residues)->prime_max ||
        p - 1 < plan->needed)
        return CLMODP_OK;
    base->points = clm_size_min(base->points, p - 1);
    NEW(error, plan->prime, 1);
    *plan->prime = p;
    base->prime = (clm_prime_words){plan->prime, sizeof *plan->prime};
    base->primes = 1;
done:
    return st;
}

/* Each prime's points begin at random, with as many again behind for second tries. */
static clmodp_status choose_starts(clm_error *error, clm_schur_plan *plan, clm_random *random)
{
    clmodp_status st = CLMODP_OK;

    NEW(error, plan->info, plan->base.primes);
    plan->most_points = SIZE_MAX;
    for (size_t n = 0; n < plan->base.primes; n++) {
        const uint64_t end = clm_size_min(plan->prime[n], POINTS_BELOW);
        const uint64_t wanted = 2 * (uint64_t)plan->base.points;
        const uint64_t choices = end - 1 > wanted ? end - wanted : 1;
        const uint32_t start = 1 + (uint32_t)clm_random_below(random, choices);

        plan->most_points = clm_size_min(plan->most_points, (size_t)(end - start));
        plan->info[n] = clm_residue_prime_of(plan->base.options.residues, plan->prime[n], start);
    }
done:
    return st;
}

clmodp_status clm_schur_plan_create(clmodp_context *ctx, clm_plan **out,
                                    const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    clm_schur_plan *plan = NULL;

    *out = NULL;
    NEW(error, plan, 1);
    TRY(clm_plan_begin(error, &plan->base, &clm_schur_engine, request));
    plan->base.word_bytes = clm_residue_type_of(request->options->residues)->word_bytes;
    plan->needed = plan->base.width + 1;
    plan->base.points = with_spare(plan->needed);
    if (request->modulus == 0)
        TRY(choose_primes(error, plan));
    else
        TRY(take_prime(error, plan, request->modulus));
    if (plan->base.primes == 0)
        goto done;
    TRY(choose_starts(error, plan, request->random));
    TRY(clm_schur_order(error, &plan->matrix, &plan->regular, request->layout, request->random));
    plan->regular = plan->regular && !request->options->fallback_all;
    *out = &plan->base;
    plan = NULL;
done:
    if (plan != NULL)
        clm_schur_plan_destroy(&plan->base);
    return st;
}

void clm_schur_plan_destroy(clm_plan *base)
{
    clm_schur_plan *plan = (clm_schur_plan *)base;

    free(plan->prime);
    free(plan->info);
    free(plan);
}
