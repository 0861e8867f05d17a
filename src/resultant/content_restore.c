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

/* An exponent of h(x^stretch) x^shift from that of h. */
static uint64_t exponent(uint64_t of_h, const clm_content *content)
{
    uint64_t stretched = times(of_h, content->stretch);

    if (content->shift >= 0)
        return plus(stretched, (uint64_t)content->shift);
    if (stretched == UINT64_MAX || stretched < (uint64_t)-content->shift)
        return stretched == UINT64_MAX ? stretched : 0;
    return stretched - (uint64_t)-content->shift;
}

/* A degree or valuation of h from those of r1 and the tail. */
static uint64_t exponent_of_h(uint64_t of_r1, uint64_t of_tail, const clm_content *content)
{
    return plus(times(of_r1, content->power), times(of_tail, content->tail_power));
}

/* The bits of the sum of the tail's absolute coefficients, and its least exponent. */
static void measure_tail(uint64_t *bits, uint64_t *valuation, const clmodp_zx *tail)
{
    mpz_t c, norm;

    mpz_inits(c, norm, NULL);
    for (long i = clmodp_zx_degree(tail); i >= 0; i--) {
        clmodp_zx_get_coeff(c, tail, (size_t)i);
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
    uint64_t tail_degree = 0, tail_valuation = 0, tail_bits = 0, norm_bits, bits;

    if (content->tail != NULL) {
        tail_degree = (uint64_t)clmodp_zx_degree(content->tail);
        measure_tail(&tail_bits, &tail_valuation, content->tail);
    }
    /* A product is at most as high as one factor times the sum of all |coefficients| of the
     * other; of r1 there are at most 2^64. */
    norm_bits = bounds->height_bits;
    for (uint64_t width = bounds->degree - bounds->valuation; width > 0; width >>= 1)
        norm_bits++;
    bits = plus(bounds->height_bits, times(norm_bits, content->power - 1));
    bits = plus(bits, times(tail_bits, content->tail_power));
    if (mpz_cmpabs_ui(content->integer, 1) != 0)
        bits = plus(bits, mpz_sizeinbase(content->integer, 2));
    bounds->height_bits = bits;
    bounds->degree =
        exponent(exponent_of_h(bounds->degree, tail_degree, content), content);
    bounds->valuation =
        exponent(exponent_of_h(bounds->valuation, tail_valuation, content), content);
}

/* out := integer * x^shift * h(x^stretch) */
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

/* out := the tail's and r's powers. */
static clmodp_status multiply_powers(clm_error *error, clmodp_zx *out, const clmodp_zx *r,
                                     const clm_content *content)
{
    const clmodp_zx *tail = content->tail != NULL ? content->tail : r;

    if (content->modulus != 0)
        return clm_zx_multiply_powers_modulo(error, out, r, content->power, tail,
                                             content->tail_power, content->modulus);
    return clm_zx_multiply_powers(error, out, r, content->power, tail, content->tail_power);
}

clmodp_status clm_content_restore(clm_error *error, clmodp_zx *r, const clm_content *content)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_zx *tail = content->tail;
    clmodp_zx *product = NULL, *restored = NULL, *h = r;
    uint64_t degree;

    if (clmodp_zx_degree(r) < 0)
        goto done;
    degree = exponent_of_h((uint64_t)clmodp_zx_degree(r),
                           tail != NULL ? (uint64_t)clmodp_zx_degree(tail) : 0, content);
    if (exponent(degree, content) >= CLMODP_ZX_MOST_TERMS)
        FAIL(error, CLMODP_LIMIT,
             "the resultant's degree is %llu times %llu plus %lld; dense polynomials end at "
             "%zu terms",
             (unsigned long long)degree, (unsigned long long)content->stretch,
             (long long)content->shift, CLMODP_ZX_MOST_TERMS);
    if (content->power > 1 || tail != NULL) {
        TRY(clmodp_zx_create(&product));
        TRY(multiply_powers(error, product, r, content));
        h = product;
    }
    if (content->shift != 0 || content->stretch > 1 || mpz_cmp_ui(content->integer, 1) != 0) {
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
