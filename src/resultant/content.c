/* Take contents and powers of x out of the arguments, and put them back onto the result. */
#include "resultant/content.h"

#include <stdbool.h>

#define BITS_LIMIT ((uint64_t)1 << 36) /* GMP's integers end at 2^37 bits */

void clm_content_init(clm_content *content)
{
    mpz_init_set_ui(content->integer, 1);
    content->shift = 0;
    content->stretch = 1;
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

static size_t gcd(size_t a, size_t b)
{
    while (b != 0) {
        size_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* The gcd of `so_far` and of all exponents of x less a. */
static size_t find_stretch(size_t so_far, const clmodp_zxy *f, size_t a)
{
    for (size_t k = 0; k < clmodp_zxy_terms(f) && so_far != 1; k++) {
        size_t i, j;

        clmodp_zxy_term(f, k, &i, &j);
        so_far = gcd(so_far, i - a);
    }
    return so_far;
}

/* f1(x^stretch) = f(x) / (c x^a) */
static clmodp_status divide_out(clm_error *error, clmodp_zxy *f1, const clmodp_zxy *f,
                                const mpz_t c, size_t a, size_t stretch)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *quotient = NULL;
    mpz_t coefficient;

    mpz_init(coefficient);
    TRY(clmodp_zxy_create(&quotient));
    if (mpz_cmp_ui(c, 1) == 0 && a == 0 && stretch == 1) {
        TRY(clmodp_zxy_set(f1, f));
        goto done;
    }
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;

        mpz_divexact(coefficient, clmodp_zxy_term(f, k, &i, &j), c);
        TRY(clmodp_zxy_set_coeff(quotient, coefficient, (i - a) / stretch, j));
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
    content->stretch = find_stretch(find_stretch(0, f, a), g, b);
    if (content->stretch == 0) /* both are free of x */
        content->stretch = 1;
    TRY(divide_out(error, f1, f, c, a, content->stretch));
    TRY(divide_out(error, g1, g, d, b, content->stretch));
done:
    mpz_clears(c, d, NULL);
    return st;
}

/* The degree of the restored result; LIMIT if Z[x] does not hold that. */
static clmodp_status restored_degree(clm_error *error, size_t *out, size_t degree,
                                     const clm_content *content)
{
    uint64_t restored;

    if (__builtin_mul_overflow((uint64_t)degree, content->stretch, &restored) ||
        __builtin_add_overflow(restored, content->shift, &restored) ||
        restored >= CLMODP_ZX_MOST_TERMS)
        return clm_fail(error, CLMODP_LIMIT,
                        "the resultant's degree is %zu times %llu plus %llu; dense "
                        "polynomials end at %zu terms",
                        degree, (unsigned long long)content->stretch,
                        (unsigned long long)content->shift, CLMODP_ZX_MOST_TERMS);
    *out = (size_t)restored;
    return CLMODP_OK;
}

clmodp_status clm_content_restore(clm_error *error, clmodp_zx *r, const clm_content *content)
{
    clmodp_status st = CLMODP_OK;
    long degree = clmodp_zx_degree(r);
    clmodp_zx *restored = NULL;
    size_t at = 0;
    mpz_t c;

    mpz_init(c);
    if (degree < 0 || (content->shift == 0 && content->stretch == 1 &&
                       mpz_cmp_ui(content->integer, 1) == 0))
        goto done;
    TRY(restored_degree(error, &at, (size_t)degree, content));
    TRY(clmodp_zx_create(&restored));
    /* From the top, so that the result is sized once. */
    for (long i = degree; i >= 0; i--, at -= (size_t)content->stretch) {
        clmodp_zx_get_coeff(c, r, (size_t)i);
        mpz_mul(c, c, content->integer);
        TRY(clmodp_zx_set_coeff(restored, c, at));
    }
    TRY(clmodp_zx_set(r, restored));
done:
    if (st == CLMODP_HOST_MEMORY)
        (void)clm_fail(error, st, "no memory for the resultant with its contents");
    clmodp_zx_destroy(restored);
    mpz_clear(c);
    return st;
}
