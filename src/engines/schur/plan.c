/* Chooses primes, points and the matrix of the Schur engine. */
#include "engines/schur/plan.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "engines/schur/schur.h"
#include "multimodular/rows.h"

/* Choice of the polynomials' order, and of powers of y divided out, so that the Schur algorithm
 * succeeds at nearly all points. */

enum {
    MOST_MATRICES = 4,
    TRIALS = 2 /* for all feasible sizes, a random point is special less than once in 2^15 */
};

/* Returns the first non-zero row from `first` on, counted from there. */
static size_t lowest_row(const clm_row_layout *layout, size_t first)
{
    size_t low = 0;

    while (layout->row[first + low].length == 0)
        low++;
    return low;
}

/* Lists the matrices to try, in order; returns their number. */
static size_t list_matrices(schur_matrix matrices[MOST_MATRICES], const clm_row_layout *layout)
{
    const size_t f_low = lowest_row(layout, 0), g_low = lowest_row(layout, layout->p + 1);
    const bool exchange = layout->p > layout->q; /* the full iterations cost p^2 */
    size_t count = 0;

    matrices[count++] = clm_schur_matrix(layout->p, layout->q, 0, 0, exchange);
    matrices[count++] = clm_schur_matrix(layout->p, layout->q, 0, 0, !exchange);
    if ((f_low == 0) != (g_low == 0)) {
        matrices[count++] = clm_schur_matrix(layout->p, layout->q, f_low, g_low, exchange);
        matrices[count++] = clm_schur_matrix(layout->p, layout->q, f_low, g_low, !exchange);
    }
    return count;
}

/* Marks the matrices that fail at a random point modulo a random prime. */
static clmodp_status try_point(clm_error *error, bool failed[MOST_MATRICES],
                               const schur_matrix *matrices, size_t count,
                               const clm_row_layout *layout, clm_random *random, u32 *values)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t top = (UINT64_C(1) << 31) - clm_random_below(random, UINT64_C(1) << 30);
    uint64_t prime = 0;
    fp_field field;

    (void)clm_primes_descending(&prime, 1, top, 2); /* always finds one */
    field = clm_field((uint32_t)prime);
    clm_row_layout_values(values, layout, (u32)clm_random_below(random, prime), field);
    for (size_t k = 0; k < count; k++) {
        bool regular;

        if (failed[k])
            continue;
        TRY(clm_schur_regular(error, &regular, field, values + matrices[k].f_row, matrices[k].p,
                              values + matrices[k].g_row, matrices[k].q));
        failed[k] = !regular;
    }
done:
    return st;
}

/* Chooses a Sylvester matrix that is strongly regular almost everywhere: of f and g or exchanged,
 * unchanged or with powers of y divided out, the cheaper order first. Each is tried at a few
 * random points modulo random primes.
 *
 * Out:    matrix    the first regular one; the given order if *regular is false
 *         regular   false: none was found, so most likely every point fails
 * Cost:   the inputs modulo a few primes, and clm_schur_regular for each trial
 * Errors: HOST_MEMORY
 * Source: [Eme12, 4.2] */
static clmodp_status schur_order(clm_error *error, schur_matrix *matrix, bool *regular,
                                 const clm_row_layout *layout, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    schur_matrix matrices[MOST_MATRICES];
    bool failed[MOST_MATRICES] = {false};
    const size_t count = list_matrices(matrices, layout);
    u32 *values = NULL;
    size_t best = 0;

    NEW(error, values, layout->count);
    for (int trial = 0; trial < TRIALS; trial++)
        TRY(try_point(error, failed, matrices, count, layout, random, values));
    while (best < count && failed[best])
        best++;
    *regular = best < count;
    *matrix = *regular ? matrices[best] : clm_schur_matrix(layout->p, layout->q, 0, 0, false);
done:
    free(values);
    return st;
}

#define POINTS_BELOW ((uint64_t)1 << 31) /* points are numbers of 32 bits */

/* Adds 1 to 2 % of spare points, at least two. */
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
        found = clm_primes_descending(plan->prime, wanted, type->prime_max, base->points + 1);
        base->primes = clm_primes_for_bits(base->prime, found, bits);
        if (base->primes == 0 && found < wanted)
            FAIL(error, CLMODP_LIMIT,
                 "coefficients of %llu bits at %zu point%s need more primes than the %zu of type "
                 "%s above the number of points; choose another type or lower the degrees",
                 (unsigned long long)base->bounds.height_bits, base->points,
                 CLM_S(base->points), found, type->name);
        guess_bits -= 0.5; /* primes reach further down than guessed */
    }
done:
    return st;
}

/* Takes the given prime; leaves the plan without primes if it does not suit the type or has too
 * few points. */
static clmodp_status take_prime(clm_error *error, clm_schur_plan *plan, uint64_t p)
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

/* Chooses each prime's random first points, leaving as many again for second tries. */
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

clmodp_status clm_schur_plan_complete(clmodp_context *ctx, clm_plan *base,
                                      const clm_request *request)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    clm_schur_plan *plan = (clm_schur_plan *)base;

    base->word_bytes = clm_residue_type_of(request->options->residues)->word_bytes;
    plan->needed = base->width + 1;
    base->points = with_spare(plan->needed);
    if (request->modulus == 0)
        TRY(choose_primes(error, plan));
    else
        TRY(take_prime(error, plan, request->modulus));
    if (base->primes == 0)
        goto done;
    TRY(choose_starts(error, plan, request->random));
    TRY(schur_order(error, &plan->matrix, &plan->regular, request->layout, request->random));
    plan->regular = plan->regular && !request->options->fallback_all;
done:
    return st;
}

void clm_schur_plan_clear(clm_plan *base)
{
    clm_schur_plan *plan = (clm_schur_plan *)base;

    free(plan->prime);
    free(plan->info);
}
