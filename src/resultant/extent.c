/* Look at all coefficients. */
#include "resultant/extent.h"

#include <limits.h>
#include <math.h>

clm_extent clm_extent_of(clmodp_zx *const *results, size_t count)
{
    long valuation = LONG_MAX, degree = -1;
    clm_extent extent = {0};
    mpz_t c;

    mpz_init(c);
    for (size_t n = 0; n < count; n++)
        for (long i = clmodp_zx_degree(results[n]); i >= 0; i--) {
            long exponent;
            double bits;

            clmodp_zx_get_coeff(c, results[n], (size_t)i);
            if (mpz_sgn(c) == 0)
                continue;
            bits = log2(fabs(mpz_get_d_2exp(&exponent, c))) + (double)exponent;
            extent.bits = fmax(extent.bits, bits);
            degree = i > degree ? i : degree;
            valuation = i < valuation ? i : valuation;
        }
    mpz_clear(c);
    if (degree >= 0)
        extent.width = (uint64_t)(degree - valuation) + 1;
    return extent;
}

uint64_t clm_extent_evaluations(const clm_extent *extent, double prime_bits)
{
    return extent->width * ((uint64_t)((extent->bits + 1.0) / prime_bits) + 1);
}
