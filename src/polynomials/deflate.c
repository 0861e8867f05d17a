/* Polynomials in a power of the variable, and those in the variable instead. */
#include "core/error.h"
#include "core/size.h"
#include "polynomials/zx.h"

size_t clm_zx_deflation(const clmodp_zx *f, size_t valuation)
{
    size_t m = (size_t)clmodp_zx_degree(f) - valuation;

    for (size_t i = valuation + m; i > valuation && m > 1; i = clm_zx_next_term(f, i))
        m = clm_size_gcd(m, i - valuation);
    return m;
}

clmodp_status clm_zx_inflate(clmodp_zx *f, const clmodp_zx *g, size_t m)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = (size_t)clmodp_zx_degree(g) * m + 1;
    mpz_t *coeff;

    TRY(clm_zx_resize(f, &coeff, length));
    for (size_t i = 0; i < length; i++)
        mpz_set_ui(coeff[i], 0);
    for (size_t i = 0; i < length; i += m)
        mpz_set(coeff[i], clmodp_zx_coeff(g, i / m));
done:
    return st;
}

clmodp_status clm_zx_deflate(clmodp_zx *g, const clmodp_zx *f, size_t m)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = (size_t)clmodp_zx_degree(f) / m + 1;
    mpz_t *coeff;

    TRY(clm_zx_resize(g, &coeff, length));
    for (size_t i = 0; i < length; i++)
        mpz_set(coeff[i], clmodp_zx_coeff(f, i * m));
done:
    return st;
}
