/* Counts of products, and what they take. */
#include "engines/host/cost.h"

#include <math.h>

/* Nanoseconds (bench/small on a Xeon with AVX-512, of 2023): a coefficient of a row at a point; a
 * butterfly; an update of a remainder sequence, and a step; what else a point
 * takes, and a prime; a difference and a product of Newton's interpolation. */
#define HORNER_COST 1.3
#define BUTTERFLY_COST 1.8
#define UPDATE_COST 3.6
#define STEP_COST 20.0
#define POINT_COST 50.0
#define PRIME_COST 1000.0
#define NEWTON_COST 2.1

static double transform_cost(double points)
{
    return BUTTERFLY_COST * points * log2(points) / 2.0;
}

double clm_host_point_cost(const clm_row_layout *layout, double coset)
{
    const double p = (double)layout->p, q = (double)layout->q, least = fmin(p, q);
    double values = HORNER_COST * (double)layout->residues;

    if (coset > 1.0)
        values = fmin(values, transform_cost(coset) / coset * (double)layout->count);
    return values + UPDATE_COST * (least * least / 2.0 + least * fabs(p - q)) +
           STEP_COST * least + POINT_COST;
}

double clm_host_interpolation_cost(double points, bool coset)
{
    return coset ? transform_cost(points) : NEWTON_COST * points * points / 2.0;
}

double clm_host_cost(const clm_row_layout *layout, double width, double primes, double batches)
{
    const double coset = exp2(ceil(log2(width + 1.0)));
    const double consecutive = width * clm_host_point_cost(layout, 0.0) +
                               clm_host_interpolation_cost(width, false);

    (void)batches;
    return primes * (PRIME_COST + fmin(consecutive,
                                       coset * clm_host_point_cost(layout, coset) +
                                           clm_host_interpolation_cost(coset, true)));
}
