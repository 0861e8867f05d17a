/* Sums of amounts and of operation counts, and the cost of GMP's long products. */
#include "cost/amounts.h"

#include <math.h>

void clm_amounts_add(clm_amounts *to, const clm_amounts *what, double times)
{
    for (int k = 0; k < CLM_OPERATIONS; k++)
        to->of[k] += times * what->of[k];
}

/* GMP's products, fitted: schoolbook, Toom's methods, transforms. Times the rate: 0.65 to 1.02 of
 * the time of mpn_mul from 1 to 2^15 limbs, and 1.45 at 2^17, with GMP 6.2 on an Intel core of
 * 2023; bench/lift prints some. */
double clm_limb_products(double n)
{
    if (n < 32)
        return 13.5 + n * n;
    return n < 512 ? 1041 * pow(n / 32, 1.57) : 8.1e4 * pow(n / 512, 1.4);
}

double clm_limb_division(double n)
{
    return 2.6 * clm_limb_products(n);
}

double clm_limb_uneven(double n)
{
    return 1.6 * clm_limb_products(n);
}

double clm_limb_tree(double n)
{
    return 3.0 * clm_limb_products(n);
}

void clm_tally_add(clm_tally *to, const clm_tally *what, double times)
{
    to->read += times * what->read;
    to->written += times * what->written;
    to->products += times * what->products;
    to->additions += times * what->additions;
    to->digits += times * what->digits;
    to->launches += times * what->launches;
    to->groups += times * what->groups;
}

/* A term is 0 below `rises`, `most` from `ends` on, and between them of an arithmetic series. */
double clm_tally_clipped(double first, double step, double count, double most)
{
    const double rises = fmin(fmax(ceil(-first / step), 0.0), count);
    const double ends = fmin(fmax(ceil((most - first) / step), rises), count);

    return (ends - rises) * (first + step * (rises + ends - 1.0) / 2.0) + (count - ends) * most;
}
