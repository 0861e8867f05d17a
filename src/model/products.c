/* GMP's products, fitted: schoolbook, Toom's ways, transforms. */
#include "model/products.h"

#include <math.h>

/* Times the rate: 0.65 to 1.02 of the time of mpn_mul from 1 to 2^15 limbs, and 1.45 at 2^17, with
 * GMP 6.2 on an Intel core of 2023; bench/lift prints some. */
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
