/* Look at all coefficients. */
#include "resultant/poly_size.h"

#include <limits.h>
#include <math.h>

clm_poly_size clm_poly_size_of(clmodp_zx *const *results, size_t count)
{
    long valuation = LONG_MAX, degree = -1;
    clm_poly_size size = {0};
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
            size.bits = fmax(size.bits, bits);
            degree = i > degree ? i : degree;
            valuation = i < valuation ? i : valuation;
        }
    mpz_clear(c);
    if (degree >= 0)
        size.width = (uint64_t)(degree - valuation) + 1;
    return size;
}

uint64_t clm_poly_size_evaluations(const clm_poly_size *size, double prime_bits)
{
    return size->width * ((uint64_t)((size->bits + 1.0) / prime_bits) + 1);
}
