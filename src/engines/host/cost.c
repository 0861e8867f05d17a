/* Counts of products, and what they take. */
#include "engines/host/cost.h"

#include <math.h>

/* Nanoseconds (bench/host on a Xeon of 2023): a product of residues that wait for each other, as in
 * Horner's rule, or that do not; a coefficient of a remainder sequence, a third of which is
 * products; what else a point takes, and a prime. */
#define CHAIN_COST 3.5
#define PRODUCT_COST 1.6
#define UPDATE_COST 2.4
#define POINT_COST 60.0
#define PRIME_COST 500.0

static double transform_cost(double points)
{
    return PRODUCT_COST * points * log2(points) / 2.0;
}

double clm_host_point_cost(const clm_row_layout *layout, double coset)
{
    const double p = (double)layout->p, q = (double)layout->q, least = fmin(p, q);
    const double horner = CHAIN_COST * (double)layout->residues;
    double values = horner;

    if (coset > 1.0)
        values = fmin(horner, transform_cost(coset) / coset * (double)layout->count);
    return values + UPDATE_COST * (least * least / 2.0 + least * fabs(p - q)) + POINT_COST;
}

double clm_host_interpolation_cost(double points, bool coset)
{
    return coset ? transform_cost(points) : PRODUCT_COST * points * points / 2.0;
}

double clm_host_cost(const clm_row_layout *layout, double width, double primes, double batches)
{
    (void)batches;
    return primes * (PRIME_COST + width * clm_host_point_cost(layout, 0.0) +
                     clm_host_interpolation_cost(width, false));
}
