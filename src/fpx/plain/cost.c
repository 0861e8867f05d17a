/* Products and launches of plain algorithms [HMX, 5 and 6]; all work-groups of a sweep compute its
 * heads at the same time, so that these count as often as there are units. */
#include "fpx/plain/cost.h"

#include <math.h>

clm_amounts clm_plain_multiply_cost(double n, double m, clm_plain_shape shape)
{
    const double s = (double)shape.s, rows = ceil(m / s);

    return (clm_amounts){.of = {[CLM_OP_PLAIN_PRODUCT] = rows * s * (n + s - 1.0),
                                [CLM_OP_LAUNCH] = 2.0 + floor(log2(rows))}};
}

clm_amounts clm_plain_divide_cost(double n, double m, clm_plain_shape shape)
{
    const double s = (double)shape.s, launches = ceil((n - m + 1.0) / s);
    const double groups = ceil(m / (double)shape.span);

    return (clm_amounts){
        .of = {[CLM_OP_PLAIN_PRODUCT] = (n - m + 1.0) * m + launches * groups * s * s / 2.0,
               [CLM_OP_LAUNCH] = 1.0 + launches}};
}

clm_amounts clm_plain_gcd_cost(double n, double m, clm_plain_shape shape)
{
    const double s = (double)shape.s;
    const double sweeps = ceil((n - m) / (s + 1.0)) + ceil(m / s) + 1.0;
    const double groups = ceil(n / (double)shape.span) / 2.0; /* on average */
    const double pairs = 2.0 * m * m + 4.0 * (n - m) * m;

    return (clm_amounts){
        .of = {[CLM_OP_PLAIN_GCD] = pairs + sweeps * groups * 4.0 * s * s,
               [CLM_OP_LAUNCH] = sweeps, [CLM_OP_WAIT] = 1.0}};
}
