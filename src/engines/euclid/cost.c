/* Closed forms of the layout of the inputs, and the supply of primes with roots of unity. */
#include "engines/euclid/cost.h"

#include <math.h>

#include "arith/prime.h"
#include "core/size.h"
#include "cl/fpx/batch/divide_shape.h"
#include "fpx/batch/interpolate.h"

#define ALL_PRIMES 8.5e7 /* below EUCLID_PRIME_MAX: x / (log x - 1 - 1 / log x) */

double clm_cosets_primes(size_t order)
{
    static const size_t factors[] = {2, 3, 5, 7};
    double units = (double)order; /* residues prime to it, which share all primes */

    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++)
        if (order % factors[k] == 0)
            units -= units / (double)factors[k];
    return ALL_PRIMES / units;
}

size_t clm_cosets_order(size_t least, size_t cosets)
{
    return clm_smooth_above((uint32_t)clm_div_up(least, cosets));
}

size_t clm_cosets_expected(size_t least, double primes)
{
    size_t cosets = 1;

    while (cosets < CLM_MOST_COSETS &&
           clm_cosets_primes(clm_cosets_order(least, cosets)) < primes)
        cosets++;
    return cosets;
}

clm_amounts clm_euclid_blocks_cost(const clm_row_layout *layout, clm_step_blocks blocks)
{
    const clm_amounts quotient = clm_divide_cost(1.0, 1.0, 1.0 / DIVIDE_RUN);
    const double least = (double)clm_size_min(layout->p, layout->q);
    clm_amounts all;

    if (layout->by_powers) {
        const clm_amounts division = clm_powers_cost(layout->division);

        all = clm_step_blocks_cost(least, least, (clm_step_blocks){0});
        clm_amounts_add(&all, &division, 1.0);
    } else {
        all = clm_step_blocks_cost((double)layout->p, (double)layout->q, blocks);
    }
    clm_amounts_add(&all, &quotient, 1.0);
    all.of[CLM_OP_POINT] = 1.0;
    return all;
}

uint32_t clm_euclid_wanted_roots(const clm_row_layout *layout)
{
    return clm_size_min(layout->p, layout->q) >= CLM_BLOCKS_DEGREE ? CLM_BLOCKS_ORDER : 0;
}

/* The blocks of steps that should take least, where primes have the roots for them. */
static clm_step_blocks usual_blocks(const clm_row_layout *layout, const clm_rates *rates)
{
    return clm_step_blocks_choose(layout->p, layout->q, clm_euclid_wanted_roots(layout), rates);
}

clm_amounts clm_euclid_pair_cost(const clm_row_layout *layout, const clm_rates *rates)
{
    return clm_euclid_blocks_cost(layout, usual_blocks(layout, rates));
}

clm_step_blocks clm_euclid_choose_blocks(const clmodp_context *ctx, const clm_memory_work *work)
{
    const size_t p = work->layout->p, q = work->layout->q;
    const double lanes = (double)work->primes * (double)work->points * (double)work->cosets;
    const double units = fmax((double)ctx->device.compute_units, 1.0);
    clm_amounts single, together;
    clm_step_blocks blocks;

    if (work->layout->by_powers) /* what is left is short */
        return (clm_step_blocks){0};
    if (work->blocks.steps > 0 && work->blocks.order <= work->roots)
        return work->blocks;
    blocks = clm_step_blocks_choose(p, q, work->roots, &ctx->rates);
    single = clm_step_blocks_cost((double)p, (double)q, (clm_step_blocks){0});
    together = clm_step_blocks_cost((double)p, (double)q, blocks);
    if (lanes / units * (clm_nanoseconds(&single, &ctx->rates) -
                         clm_nanoseconds(&together, &ctx->rates)) < clm_limit_ns(CLM_LIMIT_BLOCKS))
        return (clm_step_blocks){0};
    return blocks;
}

clm_amounts clm_euclid_sums_cost(const clm_row_layout *layout)
{
    return (clm_amounts){.of = {[CLM_OP_SUM_PRODUCT] = (double)layout->residues}};
}

clm_amounts clm_euclid_values_cost(const clm_row_layout *layout, const clm_rates *rates)
{
    const clm_amounts sums = clm_euclid_sums_cost(layout);
    const double rows = (double)layout->count, residues = (double)layout->residues;
    const clm_amounts best = {.of = {[CLM_OP_ROW_VALUE] = rows * log2(1.0 + residues / rows)}};

    return clm_cheaper(&sums, &best, rates);
}

clm_amounts clm_euclid_point_cost(const clm_row_layout *layout, clm_step_blocks blocks,
                                  size_t points, const clm_rates *rates)
{
    const clm_amounts values = clm_euclid_values_cost(layout, rates);
    const clm_amounts output = clm_interpolate_cost(1.0, points);
    clm_amounts all = clm_euclid_blocks_cost(layout, blocks);

    clm_amounts_add(&all, &values, 1.0);
    clm_amounts_add(&all, &output, 1.0 / (double)points);
    return all;
}

clm_amounts clm_euclid_coset_cost(const clm_row_layout *layout, size_t points,
                                  const clm_rates *rates)
{
    return clm_euclid_point_cost(layout, usual_blocks(layout, rates), points, rates);
}

/* Limbs of all coefficients. */
static double limbs_of(const clm_row_layout *layout)
{
    double limbs = 0.0;

    if (layout->coefficients == NULL) /* a shape alone */
        return (double)layout->residues;
    for (size_t k = 0; k < layout->residues; k++)
        if (layout->coefficients[k] != NULL)
            limbs += (double)mpz_size(layout->coefficients[k]);
    return limbs;
}

double clm_euclid_lane_seconds(const clm_row_layout *layout, size_t points,
                               const clmodp_context *ctx)
{
    const clm_amounts lane = clm_euclid_coset_cost(layout, points, &ctx->rates);
    const double units = fmax((double)ctx->device.compute_units, 1.0);

    return 1e-9 * clm_elapsed(&lane, &ctx->rates, units, 1.0);
}

clm_amounts clm_euclid_reduction_cost(const clm_row_layout *layout, double primes)
{
    return (clm_amounts){.of = {[CLM_OP_REDUCE_INTEGER] = primes * (double)layout->residues,
                                [CLM_OP_REDUCE_LIMB] = primes * limbs_of(layout)}};
}
