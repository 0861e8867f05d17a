/* Put contents and powers of the variables back onto a result and its bounds. */
#include "resultant/content.h"

#include "zxy/modulo.h"
#include "zxy/zx.h"
#include "zxy/zx_product.h"

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;

    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    uint64_t sum;

    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* An exponent of h(x^deflation) x^shift from that of h. */
static uint64_t exponent(uint64_t of_h, const clm_content *content)
{
    uint64_t inflated = times(of_h, content->deflation);

    if (content->shift >= 0)
        return plus(inflated, (uint64_t)content->shift);
    if (inflated == UINT64_MAX || inflated < (uint64_t)-content->shift)
        return inflated == UINT64_MAX ? inflated : 0;
    return inflated - (uint64_t)-content->shift;
}

/* A degree or valuation of h from those of r1 and the trailing coefficient. */
static uint64_t exponent_of_h(uint64_t of_r1, uint64_t of_trailing, const clm_content *content)
{
    return plus(times(of_r1, content->power), times(of_trailing, content->trailing_power));
}

/* The bits of the sum of the trailing coefficient's absolute values, and its least exponent. */
static void measure_trailing(uint64_t *bits, uint64_t *valuation, const clmodp_zx *trailing)
{
    mpz_t c, norm;

    mpz_inits(c, norm, NULL);
    for (long i = clmodp_zx_degree(trailing); i >= 0; i--) {
        clmodp_zx_get_coeff(c, trailing, (size_t)i);
        if (mpz_sgn(c) != 0)
            *valuation = (uint64_t)i;
        mpz_abs(c, c);
        mpz_add(norm, norm, c);
    }
    *bits = mpz_sizeinbase(norm, 2);
    mpz_clears(c, norm, NULL);
}

void clm_content_restore_bounds(clm_bounds *bounds, const clm_content *content)
{
    uint64_t trailing_degree = 0, trailing_valuation = 0, trailing_bits = 0, norm_bits, bits;

    if (content->trailing != NULL) {
        trailing_degree = (uint64_t)clmodp_zx_degree(content->trailing);
        measure_trailing(&trailing_bits, &trailing_valuation, content->trailing);
    }
    /* A product is at most as high as one factor times the sum of all |coefficients| of the
     * other; of r1 there are at most 2^64. */
    norm_bits = bounds->height_bits;
    for (uint64_t width = bounds->degree - bounds->valuation; width > 0; width >>= 1)
        norm_bits++;
    bits = plus(bounds->height_bits, times(norm_bits, content->power - 1));
    bits = plus(bits, times(trailing_bits, content->trailing_power));
    if (mpz_cmpabs_ui(content->integer, 1) != 0)
        bits = plus(bits, mpz_sizeinbase(content->integer, 2));
    bounds->height_bits = bits;
    bounds->degree =
        exponent(exponent_of_h(bounds->degree, trailing_degree, content), content);
    bounds->valuation =
        exponent(exponent_of_h(bounds->valuation, trailing_valuation, content), content);
}

/* out := integer * x^shift * h(x^deflation) */
static clmodp_status multiply_monomial(clmodp_zx *out, const clmodp_zx *h,
                                       const clm_content *content)
{
    clmodp_status st = CLMODP_OK;
    long degree = clmodp_zx_degree(h);
    mpz_t c;

    mpz_init(c);
    /* From the top, so that the result is sized once. */
    for (long i = degree; i >= 0; i--) {
        clmodp_zx_get_coeff(c, h, (size_t)i);
        if (mpz_sgn(c) == 0)
            continue;
        mpz_mul(c, c, content->integer);
        if (content->modulus != 0)
            mpz_fdiv_r_ui(c, c, content->modulus);
        TRY(clmodp_zx_set_coeff(out, c, (size_t)exponent((uint64_t)i, content)));
    }
done:
    mpz_clear(c);
    return st;
}

/* out := the trailing coefficient's and r's powers. */
static clmodp_status multiply_powers(clm_error *error, clmodp_zx *out, const clmodp_zx *r,
                                     const clm_content *content)
{
    const clmodp_zx *trailing = content->trailing != NULL ? content->trailing : r;

    if (content->modulus != 0)
        return clm_zx_multiply_powers_modulo(error, out, r, content->power, trailing,
                                             content->trailing_power, content->modulus);
    return clm_zx_multiply_powers(error, out, r, content->power, trailing,
                                  content->trailing_power);
}

clmodp_status clm_content_restore(clm_error *error, clmodp_zx *r, const clm_content *content)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_zx *trailing = content->trailing;
    clmodp_zx *product = NULL, *restored = NULL, *h = r;
    uint64_t degree;

    if (clmodp_zx_degree(r) < 0)
        goto done;
    degree = exponent_of_h((uint64_t)clmodp_zx_degree(r),
                           trailing != NULL ? (uint64_t)clmodp_zx_degree(trailing) : 0, content);
    if (exponent(degree, content) >= CLMODP_ZX_MOST_TERMS)
        FAIL(error, CLMODP_LIMIT,
             "the resultant's degree is %llu times %llu plus %lld; dense polynomials end at "
             "%zu terms",
             (unsigned long long)degree, (unsigned long long)content->deflation,
             (long long)content->shift, CLMODP_ZX_MOST_TERMS);
    if (content->power > 1 || trailing != NULL) {
        TRY(clmodp_zx_create(&product));
        TRY(multiply_powers(error, product, r, content));
        h = product;
    }
    if (content->shift != 0 || content->deflation > 1 || mpz_cmp_ui(content->integer, 1) != 0) {
        TRY(clmodp_zx_create(&restored));
        TRY(multiply_monomial(restored, h, content));
        h = restored;
    }
    clm_zx_swap(r, h);
done:
    if (st == CLMODP_HOST_MEMORY)
        (void)clm_fail(error, st, "no memory for the resultant with its factors");
    clmodp_zx_destroy(restored);
    clmodp_zx_destroy(product);
    return st;
}
