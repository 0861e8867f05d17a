/* Limits on the sizes of results, and the sizes of results. */
#include "resultant/result_size.h"

#include <limits.h>
#include <math.h>

#define MOST_BITS 0x1p36 /* GMP ends the process at 2^37, and products are made of factors */

clmodp_status clm_result_size_check(clm_error *error, double coefficients, double bits,
                                    uint64_t most)
{
    const double bytes = coefficients * bits / 8.0;

    if (most != 0 && bytes > (double)most)
        return clm_fail(error, CLMODP_LIMIT,
                        "the result may take %.0f bytes, %.0f coefficients of %.0f bits, and more "
                        "than %llu are refused: raise max_answer (--max-answer) if so much is "
                        "meant",
                        bytes, coefficients, bits, (unsigned long long)most);
    if (bits > MOST_BITS)
        return clm_fail(error, CLMODP_LIMIT,
                        "the result may have coefficients of %.0f bits, and more than 2^36 cannot "
                        "be computed",
                        bits);
    return CLMODP_OK;
}

clmodp_status clm_result_size_check_bounds(clm_error *error, const clm_bounds *each, size_t count,
                                           uint64_t most)
{
    double coefficients = 0.0, bits = 0.0;

    for (size_t n = 0; n < count; n++)
        if (!each[n].zero) {
            coefficients += fmin(1.0 + (double)(each[n].degree - each[n].valuation),
                                 (double)CLMODP_ZX_MOST_TERMS); /* more are refused as such */
            bits = fmax(bits, (double)each[n].height_bits);
        }
    return clm_result_size_check(error, coefficients, bits, most);
}

clm_result_size clm_result_size_of(clmodp_zx *const *results, size_t count)
{
    long valuation = LONG_MAX, degree = -1;
    clm_result_size size = {0};
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

uint64_t clm_result_size_evaluations(const clm_result_size *size, double prime_bits)
{
    return size->width * ((uint64_t)((size->bits + 1.0) / prime_bits) + 1);
}
