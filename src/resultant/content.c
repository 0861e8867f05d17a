/* Take contents and powers of x out of the arguments, and put them back onto the result. */
#include "resultant/content.h"

#include <stdbool.h>

#define BITS_LIMIT ((uint64_t)1 << 36) /* GMP's integers end at 2^37 bits */

void clm_content_init(clm_content *content)
{
    mpz_init_set_ui(content->integer, 1);
    content->shift = 0;
}

void clm_content_clear(clm_content *content)
{
    mpz_clear(content->integer);
}

/* c = the gcd of the coefficients, a = the least exponent of x. */
static void find_factor(mpz_t c, size_t *a, const clmodp_zxy *f)
{
    *a = SIZE_MAX;
    mpz_set_ui(c, 0);
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;
        mpz_srcptr coefficient = clmodp_zxy_term(f, k, &i, &j);

        *a = i < *a ? i : *a;
        if (mpz_cmp_ui(c, 1) != 0)
            mpz_gcd(c, c, coefficient);
    }
}

/* f1 = f / (c x^a) */
static clmodp_status divide_out(clm_error *error, clmodp_zxy *f1, const clmodp_zxy *f,
                                const mpz_t c, size_t a)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *quotient = NULL;
    mpz_t coefficient;

    mpz_init(coefficient);
    TRY(clmodp_zxy_create(&quotient));
    if (mpz_cmp_ui(c, 1) == 0 && a == 0) {
        TRY(clmodp_zxy_set(f1, f));
        goto done;
    }
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;

        mpz_divexact(coefficient, clmodp_zxy_term(f, k, &i, &j), c);
        TRY(clmodp_zxy_set_coeff(quotient, coefficient, i - a, j));
    }
    TRY(clmodp_zxy_set(f1, quotient));
done:
    if (st != CLMODP_OK)
        (void)clm_fail(error, st, "no memory for polynomials without their contents");
    mpz_clear(coefficient);
    clmodp_zxy_destroy(quotient);
    return st;
}

/* content *= (c x^a)^e; false if that has too many bits. */
static bool multiply_power(clm_content *content, const mpz_t c, size_t a, size_t e)
{
    uint64_t bits = mpz_sizeinbase(c, 2), total;
    mpz_t power;

    content->shift += (uint64_t)a * e; /* both below 2^31 */
    if (mpz_cmp_ui(c, 1) == 0)
        return true;
    if (__builtin_mul_overflow(bits, (uint64_t)e, &total) ||
        total + mpz_sizeinbase(content->integer, 2) > BITS_LIMIT)
        return false;
    mpz_init(power);
    mpz_pow_ui(power, c, e);
    mpz_mul(content->integer, content->integer, power);
    mpz_clear(power);
    return true;
}

clmodp_status clm_content_remove(clm_error *error, clm_content *content, clmodp_zxy *f1,
                                 clmodp_zxy *g1, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    size_t a, b;
    mpz_t c, d;

    mpz_inits(c, d, NULL);
    REQUIRE(error, clmodp_zxy_terms(f) > 0 && clmodp_zxy_terms(g) > 0);
    find_factor(c, &a, f);
    find_factor(d, &b, g);
    mpz_set_ui(content->integer, 1);
    content->shift = 0;
    if (!multiply_power(content, c, a, (size_t)clmodp_zxy_degree_y(g)) ||
        !multiply_power(content, d, b, (size_t)clmodp_zxy_degree_y(f)))
        FAIL(error, CLMODP_LIMIT, "the contents make the resultant exceed 2^36 bits");
    TRY(divide_out(error, f1, f, c, a));
    TRY(divide_out(error, g1, g, d, b));
done:
    mpz_clears(c, d, NULL);
    return st;
}

clmodp_status clm_content_restore(clm_error *error, clmodp_zx *r, const clm_content *content)
{
    clmodp_status st = CLMODP_OK;
    long degree = clmodp_zx_degree(r);
    mpz_t c;

    mpz_init(c);
    if (degree < 0 || (content->shift == 0 && mpz_cmp_ui(content->integer, 1) == 0))
        goto done;
    if (content->shift >= (uint64_t)1 << 31)
        FAIL(error, CLMODP_LIMIT, "x^%llu divides the resultant; exponents end at 2^31",
             (unsigned long long)content->shift);
    /* From the top, so that nothing is overwritten before it is read. */
    for (long i = degree; i >= 0; i--) {
        clmodp_zx_get_coeff(c, r, (size_t)i);
        mpz_mul(c, c, content->integer);
        TRY(clmodp_zx_set_coeff(r, c, (size_t)i + (size_t)content->shift));
    }
    mpz_set_ui(c, 0);
    for (long i = 0; i <= degree && (uint64_t)i < content->shift; i++)
        TRY(clmodp_zx_set_coeff(r, c, (size_t)i));
done:
    if (st != CLMODP_OK && st != CLMODP_LIMIT)
        (void)clm_fail(error, st, "no memory for the resultant's contents");
    mpz_clear(c);
    return st;
}
