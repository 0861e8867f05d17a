/* Amounts of the engine on the host, closed forms of the inputs' layout. */
#include "engines/host/cost.h"

#include <math.h>

static double butterflies(double points)
{
    return points * log2(points) / 2.0;
}

/* Values of all rows at a point. */
static clm_amounts values_cost(const clm_row_layout *layout, double coset, const clm_rates *rates)
{
    const clm_amounts steps = {.of = {[CLM_OP_HOST_HORNER] = (double)layout->residues}};
    clm_amounts transforms = {.of = {0.0}};

    if (!(coset > 1.0))
        return steps;
    transforms.of[CLM_OP_HOST_BUTTERFLY] = butterflies(coset) / coset * (double)layout->count;
    return clm_cheaper(&steps, &transforms, rates);
}

clm_amounts clm_host_point_cost(const clm_row_layout *layout, double coset,
                                const clm_rates *rates)
{
    const double p = (double)layout->p, q = (double)layout->q, least = fmin(p, q);
    clm_amounts all = values_cost(layout, coset, rates);

    all.of[CLM_OP_HOST_UPDATE] = least * least / 2.0 + layout->division;
    all.of[CLM_OP_HOST_DIVISION] = least;
    all.of[CLM_OP_HOST_POINT] = 1.0;
    return all;
}

clm_amounts clm_host_interpolation_cost(double points, bool coset)
{
    clm_amounts all = {.of = {0.0}};

    if (coset)
        all.of[CLM_OP_HOST_BUTTERFLY] = butterflies(points);
    else
        all.of[CLM_OP_HOST_NEWTON] = points * points / 2.0;
    return all;
}

clm_amounts clm_host_points_cost(const clm_row_layout *layout, double points, bool coset,
                                 double outputs, const clm_rates *rates)
{
    const clm_amounts output = clm_host_interpolation_cost(points, coset);
    const clm_amounts point = clm_host_point_cost(layout, coset ? points : 0.0, rates);
    clm_amounts all = {.of = {0.0}};

    clm_amounts_add(&all, &output, outputs);
    clm_amounts_add(&all, &point, points);
    return all;
}

bool clm_host_transforms_pay(const clm_row_layout *layout, double coset, const clm_rates *rates)
{
    return values_cost(layout, coset, rates).of[CLM_OP_HOST_BUTTERFLY] > 0.0;
}

clm_amounts clm_host_cost(const clm_row_layout *layout, double width, double primes,
                          double batches, const clmodp_context *ctx)
{
    const clm_rates *rates = &ctx->rates;
    const double points = exp2(ceil(log2(width + 1.0)));
    const clm_amounts consecutive = clm_host_points_cost(layout, width, false, 1.0, rates);
    const clm_amounts coset = clm_host_points_cost(layout, points, true, 1.0, rates);
    const clm_amounts one = clm_cheaper(&consecutive, &coset, rates);
    clm_amounts all = {.of = {[CLM_OP_HOST_PRIME] = primes}};

    (void)batches;
    clm_amounts_add(&all, &one, primes);
    return all;
}

clm_amounts clm_host_reduction_cost(double limbs, double primes)
{
    return (clm_amounts){.of = {[CLM_OP_HOST_LIMB] = limbs * primes}};
}

clm_amounts clm_host_lift_cost(double width, double primes)
{
    return (clm_amounts){.of = {[CLM_OP_HOST_RESIDUE] = width * primes,
                                [CLM_OP_HOST_PRIMES] = primes * primes}};
}
